// What every screen has: the header, the language, the settings, and panels that fold.

import { button, h, part, show } from "./dom.js";
import { sign } from "./icons.js";
import { addressOf, here } from "./place.js";
import { change, settings } from "./settings.js";
import { isHeard, setHeard, soundSwitch } from "./sound.js";
import { LANGUAGES, speak, t } from "./words.js";

const ICON = new URL("icon.svg", import.meta.url).pathname;

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
 * A link to a screen.
 * @param {string} path
 * @param {string} look
 * @param {Page.Children} children
 */
export function link(path, look, ...children) {
  /** @param {MouseEvent} event */
  const follow = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(path);
  };
  return h("a", { href: path, class: look, onclick: follow }, ...children);
}

/**
 * Show the header of a screen.
 * @param {{ title?: string, sub?: string, actions?: Page.Child[], home?: boolean }} shown
 */
export function header({ title = "Lalao", sub = "", actions = [], home = false } = {}) {
  document.title = home ? "Lalao" : `${title} · Lalao`;
  const name = home
    ? h("span", { class: "name" }, h("img", { src: ICON, alt: "", width: 40, height: 40 }), "Lalao")
    : h("h1", { class: "name" }, link(wayBack(), "", sign("back"), h("span", { class: "unseen" }, "Lalao: "), title));
  show(
    part("top"),
    h("a", { class: "skip", href: "#main" }, t("To the board")),
    h("div", { class: "titles" }, name, sub ? h("span", { class: "sub" }, sub) : null),
    h(
      "nav",
      { class: "actions", "aria-label": t("Actions") },
      ...actions,
      ...(home ? [languages(), soundSwitch("plain")] : []),
      button(sign("menu"), "plain", openSettings, { "aria-label": t("Settings"), title: t("Settings") }),
    ),
  );
}

function languages() {
  const options = Object.entries(LANGUAGES).map(([code, name]) =>
    h("option", { value: code, lang: code, selected: code === settings.language }, name)
  );
  return h(
    "select",
    { class: "language", "aria-label": t("Language"), onchange: (event) => speak(event.currentTarget.value) },
    ...options,
  );
}

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
 * A choice among a few options, as buttons of which one is pressed.
 * @template {string | number | boolean} V
 * @param {string} label
 * @param {[V, ...Page.Child[]][]} options each with its face
 * @param {V} chosen
 * @param {(value: V) => unknown} onchoose
 */
export function choice(label, options, chosen, onchoose, look = "") {
  const group = h("div", { class: `choices ${look}`, role: "radiogroup", "aria-label": label });
  const draw = () =>
    show(
      group,
      options.map(([value, ...face]) =>
        h("button", {
          type: "button",
          role: "radio",
          "aria-checked": String(value === chosen),
          tabindex: value === chosen ? 0 : -1,
          "data-value": value,
          onclick: () => pick(value),
          onkeydown: (event) => turn(event, value),
        }, ...face)
      ),
    );
  /** @param {V} value */
  const pick = (value) => {
    chosen = value;
    draw();
    onchoose(value);
  };
  /** @type {(event: KeyboardEvent, value: V) => void} */
  const turn = (event, value) => {
    const way = WAYS[event.key];
    if (!way) return;
    event.preventDefault();
    const at = options.findIndex(([each]) => each === value);
    pick(options[(at + way + options.length) % options.length][0]);
    focusIn(group, "[aria-checked=true]");
  };
  draw();
  return group;
}

/** @type {Record<string, number>} */
const WAYS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

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
export function toggle(label, on, onchange) {
  const box = h("input", {
    type: "checkbox",
    role: "switch",
    onchange: (event) => onchange(event.currentTarget.checked),
  });
  box.checked = on;
  return h("label", { class: "switch" }, box, h("span", {}, label));
}

/**
 * A control with its label.
 * @param {string} label
 * @param {Page.Children} control
 */
export const field = (label, ...control) => h("div", { class: "field" }, h("span", {}, label), ...control);

