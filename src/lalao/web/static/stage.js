// The stage: the sentence, the two players, the board, the choices, the hand. Matches and analysis use it.

import { Answers } from "./answers.js";
import { Board } from "./board.js";
import { ByHand } from "./byhand.js";
import { asked, choiceButtons, follow, heardOf, motionButtons, wonBy } from "./choices.js";
import { Chooser } from "./chooser.js";
import { creature, CREATURES } from "./creatures.js";
import { desk } from "./panelstage.js";
import { announce, element, onLeft, show } from "./dom.js";
import { Ghosts } from "./ghosts.js";
import { Hand } from "./hand.js";
import { html, nothing, render } from "./lit.js";
import { Marks } from "./marks.js";
import { AFTER_MS, Pace, Sentences, THINKS_MS } from "./pace.js";
import { playerFace } from "./players.js";
import { isByHand, settings } from "./settings.js";
import { sound } from "./sound.js";
import { t } from "./words.js";

export class Stage {
  status = element(html`<p class="status"></p>`);
  above = element(html`<div class="player"></div>`);
  below = element(html`<div class="player"></div>`);
  bar = element(html`<div class="bar"></div>`);
  motion = element(html`<div class="motion"></div>`);
  /** the creature beside the board, where there is room */
  beside = element(html`<div class="beside-board" aria-hidden="true"></div>`);
  chooser = new Chooser([]);
  /** @type {import("./worth.js").Worths | null} the worth of the view's moves */
  worths = null;
  /** @type {string | null} the side whose turn the hand is playing */
  acting = null;
  /** @type {Wire.ShownPath | null} the turn that waits to be confirmed */
  ready = null;
  /** the place where a turn ends that was played and is not answered yet, "" for none */
  played = "";
  /** @type {Page.Child[]} the offers besides the board's own choices */
  extra = [];
  /** the showing of a view under way: a new object for each */
  showing = {};
  /** the turn that was chosen and stands on the board already, "" for none */
  shown = "";
  /** how fast the hand plays; a match has its own */
  pace = new Pace();
  sentences = new Sentences();
  /** whether something is said in place of the sentence */
  aside = true;
  /** when the game that is shown was over, by the clock of this page, 0 where it is not */
  ended = 0;
  /** the position whose trail was tapped away, "" for none */
  trodden = "";
  /** the sentence about the turn that led here */
  advice = element(html`<p class="advice"></p>`);

