// The referee's check, for boards of paper and wood: tap in the board before a turn and the board after it.

import { askGame, askGames, askPosition, askVerdict } from "./api.js";
import { button, onLeft, reason, showError } from "./dom.js";
import { families } from "./families.js";
import { Editor } from "./editor.js";
import { html, nothing, render } from "./lit.js";
import { header } from "./page.js";
import { Stage } from "./stage.js";
import { t } from "./words.js";

/** @type {Page.Screen} */
export const refereeScreen = (root, left) => void new Referee(root, left);

class Referee {
  /** @type {Editor | null} */
  editor = null;
  /** @type {Wire.ShownGame | null} */
  game = null;
  /** counts the questions to the server, so that an answer that comes too late is ignored */
  asked = 0;
  /** @type {Wire.ShownGame[]} */
  games = [];
  /** @type {unknown} the verdict */
  said = nothing;

  /**
   * @param {HTMLElement} root
   * @param {AbortSignal} left
   */
  constructor(root, left) {
    this.root = root;
    onLeft(left, () => this.asked++);
    this.stage = new Stage({ left, onmove: () => {}, onplace: (place) => this.editor?.tap(place) ?? false });
    header({ title: t("Referee") });
    this.#draw();
    this.#offer();
  }

  #draw() {
    const note = t("Enter the board before and after the turn: Lalao names the move, or the mistake.");
    const pick = (/** @type {Page.From<HTMLSelectElement>} */ { currentTarget }) => this.#begin(currentTarget.value);
    const page = html`
      <div class="table">
        <div class="middle">${this.stage.element}</div>
        <aside class="side">
          <div class="panel">
            <p class="note">${note}</p>
            <select aria-label=${t("Game")} @change=${pick}>
              ${this.games.map(({ id, title }) =>
                html`<option value=${id} ?selected=${id === this.game?.id}>${title}</option>`
              )}
            </select>
            <div class="verdict" role="status">${this.said}</div>
          </div>
        </aside>
      </div>
    `;
    render(page, this.root);
  }

  /** Offer the games. */
  async #offer() {
    try {
      const known = new Map((await askGames()).map((each) => [each.id, each]));
      this.games = families.flatMap(({ offered }) => offered).flatMap((id) => known.get(id) ?? []);
      this.#draw();
      await this.#begin(families[0].gentlest);
    } catch (error) {
      showError(error);
    }
  }

  /** Remove the buttons; returns a function that tells whether nothing else has been asked for meanwhile. */
  #wait() {
    this.editor?.close();
    this.editor = null;
    this.stage.offer();
    const asked = (this.asked += 1);
    return () => asked === this.asked;
  }

  /** @param {string} id */
  async #begin(id) {
    const isLast = this.#wait();
    try {
      const game = await askGame(id);
      if (!isLast()) return;
      this.game = game;
      this.said = nothing;
      this.#draw();
      await this.#before(game, game.start);
    } catch (error) {
      showError(error);
    }
  }

  /** @type {(game: Wire.ShownGame, position: string) => Promise<void>} */
  #before(game, position) {
    const task = t("Before the turn: what was on the board, and whose turn was it?");
    return this.#edit(game, position, task, true, (before) => this.#after(game, before));
  }

  /** @type {(game: Wire.ShownGame, before: string) => Promise<void>} */
  #after(game, before) {
    const task = t("After the turn: what is on the board now?");
    return this.#edit(game, before, task, false, (after) => this.#judge(game, before, after));
  }

  /**
   * Have a board laid out by tapping.
   * @param {Wire.ShownGame} game
   * @param {string} position
   * @param {string} task
   * @param {boolean} withSide
   * @param {(position: string) => unknown} ondone
   */
  async #edit({ id, sides }, position, task, withSide, ondone) {
    const isLast = this.#wait();
    try {
      const view = await askPosition(id, position);
      if (!isLast()) return;
      const { picture } = view;
      await this.stage.show({ ...view, sides, names: {}, may: false, outcome: null, task });
      this.editor = new Editor(this.stage, { game: id, position, picture, sides, ondone, withSide, free: !withSide });
      this.editor.begin();
    } catch (error) {
      showError(error);
    }
  }

  /** @type {(game: Wire.ShownGame, before: string, after: string) => Promise<void>} */
  async #judge(game, before, after) {
    const isLast = this.#wait();
    try {
      const { legal, moves, problems } = await askVerdict(game.id, { before, after });
      if (!isLast()) return;
      const right = () => t("This was the move {moves}.", { moves: moves.join(", ") });
      this.said = html`
        <p class="big ${legal ? "right" : "wrong"}">${legal
          ? `✓ ${right()}`
          : `✗ ${t("No legal move leads there.")}`}</p>
        ${problems.map((each) => html`<p>${each}</p>`)}
      `;
    } catch (error) {
      this.said = html`<p>${reason(error)}</p>`;
    }
    this.#draw();
    this.stage.offer(
      button(t("The next turn"), "primary", () => this.#before(game, after)),
      button(t("Check again"), "", () => this.#after(game, before)),
      button(t("Another board"), "", () => this.#begin(game.id)),
    );
  }
}
