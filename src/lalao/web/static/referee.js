// The referee's check, for boards of paper and wood: tap in what lay before a turn and what lies after it.

import { ask } from "./api.js";
import { button, h, show, toast } from "./dom.js";
import { Editor } from "./editor.js";
import { header } from "./page.js";
import { Stage } from "./stage.js";
import { variants } from "./start.js";
import { t } from "./words.js";

export function refereeScreen(root) {
  const page = new Referee(root);
  return () => page.close();
}

class Referee {
  constructor(root) {
    this.stage = new Stage({ onmove: () => {}, onplace: (place) => this.editor?.tap(place) ?? false });
    this.asked = 0; // counts what was asked of the server: an answer that comes too late is let go
    this.said = h("div", { class: "verdict", role: "status" });
    this.choose = h("select", {
      "aria-label": t("Game"),
      onchange: () => this.#begin().catch((error) => toast(error.message)),
    });
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
              t("Tap in the seeds before the turn, then after it: Lalao says which move it was, or what is wrong."),
            ),
            this.choose,
            this.said,
          ),
        ),
      ),
    );
    ask("/api/games").then((games) => {
      const names = new Map(games.map((each) => [each.id, each.title]));
      show(
        this.choose,
        Object.values(variants).flat().filter((id) => names.has(id)).map((id) =>
          h("option", { value: id }, names.get(id))
        ),
      );
      return this.#begin();
    }).catch((error) => toast(error.message));
  }

  close() {
    this.#wait();
    this.stage.close();
  }

  /** Take away what could be pressed; returns how to tell whether nothing else was asked for meanwhile. */
  #wait() {
    this.editor?.close();
    this.editor = null;
    this.stage.offer();
    const asked = (this.asked += 1);
    return () => asked === this.asked;
  }

  async #begin() {
    const isLast = this.#wait();
    const game = await ask(`/api/games/${this.choose.value}`);
    if (!isLast()) return;
    this.game = game;
    show(this.said);
    return this.#before(this.game.start);
  }

  #before(position) {
    return this.#edit(
      position,
      t("Before the turn: what lay on the board, and whose turn it was?"),
      true,
      (before) => this.#after(before),
    ).catch((error) => toast(error.message));
  }

  #after(before) {
    return this.#edit(
      before,
      t("After the turn: what lies on the board now?"),
      false,
      (after) => this.#judge(before, after),
    ).catch((error) => toast(error.message));
  }

  /** Let a board be tapped in. */
  async #edit(position, task, withSide, ondone) {
    const isLast = this.#wait();
    const view = await ask(`/api/games/${this.game.id}/positions/${encodeURIComponent(position)}?values=no`);
    if (!isLast()) return;
    await this.stage.show({ ...view, sides: this.game.sides, names: {}, may: false, outcome: null, task });
    this.editor = new Editor(this.stage, {
      game: this.game.id,
      position,
      picture: view.picture,
      sides: this.game.sides,
      ondone,
      withSide,
      free: !withSide,
    });
    return this.editor.begin();
  }

  async #judge(before, after) {
    const isLast = this.#wait();
    try {
      const { legal, moves, problems } = await ask(`/api/games/${this.game.id}/check`, { before, after });
      if (!isLast()) return;
      show(
        this.said,
        h(
          "p",
          { class: `big ${legal ? "right" : "wrong"}` },
          legal ? `✓ ${t("This is the move {moves}.", { moves: moves.join(", ") })}` : `✗ ${t("No move leads there.")}`,
        ),
        problems.map((each) => h("p", {}, each)),
      );
    } catch (error) {
      show(this.said, h("p", {}, error.message));
    }
    this.stage.offer(
      button(t("The next turn"), "primary", () => this.#before(after)),
      button(t("Check again"), "", () => this.#after(before)),
      button(t("Another board"), "", () => this.#begin()),
    );
  }
}
