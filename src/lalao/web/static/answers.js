// Answers on the board: why a place cannot be chosen, the effect of a choice, hints in three rungs, why a move was good
// or bad. All is drawn over the board and said in the sentence; nothing is covered.

import { askHints, askPosition, askRefusal, askTurn } from "./api.js";
import { child } from "./children.js";
import { asked, victims } from "./choices.js";
import { clock } from "./clock.js";
import { announce, button, reason } from "./dom.js";
import { sign } from "./icons.js";
import { html } from "./lit.js";
import { tool } from "./shell.js";
import { sound } from "./sound.js";
import { hintSaid, stepSaid, waysSaid, whereSaid } from "./turns.js";
import { t } from "./words.js";

/** The rungs of a hint: where to look, what to touch, what happens. */
export const RUNGS = 3;

const REFUSED_MS = 3000;
/** How long nothing leads on before the button of hints beckons: usually, after a loss or a miss, after several. */
const STUCK_MS = [8000, 4000, 1000];

export class Answers {
  /** the timer that forgets a refused tap */
  forgetting = 0;
  /** the timer that has the button of hints beckon */
  expecting = 0;
  /** how often the present question was missed */
  misses = 0;

  /** how many rungs of the hint are shown */
  rung = 0;
  /** whether the board shows something that is not the position, until it is tapped */
  aside = false;
  /** called when an answer appears or disappears */
  onchange = () => {};

  /** @param {import("./stage.js").Stage} stage */
  constructor(stage) {
    this.stage = stage;
  }

  /** Whether a hint or a reason is shown. */
  get isShown() {
    return this.rung > 0 || this.aside;
  }

  /** Stop whatever is still to come: the board shows something else. */
  end() {
    clearTimeout(this.forgetting);
    const shown = this.isShown;
    Object.assign(this, { rung: 0, aside: false });
    if (shown) this.onchange();
  }

  /** Expect a choice: once nothing has led on for a while, the button of hints beckons. */
  expect() {
    const { element } = this.stage;
    clearTimeout(this.expecting);
    element.classList.remove("stuck");
    const lost = Math.max(this.misses, child()?.lost[1] ?? 0), ms = STUCK_MS[Math.min(lost, STUCK_MS.length - 1)];
    this.expecting = setTimeout(() => element.classList.add("stuck"), clock.lasts(ms));
  }

  /** Hide a hint or a reason, and show the position again. */
  hide() {
    const { stage } = this;
    if (!this.isShown) return;
    this.end();
    stage.chooser.hinted = "";
    stage.marks.clear();
    stage.face(stage.view.picture);
    stage.board.svg.classList.toggle("ended", Boolean(stage.view.outcome));
    stage.mark();
    stage.say(asked(stage.view, stage.chooser));
  }

  /** Ask for the next rung of the hint for the position on the board; an error is thrown. */
  async hint() {
    const { stage } = this, { view, showing } = stage;
    const { move, steps } = await askHints(view.game, view.position);
    const placesOf = (/** @type {string} */ kind) => steps.find((step) => step.kind === kind)?.places ?? [];
    if (stage.showing === showing) await this.climb(this.rung + 1, move, placesOf("what")[0], placesOf("where"));
  }

  /**
   * Show a rung of the hint towards a move.
   * @param {number} rung
   * @param {string} move
   * @param {string} begins the place that it begins with
   * @param {string[]} region
   */
  async climb(rung, move, begins, region) {
    const { stage } = this, { view, showing } = stage;
    const { events } = rung < RUNGS ? { events: [] } : await this.turn(view, move);
    if (stage.showing !== showing) return;
    this.rung = Math.min(rung, RUNGS);
    stage.chooser.hinted = rung < RUNGS ? "" : move;
    if (this.rung === 1) this.#draw((marks) => marks.region(region), whereSaid(region, view.picture));
    else if (this.rung === 2) this.point(begins);
    else {
      const said = hintSaid(events, view.picture, view.picture.to_move);
      this.#draw((marks) => [...marks.ghost(events, "look"), marks.paw(begins)], said);
    }
    this.onchange();
    sound("turn");
  }

  /**
   * Point at a place.
   * @param {string} place
   */
  point(place) {
    this.#draw((marks) => [marks.ring(place, "look"), marks.paw(place)], stepSaid(this.stage.view.picture));
  }

