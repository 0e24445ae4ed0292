// The stage: the sentence, the two players, the board, what is to be chosen, the hand. Matches, analysis stand on it.

import { askPosition, askTurn, askWays } from "./api.js";
import { Board } from "./board.js";
import { ByHand } from "./byhand.js";
import { Chooser } from "./chooser.js";
import { announce, button, h, reason, show, toast } from "./dom.js";
import { Hand } from "./hand.js";
import { sign } from "./icons.js";
import { playerFace } from "./players.js";
import { isByHand, isStill, settings } from "./settings.js";
import { t } from "./words.js";
import { badge } from "./worth.js";

export class Stage {
  status = h("p", { class: "status" });
  above = h("div", { class: "player" });
  below = h("div", { class: "player" });
  bar = h("div", { class: "bar" });
  motion = h("div", { class: "motion" });
  chooser = new Chooser([]);
  /** @type {import("./worth.js").Worths | null} what the moves of the view are worth */
  worths = null;
  /** @type {string | null} whose turn the hand is playing */
  acting = null;
  /** @type {Wire.ShownPath | null} the turn that waits to be confirmed */
  ready = null;
  /** @type {Page.Child[]} what is offered beside the board's own choices */
  extra = [];
  /** which view is being shown: another object for each */
  showing = {};

  /**
   * `onmove` is told the text of a turn that was chosen, `onplace` a place, and answers whether it was for something
   * else than a turn, `onsown` a turn sown by hand and the misses in it; without it nothing is sown by hand.
   * @param {{
   *   onmove: (text: string) => void,
   *   onplace: (place: string) => boolean,
   *   onsown?: (move: string, misses: number) => void,
   * }} told
   */
  constructor({ onmove, onplace, onsown }) {
    this.onmove = onmove;
    this.onplace = onplace;
    this.board = new Board({ onplace: (place) => this.#place(place), label: t("the board") });
    this.board.reserveOf = (place) => this.#player(place.split(" ")[1]);
    this.board.onreserve = () => this.#players();
    /** @type {Page.View} */
    this.view = { game: "", position: "", picture: this.board.picture, sides: [], paths: [], task: "", outcome: null };
    this.hand = new Hand(this.board);
    this.hand.onchange = () => this.#motion();
    this.hand.ongesture = (event) => this.#tell(event);
    this.byHand = onsown && new ByHand(this.board, onsown, (text) => this.#status(text || this.#sentence()));
    this.hand.ondone = (event) => {
      if (settings.spoken === "gesture" && this.acting) announce(this.#sentenceOf(event));
    };
    this.element = h(
      "section",
      { class: "stage", "aria-label": t("the board") },
      h("div", { class: "head" }, this.status, this.motion),
      h(
        "p",
        { id: "keys", class: "unseen" },
        t("Arrow keys go from place to place, Enter chooses, Escape chooses again."),
      ),
      this.above,
      this.board.frame,
      this.below,
      this.byHand?.element ?? "",
      this.bar,
    );
    this.element.addEventListener("pointerdown", ({ target }) => {
      const beside = target instanceof Element && target.closest(".motion");
      if (this.hand.playing && !this.hand.paused && !beside) this.hand.finish();
    });
  }

  /**
   * Show a view. Where `told` holds a turn and `before` the picture it was played on, the hand plays it first.
   * @param {Page.View} view
   * @param {Wire.ShownBoard} [before]
   */
  async show(view, before) {
    this.hand.stop();
    this.view = view;
    this.worths = null;
    this.chooser = new Chooser(view.may ? view.paths : []);
    const wanted = (this.showing = {});
    const sown = isByHand() && view.picture.kind === "rows";
    this.byHand?.end(sown && !view.outcome);
    if (before && view.told) {
      this.acting = before.to_move;
      this.#face(before);
      this.#players();
      this.board.mark({});
      this.board.appraise();
      show(this.bar);
      await this.hand.play(view.told.events);
      if (this.showing !== wanted) return;
    }
    this.acting = null;
    this.#face(view.picture);
    this.#players();
    this.#status(this.#sentence());
    this.#mark();
    if (sown && view.may) this.byHand?.begin(view);
    const told = settings.spoken === "gesture" && before ? "" : view.told?.told;
    announce([told, this.#sentence()].filter(Boolean).join(" "));
  }

  /**
   * Show on the board what the moves of the view are worth, or nothing.
   * @param {import("./worth.js").Worths | null} worths
   */
  appraise(worths) {
    this.worths = worths;
    if (!this.hand.playing) this.#mark();
  }

  /**
   * Take what has changed beside the board: who is there, how long they have left.
   * @param {Page.View} view
   */
  renew({ names }) {
    this.view.names = names;
    this.#players();
  }

  /** @param {Wire.ShownBoard} picture */
  #face(picture) {
    this.board.label = [t("the board"), this.view.title].filter(Boolean).join(": ");
    this.board.show(picture, Boolean(this.view.turned));
  }

  #sentence() {
    const { view } = this;
    return view.outcome?.told ?? view.task;
  }

  /** Whose turn it is, or whose turn the hand is playing. */
  get mover() {
    return this.acting ?? this.view.picture.to_move;
  }

  /** Its side. */
  get side() {
    const { sides } = this.view;
    return sides.find((each) => each.side === this.mover) ?? sides[0];
  }

  /**
   * Say what the hand is doing.
   * @param {Wire.ShownEvent} event
   */
  #tell(event) {
    if (event.told) this.#status(this.#sentenceOf(event));
  }

  /** @param {Wire.ShownEvent} event */
  #sentenceOf({ told }) {
    return `${this.side.name} ${told}.`;
  }

  /** @param {string} text */
  #status(text) {
    const { view, side } = this;
    const over = Boolean(view.outcome) && !this.acting;
    show(
      this.status,
      h("span", { class: `dot ${over ? "over" : side.first ? "first" : "second"}` }),
      h("span", {}, text, isStill() && view.told && !over && h("small", { class: "happened" }, view.told.told)),
    );
  }

  /** @param {string} letter */
  #player(letter) {
    const { view } = this;
    const first = view.sides[0]?.side === letter;
    return first !== Boolean(view.turned) ? this.below : this.above;
  }

