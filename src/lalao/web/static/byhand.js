// "I sow myself": the pupil does the turn gesture by gesture; what comes next is checked, gently, and told where it is missed.

import { askPosition } from "./api.js";
import { announce, button, h, s, show, toast } from "./dom.js";
import { count } from "./hand.js";
import { drawFrames, drawSeed, drawSeeds } from "./seeds.js";
import { isStill, settings } from "./settings.js";
import { placeOf, Sowing } from "./sowing.js";
import { t } from "./words.js";

export class ByHand {
  /** `onwhole` is told the move and its misses, once all of it is sown; `onsay` what there is to do, "" for the task. */
  constructor(board, onwhole, onsay) {
    this.board = board;
    this.onwhole = onwhole;
    this.onsay = onsay;
    this.view = this.sowing = this.last = null;
    this.key = this.helped = "";
    this.early = [];
    this.element = h("div", { class: "handful" });
    this.element.hidden = true;
  }

  /** Leave the hand empty, and perhaps show it. */
  end(shown) {
    this.view = null;
    this.element.hidden = !shown;
    this.#draw();
  }

  get isOn() {
    return this.view !== null;
  }

  /** Begin the turn of a view, or go on where it was left. */
  async begin(view, last) {
    const key = `${view.game} ${view.position}`;
    this.view = view;
    this.last = last;
    this.helped = "";
    this.early = [];
    if (this.key !== key || this.sowing?.whole) [this.key, this.sowing] = [key, null];
    try {
      const { moves } = await askPosition(view.game, view.position);
      if (this.view !== view) return;
      this.sowing ??= new Sowing(moves);
    } catch (error) {
      return toast(error.message);
    }
    this.#put(this.sowing.done);
    this.#show();
    for (const place of this.early) this.tap(place);
  }

  /** Put everything back: nothing has been played yet. */
  putBack() {
    if (!this.sowing?.taps) return;
    this.#put([...this.sowing.done].reverse(), -1);
    this.sowing.putBack();
    this.#put(this.sowing.done);
    this.helped = "";
    this.#show();
    announce(t("The seeds are back where they were."));
  }

  tap(place) {
    const { sowing, board } = this;
    if (!sowing) return this.early.push(place); // the moves are on their way
    if (sowing.whole) return;
    const done = sowing.tap(place);
    if (!done) return this.#help(place);
    this.helped = "";
    this.#put(done);
    if (done[0].source === "hand") this.#fall(place);
    this.#show();
    if (done[0].key === "sow" && settings.sound) count(sowing.sown);
    else {announce(
        [board.cells.get(place).getAttribute("aria-label"), this.#inHand(done), sowing.held ? "" : this.#sentence()]
          .filter(Boolean).join(". "),
      );}
    if (sowing.whole && !settings.confirm) this.#finish();
  }

  /** Tell how many seeds have come into the hand, where counting them is not the exercise. */
  #inHand(done) {
    const filled = done.some(({ target }) => target === "hand") && settings.figures !== "off";
    return filled ? t("{count} seed in the hand", "{count} seeds in the hand", { count: this.sowing.held }) : "";
  }

  #finish() {
    this.onwhole(this.sowing.whole.move, this.sowing.misses);
  }

  /** Carry what gestures carry, or carry it back. */
  #put(events, way = 1) {
    for (const { source, target, count: seeds } of events) {
      if (source !== "hand") this.board.put(source, -way * seeds);
      if (target !== "hand") this.board.put(target, way * seeds);
    }
  }

  /** Say which gesture would be the next one. */
  #help(place) {
    const { sowing, board } = this;
    if (!sowing.taps) return toast(t("This cannot be played now. The bright rings show what can."));
    if (!isStill()) {
      board.cells.get(place)?.animate([0, -6, 6, -3, 0].map((by) => ({ transform: `translateX(${by}px)` })), 320);
    }
    const { next } = sowing;
    const pits = next.map((event) => board.layout.places.get(placeOf(event)).pit.name);
    const pit = pits[0];
    if (pits.length > 1) this.helped = t("The first seed goes into one of these: {pits}.", { pits: pits.join(", ") });
    else if (next[0].key === "lift") this.helped = t("The turn goes on: pick up {pit}.", { pit });
    else if (next[0].key === "capture") this.helped = t("Now take the seeds that are captured: {pit}.", { pit });
    else {this.helped = sowing.sown
        ? t("The next seed goes into the next pit: {pit}.", { pit })
        : t("The first seed goes into {pit}.", { pit });}
    this.#show();
    announce(this.helped);
  }

  #sentence() {
    const { sowing } = this;
    if (this.helped || !sowing.taps) return this.helped;
    if (sowing.whole) return t("All is sown.");
    if (sowing.next.length > 1) return t("Choose: towards which pit?");
    return sowing.held
      ? t("Sow: one seed in each pit.")
      : t("Your hand is empty, but the turn goes on: which pit is next?");
  }

  /** Mark where the turn may begin or part, and where a miss should have gone. */
  mark() {
    const { sowing, board } = this;
    if (!sowing) return;
    const places = sowing.whole ? [] : sowing.next.map(placeOf);
    if (!sowing.taps) board.mark({ legal: places, last: this.last });
    else board.mark({ target: places.length > 1 ? places : [], hint: this.helped ? places : [] });
  }

  #show() {
    this.mark();
    this.#draw();
    this.onsay(this.#sentence());
  }

  /** Draw the hand with its seeds. */
  #draw() {
    const sowing = this.view && this.sowing;
    const held = sowing ? sowing.held : 0;
    const fist = s(
      "svg",
      { class: "fist", viewBox: "-48 -48 96 96", "aria-hidden": "true" },
      s("circle", { class: "palm", r: 46 }),
      drawSeeds(held, 0, 0, 42),
    );
    const frames = Math.max(1, Math.ceil(held / 10));
    const counted = {
      figure: () => h("b", {}, String(held)),
      frame: () =>
        s(
          "svg",
          { class: "frames", viewBox: `${-26 * frames} 0 ${52 * frames} 18`, "aria-hidden": "true" },
          drawFrames(held, 0, 1, 8),
        ),
    }[settings.figures];
    show(
      this.element,
      fist,
      counted?.(),
      sowing?.taps && sowing.whole && settings.confirm &&
        button(t("Play {move}", { move: sowing.whole.move }), "primary finish", () => this.#finish()),
      button(t("Put back"), "", () => this.putBack(), { disabled: !sowing?.taps }),
    );
  }

  /** Let a seed be seen falling. */
  #fall(place) {
    if (isStill()) return;
    const { x, y } = this.board.spot(place);
    const seed = s("g", {}, drawSeed(x, y, 24));
    this.board.air.append(seed);
    seed.animate([{ transform: "translateY(-70px)", opacity: 0.4 }, { transform: "none", opacity: 1 }], {
      duration: 170,
      easing: "ease-in",
    }).finished.then(() => seed.remove(), () => seed.remove());
  }
}