  /**
   * `onmove` is called with the text of a turn that was chosen; `onplace` with a place, and returns whether it was for
   * something other than a turn; `onsown` with a turn sown by hand, which counts its misses: without it nothing is sown
   * by hand.
   * `left` ends it; `arrange` makes the element that holds all parts of a stage.
   * @param {{
   *   left: AbortSignal,
   *   onmove: (text: string) => void,
   *   onplace?: (place: string) => boolean,
   *   onsown?: (move: string, sowing: import("./sowing.js").Sowing) => void,
   *   arrange?: (stage: Stage) => HTMLElement,
   * }} told
   */
  constructor({ left, onmove, onplace = () => false, onsown, arrange = desk }) {
    this.onmove = onmove;
    this.onplace = onplace;
    this.board = new Board({ onplace: (place) => this.#place(place), label: t("the board") });
    this.board.reserveOf = (place) => this.#player(place.split(" ")[1]);
    this.board.onreserve = () => this.#players();
    /** @type {Page.View} */
    this.view = { game: "", position: "", picture: this.board.picture, sides: [], paths: [], task: "", outcome: null };
    this.hand = new Hand(this.board);
    this.hand.onchange = () => show(this.motion, ...motionButtons(this.hand, this.pace));
    this.hand.pace = () => this.pace.seed;
    this.marks = new Marks(this.board);
    this.answers = new Answers(this);
    this.hand.onsound = sound;
    this.hand.ongesture = (event) => this.#tell(event);
    this.ghosts = new Ghosts(this.board, (choice) => this.#after(this.chooser.take(choice)));
    const say = (/** @type {string} */ text) => this.say(text ? { head: this.view.goOn ?? "", line: text } : null);
    this.byHand = onsown && new ByHand(this.board, onsown, say, (place) => this.answers.refuse(place));
    this.hand.ondone = (event) => {
      if (settings.spoken === "gesture" && this.acting) announce(this.#sentenceOf(event));
    };
    onLeft(left, () => (this.hand.stop(), this.board.watch.disconnect()));
    this.element = arrange(this);
    this.element.addEventListener("pointerdown", ({ target }) => {
      const beside = target instanceof Element && target.closest(".motion");
      if (this.hand.playing && !this.hand.paused && !beside) this.hand.finish();
    });
  }

  /**
   * Show a view. Where its `told` is a turn and `before` the picture it was played on, the hand plays that turn first.
   * @param {Page.View} view
   * @param {Wire.ShownBoard} [before]
   */
  async show(view, before) {
    const { sentences, pace, view: { thinks } } = this;
    this.hand.stop();
    sentences.drop();
    this.view = view;
    this.worths = null;
    this.played = "";
    this.chooser = new Chooser(view.may ? view.paths : []);
    const wanted = (this.showing = {});
    const sown = isByHand() && view.picture.kind === "rows";
    const chosen = this.shown;
    this.shown = "";
    this.answers.end();
    this.ghosts.clear();
    this.byHand?.end(sown && !view.outcome);
    const played = before && view.told ? view.told.events : [];
    if (before && view.told && view.told.move !== chosen) {
      this.acting = before.to_move;
      this.marks.clear();
      this.face(before);
      this.#players();
      this.board.mark({});
      this.board.appraise();
      if (view.steady) this.say();
      else if (this.aside) this.say({ head: view.playing?.[before.to_move] ?? "", line: "" });
      show(this.bar);
      if (thinks) await this.hand.rest(sentences.left - pace.seed * played.length);
      if (this.showing === wanted) await this.hand.play(played);
      if (this.showing !== wanted) return;
    }
    this.face(view.picture);
    this.marks.last(view, this.trodden);
    if (view.thinks && played.length) await this.hand.rest(Math.max(AFTER_MS, sentences.left));
    if (this.showing !== wanted) return;
    this.acting = null;
    this.#players();
    const say = () => this.showing === wanted && this.say();
    if (played.length && view.playing) sentences.next(this.#said, say);
    else say();
    if (view.thinks && played.length) await this.hand.rest(THINKS_MS);
    if (this.showing !== wanted) return;
    show(this.advice, view.order ?? view.did);
    this.board.svg.classList.toggle("ended", Boolean(view.outcome));
    this.mark();
    this.answers.expect();
    if (sown && view.may) this.byHand?.begin(view);
    const told = settings.spoken === "gesture" && before ? "" : this.#named(view.told?.told ?? "");
    const { head, line } = this.#said;
    announce([told, head, line].filter(Boolean).join(" "));
  }

  /**
   * Show on the board the worth of the view's moves, or nothing.
   * @param {import("./worth.js").Worths | null} worths
   */
  appraise(worths) {
    this.worths = worths;
    if (!this.hand.playing) this.mark();
  }

  /**
   * Show the changes besides the board: who is there, what is asked, the time left, the captures.
   * @param {Page.View} view
   */
  renew({ names, saying, taken = this.view.taken }) {
    Object.assign(this.view, { names, saying, taken });
    this.#players();
    const chosen = this.chooser.prefix.length > 0 && !this.played;
    if (!this.acting && !chosen && !this.byHand?.isOn && !this.sentences.later && !this.answers.isShown) this.say();
  }

  /** @param {Wire.ShownBoard} picture */
  face(picture) {
    const { title, turned, names = {} } = this.view;
    this.board.label = [t("the board"), title].filter(Boolean).join(": ");
    const known = Object.entries(names).filter(([, { you, name }]) => you || name);
    this.board.owners = Object.fromEntries(known.map(([side, { you, name }]) => [side, you ? t("yours") : name ?? ""]));
    this.board.show(picture, Boolean(turned));
  }

  /** The sentence while nothing is being done: a headline, where there is one, and a line. */
  get #said() {
    const { saying, outcome, task } = this.view;
    return saying ?? { head: "", line: outcome?.told ?? task };
  }

  /** The letter of the side whose turn it is, or is being played by the hand. */
  get mover() {
    return this.acting ?? this.view.mover ?? this.view.picture.to_move;
  }

  /** The side whose turn it is, or is being played by the hand. */
  get side() {
    const { sides } = this.view;
    return sides.find((each) => each.side === this.mover) ?? sides[0];
  }

  /**
   * Describe the hand's action.
   * @param {Wire.ShownEvent} event
   */
  #tell(event) {
    if (event.told && !this.view.steady && !this.view.playing) this.say({ head: "", line: this.#sentenceOf(event) });
  }

  /** @param {Wire.ShownEvent} event */
  #sentenceOf({ told }) {
    return this.#named(`${this.side.name} ${told}.`);
  }

  /**
   * Say who plays a side, where that is known, in place of the side's own name.
   * @param {string} text
   */
  #named(text) {
    const { sides, names = {} } = this.view;
    return sides.reduce((told, { side, name }) => told.replaceAll(name, names[side]?.name || name), text);
  }

  /**
   * Say something in place of the sentence; null brings the sentence back.
   * @param {Page.Sentence | null} [said]
   */
  say(said = null) {
    const { view, side } = this;
    if (said) this.sentences.drop();
    this.aside = Boolean(said);
    const over = Boolean(view.outcome) && !this.acting;
    const whose = over ? "over" : side.first ? "first" : "second";
    const { head, line } = said ?? this.#said;
    this.status.className = `status ${over ? wonBy(view) : whose}`;
    const headline = head
      ? html`
        <b class="headline">${head}</b>
      `
      : nothing;
    render(html`<span class="dot ${whose}"></span>${headline}<span class="line">${line}</span>`, this.status);
    this.onsaid();
  }

  /** Called whenever the sentence has changed. */
  onsaid = () => {};

  /** @param {string} letter */
  #player(letter) {
    const { view } = this;
    const first = view.sides[0]?.side === letter;
    return first !== Boolean(view.turned) ? this.below : this.above;
  }

  /** Show the players: name, reserve as seeds and as a number, whose turn it is. */
  #players() {
    const { view, board, acting } = this;
    const over = Boolean(view.outcome) && !acting;
    this.ended = over ? this.ended || performance.now() : 0;
    for (const side of view.sides) {
      const element = this.#player(side.side);
      const turn = !over && this.mover === side.side && view.may !== undefined;
      const looks = [element === this.above ? "above" : "below", side.first ? "first" : "second", turn && "turn"];
      element.className = ["player", ...looks].filter(Boolean).join(" ");
      const held = (over ? board.half(side.side) : null) ?? board.held(side.side);
      const thinks = Boolean(turn && view.thinks && !acting);
      show(element, ...playerFace(view, side, { held, thinks, ended: this.ended }));
      const met = view.names?.[side.side]?.face ?? "";
      if (element === this.above) show(this.beside, CREATURES.includes(met) && creature(met, thinks));
    }
  }

  mark() {
    if (this.byHand?.isOn) return this.byHand.mark();
    const { chooser, view } = this;
    const last = view.last ?? [];
    this.board.mark({ ...chooser.marks, last, ...view.marks });
    this.worth();
    this.#bar();
  }

  /** Show on the board the worth of the choices, those of the side to move to a viewer who may not play. */
  worth() {
    this.board.appraise(this.worths?.places(this.view.may ? this.chooser : new Chooser(this.view.paths)));
  }

  /** @param {string} place */
  #place(place) {
    if (this.hand.playing || this.onplace(place) || !this.view.may || !this.view.paths.length) return;
    if (place === this.played) return; // tapped twice
    if (this.answers.aside) return this.answers.hide();
    this.played = "";
    this.trodden = this.view.position;
    this.marks.clear();
    this.answers.end();
    this.sentences.drop();
    this.answers.forget();
    if (this.byHand?.isOn) return this.byHand.tap(place);
    const whole = this.chooser.tap(place);
    if (this.chooser.missed) this.answers.refuse(place);
    else this.#after(whole);
  }

