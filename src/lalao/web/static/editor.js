// Laying out a position by tapping. Whether the result is a position, the server says.

import { askLayout } from "./api.js";
import { button, h, reason, show, toast } from "./dom.js";
import { sign } from "./icons.js";
import { choice } from "./page.js";
import { drawHand } from "./seeds.js";
import { sound } from "./sound.js";
import { t } from "./words.js";

/**
 * @typedef {{
 *   game: string,
 *   position: string,
 *   picture: Wire.ShownBoard,
 *   sides: Wire.ShownSide[],
 *   ondone: (position: string) => unknown,
 *   withSide?: boolean,
 *   free?: boolean,
 *   hand?: Hand,
 * }} Laying what is laid out: `ondone` is called with the position; unless `free`, only with a sound one
 * @typedef {{ seeds: number, given: Record<string, number>, beside: Element[] }} Hand seeds that must all be laid
 *   beside those given, which stay; and what else is offered beside them
 */

/**
 * The face of a button: a picture and its name.
 * @type {(picture: Parameters<typeof sign>[0], name: string) => Page.Child[]}
 */
const named = (picture, name) => [sign(picture), h("span", { class: "named" }, name)];

export class Editor {
  error = "";
  /** @type {Promise<Wire.ShownLayout> | null} the last question */
  asked = null;
  /** @type {Promise<unknown> | null} resolved when it is answered */
  answered = null;
  closed = false;
  /** @type {string | undefined} the position as it was laid so far */
  laid = undefined;
  left = h("p", { class: "left", role: "status" });
  /** @type {HTMLButtonElement | null} */
  done = null;

  /**
   * @param {import("./stage.js").Stage} stage
   * @param {Laying} laying
   */
  constructor(stage, { game, position, picture, sides, ondone, withSide = false, free = false, hand }) {
    this.stage = stage;
    this.game = game;
    this.position = position;
    this.picture = picture;
    this.sides = sides;
    this.ondone = ondone;
    this.withSide = withSide;
    this.free = free;
    this.hand = hand;
    this.brush = picture.kind === "rows" ? "+" : "W";
  }

  begin() {
    this.stage.board.counting = true;
    this.#bar();
  }

  close() {
    this.closed = true;
    this.stage.board.counting = false;
    this.stage.offer();
  }

  /** How many seeds are still in the hand; infinitely many where no hand is given. */
  get held() {
    const { hand, stage: { board } } = this;
    if (!hand) return Infinity;
    const lying = Object.entries(hand.given);
    return lying.reduce((left, [place, given]) => left + given - board.seeds(place), hand.seeds);
  }

