// The hand: plays events on a board, one seed or piece at a time. Any input finishes the motion at once.

import { clock } from "./clock.js";
import { announce, s } from "./dom.js";
import { drawPiece } from "./ground.js";
import { drawSeeds } from "./seeds.js";
import { isHurried, isStill, settings } from "./settings.js";
import { sayAloud } from "./voice.js";

/** How long a lift, a slide and a capture take, relative to a seed: 120, 180 and 220 ms where that takes 160. */
const [LIFT, SLIDE, CAPTURE] = [0.75, 1.125, 1.375];
const FALL = 0.8;
/** Without motion each step cross-fades, and then stands. */
const FADE_MS = 120, STANDS_MS = 700;
/** @type {Record<Wire.ShownEvent["key"], import("./sound.js").Sound>} */
const SOUNDS = {
  take: "lift",
  drop: "seed",
  lift: "lift",
  sow: "seed",
  capture: "capture",
  step: "slide",
  remove: "capture",
  huff: "capture",
};
const EASE = "cubic-bezier(.2,.7,.3,1)";

/** @typedef {{ hurried: boolean, wake: () => void }} Run a run of events: whether it is hurried, and how to wake it */

export class Hand {
  held = 0;
  /** seeds sown since the hand was last filled */
  counted = 0;
  paused = false;
  playing = false;
  /** @type {Run | null} */
  run = null;
  /** @type {SVGGElement | null} the hand as it is drawn */
  palm = null;
  /** @type {{ x: number, y: number } | null} where the last step led */
  to = null;
  onchange = () => {};
  /** @type {(event: Wire.ShownEvent) => void} called with each gesture before it is shown */
  ongesture = () => {};
  /** @type {(name: import("./sound.js").Sound, count?: number) => void} called with each sound to be played */
  onsound = () => {};
  /** @type {(event: Wire.ShownEvent) => void} called with each event once it is done, shown or not */
  ondone = () => {};

