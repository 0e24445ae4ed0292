// The parts of every screen: the header, the language, the settings, and panels that fold.

import { button, part } from "./dom.js";
import { sign } from "./icons.js";
import { html, nothing, render } from "./lit.js";
import { addressOf, here, pathOf } from "./address.js";
import { change, settings } from "./settings.js";
import { isHeard, setHeard } from "./sound.js";
import { LANGUAGES, speak, t } from "./words.js";

/**
 * Go to a screen without loading the page again.
 * @param {string} path
 */
export function go(path) {
  history.pushState({ from: here() }, "", addressOf(path));
  dispatchEvent(new PopStateEvent("popstate"));
}

/** Where the arrow in the corner leads: to the match from which this screen was opened, else to the first page. */
function wayBack() {
  /** @type {{ from?: string } | null} */
  const state = history.state;
  return state?.from?.startsWith("/m/") ? state.from : "/";
}

/**
 * Follow a link of the page without loading the page again.
 * @param {MouseEvent & { currentTarget: HTMLAnchorElement }} event
 */
export function followLink(event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(pathOf(event.currentTarget) + event.currentTarget.hash);
}

/**
 * A link to a screen.
 * @param {string} path
 * @param {string} look
 * @param {unknown[]} children
 */
export const link = (path, look, ...children) =>
  html`<a href=${path} class=${look} @click=${followLink}>${children}</a>`;

/**
 * Show the header of a screen.
 * @param {{ title: string, sub?: string, actions?: unknown }} shown
 */
export function header({ title, sub = "", actions = nothing }) {
  document.title = `${title} · Lalao`;
  const name = [sign("leave"), html`<span class="unseen">Lalao: </span>`, title];
  render(
    html`
      <a class="skip" href="#main">${t("To the board")}</a>
      <div class="titles">
        <h1 class="name">${link(wayBack(), "", ...name)}</h1>${sub ? html`<span class="sub">${sub}</span>` : nothing}
      </div>
      <nav class="actions" aria-label=${t("Actions")}>${actions}
        ${button(sign("menu"), "plain", openSettings, { "aria-label": t("Settings"), title: t("Settings") })}</nav>
    `,
    part("top"),
  );
}

/** The choice of the language. */
export const languages = () =>
  html`
    <select class="language" aria-label=${t("Language")}
      @change=${(/** @type {Page.From<HTMLSelectElement>} */ { currentTarget }) => speak(currentTarget.value)}>
        ${Object.entries(LANGUAGES).map(([code, name]) =>
          html`<option value=${code} lang=${code} ?selected=${code === settings.language}>${name}</option>`
        )}</select>
  `;

/**
 * The address of the page that prints a sheet, of a position where one is given.
 * @param {string} sheet
 * @param {string} game
 * @param {string} [position]
 */
export function printPath(sheet, game, position) {
  return `/print#${[sheet, game, ...(position ? [position] : [])].map(encodeURIComponent).join("/")}`;
}

/**
 * A choice among a few options, as buttons of which one is pressed; `onchoose` draws the choice again.
 * @template {string | number | boolean} V
 * @param {string} label
 * @param {[V, ...unknown[]][]} options each with its face
 * @param {V} chosen
 * @param {(value: V) => unknown} onchoose
 */
export function choice(label, options, chosen, onchoose, look = "") {
  const at = options.findIndex(([value]) => value === chosen);
  const option = (/** @type {[V, ...unknown[]]} */ [value, ...face]) =>
    html`
      <button type="button" role="radio" aria-checked=${String(value === chosen)} tabindex=${value === chosen ? 0 : -1}
        data-value=${value} @click=${() => onchoose(value)}>${face}</button>
    `;
  return html`
    <div class="choices ${look}" role="radiogroup" aria-label=${label}
      @keydown=${turning(WAYS, at, options.length, (next) => onchoose(options[next][0]))}>${options.map(option)}</div>
  `;
}

const WAYS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * A listener by which arrow keys choose among the buttons of an element, round and round, and take the focus along.
 * @param {Record<string, number>} ways by how many buttons each key goes on
 * @param {number} at which one is chosen
 * @param {number} count
 * @param {(next: number) => unknown} onchoose
 */
export const turning =
  (ways, at, count, onchoose) => (/** @type {KeyboardEvent & { currentTarget: HTMLElement }} */ event) => {
    const way = ways[event.key], group = event.currentTarget;
    if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    const next = (at + way + count) % count;
    onchoose(next);
    group.querySelectorAll("button")[next]?.focus();
  };

/**
 * Focus the first element inside another that matches a selector.
 * @param {Element} element
 * @param {string} meant
 */
export function focusIn(element, meant) {
  const found = element.querySelector(meant);
  if (found instanceof HTMLElement) found.focus();
}

/**
 * A switch.
 * @param {string} label
 * @param {boolean} on
 * @param {(on: boolean) => unknown} onchange
 */
export const toggle = (label, on, onchange) =>
  html`
    <label class="switch"><input type="checkbox" role="switch" .checked=${on}
      @change=${(/** @type {Page.From<HTMLInputElement>} */ { currentTarget }) => onchange(currentTarget.checked)}>
      <span>${label}</span></label>
  `;

/**
 * A control with its label.
 * @param {string} label
 * @param {unknown[]} control
 */
export const field = (label, ...control) => html`<div class="field"><span>${label}</span>${control}</div>`;

/**
 * A file input that is shown as a button: its own words would be those of the browser's language.
 * @param {(file: File) => unknown} onfile
 */