  /** @type {(draw: (marks: import("./marks.js").Marks) => Element[], said: Page.Sentence) => void} */
  #draw(draw, said) {
    const { marks } = this.stage;
    marks.show(() => draw(marks));
    this.#say(said);
  }

  /** @param {Page.Sentence} said also for those who hear it */
  #say(said) {
    this.stage.say(said);
    announce(`${said.head} ${said.line}`);
  }

  /**
   * Show a position that is not the one of the game, with marks on it, until the board is tapped.
   * @param {Wire.ShownBoard} picture
   * @param {() => Element[]} draw
   * @param {Page.Sentence} said
   */
  look(picture, draw, said) {
    const { stage } = this;
    this.end();
    this.aside = true;
    stage.face(picture);
    stage.board.svg.classList.remove("ended");
    stage.board.mark({});
    stage.board.appraise();
    stage.marks.show(draw);
    this.#say(said);
    this.onchange();
  }

  /**
   * Find a turn of a position, by its text.
   * @param {{ game: string, position: string }} where
   * @param {string} text
   */
  async turn({ game, position }, text) {
    const { moves } = await askPosition(game, position);
    return moves.find(({ move }) => move === text) ?? await askTurn(game, position, text);
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
    stage.say({ head: t("You cannot play this one."), line: t("Play one with a bright ring.") });
    try {
      const told = await askRefusal(view.game, view.position, begun, place);
      if (stage.showing !== showing || !ghosts.refused) return;
      ghosts.fall(place, told.path, told.fault);
      this.#say(told);
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

  /** Show the effect of the turn chosen so far: its captures, or where the ways that are open lead. */
  async preview() {
    const { stage } = this, { chooser, view, ready, board, showing } = stage;
    const next = chooser.options[0], chosen = chooser.prefix.at(-1);
    const isWanted = () => stage.showing === showing && !stage.played && chooser.prefix.at(-1) === chosen;
    const open = chooser.options.length > 1 && chooser.options.every(({ how }) => how === "+" || how === "-");
    if (!ready && !open && !next?.after) return;
    const events = await this.#eventsOf(chooser.any);
    if (!isWanted()) return;
    if (ready) {
      const hint = events.filter(({ key }) => key === "sow" || key === "step").map(({ target }) => target);
      const takes = events.filter(({ key }) => ["remove", "huff", "capture"].includes(key)).map(({ source }) => source);
      return board.mark({ ...chooser.marks, hint, takes });
    }
    const before = events.slice(0, next.after);
    if (next.after) {
      stage.face(view.picture);
      await stage.hand.play(before, 90);
    }
    if (isWanted()) await this.#directions(before, isWanted);
  }

  /**
   * Show the ways that a sowing can go, and ask for one.
   * @param {Wire.ShownEvent[]} before the events so far
   * @param {() => boolean} isWanted whether the choices are still the same
   */
  async #directions(before, isWanted) {
    const { stage } = this, { chooser, marks, board } = stage;
    const from = before.at(-1)?.source ?? chooser.prefix.at(-1)?.place ?? "";
    const ways = await Promise.all(chooser.options.map(async (choice) => {
      const way = chooser.paths.find(({ move }) => move !== null && chooser.reach(choice).includes(move));
      const events = way ? (await this.#eventsOf(way)).slice(before.length) : [];
      const lifted = events[0]?.key === "lift" ? events[0].source : from;
      return { events, from: lifted, look: choice.how === "+" ? "ahead" : "behind" };
    }));
    if (!isWanted()) return;
    const { marks: { chosen, target, hint } } = chooser, [one] = ways;
    const said = waysSaid(before, one.events);
    marks.show(() => marks.directions(ways));
    this.#say(said);
    board.mark({ chosen: chosen.slice(0, 1), target, hint });
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

/**
 * The button of a hint; as soon as one is shown, three lamps say how far it goes.
 * @param {number} rung
 * @param {string} word
 * @param {() => unknown} onhint
 * @param {Page.More} [more]
 */
export function hintTool(rung, word, onhint, more = {}) {
  if (!rung) return tool("bulb", word, onhint, { ...more, look: "tool hint" });
  const lamps = Array.from({ length: RUNGS }, (_, i) => html`<i class=${i < rung ? "lamp lit" : "lamp"}></i>`);
  const face = [sign("bulb"), html`<span class="lamps">${lamps}</span>`];
  return button(face, "tool hint shining", onhint, { ...more, "aria-label": `${word} ${rung}/${RUNGS}` });
}

/**
 * The button that hides a hint or a reason.
 * @param {import("./stage.js").Stage} stage
 */
export const hideTool = (stage) => tool("cross", t("Hide"), () => stage.answers.hide());
