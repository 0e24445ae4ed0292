// Tasks on a board, one after the other, as in a lesson or a puzzle: the question, the answer, a try's refutation.
// The right answer comes with the task; the server sends the sequel of a wrong try.

import { hideTool, hintTool } from "./answers.js";
import { askPosition, askRefusal, askWhy } from "./api.js";
import { clock } from "./clock.js";
import { announce, button, onLeft, show, showError } from "./dom.js";
import { hintFor, showHint } from "./hints.js";
import { sign } from "./icons.js";
import { html } from "./lit.js";
import { layOut, startsOf } from "./layouts.js";
import { focusIn } from "./page.js";
import { isStill } from "./settings.js";
import { tool } from "./shell.js";
import { ACTOR, SHOWN_MS, TaskBoard } from "./taskboard.js";
import { didOf } from "./turns.js";
import { t } from "./words.js";

/** Milliseconds before the next step comes by itself. */
const NEXT_MS = 2200;

export class Tasks extends TaskBoard {
  /** @type {"ask" | "busy" | "wrong" | "done"} */
  phase = "busy";
  /** the number of the task, and which of the right moves of its line comes next */
  at = 0;
  ply = 0;
  /** the showing of a task under way: a new object for each */
  run = {};
  /** @type {string[]} the moves of this try */
  tried = [];
  /** how many hints were asked for */
  hinted = 0;
  coming = 0;
  /** @type {import("./editor.js").Editor | null} where seeds are laid out */
  editor = null;
  /** the layout that was tried, "" before the first */
  laid = "";

  /**
   * @param {HTMLElement} root
   * @param {AbortSignal} left
   * @param {Page.Series} series
   * @param {Page.Child[]} beside the contents of the drawer
   * @param {(stage: import("./stage.js").Stage) => unknown} onend called after the last task
   */
  constructor(root, left, series, beside, onend) {
    super(root, left, beside, { onmove: (text) => this.#try(text), onplace: (place) => this.#tapped(place) });
    this.left = left;
    this.series = series;
    this.onend = onend;
    this.stage.answers.onchange = () => this.asked && this.#tools();
    onLeft(left, () => (this.run = {}, clearTimeout(this.coming)));
  }

  /**
   * Begin at a task.
   * @param {number} at
   */
  async begin(at) {
    if (this.left.aborted) return;
    clearTimeout(this.coming);
    const run = (this.run = {});
    this.phase = "busy";
    const asked = await this.series.ask(at);
    if (this.run !== run) return;
    Object.assign(this, { at, asked, found: new Set(), hinted: 0, laid: "" });
    this.stage.answers.misses = 0;
    this.#count(at);
    this.#tools();
    await this.#ask();
  }

  /** @param {number} [at] */
  #count(at) {
    this.shell.count(this.series.count, this.series.beads(), at);
  }

  /** Ask the task's question, on its own position. */
  async #ask() {
    const { task, game } = this;
    const run = (this.run = {});
    Object.assign(this, { ply: 0, tried: [], phase: "busy" });
    this.#clear();
    try {
      this.here = await askPosition(game.id, this.laid || task.position);
    } catch (error) {
      return showError(error);
    }
    if (this.run !== run) return;
    this.mover = this.now.watched ? this.game.sides[0].side : this.here.to_move;
    this.phase = "ask";
    const open = task.ask === "lay" ? { outcome: null } : {};
    await this.show(this.here, this.question, { may: task.ask === "play", marks: this.placeMarks(), ...open });
    if (this.run !== run) return;
    if (task.ask === "lay") this.#layOut(this.here);
    if (task.ask === "start") this.#tools();
    if (task.ask === "see" || task.ask === "start") focusIn(this.shell.tools, ".primary");
    else if (!document.activeElement || document.activeElement === document.body) this.focus();
  }

  /** The buttons that answer who should start. */
  #starts() {
    const disabled = this.phase !== "ask";
    const face = (/** @type {string} */ word, /** @type {string} */ who) =>
      button(html`<span>${word}</span>`, "tool primary", () => this.#start(who), { disabled, "data-answer": who });
    return [face(t("I start"), "start"), face(t("The other player starts"), "wait")];
  }