export function filePicker(onfile, id = "", accept = "") {
  const pick = (/** @type {Page.From<HTMLInputElement>} */ { currentTarget }) => {
    const file = currentTarget.files?.[0];
    currentTarget.value = "";
    if (file) onfile(file);
  };
  return html`
    <label class="button picker">${t("Choose a file")}<input id=${id || nothing} type="file" accept=${accept || nothing}
      @change=${pick}></label>
  `;
}

/**
 * Open a dialog; its `close` closes it. Content that changes is a function, which takes one that draws it again.
 * @param {string} title
 * @param {string} look
 * @param {unknown | ((draw: () => void) => unknown)} content
 */
export function dialog(title, look, content) {
  const box = document.createElement("dialog");
  box.className = look;
  box.ariaLabel = title;
  const draw = () => {
    const shown = html`
      <div class="inside">
        <div class="dialog-head">
          <h2>${title}</h2>
          <button type="button" class="plain close" aria-label=${t("Close")} @click=${() => box.close()}>×</button>
        </div>
        ${typeof content === "function" ? content(draw) : content}
      </div>
    `;
    render(shown, box);
  };
  draw();
  box.addEventListener("close", () => box.remove());
  box.addEventListener("click", (event) => event.target === box && box.close());
  document.body.append(box);
  box.showModal();
  return box;
}

/** @type {((event: PopStateEvent) => boolean) | null} may take the next step through the history for itself */
let taking = null;
/** resolved when the browser is back from the last overlay */
let back = Promise.resolve();

/**
 * Whether a step through the browser's history is for an overlay, and does not lead to another screen.
 * @param {PopStateEvent} event
 */
export const isTaken = (event) => taking?.(event) ?? false;

/**
 * Open a dialog in which something is looked up: the browser's back button closes it too, and the screen below stays.
 * @param {string} title
 * @param {string} look
 * @param {unknown} content
 */
export async function overlay(title, look, content) {
  await back;
  const box = dialog(title, look, content);
  history.pushState(history.state, "");
  taking = (event) => {
    taking = null;
    box.close();
    return event.isTrusted; // a link in the dialog leads to another screen
  };
  box.addEventListener("close", () => {
    if (taking) back = stepBack();
  });
  return box;
}

/**
 * Take the last entry off the browser's history; the screen stays.
 * @returns {Promise<void>}
 */
function stepBack() {
  return new Promise((resolve) => {
    taking = (event) => {
      if (!event.isTrusted) return false;
      taking = null;
      resolve();
      return true;
    };
    history.back();
  });
}

/** Open the settings of this device. */
export function openSettings() {
  dialog(t("Settings"), "settings", (/** @type {() => void} */ draw) => {
    const set = (/** @type {keyof Page.Settings} */ name) => (/** @type {string | boolean} */ value) => {
      change({ [name]: value });
      draw();
    };
    /** @type {(name: Page.Selection, label: string, options: [string, string][]) => unknown} */
    const one = (name, label, options) => field(label, choice(label, options, settings[name], set(name)));
    /** @type {(name: Page.Switch, label: string) => unknown} */
    const on = (name, label) => toggle(label, settings[name], set(name));
    return [
      field(t("Language"), languages()),
      one("theme", t("Light"), [["auto", t("same as device")], ["light", t("light")], ["dark", t("dark")]]),
      one("speed", t("Animation speed"), [
        ["auto", t("as I learn")],
        ["slow", t("slow")],
        ["normal", t("normal")],
        ["fast", t("fast")],
        ["off", t("no animation")],
      ]),
      one("figures", t("Counts"), [["figure", "7"], ["frame", t("ten-frames")], [
        "off",
        t("none: count them yourself"),
      ]]),
      one("spoken", t("A screen reader says"), [["turn", t("each turn")], ["gesture", t("each gesture, slowly")]]),
      on("big", t("Large text")),
      on("projector", t("Projector: board only")),
      on("byHand", t("I sow myself, seed by seed")),
      toggle(t("Sounds"), isHeard(), setHeard),
      on("sound", t("Count aloud")),
      on("confirm", t("Confirm each move")),
      on("facing", t("Turn the board to face the mover")),
      on("values", t("Show the value of each move")),
      on("notation", t("Name points and moves")),
    ];
  });
}

/**
 * Ask for confirmation, then do something.
 * @param {string} question
 * @param {() => unknown} then
 */
export function sure(question, then) {
  const box = dialog(
    t("Are you sure?"),
    "sure",
    html`
      <p>${question}</p>
      <div class="row">
        <button type="button" class="primary" @click=${() => (box.close(), then())}>${t("Yes")}</button>
        <button type="button" @click=${() => box.close()}>${t("No")}</button>
      </div>
    `,
  );
}

/**
 * A part of the side panel that folds away.
 * @param {string} title
 * @param {boolean} open
 * @param {unknown} content
 * @param {(open: boolean) => unknown} [ontoggle]
 */
export const panel = (title, open, content, ontoggle) =>
  html`
    <details class="panel" ?open=${open}
      @toggle=${(/** @type {Page.From<HTMLDetailsElement>} */ { currentTarget }) => ontoggle?.(currentTarget.open)}>
      <summary><h2>${title}</h2></summary>
      ${content}
    </details>
  `;

/**
 * Whether a key goes to an input in which one types or chooses.
 * @param {Event} event
 */
export function isTyping({ target }) {
  return target instanceof Element && Boolean(target.closest("input, select, textarea, dialog, [role=radiogroup]"));
}

/**
 * The ply to which a key moves in a line of moves; undefined for other keys.
 * @param {string} key
 * @param {number} ply where we are
 * @param {number} last
 */
export function plyOf(key, ply, last) {
  /** @type {Record<string, number>} */
  const to = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: last };
  return to[key];
}
