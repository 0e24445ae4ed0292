// Answers on the board: why a place cannot be chosen, and what a choice would do.

import { askPosition, askRefusal, askTurn } from "./api.js";
import { asked, goOn, victims } from "./choices.js";
import { announce, reason } from "./dom.js";
import { sound } from "./sound.js";
import { t } from "./words.js";

const REFUSED_MS = 3000;

export class Answers {
  /** the timer that forgets a refused tap */
  forgetting = 0;

  /** @param {import("./stage.js").Stage} stage */
  constructor(stage) {
    this.stage = stage;
  }

  /** Stop whatever is still to come: the board shows something else. */
  end() {
    clearTimeout(this.forgetting);
  }

  /**
   * Say why a place cannot be chosen now, and show it on the board; nothing is played.
   * @param {string} place
   */
  async refuse(place) {
    const { stage } = this, { view, chooser, showing, ghosts } = stage;
    const { begun } = chooser;
    const must = view.paths.every(({ path }) => path.some(({ taken }) => taken.length));
    stage.mark();
    sound("refusal");
    ghosts.refuse(place, must ? victims(view) : []);
    stage.say({ head: t("Not this one."), line: t("The bright rings show what can be played.") });
    try {
      const told = await askRefusal(view.game, view.position, begun, place);
      if (stage.showing !== showing || !ghosts.refused) return;
      ghosts.fall(place, told.path, told.fault);
      stage.say(told);
      announce(`${told.head} ${told.line}`);
    } catch (error) {
      announce(reason(error));
    }
    clearTimeout(this.forgetting); // counted from when it is shown: a busy server may take long
    this.forgetting = setTimeout(() => this.forget(), REFUSED_MS);
  }

  /** Remember nothing of a refused tap. */
  forget() {
    const { stage } = this;
    clearTimeout(this.forgetting);
    if (!stage.ghosts.refused) return;
    stage.ghosts.clear();
    stage.mark();
    stage.say(asked(stage.view, stage.chooser));
  }

  /** Show what the turn chosen so far would change: what would be taken, and the counts at a question in mid-sowing. */
  async preview() {
    const { stage } = this, { chooser, view, ready, board, showing: wanted } = stage;
    const next = chooser.options[0];
    if (!ready && !next?.after) return;
    const events = await this.#eventsOf(chooser.any);
    if (wanted !== stage.showing || !chooser.prefix.length) return;
    if (ready) {
      const hint = events.filter(({ key }) => key === "sow" || key === "step").map(({ target }) => target);
      const takes = events.filter(({ key }) => ["remove", "huff", "capture"].includes(key)).map(({ source }) => source);
      return board.mark({ ...chooser.marks, hint, takes });
    }
    stage.face(view.picture);
    await stage.hand.play(events.slice(0, next.after), 90);
    if (wanted !== stage.showing) return;
    const { marks } = chooser;
    stage.say({ head: goOn(view), line: t("Choose: towards which pit?") });
    announce(t("Choose: towards which pit?"));
    board.mark({ chosen: marks.chosen.slice(0, 1), target: marks.target });
    stage.worth();
  }

  /**
   * The events of a way of choosing a turn; where it is only a beginning, none.
   * @param {Wire.ShownPath} way
   */
  async #eventsOf({ move, text }) {
    const { game, position } = this.stage.view;
    const { moves, all } = await askPosition(game, position);
    const known = moves.find((each) => each.move === move);
    return (known ?? (!all && move !== null ? await askTurn(game, position, text) : undefined))?.events ?? [];
  }
}
