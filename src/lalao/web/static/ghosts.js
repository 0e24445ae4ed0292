// A board's drawings of turns that are not played: why a tap is refused, the ways to take, the trail of a piece.

import { s } from "./dom.js";
import { drawPiece } from "./ground.js";
import { isStill } from "./settings.js";

const SLIDE_MS = 180;
const LEAVE_MS = 220;
const GHOST_MS = 90;
const EASE = "cubic-bezier(.2,.7,.3,1)";

/** @typedef {{ x: number, y: number }} Point */

export class Ghosts {
  /** whether the board shows that a tap was refused */
  refused = false;
  /**
   * the drawings, each repeated where the board has been drawn again, as when a telephone is turned
   * @type {Map<string, () => void>}
   */
  shown = new Map();
  /** whether it is drawn again: nothing moves then */
  again = false;

  /**
   * `onchoice` is called with the way to take that was tapped.
   * @param {import("./board.js").Board} board
   * @param {(choice: Wire.ShownChoice) => void} onchoice
   */
  constructor(board, onchoice) {
    this.board = board;
    this.onchoice = onchoice;
    board.ondrawn.push(() => {
      this.again = true;
      for (const draw of this.shown.values()) draw();
      this.again = false;
    });
  }

  /**
   * Draw something, now and whenever the board is drawn again, in place of the drawing of this name.
   * @param {string} name
   * @param {() => void} draw
   */
  #show(name, draw) {
    this.shown.set(name, draw);
    draw();
  }

  clear() {
    this.refused = false;
    this.shown.clear();
    this.board.ghosts.replaceChildren();
    this.board.svg.classList.remove("refusing");
  }

  /**
   * Cross a place out, and show the turns that could be played instead and their captures.
   * @param {string} place
   * @param {string[]} victims
   */
  refuse(place, victims) {
    this.clear();
    this.refused = true;
    this.#show("refusal", () => {
      const { radius } = this.board.layout;
      const flashing = victims.map((each) =>
        s("circle", { class: "victim", cx: this.#at(each).x, cy: this.#at(each).y, r: radius + 4 })
      );
      this.board.ghosts.append(...flashing, ...this.#cross(place));
    });
    this.board.svg.classList.add("refusing");
  }

  /**
   * Show ghosts of seeds leaving a pit one by one, up to the place where one may not fall.
   * @param {string} place
   * @param {string[]} path
   * @param {string} fault the place where it fails, "" for off the board
   */
  fall(place, path, fault) {
    if (!path.length && !fault) return;
    this.#show("refusal", () => {
      const from = this.#at(place), { places, width } = this.board.layout;
      const seeds = path.map((each, i) => {
        const known = places.get(each);
        const step = this.#at(path[i - 1] ?? place);
        const beyond = { x: step.x < width / 2 ? -30 : width + 30, y: from.y };
        return this.#flight(from, known ?? beyond, i, !known || each === fault);
      });
      this.board.ghosts.replaceChildren(...seeds.flat(), ...this.#cross(places.has(fault) ? fault : place));
    });
  }

  /** @param {string} place */
  #at(place) {
    return this.board.spot(place);
  }

  /** @param {string} place */
  #cross(place) {
    const { x, y } = this.#at(place);
    const { radius } = this.board.layout;
    const reach = radius * 0.55;
    return [
      s("circle", { class: "fault", cx: x, cy: y, r: radius + 2 }),
      s("path", {
        class: "fault",
        d: `M${x - reach} ${y - reach}l${2 * reach} ${2 * reach}m0 ${-2 * reach}l${-2 * reach} ${2 * reach}`,
      }),
    ];
  }

  /** @type {(from: Point, to: Point, number: number, fails: boolean) => Element[]} */
  #flight(from, to, number, fails) {
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const rise = 46 + 0.16 * (Math.abs(dx) + Math.abs(dy));
    const top = { x: from.x + dx / 2, y: from.y - rise };
    const path = s("path", {
      class: fails ? "flight fails" : "flight",
      d: `M${from.x} ${from.y}Q${top.x} ${top.y} ${to.x} ${to.y}`,
    });
    const seed = s("circle", { class: fails ? "ghost fails" : "ghost", cx: to.x, cy: to.y, r: 13 });
    for (const each of this.again || isStill() ? [] : [path, seed]) {
      each.animate([{ opacity: 0 }, { opacity: 1 }], {
        duration: GHOST_MS,
        delay: GHOST_MS * number,
        fill: "backwards",
      });
    }
    return [path, seed];
  }

  /**
   * Offer the ways to take in one step, as arrows along their captures.
   * @param {string} from
   * @param {Wire.ShownChoice[]} choices
   */
  offer(from, choices) {
    this.#show("offer", () => {
      const arrows = choices.filter(({ taken }) => taken.length).map((choice) => this.#arrow(from, choice));
      const to = choices[0] && this.#at(choices[0].place);
      const going = to ? [s("circle", { class: "going", cx: to.x, cy: to.y, r: this.board.layout.radius + 3 })] : [];
      for (const old of this.board.ghosts.querySelectorAll(".going, .arrow")) old.remove();
      this.board.ghosts.append(...going, ...arrows);
    });
  }

  /** @type {(from: string, choice: Wire.ShownChoice) => Element} */
  #arrow(from, choice) {
    const last = this.#at(choice.taken[choice.taken.length - 1]);
    const ahead = choice.how === "A";
    const start = this.#at(ahead ? choice.place : from);
    const length = Math.hypot(last.x - start.x, last.y - start.y) || 1;
    const [dx, dy] = [(last.x - start.x) / length, (last.y - start.y) / length];
    const tip = { x: last.x + dx * 16, y: last.y + dy * 16 };
    const neck = { x: last.x - dx * 22, y: last.y - dy * 22 };
    const head = `M${tip.x} ${tip.y}L${neck.x - dy * 24} ${neck.y + dx * 24}L${neck.x + dy * 24} ${neck.y - dx * 24}z`;
    const line = `M${start.x + dx * 10} ${start.y + dy * 10}L${neck.x} ${neck.y}`;
    const middle = this.#at(choice.taken[Math.floor((choice.taken.length - 1) / 2)]);
    const badge = { x: middle.x + dy * 30, y: middle.y - dx * 30 };
    const rings = choice.taken.map((each) => {
      const { x, y } = this.#at(each);
      return s("circle", { class: "line", cx: x, cy: y, r: this.board.layout.radius + 3 });
    });
    const arrow = s(
      "g",
      { class: `arrow ${ahead ? "ahead" : "behind"}` },
      rings,
      s("path", { class: "touch", d: line }),
      s("path", { class: "under", d: line }),
      s("path", { class: "shaft", d: line }),
      s("path", { class: "head", d: head }),
      s("circle", { class: "badge", cx: badge.x, cy: badge.y, r: 24 }),
      s("text", { x: badge.x, y: badge.y + 10 }, String(choice.taken.length)),
    );
    arrow.addEventListener("click", (event) => {
      event.stopPropagation();
      this.onchoice(choice);
    });
    return arrow;
  }

  /**
   * Show a piece where the steps chosen so far have led it, and its captures gone, on the board as it was before
   * the turn. Only the last step is animated.
   * @param {Wire.ShownChoice[]} chosen
   */
  walk(chosen) {
    this.clear();
    const { board } = this;
    const steps = chosen.filter(({ how }) => how !== "x");
    for (const { taken } of chosen) {
      for (const point of taken) {
        if (taken === chosen[chosen.length - 1].taken) this.leave(point);
        board.put(point, "");
      }
    }
    const places = steps.map(({ place }) => place);
    const [from, to] = [places[0], places[places.length - 1]];
    if (places.length < 2) return;
    const piece = board.piece(from);
    board.put(from, "");
    board.put(to, piece);
    this.slide(places[places.length - 2], to);
    this.trail(places);
  }

  /**
   * Draw the trail of a piece.
   * @param {string[]} places
   */
  trail(places) {
    this.#show("trail", () => {
      const points = places.map((each) => this.#at(each));
      const d = points.map(({ x, y }, i) => `${i ? "L" : "M"}${x} ${y}`).join("");
      const left = points.slice(0, -1).map(({ x, y }) => s("circle", { class: "left", cx: x, cy: y, r: 30 }));
      this.board.ghosts.prepend(s("path", { class: "trail", d }), ...left);
    });
  }

  /**
   * Animate a piece going to the place where it stands already.
   * @param {string} from
   * @param {string} to
   */
  slide(from, to) {
    const piece = this.board.cells.get(to)?.querySelector(".piece");
    if (!piece || isStill()) return;
    const [a, b] = [this.#at(from), this.#at(to)];
    piece.animate([{ transform: `translate(${a.x - b.x}px, ${a.y - b.y}px)` }, { transform: "none" }], {
      duration: SLIDE_MS,
      easing: EASE,
    });
  }

  /**
   * Animate a piece that is taken leaving the board.
   * @param {string} place
   */
  leave(place) {
    if (isStill()) return;
    const { x, y } = this.#at(place);
    const gone = s("g", {}, drawPiece(this.board.piece(place), x, y, this.board.layout.radius));
    gone.style.transformOrigin = `${x}px ${y}px`;
    this.board.air.append(gone);
    const leaving = gone.animate([{ transform: "none", opacity: 1 }, { transform: "scale(.4)", opacity: 0 }], {
      duration: LEAVE_MS,
      easing: EASE,
    });
    leaving.finished.then(() => gone.remove(), () => gone.remove());
  }
}
