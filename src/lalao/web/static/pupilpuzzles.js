// The puzzles that a teacher has handed out, on a pupil's page: those that are not solved yet, one after the other.

import { askGame } from "./api.js";
import { beadRow } from "./art.js";
import { besideTasks } from "./bubble.js";
import { button, element, showError, toast, within } from "./dom.js";
import { sign } from "./icons.js";
import { html } from "./lit.js";
import { focusIn } from "./page.js";
import { openCard } from "./rules.js";
import { became, isMissed } from "./solved.js";
import { taskOf } from "./taskboard.js";
import { Tasks } from "./tasks.js";
import { attempt } from "./attempts.js";
import { noHints } from "./why.js";
import { t } from "./words.js";

/**
 * The numbers of the puzzles of a set that are not solved yet.
 * @param {Wire.ShownOwnSet} set
 */
const leftOf = ({ tries }) => [...tries.keys()].filter((at) => !tries[at].solved);

/**
 * Whether a pupil has puzzles left to solve.
 * @param {Wire.PupilState} state
 */
export const hasPuzzles = ({ set }) => set !== null && leftOf(set).length > 0;

/**
 * The button that leads to the teacher's puzzles, with beads for those that are solved.
 * @param {Wire.ShownOwnSet} set
 * @param {() => unknown} onopen
 */
export function toPuzzles(set, onopen) {
  const { tries } = set, done = [...tries.keys()].filter((at) => tries[at].solved);
  const beads = beadRow(tries.length, { done, slow: done.filter((at) => isMissed(tries[at])) });
  const look = leftOf(set).length ? "primary set" : "set";
  return html`<button type="button" class=${look} @click=${onopen}>${sign("bulb")}
    <span>${t("Puzzles of your teacher")}</span>${beads}</button>`;
}

export class Solving {
  /** @type {number[]} the numbers of the puzzles that are asked */
  order = [];
  note = element(html`<p class="note"></p>`);

  /**
   * `tools` are those of the class, `isUnaided` returns whether there are no hints now, `onend` is called to go back.
   * @param {HTMLElement} root
   * @param {AbortSignal} left
   * @param {{ tools: Element, path: string, set: Wire.ShownOwnSet, say: Page.Say, isUnaided: () => boolean,
   *   onend: () => unknown }} more
   */
  constructor(root, left, { tools, path, set, say, isUnaided, onend }) {
    this.shown = within(left);
    this.isUnaided = isUnaided;
    this.path = path;
    this.set = set;
    this.say = say;
    this.onend = onend;
    const rules = () => this.game && openCard(this.game.id);
    const beside = besideTasks(button(t("Back"), "", onend), rules, tools);
    this.tasks = new Tasks(root, this.shown.signal, this.#begin(), [this.note, beside], (stage) => this.#end(stage));
    this.#start();
  }

  /** Begin with the puzzles that are left, or with all where none is. */
  #begin() {
    const left = leftOf(this.set);
    this.order = left.length ? left : [...this.set.tries.keys()];
    /** @type {Page.Series} */
    const series = {
      count: this.order.length,
      ask: (at) => this.#ask(this.order[at]),
      beads: () => this.#beads(),
      onresult: (at, result, moves) => this.#result(this.order[at], result, moves),
      explains: true,
      refuses: () => this.isUnaided() && (toast(noHints()), true),
    };
    return series;
  }

  #start() {
    this.tasks.begin(0).catch(showError);
  }

  /** @param {number} at */
  async #ask(at) {
    const puzzle = this.set.puzzles[at], game = await askGame(puzzle.game);
    const task = taskOf(puzzle, puzzle.say);
    this.game = game;
    this.tasks.shell.head(game.title, this.path);
    this.note.textContent = t("Puzzle {number} of {count}", { number: at + 1, count: this.set.puzzles.length });
    return { game, task, head: game.rules };
  }

  /** @returns {Page.Beads} */
  #beads() {
    const { order, set: { tries } } = this;
    const done = [...order.keys()].filter((at) => tries[order[at]].solved);
    return { done, slow: done.filter((at) => isMissed(tries[order[at]])) };
  }

  /**
   * Tell the class the result of a try; the first one also counts for the strength that this device keeps.
   * @param {number} at
   * @param {Page.Result} result
   * @param {string[]} moves
   */
  #result(at, result, moves) {
    const tries = this.set.tries[at], puzzle = this.set.puzzles[at];
    if (tries.solved || (result === "helped" && tries.helped)) return;
    if (became(tries) === "none") attempt(puzzle.family, puzzle, result === "done");
    if (result === "done") tries.solved = true;
    else if (result === "helped") tries.helped = true;
    else tries.wrong++;
    this.say({ kind: "try", set: this.set.number, puzzle: at, moves });
  }

  /**
   * Take the tries that the class knows.
   * @param {Wire.ShownOwnSet} set
   */
  show(set) {
    if (set.number === this.set.number) this.set = { ...set, tries: set.tries.map(later(this.set.tries)) };
  }

  /**
   * Say how it went, and offer the puzzles that are left.
   * @param {import("./stage.js").Stage} stage
   */
  #end(stage) {
    const { tries } = this.set, left = leftOf(this.set).length;
    const first = tries.filter((each) => became(each) === "first").length;
    const line = left
      ? t("{count} puzzle is left.", "{count} puzzles are left.", { count: left })
      : t("{count} of {all} solved on the first try.", { count: first, all: tries.length });
    stage.renew({ ...stage.view, saying: { head: left ? "" : t("Well done!"), line } });
    const again = () => {
      this.tasks.series = this.#begin();
      this.#start();
    };
    stage.offer(
      button(t("Back"), left ? "" : "primary", this.onend),
      left > 0 && button(t("Remaining puzzles"), "primary", again),
    );
    focusIn(stage.bar, ".primary");
  }
}

/**
 * Return the function that merges the tries that the class knows of a puzzle with those known here, which may be more.
 * @param {Wire.ShownTries[]} here
 * @returns {(told: Wire.ShownTries, at: number) => Wire.ShownTries}
 */
const later = (here) => ({ wrong, helped, solved }, at) => ({
  wrong: Math.max(wrong, here[at].wrong),
  helped: helped || here[at].helped,
  solved: solved || here[at].solved,
});
