// The parts of the analysis page and their places: the board with its bar, the best line, the keys, and beside or below
// them a drawer with tabs; and the dialog that says why a move is good or bad.

import { keys } from "./panelstage.js";
import { element, reason } from "./dom.js";
import { families } from "./families.js";
import { fitInto } from "./geometry.js";
import { html, nothing } from "./lit.js";
import { dialog, focusIn, turning } from "./page.js";
import { t } from "./words.js";

/** Where the drawer is beside the board, where lines stand above its tabs, and where actions stand above the board. */
const BESIDE = matchMedia("(min-aspect-ratio: 1/1)");
const TALL = matchMedia("(min-aspect-ratio: 1/1) and (min-height: 560px)");
const ROOMY = matchMedia("(min-aspect-ratio: 1/1) and (min-width: 1000px)");

const WAYS = { ArrowRight: 1, ArrowLeft: -1 };

export const isBeside = () => BESIDE.matches;
export const isTall = () => TALL.matches;
export const isRoomy = () => ROOMY.matches;

/**
 * Call a listener when the drawer moves beside the board or below it.
 * @param {() => unknown} listener
 * @param {AbortSignal} signal
 */
export function onRoom(listener, signal) {
  for (const each of [BESIDE, TALL, ROOMY]) each.addEventListener("change", listener, { signal });
}

/**
 * Load the style sheet of this screen, once.
 */
export async function dressed() {
  const href = new URL("analysis.css", import.meta.url).pathname;
  if (document.querySelector(`link[href="${href}"]`)) return;
  const sheet = element(html`<link rel="stylesheet" href=${href}>`);
  const loaded = new Promise((done) => sheet.onload = sheet.onerror = done);
  document.head.append(sheet);
  await loaded;
}

/** The places beside the stage's own that the page draws in. */
export class Places {
  best = element(html`<div class="best-line"></div>`);
  bar = element(html`<div class="evaluation-slot"></div>`);
  keys = element(html`<div class="keys-slot"></div>`);
  side = element(html`<aside class="side" aria-label=${t("Analyse")}></aside>`);

  /**
   * Arrange a stage among them.
   * @param {import("./stage.js").Stage} stage
   */
  arrange(stage) {
    const { board, status, motion, above, below, bar } = stage;
    const slot = element(html`<div class="board-slot">${board.frame}</div>`);
    board.yields = true;
    board.room = () => fitInto(slot, board.picture, board.frame);
    new ResizeObserver(() => board.measure()).observe(slot);
    return element(html`
      <div class="stage looking">
        <div class="head">${status}${this.best}</div>
        ${keys()}${above}${this.bar}${slot}${below}
        <div class="choices-slot">${bar}${motion}</div>
        ${this.keys}${this.side}
      </div>
    `);
  }
}

/**
 * Leave the focus where it is: after a click on a tab, arrow keys go on through the game.
 * @param {Event} event
 */
const keepFocus = (event) => event.preventDefault();

/**
 * The drawer: tabs, and below them the contents of the chosen one.
 * @param {{ name: string, label: string, title?: string, face: () => unknown }[]} tabs
 * @param {string} chosen
 * @param {(name: string) => unknown} onchoose
 */
export function drawer(tabs, chosen, onchoose) {
  const shown = tabs.find(({ name }) => name === chosen) ?? tabs[0];
  const turn = turning(WAYS, tabs.indexOf(shown), tabs.length, (next) => onchoose(tabs[next].name));
  return html`
    <div class="drawer-tabs" role="tablist" aria-label=${t("Analyse")} @keydown=${turn}
      @mousedown=${keepFocus}>${tabs.map((
        { name, label, title },
      ) =>
        html`
          <button type="button" role="tab" id=${`tab-${name}`} aria-controls="tabpanel"
            aria-label=${title ?? nothing} title=${title ?? nothing} aria-selected=${String(
              name === shown.name,
            )} tabindex=${name === shown.name ? 0 : -1}
            @click=${() => onchoose(name)}>${label}</button>
        `
      )}</div>
    <div class="drawer-body" role="tabpanel" id="tabpanel" tabindex="-1"
      aria-labelledby=${`tab-${shown.name}`}>${shown.face()}</div>
  `;
}

/**
 * The choice of the game, by families; a game that is not listed stands first.
 * @param {Wire.ShownGame[]} games
 * @param {Wire.ShownGame} game
 * @param {(id: string) => unknown} onpick
 */
export function gamePicker(games, game, onpick) {
  const option = (/** @type {Wire.ShownGame} */ { id, title }) =>
    html`<option value=${id} ?selected=${id === game.id}>${title}</option>`;
  const pick = (/** @type {Page.From<HTMLSelectElement>} */ { currentTarget }) => onpick(currentTarget.value);
  return html`
    <select class="language" aria-label=${t("Game")} .value=${game.id} @change=${pick}>
      ${games.some(({ id }) => id === game.id) ? nothing : option(game)}
      ${families.map(({ name, title }) =>
        html`<optgroup label=${title}>${games.filter(({ family }) => family === name).map(option)}</optgroup>`
      )}
    </select>
  `;
}

/**
 * Say why a move is good or bad: the first sentence, then the next one each time it is asked for.
 * @param {string} move
 * @param {() => Promise<Wire.ShownWhy>} ask
 * @param {(why: Wire.ShownWhy, close: () => void) => unknown} sequels the buttons below the sentences
 */
export async function sayWhy(move, ask, sequels) {
  /** @type {{ sentences: string[], beside: unknown } | null} */
  let told = null;
  let shown = 1, draw = () => {};
  const box = dialog(t("Why {move}?", { move }), "said", (/** @type {() => void} */ again) => {
    draw = again;
    return html`
      <div class="speech" aria-live="polite">
        ${told
          ? html`
            ${told.sentences.slice(0, shown).map((sentence) => html`<p>${sentence}</p>`)}
            <div class="row">
              ${shown < told.sentences.length
                ? html`<button type="button" class="primary" @click=${() => (shown++, draw())}>${
                  t("And then?")
                }</button>`
                : nothing} ${told.beside}
            </div>
          `
          : html`<p class="waiting">…</p>`}
      </div>
    `;
  });
  try {
    const why = await ask(), { sentences, refutation } = why;
    const answer = refutation.length ? [t("The answer: {moves}", { moves: refutation.join(", ") })] : [];
    told = { sentences: [...sentences, ...answer], beside: sequels(why, () => box.close()) };
  } catch (error) {
    told = { sentences: [reason(error)], beside: nothing };
  }
  draw();
  focusIn(box, ".primary");
}
