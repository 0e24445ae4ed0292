// Where the pages are in a folder of static files: the path of a screen is in the query, as in index.html?/m/ABCD#line.

const BASE = new URL("../", import.meta.url);

/**
 * The path of the screen that an address names; that of a link may be the path itself.
 * @param {{ pathname: string, search: string }} address
 */
export function pathOf({ pathname, search }) {
  if (![BASE.pathname, `${BASE.pathname}index.html`].includes(pathname)) return pathname;
  return search.startsWith("?/") ? search.slice(1) : "/";
}

/** The path of the screen that is shown. */
export const here = () => pathOf(location);

/**
 * The address that shows a screen.
 * @param {string} path
 */
export const addressOf = (path) => path === "/" ? BASE.pathname : `${BASE.pathname}?${path}`;

/**
 * The address of a picture that the server names; the build has written it as a file.
 * @param {string} path
 */
export const pictureAt = (path) => BASE.pathname + path.slice(1);

/**
 * Let a link lead where it says even if it is opened in a new tab or by a key.
 * @param {Event} event
 */
function readdress(event) {
  const link = event.target instanceof Element && event.target.closest('a[href^="/"]');
  const path = link && link.getAttribute("href");
  if (path && !path.startsWith(`${BASE.pathname}?`) && path !== BASE.pathname) {
    link.setAttribute("href", addressOf(path));
  }
}

for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, readdress, true);
