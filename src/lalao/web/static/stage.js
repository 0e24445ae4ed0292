// The stage: the sentence, the two players, the board, what is to be chosen, and the hand. Matches and analysis stand on it.

import { askPosition } from "./api.js";
import { Board } from "./board.js";
import { ByHand } from "./byhand.js";
import { Chooser } from "./chooser.js";
import { announce, button, h, show, toast } from "./dom.js";
import { Hand } from "./hand.js";
import { levelPicture, sign } from "./icons.js";
import { drawSeed } from "./seeds.js";
import { isByHand, isStill, settings } from "./settings.js";
import { s } from "./dom.js";
import { t } from "./words.js";
import { badge } from "./worth.js";

export class Stage {
  /**
   * `onmove` is told the text of a turn that was chosen, `onplace` a place chosen while something is laid out, `onsown` a turn sown
   * by hand and the misses in it; without it nothing is.
   */
  constructor({ onmove, onplace, onsown = null }) {
    this.onmove = onmove;
    this.onplace = onplace;
    this.view = null;
    this.status = h("p", { class: "status" });
    this.above = h("div", { class: "player" });
    this.below = h("div", { class: "player" });
    this.bar = h("div", { class: "bar" });
    this.motion = h("div", { class: "motion" });
    this.board = new Board({ onplace: (place) => this.#place(place), label: t("the board") });
    this.board.reserveOf = (place) => this.#player(place.split(" ")[1]);
    this.board.onreserve = () => this.#players();
    this.hand = new Hand(this.board);
    this.hand.onchange = () => this.#motion();
    this.hand.ongesture = (event) => this.#tell(event);
    this.byHand = onsown && new ByHand(this.board, onsown, (text) => this.#status(text || this.#sentence()));
    this.hand.ondone = (event) => settings.spoken === "gesture" && this.acting && announce(this.#sentenceOf(event));
    this.element = h("section", { class: "stage", "aria-label": t("the board") }, h("div", { class: "head" }, this.status, this.motion), h("p", { id: "keys", class: "unseen" }, t("Arrow keys go from place to place, Enter chooses, Escape chooses again.")), this.above, this.board.frame, this.below, this.byHand?.element ?? "", this.bar);
    this.element.addEventListener("pointerdown", (event) => this.hand.playing && !this.hand.paused && !event.target.closest(".motion") && this.hand.finish());
  }

  /**
   * Show a view: {game, position, picture, sides, names, paths, may, task, outcome, turned, told, key}. Where `told` holds a turn
   * and `before` the picture it was played on, the hand plays it first.
   */
  async show(view, before) {
    this.hand.stop();
    this.view = view;
    this.worths = null;
    this.chooser = new Chooser(view.may ? view.paths : []);
    const wanted = (this.showing = {});
    const sown = this.byHand && isByHand() && view.picture.kind === "rows";
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
    if (sown && view.may) this.byHand.begin(view, view.last);
    const told = settings.spoken === "gesture" && before ? "" : view.told?.told;
    announce([told, this.#sentence()].filter(Boolean).join(" "));
  }

  /** Show on the board what the moves of the view are worth, or null. */
  appraise(worths) {
    this.worths = worths;
    if (this.view && !this.hand.playing) this.#mark();
  }

  /** Take what has changed beside the board: who is there, how long they have left. */
  renew({ names }) {
    if (!this.view) return;
    this.view.names = names;
    this.#players();
  }

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

  /** Say what the hand is doing. */
  #tell(event) {
    if (event.told) this.#status(this.#sentenceOf(event));
  }

  #sentenceOf({ told }) {
    return `${this.view.sides.find((each) => each.side === this.mover).name} ${told}.`;
  }

  #status(text) {
    const { view } = this;
    const side = view.sides.find((each) => each.side === this.mover);
    const over = Boolean(view.outcome) && !this.acting;
    show(this.status, h("span", { class: `dot ${over ? "over" : side.first ? "first" : "second"}` }), h("span", {}, text, isStill() && view.told && !over && h("small", { class: "happened" }, view.told.told)));
  }

  #player(letter) {
    const { view } = this;
    const first = view.sides[0].side === letter;
    return first !== Boolean(view.turned) ? this.below : this.above;
  }

  /** Show the players: name, reserve as seeds and as a figure, whose turn it is. */
  #players() {
    const { view, board } = this;
    for (const side of view.sides) {
      const element = this.#player(side.side);
      const count = view.picture.kind === "rows" ? board.content.get(`reserve ${side.side}`) : [...board.content.values()].filter((held) => held === side.side).length;
      const turn = (!view.outcome || this.acting) && this.mover === side.side && view.may !== undefined;
      element.className = `player ${element === this.above ? "above" : "below"} ${side.first ? "first" : "second"}${turn ? " turn" : ""}`;
      const who = view.names?.[side.side] ?? {};
      show(
        element,
        h("span", { class: "who" }, side.name, who.level && levelPicture(Math.min(Number(who.level) || view.levels, view.levels), view.levels), who.name && h("small", { class: who.level ? "unseen" : "" }, ` ${who.name}`), who.away && h("small", { class: "away" }, ` ${t("away")}`)),
        count !== undefined && view.picture.kind === "rows" && tiny(count),
        who.left !== undefined && h("span", { class: "clock" }, clock(who.left)),
        count !== undefined && h("span", { class: "count", "aria-hidden": "true" }, String(count)),
        count !== undefined && h("span", { class: "unseen" }, view.picture.kind === "rows" ? t("{count} seed in reserve", "{count} seeds in reserve", { count }) : t("{count} piece", "{count} pieces", { count })),
      );
    }
  }

  #motion() {
    const { hand } = this;
    if (!hand.playing) return show(this.motion);
    show(
      this.motion,
      button(sign(hand.paused ? "next" : "pause"), "plain", () => hand.pause(!hand.paused), { "aria-label": hand.paused ? t("Go on") : t("Pause"), title: hand.paused ? t("Go on") : t("Pause") }),
      hand.paused && button(sign("step"), "plain", () => hand.step(), { "aria-label": t("One step"), title: t("One step") }),
      button(sign("last"), "plain", () => hand.finish(), { "aria-label": t("To the end"), title: t("To the end") }),
    );
  }

