// Making elements. Text is always a text node: what people write can never become markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Make an HTML element. */
export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** Make an SVG element. */
export function s(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** Make a button; `look` is its class. */
export function button(label, look, onclick, more = {}) {
  return h("button", { type: "button", class: look, onclick, ...more }, label);
}

/** Show other children in an element. */
export function show(element, ...children) {
  element.replaceChildren(...children.flat().filter(Boolean));
  return element;
}

/** Show something anew only where it has changed, the button that was about to be pressed kept. */
export function renew(element, about, make) {
  const said = JSON.stringify(about);
  if (element.said === said) return;
  element.said = said;
  const all = () => [...element.querySelectorAll("button, a, input, select")];
  const old = all();
  const at = old.indexOf(document.activeElement);
  show(element, make());
  if (at < 0) return;
  const now = all();
  const same = now.find(({ textContent }) => textContent === old[at].textContent) ??
    (now.length === old.length ? now[at] : null);
  same?.focus();
}

const policy = globalThis.trustedTypes?.createPolicy("lalao", { createHTML: (text) => text });

/** Show HTML that the server made from a rule sheet of the package, and from nothing else. */
export function showSheet(element, html) {
  element.innerHTML = policy ? policy.createHTML(html) : html;
}

const MOST_SAID = 12;

/** Say something to a screen reader, after what it is saying; a log, so that nothing said at the same time is lost. */
export function announce(text) {
  const said = document.getElementById("said");
  said.append(h("p", {}, text));
  while (said.children.length > MOST_SAID) said.firstChild.remove();
}

let fading = 0;

/** Show one line for a while, and say it. */
export function toast(text) {
  const line = document.getElementById("toast");
  line.textContent = text;
  line.classList.add("shown");
  clearTimeout(fading);
  fading = setTimeout(() => line.classList.remove("shown"), 6000);
}
