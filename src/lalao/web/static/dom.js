// Making elements. Text is always a text node: people's input can never become markup.

import { html, nothing, render } from "./lit.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * Draw a template once, and return its element.
 * @param {Page.Template} template
 */
export function element(template) {
  const drawn = document.createDocumentFragment();
  render(template, drawn);
  return /** @type {HTMLElement} */ (drawn.firstElementChild);
}

/**
 * Make an SVG element; attributes and children that are undefined, null or false are left out.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | number | boolean | null | undefined>} attributes
 * @param {(Page.Drawn | Page.Drawn[])[]} children
 */
export function s(tag, attributes, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.flat().flatMap((child) => child instanceof Node ? child : child ? String(child) : []));
  return made;
}

/** @type {(child: unknown) => unknown} a child as a template shows it: nothing of true and false */
const shown = (child) => typeof child === "boolean" ? nothing : child;

/**
 * A button; `look` is its class.
 * @param {unknown} face
 * @param {string} look
 * @param {(event: MouseEvent) => unknown} onclick
 * @param {Page.More} more
 */
export const button = (face, look, onclick, more = {}) =>
  html`
    <button type="button" class=${look} aria-label=${more["aria-label"] ?? nothing} title=${more.title ?? nothing}
      aria-pressed=${more["aria-pressed"] ?? nothing} data-answer=${more["data-answer"] ?? nothing}
      ?disabled=${more.disabled} @click=${onclick}>${[face].flat().map(shown)}</button>
  `;

/**
 * Show children in an element, as a template does; each keeps its place, so only the changes are drawn again.
 * @param {HTMLElement} element
 * @param {Page.Children} children
 */
export function show(element, ...children) {
  render(children.map((child) => Array.isArray(child) ? child.map(shown) : shown(child)), element);
}

/**
 * Do something once a screen is left, at once where it has been left already.
 * @param {AbortSignal} left
 * @param {() => unknown} end
 */
export function onLeft(left, end) {
  if (left.aborted) end();
  else left.addEventListener("abort", end, { once: true });
}

/**
 * A controller of something on a screen for a while: it ends with the screen at the latest.
 * @param {AbortSignal} left
 */
export function within(left) {
  const inner = new AbortController();
  onLeft(left, () => inner.abort());
  return inner;
}

/**
 * Do something again and again until a screen is left.
 * @param {number} milliseconds
 * @param {() => unknown} work
 * @param {AbortSignal} left
 */
export function every(milliseconds, work, left) {
  const timer = setInterval(work, milliseconds);
  onLeft(left, () => clearInterval(timer));
}

/**
 * A part of the one page that is always there (index.html).
 * @param {"top" | "main" | "said" | "toast"} id
 */
export function part(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

const { trustedTypes } = /** @type {{ trustedTypes?: Page.TrustedTypes }} */ (globalThis);
const policy = trustedTypes?.createPolicy("lalao", { createHTML: (text) => text });

/**
 * Show HTML that the server made from a rule sheet of the package, and from nothing else.
 * @param {Element} element
 * @param {string} html
 */
export function showSheet(element, html) {
  element.innerHTML = policy ? policy.createHTML(html) : html;
}

const MOST_SAID = 12;

/**
 * Have a screen reader say something after its present sentence; a log, so that nothing said at the same time is lost.
 * @param {string} text
 */
export function announce(text) {
  const said = part("said");
  said.append(element(html`<p>${text}</p>`));
  while (said.children.length > MOST_SAID) said.firstChild?.remove();
}

let fading = 0;

/**
 * Show one line for a while, and say it.
 * @param {string} text
 */
export function toast(text) {
  const line = part("toast");
  line.textContent = text;
  line.classList.add("shown");
  clearTimeout(fading);
  fading = setTimeout(() => line.classList.remove("shown"), 6000);
}

/**
 * Save a file by the browser.
 * @param {string} name
 * @param {Blob} blob
 */
export function save(name, blob) {
  const address = URL.createObjectURL(blob);
  element(html`<a href=${address} download=${name}></a>`).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * The message of an error that was caught.
 * @param {unknown} error
 */
export function reason(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Show the message of an error that was caught.
 * @param {unknown} error
 */
export const showError = (error) => toast(reason(error));
