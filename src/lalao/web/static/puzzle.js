// Puzzles, one after the other, on the screen of a lesson: a round of one family, of one theme (of one game, as a stone
// of a path has it), or a single puzzle.

import { askBook, askGame } from "./api.js";
import { besideTasks } from "./bubble.js";
import { aim, choose } from "./nextpuzzle.js";
import { button, element, showError } from "./dom.js";
import { setStone } from "./children.js";
import { expected } from "./glicko.js";
import { endOfStone } from "./ending.js";
import { html } from "./lit.js";
import { chapters } from "./path.js";
import { focusIn, go, link } from "./page.js";
import { practice } from "./practice.js";
import { openCard } from "./rules.js";
import { taskOf } from "./taskboard.js";
import { Tasks } from "./tasks.js";
import { attempt, dueIn, hardness, strengthIn } from "./attempts.js";
import { backLink, wayBack } from "./wayback.js";
import { t } from "./words.js";

/** Puzzles of a round. */
const ROUND = 5;

/**
 * @param {HTMLElement} root
 * @param {AbortSignal} left
 * @param {string} asked a family; perhaps a slash, and the id of a puzzle or a theme, with @ and a game after it
 */
export async function puzzleScreen(root, left, asked) {
  const [family, which = ""] = asked.split("/");
  try {
    await begin(root, left, new Round(await askBook(family), which));
  } catch (error) {
    showError(error);
    go(wayBack("/puzzles"));
  }
}

/** A round: the puzzles that were chosen so far, and their results. */
class Round {
  /** @type {Wire.ShownPuzzle[]} */
  chosen = [];
  /** @type {Map<string, Page.Result>} the first result of each, by its id */
  first = new Map();
  /** @type {Set<string>} */
  solved = new Set();

  /**
   * @param {Wire.ShownBook} book
   * @param {string} which the id of a puzzle, a theme, or "" for any
   */
  constructor(book, which) {
    const [wanted, game = ""] = which.split("@");
    this.book = game ? { ...book, puzzles: book.puzzles.filter((each) => each.game === game) } : book;
    this.of = game;
    this.only = book.puzzles.find(({ id }) => id === which);
    this.theme = book.themes.find(({ name }) => name === wanted);
    if (which && !this.only && !this.theme) throw new Error(t("There is no puzzle {name}.", { name: which }));
    this.count = this.only ? 1 : Math.min(ROUND, this.theme?.count ?? ROUND);
  }

  /** @param {number} at */
  async ask(at) {
    this.chosen[at] ??= this.only ?? this.#next();
    const puzzle = this.chosen[at], game = await askGame(puzzle.game);
    const task = taskOf(puzzle, this.book.says[puzzle.ask] ?? "");
    this.game = game;
    return { game, task, head: game.rules };
  }

  /**
   * The next puzzle: one of the theme that is practised, or of one that is due, and in a position that has not been met
   * yet; else any.
   */
  #next() {
    const { family, puzzles } = this.book;
    const player = strengthIn(family), kept = practice();
    const others = puzzles.filter((each) => !this.chosen.includes(each));
    const wanted = this.theme?.name ?? dueIn(family).find((theme) => !this.chosen.some((each) => each.theme === theme));
    const met = new Set(puzzles.filter(({ id }) => kept.puzzles[id]).map(({ position }) => position));
    const fitting = others.filter(({ theme }) => theme === wanted);
    const fresh = fitting.filter(({ position }) => !met.has(position));
    const chance = (/** @type {Wire.ShownPuzzle} */ each) => expected(player, hardness(each));
    const among = [fresh, fitting, others].find(({ length }) => length) ?? [];
    const next = choose(among, aim(kept.lately[family] ?? []), chance, kept);
    if (!next) throw new Error(t("There are no more puzzles here."));
    return next;
  }

  /** @returns {Page.Beads} */
  beads() {
    const done = [...this.chosen.keys()].filter((at) => this.solved.has(this.chosen[at]?.id));
    return { done, slow: done.filter((at) => this.first.get(this.chosen[at].id) !== "done") };
  }

  /**
   * Take note of the result of a puzzle: only the first try counts.
   * @param {number} at
   * @param {Page.Result} result
   */
  onresult(at, result) {
    const puzzle = this.chosen[at];
    if (result === "done") this.solved.add(puzzle.id);
    if (this.first.has(puzzle.id)) return;
    this.first.set(puzzle.id, result);
    attempt(this.book.family, puzzle, result === "done");
  }
}

/**
 * @param {HTMLElement} root
 * @param {AbortSignal} left
 * @param {Round} round
 */
async function begin(root, left, round) {
  const { book, theme } = round;
  const note = element(html`<p class="note"></p>`);
  const rules = () => round.game && openCard(round.game.id);
  const beside = [note, besideTasks(backLink("/puzzles", t("All puzzles")), rules)];
  /** @type {Page.Series} */
  const series = {
    count: round.count,
    ask: async (at) => {
      const asked = await round.ask(at);
      const { title } = asked.game, own = book.themes.find(({ name }) => name === round.chosen[at].theme)?.title;
      tasks.shell.head(theme?.title ?? title, wayBack("/puzzles"));
      note.textContent = [title, round.first.has(round.chosen[at].id) && own].filter(Boolean).join(" · ");
      return asked;
    },
    beads: () => round.beads(),
    onresult: (at, result) => round.onresult(at, result),
    explains: true,
  };
  const tasks = new Tasks(root, left, series, beside, () => void end(tasks, round));
  await tasks.begin(0);
}

/**
 * Say how a round went, and offer another one; on the path puzzles that were skipped come first.
 * @param {Tasks} tasks
 * @param {Round} round
 */
async function end(tasks, { book: { family }, theme, of, count, first, chosen }) {
  const { stage } = tasks;
  const at = [...first.values()].filter((result) => result === "done").length;
  const line = t("{count} of {all} solved on the first try.", { count: at, all: count });
  const here = of ? (await chapters()).flatMap((chapter) => chapter.stones.map((stone) => ({ chapter, stone }))) : [];
  const met = here.find(({ stone }) => stone.kind === "puzzles" && stone.what === theme?.name && stone.game === of);
  if (met && first.size === count) {
    setStone(met.stone.id, at);
    return endOfStone(stage, met, line, count, at);
  }
  stage.renew({ ...stage.view, saying: { head: at ? t("Well done!") : "", line } });
  const path = theme ? `/puzzles/${family}/${theme.name}` : `/puzzles/${family}`;
  stage.offer(
    backLink("/puzzles", t("All puzzles")),
    met
      ? button(t("Continue"), "primary", () => tasks.begin(chosen.findIndex(({ id }) => !first.has(id))))
      : link(path, "button primary", t("More puzzles")),
  );
  focusIn(stage.bar, ".primary");
}