  /**
   * Play a turn that is complete, or show the choices left.
   * @param {Wire.ShownPath | null} whole
   */
  #after(whole) {
    const { chooser } = this;
    this.answers.expect();
    follow(this.view, chooser).then((found) => found && this.chooser === chooser && this.mark());
    this.#walk();
    if (whole && !settings.confirm) return this.#play(whole);
    this.ready = whole;
    this.mark();
    this.say(asked(this.view, this.chooser));
    this.answers.preview();
  }

  /** Show the piece where the chosen steps have led it, without the pieces it has taken. */
  #walk() {
    const { chooser, view } = this;
    if (view.picture.kind !== "lattice") return;
    sound(heardOf(chooser));
    this.face(view.picture);
    this.ghosts.walk(chooser.prefix);
    this.#players();
  }

  /** @param {Wire.ShownPath} whole */
  #play(whole) {
    this.ready = null;
    const path = whole.path.map(({ place }) => place);
    this.played = path[path.length - 1];
    if (this.view.picture.kind === "lattice") this.shown = whole.move ?? whole.text;
    this.board.mark(this.shown ? { last: [path[0], this.played] } : { chosen: path });
    this.board.appraise();
    this.ghosts.clear();
    this.marks.clear();
    show(this.bar);
    this.onmove(whole.text);
  }

  /** Offer the choices that the board alone does not have: a direction, stopping here, confirming. */
  #bar() {
    const { chooser } = this;
    if (this.played) return show(this.bar, ...this.extra);
    if (chooser.unsure.length) this.ghosts.offer(chooser.prefix.at(-1)?.place ?? "", chooser.unsure);
    const offered = choiceButtons(this, {
      take: (choice) => this.#after(chooser.take(choice)),
      play: (whole) => this.#play(whole),
      clear: () => this.clear(),
    });
    show(this.bar, ...this.extra, offered);
  }

  clear() {
    this.ready = null;
    this.played = "";
    this.chooser.clear();
    this.hand.stop();
    this.ghosts.clear();
    this.marks.clear();
    this.say();
    this.face(this.view.picture);
    this.#players();
    this.mark();
  }

  /**
   * Offer something besides the board's own choices.
   * @param {Page.Child[]} extra
   */
  offer(...extra) {
    this.extra = extra;
    this.#bar();
  }

  /** Take back a choice, as Escape does. */
  escape() {
    if (this.byHand?.isOn) return this.byHand.putBack();
    if (this.chooser.prefix.length || this.chooser.unsure.length) this.clear();
  }
}
