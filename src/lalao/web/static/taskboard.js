// The board of a task: what is asked, the position on it, and turns that are played.

import { askHints, askPosition, askTurn, askWhy } from "./api.js";
import { LessonShell } from "./bubble.js";
import { clock } from "./clock.js";
import { render } from "./lit.js";
import { isTyping } from "./page.js";
import { readingTime } from "./pace.js";
import { settings } from "./settings.js";
import { Stage } from "./stage.js";
import { didOf, endSaid, goodSaid, lossSaid, refuting, takenIn } from "./turns.js";
import { capital, t } from "./words.js";

/** The learner, whose actions are described. */
export const ACTOR = { you: true, name: "", toYou: false };
/** Milliseconds between the moves that are shown. */
export const SHOWN_MS = 700;

export class TaskBoard {
  /** @type {Page.Asked | null} the question, null before the first task */
  asked = null;
  /** @type {Wire.ShownPosition | null} the position on the board */
  here = null;
  /** @type {Set<string>} places that were found */
  found = new Set();
  /** the side that learns: whoever moves in the position of the task */
  mover = "";

  /**
   * @param {HTMLElement} root
   * @param {AbortSignal} left
   * @param {Page.Child[]} beside the contents of the drawer
   * @param {{ onmove: (text: string) => unknown, onplace: (place: string) => boolean }} taken called with the choice
   */
  constructor(root, left, beside, taken) {
    this.shell = new LessonShell(beside);
    this.stage = new Stage({ ...taken, left, arrange: (stage) => this.shell.arrange(stage) });
    render(this.stage.element, root);
    const keys = (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Escape" && !isTyping(event)) this.stage.escape();
    };
    document.addEventListener("keydown", keys, { signal: left });
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

  /** The present question. */
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
    const you = this.now.watched ? {} : { you: true, face: "flower", name: settings.name };
    const names = { [own.side]: you, [other.side]: {} };
    const shown = { may: false, turned: !own.first, steady: true, names, saying, ...more };
    return this.stage.show({ ...view, sides, title, ...shown }, before);
  }

  /**
   * Play a turn on the board; a sentence that begins with it stands until it can have been read.
   * @param {Wire.ShownMove} played
   * @param {Page.Sentence} saying
   */
  async play(played, saying) {
    const before = this.here?.picture, { view: { saying: last } } = this.stage;
    const here = await askPosition(this.game.id, played.position);
    this.here = here;
    const isNew = saying.head !== last?.head || saying.line !== last.line;
    const read = isNew ? clock.wait(readingTime(saying)) : undefined;
    await this.show(here, saying, { told: played }, before);
    await read;
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
   * The marks where places are asked for: those that are found, and the path of the move that is foretold.
   * @returns {Page.Marks}
   */
  placeMarks() {
    const { task, here, found } = this;
    if (task.ask === "play") return {};
    const way = here?.paths.find(({ move }) => move !== null && move === task.move)?.path ?? [];
    return { found: [...found], chosen: way.map(({ place }) => place) };
  }

  /**
   * Play a wrong try and its refutation, as far as the loss is seen; returns the sentence about it.
   * @param {Wire.ShownMove} played
   * @param {() => boolean} isWanted
   */
  async refute(played, isWanted) {
    if (this.task.instead) {
      const said = { head: this.task.instead, line: "" };
      await this.play(played, said);
      return said;
    }
    const { game, here } = this, head = t("Look what happens next.");
    const asked = askWhy(game.id, here?.position ?? "", played.move).catch(() => null);
    const [why] = await Promise.all([asked, this.play(played, { head, line: "" })]);
    const line = refuting(why);
    let said = why ? capital(goodSaid(why).line) : didOf(played.events, this.stage.view.picture, ACTOR);
    for (const text of line) {
      if (!isWanted()) break;
      const { picture } = this.stage.view, turn = await this.turn(text);
      if (why && text === line[0]) said = capital(lossSaid(turn.events, picture, why, t("the other player")));
      this.stage.renew({ ...this.stage.view, saying: { head, line: said } });
      await clock.wait(SHOWN_MS);
      if (isWanted()) await this.play(turn, { head, line: said });
      if (picture.to_move !== this.mover && takenIn(turn.events)) break;
    }
    return { head, line: said };
  }

  /**
   * Sow, and show where the last seed falls beside the place that was said; returns the sentence about it.
   * @param {string} place
   * @param {Wire.ShownMove} played
   * @param {() => boolean} isWanted
   */
  async misjudge(place, played, isWanted) {
    const { task, stage: { board, marks } } = this, [right] = task.accept;
    const pit = (/** @type {string} */ each) => board.layout.places.get(each)?.pit?.label ?? each;
    const numbered = board.picture.kind === "rows" && board.picture.rows.length === 1;
    if (board.picture.kind === "lattice") {
      const saying = { head: t("Look what happens next."), line: didOf(played.events, board.picture, ACTOR) };
      await this.play(played, saying);
      return saying;
    }
    const head = numbered ? t("You said {pit}.", { pit: pit(place) }) : t("Not there.");
    await this.play(played, { head, line: t("Look what happens next.") });
    if (isWanted()) marks.show(() => marks.guess(place, right, played.events));
    return { head, line: numbered ? t("It fell in {pit}.", { pit: pit(right) }) : t("It fell where the tick is.") };
  }

  /**
   * Play the best turn of each side from a position; returns the sentence about it, else the sentence that was given.
   * @param {string} position
   * @param {Page.Sentence} said
   * @param {() => boolean} isWanted
   */
  async playOn(position, { head, line }, isWanted) {
    const here = this.here = await askPosition(this.game.id, position);
    const best = here.paths.length ? await askHints(this.game.id, here.position).catch(() => null) : null;
    if (!best) {
      const { outcome } = here, won = outcome?.winner === this.mover;
      const other = t("the other player"), end = outcome && endSaid(outcome, won ? other : "", won ? "" : other);
      const saying = { head, line: end ?? line };
      await this.show(here, saying, {});
      return saying;
    }
    const { move } = best;
    const why = line ? null : await askWhy(this.game.id, here.position, move).catch(() => null);
    const saying = { head, line: line || (why?.sentences[0] ?? "") };
    await this.play(await this.turn(move), saying);
    await clock.wait(SHOWN_MS);
    if (!isWanted() || !this.here.paths.length) return saying;
    const answer = await askHints(this.game.id, this.here.position);
    await this.play(await this.turn(answer.move), saying);
    return saying;
  }
}

/**
 * A puzzle's question as a task; `say` is its sentence.
 * @param {Wire.ShownPuzzle} puzzle
 * @param {string} say
 * @returns {Page.Task}
 */
export function taskOf({ position, ask, accept, line, other, seeds }, say) {
  /** @type {Record<Wire.ShownPuzzle["ask"], Page.Task["aim"]>} */
  const aims = { play: "best", tap: "stuck", start: "wins", lay: "wins" };
  return { position, ask, aim: aims[ask], say, accept, move: "", line: ask === "play" ? line : [], other, seeds };
}
