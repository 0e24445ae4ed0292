// What every screen has: the header, the language, the settings, and panels that fold.

import { button, h, show } from "./dom.js";
import { sign } from "./icons.js";
import { change, settings } from "./settings.js";
import { LANGUAGES, speak, t } from "./words.js";

/** Go to a screen without loading the page again. */
export function go(path) {
  history.pushState({}, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
}

/** A link to a screen. */
export function link(path, look, ...children) {
  const follow = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(path);
  };
  return h("a", { href: path, class: look, onclick: follow }, ...children);
}

/** Show the header of a screen. */
export function header({ title = "Lalao", sub = "", actions = [], home = false } = {}) {
  document.title = home ? "Lalao" : `${title} · Lalao`;
  const name = home
    ? h("span", { class: "name" }, "Lalao")
    : h("h1", { class: "name" }, link("/", "", sign("back"), h("span", { class: "unseen" }, "Lalao: "), title));
  show(
    document.getElementById("top"),
    h("a", { class: "skip", href: "#main" }, t("To the board")),
    h("div", { class: "titles" }, name, sub && h("span", { class: "sub" }, sub)),
    h(
      "nav",
      { class: "actions", "aria-label": t("Actions") },
      ...actions,
      ...(home ? [...places(), languages()] : []),
      button(sign("menu"), "plain", openSettings, { "aria-label": t("Settings"), title: t("Settings") }),
    ),
  );
}

const places = () => [
  link("/look", "button", t("Analyse")),
  link("/rules/fang", "button", t("Learn")),
  link("/class", "button", t("Class")),
];

function languages() {
  const options = Object.entries(LANGUAGES).map(([code, name]) =>
    h("option", { value: code, lang: code, selected: code === settings.language }, name)
  );
  return h(
    "select",
    { class: "language", "aria-label": t("Language"), onchange: (event) => speak(event.target.value) },
    ...options,
  );
}

/** A choice among a few, as buttons of which one is pressed. */
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
  const pick = (value) => {
    chosen = value;
    draw();
    onchoose(value);
  };
  const turn = (event, value) => {
    const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!way) return;
    event.preventDefault();
    const at = options.findIndex(([each]) => each === value);
    pick(options[(at + way + options.length) % options.length][0]);
    group.querySelector("[aria-checked=true]").focus();
  };
  draw();
  return group;
}

/** A switch. */
export function toggle(label, on, onchange) {
  const box = h("input", { type: "checkbox", role: "switch", onchange: (event) => onchange(event.target.checked) });
  box.checked = on;
  return h("label", { class: "switch" }, box, h("span", {}, label));
}

/** Open a dialog; its `close` closes it. */
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

function openSettings() {
  const set = (name) => (value) => change({ [name]: value });
  const field = (label, control) => h("div", { class: "field" }, h("span", {}, label), control);
  dialog(
    t("Settings"),
    "settings",
    field(t("Language"), languages()),
    field(
      t("Light"),
      choice(
        t("Light"),
        [["auto", t("as the device")], ["light", t("light")], ["dark", t("dark")]],
        settings.theme,
        set("theme"),
      ),
    ),
    field(
      t("Speed of the hand"),
      choice(
        t("Speed of the hand"),
        [["slow", t("slow")], ["normal", t("normal")], ["fast", t("fast")], ["off", t("no motion")]],
        settings.speed,
        set("speed"),
      ),
    ),
    field(
      t("Counts"),
      choice(
        t("Counts"),
        [["figure", "7"], ["frame", t("ten-frame")], ["off", t("none: count!")]],
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
    toggle(t("Big text"), settings.big, set("big")),
    toggle(t("Projector: the board and nothing else"), settings.projector, set("projector")),
    toggle(t("I sow myself, seed by seed"), settings.byHand, set("byHand")),
    toggle(t("Count aloud"), settings.sound, set("sound")),
    toggle(t("Ask before each move"), settings.confirm, set("confirm")),
    toggle(t("Turn the board to face the mover"), settings.facing, set("facing")),
    toggle(t("Show what each move is worth"), settings.values, set("values")),
  );
}

/** A part of the side panel that folds away. */
export function panel(title, open, ...children) {
  return h("details", { class: "panel", open }, h("summary", {}, h("h2", {}, title)), ...children);
}