  /**
   * Judge the answer to who should start: the side that was chosen starts, and both play their best.
   * @param {string} answer
   */
  #start(answer) {
    const { task } = this;
    const right = task.accept.includes(answer), start = answer === "start" ? task.position : task.other;
    return this.#busy((isWanted) => this.#showStart(right, answer, start, "", isWanted));
  }

  /**
   * Judge a layout: a start that wins shows that it is wrong, else a lost start is played.
   * @param {string} laid
   */
  #judge(laid) {
    this.laid = laid;
    return this.#busy(async (isWanted) => {
      const { row, won, lost } = await startsOf(this.game, laid);
      const line = won ? "" : t("Whatever the first turn, the other player wins.");
      if (isWanted()) await this.#showStart(!won, row, won ?? lost, line, isWanted);
    });
  }

  /**
   * Say whether an answer is right, and show the sequel of a start.
   * @param {boolean} right
   * @param {string} tried
   * @param {string} start
   * @param {string} line the sentence, "" for the server's sentence about the first move
   * @param {() => boolean} isWanted
   */
  async #showStart(right, tried, start, line, isWanted) {
    this.tried = [tried];
    if (!right) this.series.onresult(this.at, "wrong", this.tried);
    const head = right ? praise().head : t("Look what happens next.");
    const saying = await this.playOn(start, { head, line }, isWanted);
    if (isWanted()) return right ? this.#end(saying) : this.#wrong(saying);
  }

  /** Close the editor, and offer nothing. */
  #clear() {
    this.editor?.close();
    this.editor = null;
    this.stage.offer();
  }

  /**
   * Have the seeds of the hand laid out.
   * @param {Wire.ShownPosition} here
   */
  #layOut(here) {
    const beside = [hintTool(0, t("Show me"), () => this.#hint()), tool("step", t("Skip"), () => this.#next())];
    this.editor = layOut(this, here, beside, (laid) => this.#judge(laid));
  }

  /**
   * Do something that needs the server; an error is shown, and the task asked again.
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
      showError(error);
      if (this.run === run) await this.#ask();
    }
  }

  /** Play the turns that a task only shows. */
  #watch() {
    return this.#busy(async (isWanted) => {
      for (const text of this.task.line) {
        await this.play(await this.turn(text), { head: "", line: this.task.say });
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
    const { task, ply, game, series } = this;
    return this.#busy(async (isWanted) => {
      const played = await this.turn(text);
      if (!isWanted()) return;
      this.tried.push(played.move);
      const right = ply ? played.move === task.line[ply] : task.accept.includes(played.move);
      if (!right) return this.#refute(played, isWanted);
      const where = this.here?.position ?? "";
      const why = series.explains ? askWhy(game.id, where, played.move).catch(() => null) : null;
      await this.play(played, praise());
      const reply = played.move === task.line[ply] ? task.line[ply + 1] : undefined;
      if (isWanted() && reply) return this.#goOn(reply, isWanted);
      const told = await why;
      if (!isWanted()) return;
      const did = () => didOf(played.events, this.stage.view.picture, ACTOR);
      const only = told?.claims.some(({ kind }) => kind === "only_move");
      this.#end({ ...praise(), line: only ? t("No other move is as good.") : told ? did() : "" });
    });
  }

  /**
   * Answer a right move, and ask for the next one.
   * @param {string} reply
   * @param {() => boolean} isWanted
   */
  async #goOn(reply, isWanted) {
    await clock.wait(SHOWN_MS);
    if (isWanted()) await this.play(await this.turn(reply), praise());
    if (!isWanted() || !this.here) return;
    this.ply += 2;
    this.phase = "ask";
    await this.show(this.here, { head: t("Right!"), line: t("What now?") }, { may: true });
  }

  /**
   * Show the error of a try.
   * @param {Wire.ShownMove} played
   * @param {() => boolean} isWanted
   */
  async #refute(played, isWanted) {
    this.series.onresult(this.at, "wrong", this.tried);
    const saying = await this.refute(played, isWanted);
    if (isWanted()) this.#wrong(saying);
  }

  /**
   * Take a tap where places are asked for; returns whether it was used.
   * @param {string} place
   */
  #tapped(place) {
    const { task, phase, stage } = this;
    if (phase !== "busy" && task.ask !== "play") {
      stage.marks.clear();
      stage.answers.end();
    }
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
    stage.answers.expect();
    stage.ghosts.clear();
    stage.view.marks = this.placeMarks();
    stage.renew(stage.view);
    stage.appraise(null);
    const left = task.accept.length - found.size;
    if (left) return announce(t("Right! {count} more.", "Right! {count} more.", { count: left }));
    this.tried = [place];
    if (task.aim === "stuck" && task.accept.length === 1) return this.#sayWhyNot(place);
    if (task.ask !== "predict") return this.#end(praise());
    return this.#busy(async (isWanted) => {
      await this.play(await this.turn(task.move), praise());
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
   * Show the error in a place: where the turn leads, or why none begins there.
   * @param {string} place
   */
  #miss(place) {
    const { task, here, stage } = this;
    const begins = here?.paths.find(({ path, move }) => move && path[0]?.place === place && path[0].how !== "x");
    if (task.ask === "tap" && !begins) return stage.answers.refuse(place);
    const text = task.ask === "tap" ? begins?.text ?? "" : task.move;
    return this.#busy(async (isWanted) => {
      const played = await this.turn(text);
      if (task.aim === "best" || task.aim === "wins") return this.#refute(played, isWanted);
      this.series.onresult(this.at, "wrong", [place]);
      if (task.ask === "predict") return this.#misjudge(place, played, isWanted);
      const saying = { head: t("Look what happens next."), line: didOf(played.events, stage.view.picture, ACTOR) };
      await this.play(played, saying);
      if (isWanted()) this.#wrong(saying);
    });
  }

  /**
   * Show where the last seed falls, beside the place that was said.
   * @param {string} place
   * @param {Wire.ShownMove} played
   * @param {() => boolean} isWanted
   */
  async #misjudge(place, played, isWanted) {
    const { here } = this;
    const saying = await this.misjudge(place, played, isWanted);
    if (!isWanted()) return;
    const again = () => this.#busy((still) => (this.here = here, this.#misjudge(place, played, still)));
    this.#wrong(saying, again);
  }

  /**
   * Say that a try was wrong, and offer another one.
   * @param {Page.Sentence} saying
   * @param {() => unknown} [again] shows the turn once more
   */
  #wrong(saying, again) {
    this.phase = "wrong";
    this.stage.answers.misses++;
    this.stage.renew({ ...this.stage.view, saying });
    announce(`${saying.head} ${saying.line}`);
    this.stage.offer(
      again && tool("replay", t("Once more"), again),
      button([sign("undo"), t("Try again")], "primary", () => this.#ask()),
    );
    focusIn(this.stage.bar, ".primary");
  }

  /**
   * End the task: the next one comes by itself, unless there is something to read, or motion is not wanted.
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
    if (!saying.line && !isStill()) this.coming = setTimeout(() => this.#next(), NEXT_MS);
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

  /** Show the actions besides answering. */
  #tools() {
    const { ask } = this.task;
    const watch = tool("see", t("Watch"), () => this.phase === "ask" && this.#watch(), { look: "primary tool" });
    const back = tool("leave", t("Back one step"), () => this.begin(this.at - 1), { disabled: !this.at });
    show(
      this.shell.tools,
      ask === "start" ? this.#starts() : back,
      ask === "see" ? watch : hintTool(this.stage.answers.rung, t("Show me"), () => this.#hint()),
      this.stage.answers.isShown ? hideTool(this.stage) : tool("step", t("Skip"), () => this.#next()),
    );
  }

  async #hint() {
    const { run } = this;
    if (this.phase !== "ask" || !this.here || this.series.refuses?.()) return;
    const hint = await hintFor(this);
    if (this.run !== run || this.phase !== "ask") return;
    this.series.onresult(this.at, "helped", []);
    this.hinted++;
    await showHint(this, hint);
  }
}

const praise = () => ({ head: t("Right!"), line: "" });
