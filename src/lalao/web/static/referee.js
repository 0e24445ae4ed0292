// The referee's check, for boards of paper and wood: tap in what lay before a turn and what lies after it.

import { askGame, askGames, askPosition, askVerdict } from "./api.js";
import { button, h, reason, show, toast } from "./dom.js";
import { families } from "./families.js";
import { Editor } from "./editor.js";
import { header } from "./page.js";
import { Stage } from "./stage.js";
import { t } from "./words.js";

/** @param {Element} root */
export function refereeScreen(root) {
  const page = new Referee(root);
  return () => page.close();
}

class Referee {
  /** @type {Editor | null} */
  editor = null;
  /** @type {Wire.ShownGame | null} */
  game = null;
  /** counts the questions to the server, so that an answer that comes too late is ignored */
  asked = 0;
  said = h("div", { class: "verdict", role: "status" });
  choose = h("select", { "aria-label": t("Game"), onchange: () => this.#begin() });

  /** @param {Element} root */
  constructor(root) {
    this.stage = new Stage({ onmove: () => {}, onplace: (place) => this.editor?.tap(place) ?? false });
    header({ title: t("Referee") });
    show(
      root,
      h(
        "div",
        { class: "table" },
        h("div", { class: "middle" }, this.stage.element),
        h(
          "aside",
          { class: "side" },
          h(
            "div",
            { class: "panel" },
            h(
              "p",
              { class: "note" },
              t("Enter the board before and after the turn: Lalao names the move, or the mistake."),
            ),
            this.choose,
            this.said,
          ),
        ),
      ),
    );
    this.#offer();
  }

  /** Offer the games. */
  async #offer() {
    try {
      const names = new Map((await askGames()).map((each) => [each.id, each.title]));
      const known = families.flatMap((family) => family.offered).filter((id) => names.has(id));
      show(this.choose, known.map((id) => h("option", { value: id }, names.get(id))));
      await this.#begin();
    } catch (error) {
      toast(reason(error));
    }
  }

  close() {
    this.#wait();
    this.stage.close();
  }

  /** Remove the buttons; returns a function that tells whether nothing else has been asked for meanwhile. */
  #wait() {
    this.editor?.close();
    this.editor = null;
    this.stage.offer();
    const asked = (this.asked += 1);
    return () => asked === this.asked;
  }

  async #begin() {
    const isLast = this.#wait();
    try {
      const game = await askGame(this.choose.value);
      if (!isLast()) return;
      this.game = game;
      show(this.said);
      await this.#before(game, game.start);
    } catch (error) {
      toast(reason(error));
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
      toast(reason(error));
    }
  }

  /** @type {(game: Wire.ShownGame, before: string, after: string) => Promise<void>} */
  async #judge(game, before, after) {
    const isLast = this.#wait();
    try {
      const { legal, moves, problems } = await askVerdict(game.id, { before, after });
      if (!isLast()) return;
      const right = () => t("This was the move {moves}.", { moves: moves.join(", ") });
      show(
        this.said,
        h(
          "p",
          { class: `big ${legal ? "right" : "wrong"}` },
          legal ? `✓ ${right()}` : `✗ ${t("No legal move leads there.")}`,
        ),
        problems.map((each) => h("p", {}, each)),
      );
    } catch (error) {
      show(this.said, h("p", {}, reason(error)));
    }
    this.stage.offer(
      button(t("The next turn"), "primary", () => this.#before(game, after)),
      button(t("Check again"), "", () => this.#after(game, before)),
      button(t("Another board"), "", () => this.#begin()),
    );
  }
}
