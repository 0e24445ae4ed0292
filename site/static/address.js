// Where the pages are in a folder of static files: the path of a screen is in the query, as in index.html?/m/ABCD#line.

const BASE = new URL("../../", import.meta.url), FILES = new URL("../", import.meta.url);

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
 * The address of what the server makes; the build has written it as a file, named after the path and what it asks for.
 * @param {string} path
 */
export function fileAt(path) {
  const { pathname, searchParams } = new URL(path, BASE);
  const [, name = "", kind = ".json"] = /^\/(.*?)(\.\w+)?$/.exec(pathname) ?? [];
  return `${FILES.pathname}${[name, ...searchParams.values()].join(".")}${kind}`;
}

/** Whether a server joins several devices, and prints. */
export const isServed = false;

/**
 * Let a link lead where it says even if it is opened in a new tab or by a key.
 * @param {Event} event
 */
function readdress(event) {
  const link = event.target instanceof Element && event.target.closest('a[href^="/"]:not([target])');
  const path = link && link.getAttribute("href");
  if (path && !path.startsWith(`${BASE.pathname}?`) && path !== BASE.pathname) {
    link.setAttribute("href", addressOf(path));
  }
}

for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, readdress, true);