/**
 * Show a file input as a button: its own words would be those of the browser's language.
 * @param {HTMLInputElement} input
 */
export const filePicker = (input) => h("label", { class: "button picker" }, t("Choose a file"), input);

/**
 * Open a dialog; its `close` closes it.
 * @param {string} title
 * @param {string} look
 * @param {Page.Children} children
 */
export function dialog(title, look, ...children) {
  const box = h("dialog", { class: look, "aria-label": title });
  const shut = () => box.close();
  box.addEventListener("close", () => box.remove());
  box.addEventListener("click", (event) => event.target === box && shut());
  box.append(
    h(
      "div",
      { class: "inside" },
      h(
        "div",
        { class: "dialog-head" },
        h("h2", {}, title),
        button("×", "plain close", shut, { "aria-label": t("Close") }),
      ),
      ...children,
    ),
  );
  document.body.append(box);
  box.showModal();
  return box;
}

/** @type {((event: PopStateEvent) => boolean) | null} what may take the next step through the history for itself */
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
 * @param {Page.Children} children
 */
export async function overlay(title, look, ...children) {
  await back;
  const box = dialog(title, look, ...children);
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
  /** @type {<K extends keyof Page.Settings>(name: K) => (value: Page.Settings[K]) => void} */
  const set = (name) => (value) => change(/** @type {Partial<Page.Settings>} */ ({ [name]: value }));
  dialog(
    t("Settings"),
    "settings",
    field(t("Language"), languages()),
    field(
      t("Light"),
      choice(
        t("Light"),
        [["auto", t("same as device")], ["light", t("light")], ["dark", t("dark")]],
        settings.theme,
        set("theme"),
      ),
    ),
    field(
      t("Animation speed"),
      choice(
        t("Animation speed"),
        [["auto", t("as I learn")], ["slow", t("slow")], ["normal", t("normal")], ["fast", t("fast")], [
          "off",
          t("no animation"),
        ]],
        settings.speed,
        set("speed"),
      ),
    ),
    field(
      t("Counts"),
      choice(
        t("Counts"),
        [["figure", "7"], ["frame", t("ten-frames")], ["off", t("none: count them yourself")]],
        settings.figures,
        set("figures"),
      ),
    ),
    field(
      t("A screen reader says"),
      choice(
        t("A screen reader says"),
        [["turn", t("each turn")], ["gesture", t("each gesture, slowly")]],
        settings.spoken,
        set("spoken"),
      ),
    ),
    toggle(t("Large text"), settings.big, set("big")),
    toggle(t("Projector: board only"), settings.projector, set("projector")),
    toggle(t("I sow myself, seed by seed"), settings.byHand, set("byHand")),
    toggle(t("Sounds"), isHeard(), setHeard),
    toggle(t("Count aloud"), settings.sound, set("sound")),
    toggle(t("Confirm each move"), settings.confirm, set("confirm")),
    toggle(t("Turn the board to face the mover"), settings.facing, set("facing")),
    toggle(t("Show the value of each move"), settings.values, set("values")),
  );
}

/**
 * Ask for confirmation, then do something.
 * @param {string} question
 * @param {() => unknown} then
 */
export function sure(question, then) {
  const yes = () => (box.close(), then());
  const answers = h("div", { class: "row" }, button(t("Yes"), "primary", yes), button(t("No"), "", () => box.close()));
  const box = dialog(t("Are you sure?"), "sure", h("p", {}, question), answers);
}

/**
 * A part of the side panel that folds away.
 * @param {string} title
 * @param {boolean} open
 * @param {Page.Children} children
 */
export function panel(title, open, ...children) {
  return h("details", { class: "panel", open }, h("summary", {}, h("h2", {}, title)), ...children);
}

/**
 * A board in the middle, and what is beside it.
 * @param {Element[]} middle
 * @param {string} label
 * @param {Element[]} beside
 */
export function table(middle, label, beside) {
  return h(
    "div",
    { class: "table" },
    h("div", { class: "middle" }, middle),
    h("aside", { class: "side", "aria-label": label }, beside),
  );
}

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
