// Where the pages are: the path of a screen and the address that shows it. Another host may need other addresses.

/**
 * The path of the screen that an address names.
 * @param {{ pathname: string, search: string }} address
 */
export const pathOf = ({ pathname }) => pathname;

/** The path of the screen that is shown. */
export const here = () => pathOf(location);

/**
 * The address that shows a screen.
 * @param {string} path
 */
export const addressOf = (path) => path;

/**
 * The address of a picture or a sheet that the server makes.
 * @param {string} path
 */
export const fileAt = (path) => path;

/** Whether a server joins several devices, and prints; a folder of static files plays on one device alone. */
export const isServed = true;
