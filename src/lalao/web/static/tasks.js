// Tasks on a board, one after the other, as in a lesson or a puzzle: what is asked, what was right, what refutes a try.
// What is right comes with the task; what a wrong try leads to, the server says.

import { askHints, askPosition, askRefusal, askTurn, askWhy, askWorth } from "./api.js";
import { LessonShell } from "./bubble.js";
import { announce, button, h, reason, show, toast } from "./dom.js";
import { Editor } from "./editor.js";
import { sign } from "./icons.js";
import { focusIn, isTyping } from "./page.js";
import { refuting } from "./refuting.js";
import { Stage } from "./stage.js";
import { tool } from "./shell.js";
import { t } from "./words.js";

/** Milliseconds before the next step comes by itself, and between the moves that refute a try. */
const NEXT_MS = 2200, REFUTED_MS = 700;
/** How often a proof is asked for again where the machine is busy. */
const MOST_ASKED = 5;
/** @param {number} ms */
const rest = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export class Tasks {
  /** @type {"ask" | "busy" | "wrong" | "done"} */
  phase = "busy";
  /** @type {Page.Asked | null} what is asked, nothing before the first task */
  asked = null;
  /** which task this is, and which of the right moves of its line comes next */
  at = 0;
  ply = 0;
  /** @type {Wire.ShownPosition | null} the position on the board */
  here = null;
  /** the side that learns: whoever moves in the position of the task */
  mover = "";
  /** @type {Set<string>} places that were found */
  found = new Set();
  /** the showing of one task: another object for each */
  run = {};
  /** @type {string[]} the moves of this try */
  tried = [];
  /** how many hints were asked for */
  hinted = 0;
  coming = 0;
  /** @type {Editor | null} where seeds are laid out */
  editor = null;
  /** the layout that was tried, "" before the first */
  laid = "";

  /**
   * @param {Element} root
   * @param {Page.Series} series
   * @param {Element[]} beside what is in the drawer
   * @param {(stage: Stage) => unknown} onend told after the last task
   */
  constructor(root, series, beside, onend) {
    this.series = series;
    this.onend = onend;
    this.shell = new LessonShell(beside);
    this.stage = new Stage({
      onmove: (text) => this.#try(text),
      onplace: (place) => this.#tapped(place),
      arrange: (stage) => this.shell.arrange(stage),
    });
    show(root, this.stage.element);
    this.keys = (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Escape" && !isTyping(event)) this.stage.escape();
    };
    document.addEventListener("keydown", this.keys);
  }

  close() {
    this.run = {};
    clearTimeout(this.coming);
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
   * Begin with a task.
   * @param {number} at
   */
  async begin(at) {
    clearTimeout(this.coming);
    const run = (this.run = {});
    this.phase = "busy";
    const asked = await this.series.ask(at);
    if (this.run !== run) return;
    Object.assign(this, { at, asked, found: new Set(), hinted: 0, laid: "" });
    this.#count(at);
    this.#tools();
    await this.#ask();
  }

  /** @param {number} [at] */
  #count(at) {
    this.shell.count(this.series.count, this.series.beads(), at);
  }

  /** Ask what the task asks, on its own position. */
  async #ask() {
    const { task, game } = this;
    const run = (this.run = {});
    Object.assign(this, { ply: 0, tried: [], phase: "busy" });
    this.#clear();
    try {
      this.here = await askPosition(game.id, this.laid || task.position);
    } catch (error) {
      return toast(reason(error));
    }
    if (this.run !== run) return;
    this.mover = this.here.to_move;
    this.phase = "ask";
    const open = task.ask === "lay" ? { outcome: null } : {};
    await this.#show(this.here, this.question, { may: task.ask === "play", marks: this.#marks(), ...open });
    if (this.run !== run) return;
    if (task.ask === "lay") this.#layOut(this.here);
    if (task.ask === "start") this.#tools();
    if (task.ask === "see" || task.ask === "start") focusIn(this.shell.tools, ".primary");
    else if (!document.activeElement || document.activeElement === document.body) this.#focus();
  }

  /** Let nothing be laid out any more, and offer nothing. */
  #clear() {
    this.editor?.close();
    this.editor = null;
    this.stage.offer();
  }

  /**
   * Let the seeds of the hand be laid out beside those that lie, or the layout that was tried be changed.
   * @param {Wire.ShownPosition} here
   */
  #layOut({ position, picture }) {
    const { task, game: { id, sides }, stage } = this;
    const given = Object.fromEntries(rowOf(task.position).map((seeds, at) => [String(at + 1), seeds]));
    const beside = [
      tool("bulb", t("Show me"), () => this.#hint()),
      tool("step", t("Skip"), () => this.#next()),
    ];
    const hand = { seeds: task.seeds ?? 0, given, beside };
    const ondone = (/** @type {string} */ laid) => this.#judge(laid);
    this.editor = new Editor(stage, { game: id, position, picture, sides, hand, ondone });
    this.editor.begin();
  }

  /**
   * Judge a layout: whoever wins as the one to start shows how, else the start that is lost is played.
   * @param {string} laid
   */
  #judge(laid) {
    this.laid = laid;
    return this.#busy(async (isWanted) => {
      const [row] = laid.split(" "), starts = this.game.sides.map(({ side }) => `${row} ${side}`).reverse();
      const lost = await Promise.all(starts.map((start) => this.#isLost(start)));
      if (!isWanted()) return;
      const won = starts.find((_, at) => !lost[at]);
      this.tried = [row];
      if (won) this.series.onresult(this.at, "wrong", this.tried);
      const line = won ? "" : t("Whatever the first turn is, the other one wins.");
      const head = won ? t("Look what happens.") : praise().head;
      const saying = await this.#playOn(won ?? starts[0], { head, line }, isWanted);
      if (!isWanted()) return;
      if (won) this.#wrong(saying);
      else this.#end(saying);
    });
  }

  /**
   * Whether it is proved that whoever starts loses; a busy machine is asked again.
   * @param {string} start
   */
  async #isLost(start) {
    for (let asked = 0; asked < MOST_ASKED; asked++) {
      const { values: { value } } = await askWorth(this.game.id, start);
      if (value !== "unknown") return value === "loss";
      await rest(REFUTED_MS);
    }
    throw new Error(t("This is not proved yet: try again."));
  }

  /**
   * Play a turn of each side from a position, as well as can be; returns what is said of it, if nothing else the first.
   * @param {string} position
   * @param {Page.Sentence} said
   * @param {() => boolean} isWanted
   */
  async #playOn(position, { head, line }, isWanted) {
    const { game } = this;
    this.here = await askPosition(game.id, position);
    if (!this.here.paths.length) {
      const saying = { head, line: this.here.outcome?.told ?? line };
      await this.#show(this.here, saying, {});
      return saying;
    }
    const { move } = await askHints(game.id, this.here.position);
    const why = await askWhy(game.id, this.here.position, move);
    const saying = { head, line: line || (why.sentences[0] ?? "") };
    await this.#play(await this.#turn(move), saying);
    await rest(REFUTED_MS);
    if (isWanted() && this.here.paths.length) await this.#answerBest(saying);
    return saying;
  }

  /** What answers who should start. */
  #starts() {
    const disabled = this.phase !== "ask";
    const face = (/** @type {string} */ word, /** @type {string} */ answer) =>
      button(h("span", {}, word), "tool primary", () => this.#start(answer), { disabled, "data-answer": answer });
    return [face(t("I start"), "start"), face(t("The other one starts"), "wait")];
  }

  /**
   * Judge who should start: whoever it is starts, with the best move there is, and is answered as well as can be.
   * @param {string} answer
   */
  #start(answer) {
    const { task } = this;
    return this.#busy(async (isWanted) => {
      const right = task.accept.includes(answer);
      this.tried = [answer];
      if (!right) this.series.onresult(this.at, "wrong", this.tried);
      const head = right ? praise().head : t("Look what happens.");
      const start = answer === "start" ? task.position : task.other;
      const saying = await this.#playOn(start, { head, line: "" }, isWanted);
      if (!isWanted()) return;
      if (right) this.#end(saying);
      else this.#wrong(saying);
    });
  }

  /**
   * Play the best move of the position on the board.
   * @param {Page.Sentence} saying
   */
  async #answerBest(saying) {
    const { move } = await askHints(this.game.id, this.here?.position ?? "");
    await this.#play(await this.#turn(move), saying);
  }

  /** Bring who uses keys to the board. */
  #focus() {
    const { board } = this.stage;
    const legal = [...board.marks].find(([, marks]) => marks.has("legal"));
    board.focus(legal?.[0] ?? board.at);
  }

  /**
   * What is marked where places are asked for: those that are found, and the way of the move that is foretold.
   * @returns {Page.Marks}
   */
  #marks() {
    const { task, here, found } = this;
    if (task.ask === "play") return {};
    const way = here?.paths.find(({ move }) => move !== null && move === task.move)?.path ?? [];
    return { found: [...found], chosen: way.map(({ place }) => place) };
  }

  /**
   * Show a position, after the turn that led to it where there is one.
   * @param {Wire.ShownPosition} view
   * @param {Page.Sentence} saying
   * @param {Partial<Page.View>} more
   * @param {Wire.ShownBoard} [before]
   */
  #show(view, saying, more, before) {
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
  async #play(played, saying) {
    const before = this.here?.picture;
    const here = await askPosition(this.game.id, played.position);
    this.here = here;
    await this.#show(here, saying, { told: played }, before);
  }

  /**
   * Find a move of the position on the board.
   * @param {string} text
   */
  async #turn(text) {
    const { here, game } = this;
    const name = here?.paths.find((each) => each.text === text)?.move ?? text;
    return here?.moves.find(({ move }) => move === name) ?? await askTurn(game.id, here?.position ?? "", text);
  }

  /**
   * Do something that the server is asked for; what goes wrong is told, and the task asked again.
   * @param {(isWanted: () => boolean) => Promise<unknown>} work
   */
  async #busy(work) {
    const { run } = this;
    clearTimeout(this.coming);
    this.phase = "busy";
    this.#clear();
    show(this.stage.bar);
    try {
      await work(() => this.run === run);
    } catch (error) {
      toast(reason(error));
      if (this.run === run) await this.#ask();
    }
  }

  /** Show the turns that are to be seen. */
  #watch() {
    return this.#busy(async (isWanted) => {
      for (const text of this.task.line) {
        await this.#play(await this.#turn(text), { head: "", line: this.task.say });
        if (!isWanted()) return;
      }
      this.#end({ head: "", line: this.task.say });
    });
  }

  /**
   * Judge a move.
   * @param {string} text
   */
  #try(text) {
    const { task, ply } = this;
    return this.#busy(async (isWanted) => {
      const played = await this.#turn(text);
      if (!isWanted()) return;
      this.tried.push(played.move);
      const right = ply ? played.move === task.line[ply] : task.accept.includes(played.move);
      if (!right) return this.#refute(played, isWanted);
      const why = this.series.why(this.here?.position ?? "", played.move);
      await this.#play(played, praise());
      const reply = played.move === task.line[ply] ? task.line[ply + 1] : undefined;
      if (isWanted() && reply) return this.#goOn(reply, isWanted);
      const line = await why;
      if (isWanted()) this.#end({ ...praise(), line });
    });
  }

  /**
   * Answer a right move, and ask for the next one.
   * @param {string} reply
   * @param {() => boolean} isWanted
   */
  async #goOn(reply, isWanted) {
    await rest(REFUTED_MS);
    if (isWanted()) await this.#play(await this.#turn(reply), praise());
    if (!isWanted() || !this.here) return;
    this.ply += 2;
    this.phase = "ask";
    await this.#show(this.here, { head: t("Right!"), line: t("And now?") }, { may: true });
  }

  /**
   * Play a wrong try and what refutes it, and say what is known of it.
   * @param {Wire.ShownMove} played
   * @param {() => boolean} isWanted
   */
  async #refute(played, isWanted) {
    const { game, here } = this;
    const asked = askWhy(game.id, here?.position ?? "", played.move);
    this.series.onresult(this.at, "wrong", this.tried);
    const head = t("Look what happens.");
    const [why] = await Promise.all([asked, this.#play(played, { head, line: "" })]);
    const saying = { head, line: why.sentences[0] ?? played.told };
    for (const text of refuting(why)) {
      if (!isWanted()) return;
      this.stage.renew({ ...this.stage.view, saying });
      await rest(REFUTED_MS);
      if (isWanted()) await this.#play(await this.#turn(text), saying);
    }
    if (isWanted()) this.#wrong(saying);
  }

  /**
   * Take a tap where places are asked for; tells whether it was for that.
   * @param {string} place
   */
  #tapped(place) {
    const { task, phase } = this;
    if (phase === "wrong") this.#ask();
    else if (phase === "ask" && task.ask === "see") this.#watch();
    else if (phase !== "ask" || task.ask === "play") return phase !== "ask";
    else if (task.ask === "start") focusIn(this.shell.tools, ".primary");
    else if (task.ask === "lay") this.editor?.tap(place);
    else if (task.accept.includes(place)) this.#find(place);
    else this.#miss(place);
    return true;
  }

  /** @param {string} place */
  #find(place) {
    const { task, found, stage } = this;
    found.add(place);
    stage.ghosts.clear();
    stage.view.marks = this.#marks();
    stage.renew(stage.view);
    stage.appraise(null);
    const left = task.accept.length - found.size;
    if (left) return announce(t("Right! {count} more.", "Right! {count} more.", { count: left }));
    this.tried = [place];
    if (task.aim === "stuck" && task.accept.length === 1) return this.#sayWhyNot(place);
    if (task.ask !== "predict") return this.#end(praise());
    return this.#busy(async (isWanted) => {
      await this.#play(await this.#turn(task.move), praise());
      if (isWanted()) this.#end(praise());
    });
  }

  /**
   * Say why the place that was to be found cannot be played.
   * @param {string} place
   */
  #sayWhyNot(place) {
    const { task, game } = this;
    return this.#busy(async (isWanted) => {
      const { line } = await askRefusal(game.id, task.position, "", place);
      if (isWanted()) this.#end({ ...praise(), line });
    });
  }

  /**
   * Show what is wrong with a place: where the turn leads, or why none begins there.
   * @param {string} place
   */
  #miss(place) {
    const { task, here, stage } = this;
    const begins = here?.paths.find(({ path, move }) => move && path[0]?.place === place && path[0].how !== "x");
    if (task.ask === "tap" && !begins) return stage.refuse(place);
    const text = task.ask === "tap" ? begins?.text ?? "" : task.move;
    return this.#busy(async (isWanted) => {
      const played = await this.#turn(text);
      if (task.aim === "best" || task.aim === "wins") return this.#refute(played, isWanted);
      const saying = { head: t("Look what happens."), line: played.told };
      this.series.onresult(this.at, "wrong", [place]);
      await this.#play(played, saying);
      if (isWanted()) this.#wrong(saying);
    });
  }

  /** @param {Page.Sentence} saying */
  #wrong(saying) {
    this.phase = "wrong";
    this.stage.renew({ ...this.stage.view, saying });
    announce(`${saying.head} ${saying.line}`);
    this.stage.offer(button([sign("replay"), t("Try again")], "primary", () => this.#ask()));
    focusIn(this.stage.bar, ".primary");
  }

  /**
   * The task is done: the next one comes by itself, but where there is something to be read.
   * @param {Page.Sentence} saying
   */
  #end(saying) {
    const { task, stage } = this;
    this.phase = "done";
    this.series.onresult(this.at, "done", this.tried);
    this.#count(this.at);
    stage.renew({ ...stage.view, saying });
    if (saying.head) announce(`${saying.head} ${saying.line}`.trim());
    const again = task.ask === "see" && button([sign("replay"), t("Once more")], "", () => this.#ask());
    stage.offer(again, button([t("Next"), sign("step")], "primary", () => this.#next()));
    focusIn(stage.bar, ".primary");
    if (!saying.line) this.coming = setTimeout(() => this.#next(), NEXT_MS);
  }

  #next() {
    clearTimeout(this.coming);
    if (this.at + 1 < this.series.count) return this.begin(this.at + 1);
    this.run = {};
    this.phase = "busy";
    this.#clear();
    this.#count();
    show(this.shell.tools);
    this.onend(this.stage);
  }

  /** Show what can be done beside answering. */
  #tools() {
    const { ask } = this.task;
    const watch = tool("see", t("Watch"), () => this.phase === "ask" && this.#watch());
    watch.classList.add("primary");
    const back = tool("leave", t("Step back"), () => this.begin(this.at - 1), { disabled: !this.at });
    show(
      this.shell.tools,
      ask === "start" ? this.#starts() : back,
      ask === "see" ? watch : tool("bulb", t("Show me"), () => this.#hint()),
      tool("step", t("Skip"), () => this.#next()),
    );
  }

  /** Show where to look, then what to play, as the teaching knows it; else one of the right places. */
  async #hint() {
    const { task, here, game, run } = this;
    if (this.phase !== "ask" || !here) return;
    if (task.ask === "start") return this.#hintStart();
    if (task.ask === "lay") return this.#hintLayout();
    const proved = task.ask === "play" && !this.ply && (task.aim === "best" || task.aim === "wins");
    const ladder = proved ? await askHints(game.id, here.position).catch(() => null) : null;
    if (this.run !== run || this.phase !== "ask") return;
    this.series.onresult(this.at, "helped", []);
    const step = ladder && task.accept.includes(ladder.move) ? ladder.steps[Math.min(this.hinted, 2)] : undefined;
    this.hinted++;
    const { marks = {} } = this.stage.view;
    this.stage.view.marks = { ...marks, hint: step?.places ?? this.#answer(here) };
    this.stage.appraise(null);
    if (step) this.stage.renew({ ...this.stage.view, saying: { head: "", line: step.sentence } });
    announce(step?.sentence ?? t("Look at the bright ring."));
  }

  /** Say how to find out who should start; asked again, who should. */
  #hintStart() {
    const { task: { accept }, stage } = this;
    this.series.onresult(this.at, "helped", []);
    const told = accept[0] === "start" ? t("There is one: start.") : t("There is none.");
    const line = this.hinted ? told : t("Look for a first move that wins. If there is none, let the other one start.");
    if (this.hinted++) focusIn(this.shell.tools, `[data-answer=${accept[0]}]`);
    stage.renew({ ...stage.view, saying: { head: "", line } });
    announce(line);
  }

  /** Lay the example out. */
  #hintLayout() {
    this.series.onresult(this.at, "helped", []);
    this.editor?.lay(rowOf(this.task.accept[0]));
    const line = t("This is one way. There are others.");
    this.stage.renew({ ...this.stage.view, saying: { head: "", line } });
    focusIn(this.stage.bar, ".primary");
    announce(line);
  }

  /**
   * One place of the answer that is not found yet.
   * @param {Wire.ShownPosition} here
   */
  #answer({ paths }) {
    const { task, ply, found } = this;
    if (task.ask !== "play") return [task.accept.find((place) => !found.has(place)) ?? ""];
    const right = ply ? task.line[ply] : task.accept[0];
    return [paths.find(({ move }) => move === right)?.path[0].place ?? ""];
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

/**
 * The seeds of the pits of a row as text.
 * @param {string} text
 */
const rowOf = (text) => text.split(" ")[0].split(".").map(Number);

/** What is said of a right answer. */
const praise = () => ({ head: t("Right!"), line: "" });
