// Laying out a position by tapping. Whether the result is a position, the server says.

import { askLayout } from "./api.js";
import { button, showError } from "./dom.js";
import { sign } from "./icons.js";
import { html, nothing, render } from "./lit.js";
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
 * }} Laying a layout task: `ondone` is called with the position; unless `free`, only with a sound one
 * @typedef {{ seeds: number, given: Record<string, number>, beside: unknown }} Hand seeds that must all be laid
 *   beside those given, which stay; and other offers beside them
 */

/**
 * The face of a button: a picture and its name.
 * @type {(picture: Parameters<typeof sign>[0], name: string) => unknown}
 */
const named = (picture, name) => html`${sign(picture)}<span class="named">${name}</span>`;

export class Editor {
  error = "";
  /** @type {Promise<Wire.ShownLayout> | null} the last question */
  asked = null;
  /** @type {Promise<unknown> | null} resolved when it is answered */
  answered = null;
  closed = false;
  /** @type {string | undefined} the position as it was laid so far */
  laid = undefined;
  /** the offers beside the board */
  element = document.createElement("div");

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
    this.element.className = "editor";
    this.#draw();
    this.stage.offer(this.element);
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
    this.#draw();
    this.#send({});
  }

  /**
   * Change the contents of a place, at once; returns true, since the tap has been used.
   * @param {string} place
   */
  tap(place) {
    const { board } = this.stage;
    if (this.picture.kind === "rows") {
      const seeds = this.#put(place);
      if (!seeds && this.hand) return sound("refusal"), this.#draw(), true;
      board.put(place, seeds);
    } else board.put(place, board.piece(place) === this.brush ? "" : this.brush);
    if (this.brush === "+") sound("seed", board.seeds(place));
    else sound("lift");
    this.#draw();
    this.#send({});
    return true;
  }

  /**
   * Ask for the position with changes; `drop` is a pit to be removed. Each question holds all that lies on the board:
   * only the answer to the last one counts.
   * @param {Record<string, string | number>} changes
   */
  #send(changes, drop = "") {
    const content = { ...Object.fromEntries(this.stage.board.content), ...changes };
    if (drop) delete content[drop];
    const asked = askLayout(this.game, { position: this.position, content, to_move: this.picture.to_move });
    this.asked = asked;
    this.answered = asked.then(
      (answer) => this.asked === asked && this.#take(answer),
      showError,
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
    this.picture = picture;
    this.error = error;
    this.laid = position;
    this.stage.view = { ...this.stage.view, picture };
    this.stage.board.show(picture);
    this.#draw();
  }

  /** Show the actions; all seeds of a hand must be laid before one is done. */
  #draw() {
    const { picture, free, hand, held, error, withSide } = this;
    const rows = picture.kind === "rows";
    /** @type {[string, unknown][]} */
    const brushes = rows
      ? [["+", named("more", t("add a seed"))], ["-", named("less", t("take a seed"))]]
      : [["W", t("White")], ["B", t("Black")], ["", t("empty")]];
    const single = rows && picture.rows.length === 1 && !picture.reserves.length;
    /** @type {[string, string][]} */
    const sides = this.sides.map(({ side, name }) => [side, name]);
    const turn = (/** @type {string} */ toMove) => {
      this.picture = { ...this.picture, to_move: toMove };
      this.#draw();
      this.#send({});
    };
    const left = t("{count} seed in the hand", "{count} seeds in the hand", { count: held });
    render(
      html`
        ${choice(t("A tap puts"), brushes, this.brush, (brush) => (this.brush = brush, this.#draw()))}
        ${hand
          ? html`
            <p class="left" role="status">${drawHand(held)}<b aria-hidden="true">${held}</b>
              <span class="unseen">${left}</span></p>
            ${hand.beside}
          `
          : nothing}
        ${single && !free && !hand ? this.#length(picture.rows[0].length) : nothing}
        ${rows && (withSide || free) ? picture.reserves.map((reserve) => this.#reserve(reserve)) : nothing}
        ${withSide ? choice(t("Who plays?"), sides, picture.to_move, turn) : nothing}
        ${button(named("done", t("Done")), "primary", () => this.#finish(), {
          disabled: (error && !free) || (hand && held > 0),
        })}
        ${error && !free ? html`<p class="note" role="alert">${error}</p>` : nothing}
      `,
      this.element,
    );
  }

  /**
   * Make a row longer or shorter.
   * @param {number} pits
   */
  #length(pits) {
    const more = () => this.#send({ [String(pits + 1)]: 1 }), less = () => this.#send({}, String(pits));
    return html`
      <button type="button" @click=${more}>${named("longer", t("One pit more"))}</button>
      <button type="button" ?disabled=${pits < 2} @click=${less}>${named("shorter", t("One pit less"))}</button>
    `;
  }

  /**
   * Change the reserve of a side.
   * @param {Wire.ShownReserve} reserve
   */
  #reserve({ side, seeds }) {
    const name = this.sides.find((each) => each.side === side)?.name ?? side;
    const put = (/** @type {number} */ by, /** @type {string} */ face, /** @type {string} */ label) =>
      button(face, "square", () => this.#send({ [`reserve ${side}`]: Math.max(0, seeds + by) }), {
        "aria-label": label,
      });
    return html`<span class="stepper">${name}:
      ${put(-1, "−", t("{side}: one seed less in reserve", { side: name }))}<b>${seeds}</b>
      ${put(1, "+", t("{side}: one seed more in reserve", { side: name }))}</span>`;
  }
}