  #mark() {
    if (this.byHand?.isOn) return this.byHand.mark();
    const { chooser, view } = this;
    const last = view.last ?? [];
    this.board.mark({ ...chooser.marks, last, hint: view.hint ?? [] });
    this.#worth();
    this.#bar();
  }

  /** Whoever may not play sees what the moves of whoever may are worth. */
  #worth() {
    const { chooser, view, worths } = this;
    this.board.appraise(worths?.places(view.may ? chooser : new Chooser(view.paths ?? [])));
  }

  #place(place) {
    if (this.hand.playing) return;
    if (this.onplace?.(place)) return;
    if (!this.view?.may) return;
    if (!this.view.paths.length) return;
    if (this.byHand?.isOn) return this.byHand.tap(place);
    const { chooser } = this;
    const whole = chooser.tap(place);
    if (!whole && !chooser.prefix.length && !chooser.unsure.length) {
      const mine = chooser.options.some((choice) => choice.place === place);
      if (!mine) toast(t("This cannot be played now. The bright rings show what can."));
    }
    this.#after(whole);
  }

  /** Play a whole turn, or show what is left to be chosen. */
  #after(whole) {
    if (whole && !settings.confirm) return this.#play(whole);
    this.ready = whole;
    this.#mark();
    this.#preview();
  }

  #play(whole) {
    this.ready = null;
    this.board.mark({ chosen: whole.path.map(({ place }) => place) });
    this.board.appraise();
    show(this.bar);
    this.onmove(whole.text);
  }

  /** Offer what cannot be said by tapping the board alone: which way, stopping here, being sure. */
  #bar() {
    const { chooser, worths } = this;
    const offered = [];
    const started = chooser.prefix.length > 0;
    const several = started || chooser.unsure.length ? chooser.offered : [];
    for (const choice of several) {
      const taken = choice.taken.join(", ");
      const label = { A: t("by approach: takes {taken}", { taken }), W: t("by withdrawal: takes {taken}", { taken }), "+": t("towards {place}", { place: this.#short(choice.place) }), "-": t("towards {place}", { place: this.#short(choice.place) }) }[choice.how];
      if (label && (chooser.unsure.length || "+-".includes(choice.how))) offered.push(button([label, badge(worths?.best(chooser.reach(choice)))], "option", () => this.#after(chooser.take(choice))));
    }
    if (this.ready) offered.push(button(t("Play {move}", { move: this.ready.text }), "primary finish", () => this.#play(this.ready)));
    else if (chooser.whole && chooser.options.length) offered.push(button([t("Stop here"), badge(worths?.best([chooser.whole.move]))], "primary finish", () => this.#play(chooser.whole)));
    if (started || chooser.unsure.length) offered.push(button(t("Choose again"), "", () => this.clear()));
    show(this.bar, ...(this.extra ?? []), offered);
  }

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
    const { moves } = await askPosition(view.game, view.position);
    if (wanted !== this.showing || !chooser.prefix.length) return;
    const { events } = moves.find(({ move }) => move === any.move);
    if (this.ready) {
      const of = (keys, end) => events.filter(({ key }) => keys.includes(key)).map((event) => event[end]);
      return this.board.mark({ ...chooser.marks, hint: of(["sow", "step"], "target"), takes: of(["remove", "huff", "capture"], "source") });
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

  /** Put something beside the board's own choices. */
  offer(...extra) {
    this.extra = extra.filter(Boolean);
    if (this.view) this.#bar();
  }

  /** Take back a choice, as Escape does. */
  escape() {
    if (this.byHand?.isOn) return this.byHand.putBack();
    if (this.chooser?.prefix.length || this.chooser?.unsure.length) this.clear();
  }

  close() {
    this.hand.stop();
    this.board.room.disconnect();
  }
}

/** Draw a reserve as small seeds, at most thirty. */
function tiny(count) {
  const shown = Math.min(count, 30);
  const [across, down] = [Math.min(shown, 15) || 1, Math.ceil(shown / 15) || 1];
  const seeds = Array.from({ length: shown }, (_, i) => drawSeed((i % 15) * 20 + 10, Math.floor(i / 15) * 20 + 10, 19));
  return s("svg", { class: "tiny", viewBox: `0 0 ${across * 20} ${down * 20}`, width: across * 20, height: down * 20, "aria-hidden": "true" }, seeds);
}

/** Say seconds as minutes and seconds. */
export function clock(seconds) {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