  /** Show the players: name, reserve as seeds and as a figure, whose turn it is. */
  #players() {
    const { view, board } = this;
    for (const side of view.sides) {
      const element = this.#player(side.side);
      const turn = (!view.outcome || this.acting) && this.mover === side.side && view.may !== undefined;
      element.className = `player ${element === this.above ? "above" : "below"} ${side.first ? "first" : "second"}${
        turn ? " turn" : ""
      }`;
      const rows = view.picture.kind === "rows";
      const reserve = `reserve ${side.side}`;
      const pieces = [...board.content.values()].filter((each) => each === side.side).length;
      const held = !rows ? pieces : board.content.has(reserve) ? board.seeds(reserve) : null;
      show(element, ...playerFace(view, side, held));
    }
  }

  #motion() {
    const { hand } = this;
    if (!hand.playing) return show(this.motion);
    show(
      this.motion,
      button(sign(hand.paused ? "next" : "pause"), "plain", () => hand.pause(!hand.paused), {
        "aria-label": hand.paused ? t("Go on") : t("Pause"),
        title: hand.paused ? t("Go on") : t("Pause"),
      }),
      hand.paused &&
        button(sign("step"), "plain", () => hand.step(), { "aria-label": t("One step"), title: t("One step") }),
      button(sign("last"), "plain", () => hand.finish(), { "aria-label": t("To the end"), title: t("To the end") }),
    );
  }

  #mark() {
    if (this.byHand?.isOn) return this.byHand.mark();
    const { chooser, view } = this;
    const last = view.last ?? [];
    this.board.mark({ ...chooser.marks, last });
    this.#worth();
    this.#bar();
  }

  /** Whoever may not play sees what the moves of whoever may are worth. */
  #worth() {
    const { chooser, view, worths } = this;
    this.board.appraise(worths?.places(view.may ? chooser : new Chooser(view.paths)));
  }

  /** @param {string} place */
  #place(place) {
    if (this.hand.playing || this.onplace(place) || !this.view.may || !this.view.paths.length) return;
    if (this.byHand?.isOn) return this.byHand.tap(place);
    const { chooser } = this;
    const whole = chooser.tap(place);
    if (!whole && !chooser.prefix.length && !chooser.unsure.length) {
      const mine = chooser.options.some((choice) => choice.place === place);
      if (!mine) toast(t("This cannot be played now. The bright rings show what can."));
    }
    this.#after(whole);
  }

  /**
   * Play a whole turn, or show what is left to be chosen.
   * @param {Wire.ShownPath | null} whole
   */
  #after(whole) {
    if (this.chooser.beginning) this.#goOn(this.chooser.beginning);
    if (whole && !settings.confirm) return this.#play(whole);
    this.ready = whole;
    this.#mark();
    this.#preview();
  }

  /**
   * Ask for what follows the beginning that is chosen, and show it.
   * @param {Wire.ShownPath} beginning
   */
  async #goOn(beginning) {
    const { chooser, view } = this;
    try {
      const { paths } = await askWays(view.game, view.position, beginning.text);
      chooser.goOn(beginning, paths);
      if (this.chooser === chooser && chooser.prefix.length) this.#mark();
    } catch (error) {
      toast(reason(error));
    }
  }

  /** @param {Wire.ShownPath} whole */
  #play(whole) {
    this.ready = null;
    this.board.mark({ chosen: whole.path.map(({ place }) => place) });
    this.board.appraise();
    show(this.bar);
    this.onmove(whole.text);
  }

  /** Offer what cannot be said by tapping the board alone: which way, stopping here, being sure. */
  #bar() {
    const { chooser, worths, ready } = this;
    const { whole } = chooser;
    const offered = [];
    const started = chooser.prefix.length > 0;
    const several = started || chooser.unsure.length ? chooser.offered : [];
    for (const choice of several) {
      const taken = choice.taken.join(", ");
      const towards = t("towards {place}", { place: this.#short(choice.place) });
      /** @type {Record<string, string>} */
      const labels = {
        A: t("by approach: takes {taken}", { taken }),
        W: t("by withdrawal: takes {taken}", { taken }),
        "+": towards,
        "-": towards,
      };
      const label = labels[choice.how];
      if (label && (chooser.unsure.length || "+-".includes(choice.how))) {
        offered.push(
          button(
            [label, badge(worths?.best(chooser.reach(choice)))],
            "option",
            () => this.#after(chooser.take(choice)),
          ),
        );
      }
    }
    if (ready) {
      offered.push(button(t("Play {move}", { move: ready.text }), "primary finish", () => this.#play(ready)));
    } else if (whole && chooser.options.length) {
      const face = [t("Stop here"), badge(worths?.best([whole.move ?? whole.text]))];
      offered.push(button(face, "primary finish", () => this.#play(whole)));
    }
    if (started || chooser.unsure.length) offered.push(button(t("Choose again"), "", () => this.clear()));
    show(this.bar, ...this.extra, offered);
  }

  /** @param {string} place */
  #short(place) {
    const spot = this.board.layout.places.get(place);
    return spot?.pit?.label ?? place;
  }

  /** Show what the turn chosen so far would change: what would be taken, and the counts at a question in mid-sowing. */
  async #preview() {
    const { chooser, view } = this;
    const [any, wanted] = [chooser.any, this.showing];
    const next = chooser.options[0];
    if (!this.ready && !next?.after) return;
    const { moves, all } = await askPosition(view.game, view.position);
    const known = moves.find(({ move }) => move === any.move);
    const told = known ?? (this.ready && !all ? await askTurn(view.game, view.position, this.ready.text) : undefined);
    if (wanted !== this.showing || !chooser.prefix.length) return;
    const events = told?.events ?? [];
    if (this.ready) {
      const hint = events.filter(({ key }) => key === "sow" || key === "step").map(({ target }) => target);
      const takes = events.filter(({ key }) => ["remove", "huff", "capture"].includes(key)).map(({ source }) => source);
      return this.board.mark({ ...chooser.marks, hint, takes });
    }
    this.#face(view.picture);
    await this.hand.play(events.slice(0, next.after), 90);
    if (wanted !== this.showing) return;
    const { marks } = chooser;
    this.#status(t("Choose: towards which pit?"));
    announce(t("Choose: towards which pit?"));
    this.board.mark({ chosen: marks.chosen.slice(0, 1), target: marks.target });
    this.#worth();
  }

  clear() {
    this.ready = null;
    this.chooser.clear();
    this.hand.stop();
    this.#status(this.#sentence());
    this.#face(this.view.picture);
    this.#players();
    this.#mark();
  }

  /**
   * Put something beside the board's own choices.
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

  close() {
    this.hand.stop();
    this.board.room.disconnect();
  }
}
