// The screen of a game: slots that keep their places and sizes whatever happens in them, and a drawer beside them.

import { keys } from "./desk.js";
import { button, h, show } from "./dom.js";
import { fit, spans } from "./geometry.js";
import { sign } from "./icons.js";
import { focusIn, link } from "./page.js";
import { soundSwitch } from "./sound.js";
import { t } from "./words.js";

const LEAST_TEXT = 15;
/** The room beside a board, in pixels, in which a creature is shown. */
const BESIDE = 80;

/** Boards at least this many times as wide as high have their players above and below, others beside them. */
const WIDE = 3;

export class Shell {
  title = h("h1", { class: "game" });
  back = h("span", { class: "back" });
  tools = h("div", { class: "tools" });
  notice = h("div", { class: "notice" });
  drawer = h("aside", { class: "drawer", id: "drawer", hidden: true, "aria-label": t("The game") });
  /** @type {HTMLElement | null} the slot of the board */
  slot = null;

  /**
   * @param {Element[]} beside what is in the drawer
   */
  constructor(beside) {
    const close = button("×", "plain close", () => this.open(false), { "aria-label": t("Close") });
    show(this.drawer, h("div", { class: "dialog-head" }, h("h2", {}, t("The game")), close), ...beside);
    this.drawer.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.open(false);
    });
    this.drawer.addEventListener("click", ({ target }) => {
      if (target instanceof Element && target.closest(".row > *")) this.open(false);
    });
    this.shrink = this.shrink.bind(this);
  }

  /**
   * Arrange a stage in its slots.
   * @param {import("./stage.js").Stage} stage
   */
  arrange(stage) {
    const toggle = () => this.open(Boolean(this.drawer.hidden));
    const more = { "aria-label": t("Menu"), title: t("Menu"), "aria-expanded": "false", "aria-controls": "drawer" };
    this.stage = stage;
    this.menu = button(sign("menu"), "plain menu", toggle, more);
    this.tab = button([sign("tab"), t("The game")], "tab", toggle, {
      "data-slot": "panel",
      "aria-expanded": "false",
      "aria-controls": "drawer",
    });
    this.slot = h("div", { class: "board-slot", "data-slot": "board" }, stage.board.frame, stage.beside, this.notice);
    const sentence = h("div", { class: "sentence-slot", "data-slot": "sentence" }, stage.status);
    stage.above.dataset.slot = "opponent";
    stage.below.dataset.slot = "own";
    stage.board.room = () => this.#fit(stage.board);
    stage.onsaid = this.shrink;
    new ResizeObserver(() => {
      this.#fit(stage.board);
      stage.board.measure();
    }).observe(this.slot);
    new ResizeObserver(this.shrink).observe(sentence);
    document.fonts.addEventListener("loadingdone", this.shrink);
    this.sentence = sentence;
    this.element = h(
      "section",
      { class: "stage shell", "aria-label": t("the board") },
      h(
        "div",
        { class: "topbar", "data-slot": "bar" },
        this.back,
        this.title,
        sentence,
        soundSwitch("plain"),
        this.menu,
      ),
      keys(),
      stage.advice,
      stage.above,
      this.slot,
      stage.below,
      h(
        "div",
        { class: "act", "data-slot": "actions" },
        stage.bar,
        stage.byHand?.element ?? "",
        stage.motion,
        this.tools,
      ),
      this.tab,
      this.drawer,
    );
    return this.element;
  }

  /**
   * Show what is played, and set where the arrow in the corner leads.
   * @param {string} title
   * @param {string} [back] a path; without it there is no arrow
   */
  head(title, back) {
    document.title = `${title} · Lalao`;
    const [name] = title.split(",");
    show(this.title, name, h("span", { class: "unseen" }, title.slice(name.length)));
    show(
      this.back,
      back && link(back, "plain button", sign("leave"), h("span", { class: "unseen" }, t("Back to the games"))),
    );
  }

  /**
   * Fit the board into its slot; whether its players are beside or above it depends on its form alone. Its size follows
   * from its form by the style sheet, so that it never stands beyond a slot that has just become smaller.
   * @param {import("./board.js").Board} board
   */
  #fit({ picture, frame }) {
    const { slot, element } = this;
    if (!slot || !element) return { upright: false, spread: 1 };
    const [columns, rows] = spans(picture, false);
    element.dataset.shape = columns / rows >= WIDE ? "wide" : "broad";
    element.dataset.rows = picture.kind === "rows" && picture.rows.length > 1 ? "many" : "";
    const room = fit(picture, slot.clientWidth, slot.clientHeight);
    frame.style.setProperty("--form", String(room.form));
    frame.style.setProperty("--most", String(room.most));
    const width = Math.min(slot.clientWidth, slot.clientHeight * room.form); // as the style sheet says
    slot.classList.toggle("roomy", slot.clientWidth - width >= 2 * BESIDE);
    return room;
  }

  /** Make a sentence that is too long for its slot smaller; it is never cut. */
  shrink() {
    const { stage, sentence } = this;
    if (!stage || !sentence) return;
    for (const line of stage.status.querySelectorAll(".headline, .line")) {
      if (line instanceof HTMLElement) shrinkInto(line);
    }
  }

  /** @param {boolean} open */
  open(open) {
    if (open === !this.drawer.hidden) return;
    this.drawer.hidden = !open;
    for (const each of [this.menu, this.tab]) each?.setAttribute("aria-expanded", String(open));
    if (open) focusIn(this.drawer, "button");
    else this.menu?.focus();
  }
}

/**
 * Make a line smaller until it fits; one that does not fit even so is broken.
 * @param {HTMLElement} line
 */
function shrinkInto(line) {
  line.style.fontSize = "";
  line.classList.remove("broken");
  let size = parseFloat(getComputedStyle(line).fontSize);
  while (line.scrollWidth > line.clientWidth + 1 && size > LEAST_TEXT) line.style.fontSize = `${--size}px`;
  line.classList.toggle("broken", line.scrollWidth > line.clientWidth + 1);
}

/**
 * A tool: a picture with a word below it.
 * @param {Parameters<typeof sign>[0]} picture
 * @param {string} word
 * @param {() => unknown} onclick
 * @param {Page.Attributes<HTMLButtonElement>} [more]
 */
export function tool(picture, word, onclick, more = {}) {
  return button([sign(picture), h("span", {}, word)], "tool", onclick, more);
}
