// Making elements. Text is always a text node: what people write can never become markup.

import { html, nothing, render } from "./lit.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * @template {Element} T
 * @param {T} element
 * @param {Page.Attributes<T>} attributes
 * @param {Page.Children} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...nodes(children));
  return element;
}

/**
 * The children that are to be shown, in one list; templates among them are drawn once.
 * @param {Page.Children} children
 */
function nodes(children) {
  return children.flat().flatMap((child) =>
    child instanceof Node
      ? child
      : isNothing(child)
      ? []
      : child && typeof child === "object"
      ? made(child)
      : String(child)
  );
}

/**
 * Draw a template once, and return its element.
 * @param {Page.Template} template
 */
export const element = (template) => /** @type {HTMLElement} */ (made(template)[0]);

/**
 * Draw a template once.
 * @param {Page.Template} template
 */
function made(template) {
  const drawn = document.createDocumentFragment();
  render(template, drawn);
  return [...drawn.childNodes].filter((each) => each instanceof Element || each.textContent?.trim());
}

/** @param {Page.Child} child */
const isNothing = (child) => child === null || child === undefined || child === nothing || typeof child === "boolean";

/**
 * Make an HTML element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Page.Attributes<HTMLElementTagNameMap[K]>} attributes
 * @param {Page.Children} children
 */
export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * Make an SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Page.Attributes<SVGElementTagNameMap[K]>} attributes
 * @param {Page.Children} children
 */
export function s(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

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
      ?disabled=${more.disabled} @click=${onclick}>${[face].flat().filter((each) => typeof each !== "boolean")}</button>
  `;

/** Click what is there now where a control was drawn anew after the mouse had pressed it: browsers let that go. */
export function keepPresses() {
  /** @type {Element | null} */
  let pressed = null;
  /** @param {Element | null} target */
  const control = (target) => target?.closest("button, a, label, summary") ?? null;
  /** @param {MouseEvent} event */
  const found = (event) => event.button === 0 ? control(document.elementFromPoint(event.clientX, event.clientY)) : null;
  addEventListener("mousedown", (event) => {
    pressed = found(event);
  }, true);
  addEventListener("mouseup", (event) => {
    const [before, now] = [pressed, found(event)];
    pressed = null;
    if (!before || before.isConnected || !(now instanceof HTMLElement)) return;
    if (now.textContent === before.textContent && now.ariaLabel === before.ariaLabel) now.click();
  }, true);
}

/**
 * Replace the children of an element.
 * @param {Element} element
 * @param {Page.Children} children
 */
export function show(element, ...children) {
  element.replaceChildren(...nodes(children));
  return element;
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
 * Have a screen reader say something after what it is saying; a log, so that nothing said at the same time is lost.
 * @param {string} text
 */
export function announce(text) {
  const said = part("said");
  said.append(h("p", {}, text));
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
  h("a", { href: address, download: name }).click();
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
