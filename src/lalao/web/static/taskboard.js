// The board of a task: what is asked there, the position that lies on it, and turns that are played.

import { askPosition, askTurn } from "./api.js";
import { LessonShell } from "./bubble.js";
import { show } from "./dom.js";
import { isTyping } from "./page.js";
import { Stage } from "./stage.js";

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
}

/**
 * What a puzzle asks, as a task; `say` asks it in words.
 * @param {Wire.ShownPuzzle} puzzle
 * @param {string} say
 * @returns {Wire.ShownTask}
 */
export function taskOf({ position, ask, accept, line, other }, say) {
  /** @type {Record<Wire.ShownPuzzle["ask"], Wire.ShownTask["aim"]>} */
  const aims = { play: "best", tap: "stuck", start: "wins" };
  return { position, ask, aim: aims[ask], say, accept, move: "", line: ask === "play" ? line : [], other };
}