  /** milliseconds for a gesture */
  pace = () => 160;

  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
  }

  /**
   * Play events; resolves at the end, which `finish` brings at once. `pace` is in milliseconds for a gesture.
   * @param {Wire.ShownEvent[]} events
   */
  async play(events, pace = this.pace()) {
    const run = this.#begin();
    this.counted = 0;
    if (isHurried()) this.onsound(soundOf(events));
    for (const event of events) {
      if (this.run !== run) return;
      if (this.paused && !run.hurried) await this.#until(run);
      if (!run.hurried && !isHurried()) {
        this.ongesture(event);
        if (!isStill()) await this.#gesture(event, pace, run);
        if (this.run !== run) return;
        this.#count(event);
        this.#apply(event);
        if (!run.hurried) this.#land(event, pace);
        if (isStill() && event.key !== "take") await this.#stand(event, run);
      } else this.#apply(event);
      this.ondone(event);
    }
    if (this.run === run) this.#end();
  }

  /**
   * Rest, as whoever thinks: it can be paused and finished as any motion.
   * @param {number} ms
   */
  async rest(ms) {
    if (ms <= 0 || isHurried()) return;
    const run = this.#begin();
    await this.#wait(ms, run);
    while (this.paused && !run.hurried && this.run === run) await this.#until(run);
    if (this.run === run) this.#end();
  }

  /** @returns {Run} */
  #begin() {
    this.finish();
    const run = { hurried: false, wake: () => {} };
    this.run = run;
    this.playing = true;
    this.onchange();
    return run;
  }

  /**
   * Show a step without motion.
   * @param {Wire.ShownEvent} event
   * @param {Run} run
   */
  async #stand({ source, target }, run) {
    for (const place of [source, target]) {
      this.board.cells.get(place)?.animate([{ opacity: 0.2 }, { opacity: 1 }], clock.lasts(FADE_MS));
    }
    await this.#wait(FADE_MS + STANDS_MS, run);
  }

  #end() {
    this.held = 0;
    this.board.air.replaceChildren();
    this.palm = null;
    this.playing = false;
    this.run = null;
    this.onchange();
  }

  /** Finish at once: the remaining events are done without being shown. */
  finish() {
    if (!this.run) return;
    this.run.hurried = true;
    this.paused = false;
    this.run.wake();
  }

  /** Stop whatever is being played, where it is. */
  stop() {
    this.run?.wake();
    if (this.run) this.run.hurried = true;
    this.paused = false;
    this.#end();
  }

  /** @param {boolean} paused */
  pause(paused) {
    this.paused = paused;
    if (!paused) this.run?.wake();
    this.onchange();
  }

  /** Do one gesture while paused. */
  step() {
    this.run?.wake();
  }

  /**
   * @param {Run} run
   * @returns {Promise<void>}
   */
  #until(run) {
    return new Promise((resolve) => (run.wake = resolve));
  }

  /**
   * @param {number} ms
   * @param {Run} run
   * @returns {Promise<void>}
   */
  #wait(ms, run) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, clock.lasts(ms));
      run.wake = () => (clearTimeout(timer), resolve());
    });
  }

  /** @param {Wire.ShownEvent} event */
  #apply({ key, source, target, count }) {
    const { board } = this;
    if (key === "step") {
      board.put(target, board.piece(source));
      board.put(source, "");
    } else if (key === "remove" || key === "huff") board.put(source, "");
    else {
      if (source !== "hand") board.put(source, -count);
      if (target !== "hand") board.put(target, count);
      this.held += target === "hand" ? count : source === "hand" ? -count : 0;
      this.#grip();
    }
  }

  /**
   * Play the sound of an event, and show a seed falling.
   * @param {Wire.ShownEvent} event
   * @param {number} pace
   */
  #land({ key, target }, pace) {
    if (key === "sow" || key === "drop") {
      this.onsound("seed", key === "sow" ? this.counted : 1);
      if (!isStill()) fall(this.board, target, pace);
    } else if (key !== "take") this.onsound(SOUNDS[key]);
  }

  /** Show the seeds in the hand. */
  #grip() {
    if (!this.palm) return;
    const count = this.held > 0
      ? [
        s("circle", { class: "palm", r: 40 }),
        ...drawSeeds(this.held, 0, 0, 38),
        s("text", { class: "held", y: -46 }, String(this.held)),
      ]
      : [];
    this.palm.replaceChildren(...count);
  }

  /** @type {(event: Wire.ShownEvent, pace: number, run: Run) => Promise<void>} */
  async #gesture({ key, source, target }, pace, run) {
    if (key === "step") return this.#slide(source, target, pace * SLIDE, run);
    if (key === "remove" || key === "huff") return this.#throwOff(source, key, pace * CAPTURE, run);
    const place = source === "hand" ? target : source;
    await this.#carry(place, source === "hand" ? pace : pace * LIFT, run);
  }

  /** @param {Wire.ShownEvent} event */
  #count({ key }) {
    if (key === "sow") this.counted++;
    else if (key === "lift" || key === "capture") this.counted = 0;
    if (key === "sow" && settings.sound) count(this.counted);
  }

  /**
   * Carry the hand over a place.
   * @param {string} place
   * @param {number} ms
   * @param {Run} run
   */
  async #carry(place, ms, run) {
    const { x, y } = this.board.spot(place);
    const to = `translate(${x}px, ${y - 34}px)`;
    if (!this.palm) {
      this.palm = s("g", { class: "hand" });
      this.board.air.append(this.palm);
      this.palm.style.transform = to;
      this.#grip();
      return this.#wait(ms * 0.4, run);
    }
    const motion = this.palm.animate([{ transform: this.palm.style.transform }, { transform: to }], {
      duration: clock.lasts(ms * 0.85),
      easing: EASE,
    });
    this.palm.style.transform = to;
    await this.#wait(ms, run);
    motion.cancel();
  }

  /** @type {(source: string, target: string, ms: number, run: Run) => Promise<void>} */
  async #slide(source, target, ms, run) {
    const [from, to] = [this.board.spot(source), this.board.spot(target)];
    await this.#move(source, `translate(${to.x - from.x}px, ${to.y - from.y}px)`, 1, ms, run);
    this.to = to;
  }

  /**
   * Slide a piece that is taken off the board along the line of the step, or blow a huffed one away.
   * @param {string} source
   * @param {"remove" | "huff"} key
   * @param {number} ms
   * @param {Run} run
   */
  async #throwOff(source, key, ms, run) {
    const at = this.board.spot(source);
    const way = key === "huff" || !this.to
      ? { x: 0, y: -1 }
      : { x: Math.sign(at.x - this.to.x), y: Math.sign(at.y - this.to.y) };
    const [dx, dy] = [way.x * 120, way.y * 120];
    await this.#move(source, `translate(${dx}px, ${dy}px) scale(.6)`, 0, ms, run);
  }

  /** @type {(place: string, transform: string, opacity: number, ms: number, run: Run) => Promise<void>} */
  async #move(place, transform, opacity, ms, run) {
    const { board } = this;
    const { x, y } = board.spot(place);
    const piece = s("g", {}, drawPiece(board.piece(place) || "W", x, y, board.layout.radius));
    piece.style.transformOrigin = `${x}px ${y}px`;
    board.cells.get(place)?.classList.add("away");
    board.air.append(piece);
    piece.animate([{ transform: "none", opacity: 1 }, { transform, opacity }], {
      duration: clock.lasts(ms),
      easing: EASE,
      fill: "forwards",
    });
    await this.#wait(ms, run);
    piece.remove();
  }
}

/**
 * The one sound of a whole turn that is not shown: that of the weightiest event in it.
 * @param {Wire.ShownEvent[]} events
 */
function soundOf(events) {
  const heard = events.map(({ key }) => SOUNDS[key]);
  return heard.find((each) => each === "capture") ?? heard.find((each) => each !== "lift") ?? "lift";
}

/**
 * Show the last seed of a pit falling, and bouncing once.
 * @type {(board: import("./board.js").Board, place: string, pace: number) => void}
 */
export function fall({ cells }, place, pace) {
  const seeds = cells.get(place)?.querySelectorAll("use") ?? [];
  const drops = [-34, 0, -6, 0].map((by) => ({ transform: `translateY(${by}px)` }));
  seeds[seeds.length - 1]?.animate(drops, { duration: clock.lasts(pace * FALL), easing: "ease-in" });
}

/**
 * Say a number aloud, with a voice of this machine.
 * @param {number} number
 */
export function count(number) {
  if (!sayAloud(String(number))) announce(String(number));
}
