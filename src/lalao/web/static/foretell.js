// Foretelling sowings before sowing them: where does the last seed fall? There are more seeds as the pupil improves.

import { askGame, askRungs } from "./api.js";
import { besideTasks } from "./bubble.js";
import { addAnswer } from "./children.js";
import { climb, ROUND, rungIn } from "./ladder.js";
import { showError } from "./dom.js";
import { nothing } from "./lit.js";
import { focusIn, go, link } from "./page.js";
import { openCard } from "./rules.js";
import { Tasks } from "./tasks.js";
import { backLink, sender, wayBack } from "./wayback.js";
import { t } from "./words.js";

/** @type {Page.AskingScreen} */
export async function foretellScreen(root, left, family) {
  try {
    const { rungs } = await askRungs(family);
    if (!rungs.length) throw new Error(t("Nothing is sown in this game."));
    await begin(root, left, new Round(family, rungs));
  } catch (error) {
    showError(error);
    go(wayBack("/learn"));
  }
}

/** A round: the sowings that were chosen so far, and the first result of each. */
class Round {
  /** @type {Wire.ShownSowing[]} */
  chosen = [];
  /** @type {Map<number, Page.Result>} */
  first = new Map();
  /** @type {Set<number>} */
  done = new Set();

  /**
   * @param {string} family
   * @param {Wire.ShownRung[]} rungs
   */
  constructor(family, rungs) {
    this.family = family;
    this.rungs = rungs;
  }

  /** @param {number} at */
  async ask(at) {
    this.chosen[at] ??= this.#next();
    const { game, task } = this.chosen[at];
    return { game: await askGame(game), task, head: "" };
  }

  /** A sowing of the rung that is reached, a new one as long as there are any. */
  #next() {
    const { sowings } = this.rungs[rungIn(this.family, this.rungs.length)];
    const others = sowings.filter((each) => !this.chosen.includes(each));
    const among = others.length ? others : sowings;
    return among[Math.floor(Math.random() * among.length)];
  }

  /** @returns {Page.Beads} */
  beads() {
    const done = [...this.done];
    return { done, slow: done.filter((at) => this.first.get(at) !== "done") };
  }

  /**
   * Take note of the result of a sowing: only the first answer counts.
   * @param {number} at
   * @param {Page.Result} result
   * @param {string[]} tried the place that was tapped
   */
  onresult(at, result, [place]) {
    if (result === "done") this.done.add(at);
    if (this.first.has(at)) return;
    this.first.set(at, result);
    climb(this.family, this.rungs.length, result === "done");
    const { game, task: { position, move } } = this.chosen[at];
    if (place) addAnswer({ game, position, move, place });
  }
}

/**
 * @param {HTMLElement} root
 * @param {AbortSignal} left
 * @param {Round} round
 */
async function begin(root, left, round) {
  const rules = () => openCard(round.chosen[0]?.game ?? round.family);
  const beside = besideTasks(backLink("/learn", t("All lessons")), rules);
  /** @type {Page.Series} */
  const series = {
    count: ROUND,
    ask: (at) => round.ask(at),
    beads: () => round.beads(),
    onresult: (at, result, tried) => round.onresult(at, result, tried),
  };
  const tasks = new Tasks(root, left, series, [beside], (stage) => end(stage, round));
  tasks.shell.head(t("The last seed"), wayBack("/learn"));
  await tasks.begin(0);
}

/**
 * Say how a round went, and offer another one.
 * @param {import("./stage.js").Stage} stage
 * @param {Round} round
 */
function end(stage, { family, first }) {
  const right = [...first.values()].filter((result) => result === "done").length;
  const line = t("{count} of {all} solved on the first try.", { count: right, all: ROUND });
  stage.renew({ ...stage.view, saying: { head: right ? t("Well done!") : "", line } });
  stage.offer(
    backLink("/learn", t("All lessons"), sender.path ? "button primary" : "button"),
    sender.path ? nothing : link(`/foretell/${family}`, "button primary", t("Once more")),
  );
  focusIn(stage.bar, ".primary");
}
