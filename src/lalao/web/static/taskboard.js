// The board of a task: what is asked, the position on it, and turns that are played.

import { askHints, askPosition, askTurn, askWhy } from "./api.js";
import { LessonShell } from "./bubble.js";
import { clock } from "./clock.js";
import { show } from "./dom.js";
import { isTyping } from "./page.js";
import { Stage } from "./stage.js";

/** Milliseconds between the moves that are shown. */
export const SHOWN_MS = 700;
/** @param {number} ms */
export const rest = (ms) => clock.wait(ms);

export class TaskBoard {
  /** @type {Page.Asked | null} what is asked, nothing before the first task */
  asked = null;
  /** @type {Wire.ShownPosition | null} the position on the board */
  here = null;
  /** the side that learns: whoever moves in the position of the task */
  mover = "";

  /**
   * @param {Element} root
   * @param {Element[]} beside what is in the drawer
   * @param {{ onmove: (text: string) => unknown, onplace: (place: string) => boolean }} taken told what is chosen
   */
  constructor(root, beside, taken) {
    this.shell = new LessonShell(beside);
    this.stage = new Stage({ ...taken, arrange: (stage) => this.shell.arrange(stage) });
    show(root, this.stage.element);
    this.keys = (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Escape" && !isTyping(event)) this.stage.escape();
    };
    document.addEventListener("keydown", this.keys);
  }

  close() {
    document.removeEventListener("keydown", this.keys);
    this.shell.close();
    this.stage.close();
  }

  /** Move the focus to the board, for whoever uses keys. */
  focus() {
    const { board } = this.stage;
    const legal = [...board.marks].find(([, marks]) => marks.has("legal"));
    board.focus(legal?.[0] ?? board.at);
  }

  get now() {
    return /** @type {Page.Asked} */ (this.asked);
  }

  get task() {
    return this.now.task;
  }

  get game() {
    return this.now.game;
  }

  /** What is asked now. */
  get question() {
    return { head: this.now.head, line: this.task.say };
  }

  /**
   * Show a position, after the turn that led to it where there is one.
   * @param {Wire.ShownPosition} view
   * @param {Page.Sentence} saying
   * @param {Partial<Page.View>} more
   * @param {Wire.ShownBoard} [before]
   */
  show(view, saying, more, before) {
    const { sides, title } = this.game;
    const [first, second] = sides;
    const own = this.mover === second.side ? second : first;
    const other = own === first ? second : first;
    const names = { [own.side]: { you: true, face: "flower" }, [other.side]: {} };
    const shown = { may: false, turned: !own.first, steady: true, names, saying, ...more };
    return this.stage.show({ ...view, sides, title, ...shown }, before);
  }

  /**
   * Play a turn on the board.
   * @param {Wire.ShownMove} played
   * @param {Page.Sentence} saying
   */
  async play(played, saying) {
    const before = this.here?.picture;
    const here = await askPosition(this.game.id, played.position);
    this.here = here;
    await this.show(here, saying, { told: played }, before);
  }

  /**
   * Find a move of the position on the board.
   * @param {string} text
   */
  async turn(text) {
    const { here, game } = this;
    const name = here?.paths.find((each) => each.text === text)?.move ?? text;
    return here?.moves.find(({ move }) => move === name) ?? await askTurn(game.id, here?.position ?? "", text);
  }

  /**
   * Play the best turn of each side from a position; returns what is said of it, else the sentence that was given.
   * @param {string} position
   * @param {Page.Sentence} said
   * @param {() => boolean} isWanted
   */
  async playOn(position, { head, line }, isWanted) {
    const here = this.here = await askPosition(this.game.id, position);
    if (!here.paths.length) {
      const saying = { head, line: here.outcome?.told ?? line };
      await this.show(here, saying, {});
      return saying;
    }
    const { move } = await askHints(this.game.id, here.position);
    const why = line ? null : await askWhy(this.game.id, here.position, move).catch(() => null);
    const saying = { head, line: line || (why?.sentences[0] ?? "") };
    await this.play(await this.turn(move), saying);
    await rest(SHOWN_MS);
    if (isWanted() && this.here.paths.length) await this.#answerBest(saying);
    return saying;
  }

  /**
   * Play the best move of the position on the board.
   * @param {Page.Sentence} saying
   */
  async #answerBest(saying) {
    const { move } = await askHints(this.game.id, this.here?.position ?? "");
    await this.play(await this.turn(move), saying);
  }
}

/**
 * What a puzzle asks, as a task; `say` asks it in words.
 * @param {Wire.ShownPuzzle} puzzle
 * @param {string} say
 * @returns {Page.Task}
 */
export function taskOf({ position, ask, accept, line, other, seeds }, say) {
  /** @type {Record<Wire.ShownPuzzle["ask"], Page.Task["aim"]>} */
  const aims = { play: "best", tap: "stuck", start: "wins", lay: "wins" };
  return { position, ask, aim: aims[ask], say, accept, move: "", line: ask === "play" ? line : [], other, seeds };
}
