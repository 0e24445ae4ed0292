// The screen of a game: slots that keep their places and sizes whatever happens in them, and a drawer beside them.

import { keys } from "./panelstage.js";
import { button, element } from "./dom.js";
import { fitInto, isSingle, spans } from "./geometry.js";
import { sign } from "./icons.js";
import { html, nothing, render } from "./lit.js";
import { focusIn, link } from "./page.js";
import { soundSwitch } from "./sound.js";
import { hearing } from "./voice.js";
import { sender } from "./wayback.js";
import { t } from "./words.js";

const LEAST_TEXT = 15;
/** The room in pixels beside a board, or above one of a single row, in which a creature is shown; and its face. */
const BESIDE = 80, ABOVE = 76, FACE = 56;

/** Boards at least this many times as wide as high have their players above and below, others beside them. */
const WIDE = 3;

export class Shell {
  title = element(html`<h1 class="game"></h1>`);
  back = element(html`<span class="back"></span>`);
  tools = element(html`<div class="tools"></div>`);
  notice = element(html`<div class="notice"></div>`);
  voice = element(hearing(() => this.stage?.status.innerText ?? ""));
  /** @type {HTMLElement | null} the slot of the board */
  slot = null;
  fitting = 0;

  /**
   * @param {Page.Child[]} beside the contents of the drawer
   */
  constructor(beside) {
    const close = button("×", "plain close", () => this.open(false), { "aria-label": t("Close") });
    this.drawer = element(html`
      <aside class="drawer" id="drawer" hidden aria-label=${t("The game")} @keydown=${(
        /** @type {KeyboardEvent} */ event,
      ) => event.key === "Escape" && this.open(false)} @click=${(/** @type {MouseEvent} */ { target }) =>
        target instanceof Element && target.closest(".row > *") && this.open(false)}>
          <div class="dialog-head"><h2>${t("The game")}</h2>${close}</div>
          ${beside}
        </aside>
    `);
    this.shrink = this.shrink.bind(this);
  }

  /**
   * Arrange a stage in its slots.
   * @param {import("./stage.js").Stage} stage
   */
  arrange(stage) {
    const toggle = () => this.open(Boolean(this.drawer.hidden));
    this.stage = stage;
    this.slot = element(
      html`<div class="board-slot" data-slot="board">${stage.board.frame}${stage.beside}${this.notice}</div>`,
    );
    const sentence = element(html`<div class="sentence-slot" data-slot="sentence">${stage.status}${this.voice}</div>`);
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
    this.element = element(html`
      <section class="stage shell" aria-label=${t("the board")}>
        <div class="topbar" data-slot="bar">${this.back}${this.title}${sentence}${soundSwitch("plain")}
          <button type="button" class="plain menu" aria-label=${t("Menu")} title=${t("Menu")} aria-expanded="false"
            aria-controls="drawer" @click=${toggle}>${sign("menu")}</button></div>
        ${keys()}${stage.advice}${stage.above}${this.slot}${stage.below}
        <div class="act" data-slot="actions">${stage.bar}${stage.byHand?.element}${stage.motion}${this.tools}</div>
        <button type="button" class="tab" data-slot="panel" aria-expanded="false" aria-controls="drawer"
          @click=${toggle}>${sign("tab")}${t("The game")}</button>
        ${this.drawer}
      </section>
    `);
    this.element.addEventListener("click", (event) => this.#leave(event), { capture: true });
    return this.element;
  }

  /**
   * Close a drawer that lies over the whole width of the screen where somebody taps beside it: that does nothing else.
   * @param {Event} event
   */
  #leave(event) {
    const { drawer } = this, { target } = event;
    if (drawer.hidden || drawer.offsetWidth < innerWidth - 1 || !(target instanceof Element)) return;
    if (target.closest("#drawer, [aria-controls=drawer]")) return;
    event.preventDefault();
    event.stopPropagation();
    this.open(false);
  }

  /**
   * Show the name of the game, and set where the arrow in the corner leads.
   * @param {string} title
   * @param {string} [back] a path; without it there is no arrow
   */
  head(title, back) {
    document.title = `${title} · Lalao`;
    const [name] = title.split(",");
    render(html`${name}<span class="unseen">${title.slice(name.length)}</span>`, this.title);
    const word = html`<span class="unseen">${sender.path ? t("Back to the class") : t("Back to the games")}</span>`;
    render(back ? link(back, "plain button", sign("leave"), word) : nothing, this.back);
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
    const room = fitInto(slot, picture, frame);
    const width = Math.min(slot.clientWidth, slot.clientHeight * room.form); // as the style sheet says
    const [beside, above] = [(slot.clientWidth - width) / 2, (slot.clientHeight - width * room.spread / room.form) / 2];
    slot.classList.toggle("roomy", beside >= BESIDE || (isSingle(picture) && above >= ABOVE));
    slot.style.setProperty("--thinker", beside >= BESIDE ? "25%" : `${above - FACE}px`);
    return room;
  }

  /** Have the sentence fitted before the next frame, once however often it changes until then. */
  shrink() {
    cancelAnimationFrame(this.fitting);
    this.fitting = requestAnimationFrame(() => {
      const lines = this.sentence ? this.stage?.status.querySelectorAll(".headline, .line") : undefined;
      shrinkAll([.../** @type {NodeListOf<HTMLElement> | []} */ (lines ?? [])]);
    });
  }

  /** @param {boolean} open */
  open(open) {
    if (open === !this.drawer.hidden) return;
    this.drawer.hidden = !open;
    const [menu, tab] = this.element?.querySelectorAll("[aria-controls=drawer]") ?? [];
    for (const each of [menu, tab]) each?.setAttribute("aria-expanded", String(open));
    if (open) focusIn(this.drawer, "button");
    else if (menu instanceof HTMLElement) menu.focus();
  }
}

/**
 * Make lines that are too long for their slots smaller; they are never cut: one that does not fit even so is broken.
 * All are measured together, since each measurement after a change has the page laid out.
 * @param {HTMLElement[]} lines
 */
function shrinkAll(lines) {
  for (const line of lines) {
    line.style.fontSize = "";
    line.classList.remove("broken");
  }
  for (const line of lines.filter(isTooLong)) {
    let size = parseFloat(getComputedStyle(line).fontSize);
    while (isTooLong(line) && size > LEAST_TEXT) line.style.fontSize = `${--size}px`;
    line.classList.toggle("broken", isTooLong(line));
  }
}

/** @param {HTMLElement} line */
const isTooLong = (line) => line.scrollWidth > line.clientWidth + 1;

/**
 * A tool: a picture with a word below it.
 * @param {Parameters<typeof sign>[0]} picture
 * @param {string} word
 * @param {() => unknown} onclick
 * @param {Page.More & { look?: string }} [more]
 */
export const tool = (picture, word, onclick, { look = "tool", ...more } = {}) =>
  button([sign(picture), html`<span>${word}</span>`], look, onclick, more);