  /**
   * How many seeds a tap puts in a place; negative where it takes some.
   * @param {string} place
   */
  #put(place) {
    const free = this.stage.board.seeds(place) - (this.hand?.given[place] ?? 0);
    return this.brush === "+" ? Math.min(1, this.held) : -Math.min(1, free);
  }

  /**
   * Lay a whole row of seeds, pit by pit.
   * @param {number[]} row
   */
  lay(row) {
    const { board } = this.stage;
    row.forEach((seeds, at) => board.put(String(at + 1), seeds - board.seeds(String(at + 1))));
    this.#count();
    this.#send({});
  }

  /**
   * Change what lies in a place, at once; returns true, since the tap has been used.
   * @param {string} place
   */
  tap(place) {
    const { board } = this.stage;
    if (this.picture.kind === "rows") {
      const seeds = this.#put(place);
      if (!seeds && this.hand) return sound("refusal"), this.#count(), true;
      board.put(place, seeds);
    } else board.put(place, board.piece(place) === this.brush ? "" : this.brush);
    if (this.brush === "+") sound("seed", board.seeds(place));
    else sound("lift");
    this.#count();
    this.#send({});
    return true;
  }

  /**
   * Ask what position some changes make; `drop` is a pit to be removed. Each question holds all that lies on the board:
   * only the answer to the last one counts.
   * @param {Record<string, string | number>} changes
   * @param {{ toMove?: string, drop?: string }} more
   */
  #send(changes, { toMove = this.picture.to_move, drop = "" } = {}) {
    const content = { ...Object.fromEntries(this.stage.board.content), ...changes };
    if (drop) delete content[drop];
    const asked = askLayout(this.game, { position: this.position, content, to_move: toMove });
    this.asked = asked;
    this.answered = asked.then(
      (answer) => this.asked === asked && this.#take(answer),
      (error) => toast(reason(error)),
    );
  }

  /** Report the position once all taps are in it. */
  async #finish() {
    while (this.answered) {
      const { answered } = this;
      await answered;
      if (answered === this.answered) break;
    }
    if (!this.error || this.free) this.ondone(this.laid ?? this.position);
  }

  /** @param {Wire.ShownLayout} answer */
  #take({ picture, error, position }) {
    if (this.closed) return;
    const worse = error !== this.error || this.#pits(picture) !== this.#pits(this.picture);
    this.picture = picture;
    this.error = error;
    this.laid = position;
    this.stage.view = { ...this.stage.view, picture };
    this.stage.board.show(picture);
    if (worse || this.withSide || this.free) this.#bar();
  }

  /** Show how many seeds are left in the hand; all must be laid before one is done. */
  #count() {
    const { held, done, left } = this;
    if (!this.hand) return;
    const told = t("{count} seed in the hand", "{count} seeds in the hand", { count: held });
    show(left, drawHand(held), h("b", { "aria-hidden": "true" }, String(held)), h("span", { class: "unseen" }, told));
    if (done) done.disabled = held > 0;
  }

  /** @param {Wire.ShownBoard} picture */
  #pits(picture) {
    return picture.kind === "rows" ? picture.rows[0].length : 0;
  }

  #bar() {
    const { picture, free, hand } = this;
    const rows = picture.kind === "rows";
    /** @type {[string, ...Page.Child[]][]} */
    const brushes = rows
      ? [["+", ...named("more", t("add a seed"))], ["-", ...named("less", t("take a seed"))]]
      : [["W", t("White")], ["B", t("Black")], ["", t("empty")]];
    const single = rows && picture.rows.length === 1 && !picture.reserves.length;
    /** @type {Element[]} */
    const parts = [choice(t("A tap puts"), brushes, this.brush, (brush) => (this.brush = brush))];
    if (hand) parts.push(this.left, ...hand.beside);
    if (single && !free && !hand) parts.push(...this.#length(picture.rows[0].length));
    if (rows && (this.withSide || free)) parts.push(...picture.reserves.map((reserve) => this.#reserve(reserve)));
    if (this.withSide) {
      /** @type {[string, string][]} */
      const sides = this.sides.map(({ side, name }) => [side, name]);
      parts.push(choice(t("Who plays?"), sides, picture.to_move, (toMove) => this.#send({}, { toMove })));
    }
    const done = { disabled: Boolean(this.error) && !free };
    this.done = button(named("done", t("Done")), "primary", () => this.#finish(), done);
    this.#count();
    parts.push(this.done);
    if (this.error && !free) parts.push(h("p", { class: "note", role: "alert" }, this.error));
    this.stage.offer(h("div", { class: "editor" }, ...parts));
  }

  /**
   * Make a row longer or shorter.
   * @param {number} pits
   */
  #length(pits) {
    const less = () => this.#send({}, { drop: String(pits) });
    return [
      button(named("longer", t("One pit more")), "", () => this.#send({ [String(pits + 1)]: 1 })),
      button(named("shorter", t("One pit less")), "", less, { disabled: pits < 2 }),
    ];
  }

  /**
   * Change what a side keeps in reserve.
   * @param {Wire.ShownReserve} reserve
   */
  #reserve({ side, seeds }) {
    const name = this.sides.find((each) => each.side === side)?.name ?? side;
    /** @type {(by: number) => () => void} */
    const put = (by) => () => this.#send({ [`reserve ${side}`]: Math.max(0, seeds + by) });
    return h(
      "span",
      { class: "stepper" },
      `${name}: `,
      button("−", "square", put(-1), { "aria-label": t("{side}: one seed less in reserve", { side: name }) }),
      h("b", {}, String(seeds)),
      button("+", "square", put(1), { "aria-label": t("{side}: one seed more in reserve", { side: name }) }),
    );
  }
}
