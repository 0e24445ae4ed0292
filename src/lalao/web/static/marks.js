// The marks over a board that answer a child: where the last turn went, where to look, the effect of a turn. They
// neither darken the board nor cover a count.

import { child } from "./children.js";
import { element, s } from "./dom.js";
import { drawPiece, drawTick } from "./ground.js";
import { picture } from "./pictures.js";

/** @typedef {{ x: number, y: number }} Point */

/** How far the curve of a path bends for each unit of its length, and at most: it stays clear of letters and counts. */
const BEND = 0.16, MOST_BENT = 8;
/** The reach of a badge from the centre of a place, in radii, and its size. */
const ASIDE = 0.74, BADGE = 19;

/** The most seeds that are numbered: who needs more counts them himself. */
const MOST_NUMBERED = 12;
/** Sokatra's paw: arm, claws and fingers; its tip is at 2, 2. */
const PAW = {
  arm: "M26 22C40 34 54 46 66 58L88 36C78 28 66 17 50 8z",
  hand: "M3 2C8 -3 14 1 22 7C30 4 42 2 52 8C60 16 58 30 48 38C38 44 26 40 22 30C18 22 10 14 4 9C1 7 1 4 3 2z",
  fold: "M24 30C28 34 32 30 29 25M33 37C38 38 40 33 36 29M43 38C48 36 48 31 44 28",
};

/**
 * The number of seeds that each place has gained by sowing.
 * @param {Wire.ShownEvent[]} events
 */
function gained(events) {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const { key, target, count } of events) {
    if (key === "sow") found.set(target, (found.get(target) ?? 0) + count);
  }
  return found;
}

/**
 * The place where a turn begins, "" where there is none.
 * @param {Wire.ShownEvent[]} events
 */
export function sourceOf(events) {
  const first = events.find(({ key }) => key === "lift" || key === "capture" || key === "step");
  const drop = events.find(({ key }) => key === "drop");
  return first?.key === "capture" ? drop?.target ?? first.source : first?.source ?? drop?.target ?? "";
}

export class Marks {
  layer = s("g", { class: "marks", "aria-hidden": "true" });
  /** repeats the marks where the board has been drawn again */
  redraw = () => {};

  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    board.ondrawn.push(() => {
      board.svg.insertBefore(this.layer, board.over);
      this.redraw();
    });
  }

  clear() {
    this.redraw = () => {};
    this.layer.replaceChildren();
  }

  /**
   * Draw something, now and whenever the board is drawn anew.
   * @param {() => Element[]} draw
   */
  show(draw) {
    this.redraw = () => this.layer.replaceChildren(...draw());
    this.redraw();
  }

  /** @param {string} place */
  at(place) {
    return this.board.spot(place);
  }

  /**
   * A ring round a place.
   * @param {string} place
   * @param {string} look
   * @param {number} more how much larger than the place
   */
  ring(place, look, more = 7) {
    const { x, y } = this.at(place);
    return s("circle", {
      class: `mark-ring ${look}`,
      cx: x,
      cy: y,
      r: this.board.layout.radius + more,
      "data-mark": place,
    });
  }

  /**
   * A few letters at the upper edge of a place, or at the lower one.
   * @param {string} place
   * @param {string} text
   * @param {string} look
   */
  badge(place, text, look, isLow = false) {
    const { x, y } = this.at(place), aside = this.board.layout.radius * ASIDE;
    return s(
      "g",
      { class: `mark-badge ${look}`, transform: `translate(${x + aside} ${isLow ? y + aside : y - aside})` },
      s("circle", { r: BADGE }),
      s("text", { y: 7 }, text),
    );
  }

  /**
   * The way from one place to another: a curve beside the pits of a row, else a line; and where it comes from.
   * @param {string} from
   * @param {string} to
   */
  #way(from, to) {
    const [a, b] = [this.at(from), this.at(to)];
    const { single, radius } = this.board.layout;
    if (!single) return { d: `M${a.x} ${a.y}L${b.x} ${b.y}`, end: b, back: a };
    const long = Math.abs(b.x - a.x) + Math.abs(b.y - a.y);
    const rise = Math.min(BEND * long + 10, MOST_BENT);
    const off = (/** @type {Point} */ { x, y }, /** @type {number} */ far) => ({ x, y: y - far });
    const [start, end] = [off(a, radius), off(b, radius)];
    const back = off({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, radius + rise);
    return { d: `M${start.x} ${start.y}Q${back.x} ${back.y} ${end.x} ${end.y}`, end, back };
  }

  /**
   * A dotted path through places.
   * @param {string[]} places
   * @param {string} look
   */
  path(places, look) {
    const d = places.slice(1).map((place, i) => this.#way(places[i], place).d).join("");
    return d ? [s("path", { class: "mark-under", d }), s("path", { class: `mark-path ${look}`, d })] : [];
  }

  /**
   * The trail of a turn that was played: a ring where it began, a dotted path, the gain of each place.
   * @param {Wire.ShownEvent[]} events
   * @param {string} whose
   */
  trailed(events, whose) {
    const source = sourceOf(events), steps = events.filter(({ key }) => key === "step");
    if (!source) return [];
    const sown = [...gained(events)].filter(([place]) => this.board.layout.places.has(place));
    const gone = events.filter(({ key }) => key === "remove" || key === "huff").map((each) => each.source);
    const through = steps.length
      ? [source, ...steps.map(({ target }) => target)]
      : [source, ...sown.slice(0, 1).map(([at]) => at)];
    return [
      ...this.path(through, whose),
      this.ring(source, `from ${whose}`),
      ...sown.flatMap(([place, count]) => [this.ring(place, whose), this.badge(place, `+${count}`, whose)]),
      ...gone.map((place) => this.cross(place, "gone")),
    ];
  }

  /**
   * Draw the trail of the turn that led to a view, unless the board has been tapped there.
   * @param {Page.View} view
   * @param {string} trodden the position where it has been tapped
   */
  last({ told, position, sides, picture, playing, steady }, trodden) {
    if (!told || !(playing || steady) || trodden === position) return this.clear();
    const whose = sides.find(({ side }) => side !== picture.to_move);
    this.show(() => this.trailed(told.events, whose?.first ? "first" : "second"));
  }

  /**
   * A cross over a place.
   * @param {string} place
   * @param {string} look
   */
  cross(place, look) {
    const { x, y } = this.at(place);
    const reach = this.board.layout.radius * 0.42;
    const d = `M${x - reach} ${y - reach}l${2 * reach} ${2 * reach}m0 ${-2 * reach}l${-2 * reach} ${2 * reach}`;
    return s("path", { class: `mark-cross ${look}`, d });
  }

  /**
   * Places to look at: one outline round pits, a ring round each piece.
   * @param {string[]} places
   */
  region(places) {
    if (this.board.picture.kind === "lattice") return places.map((place) => this.ring(place, "look"));
    const points = places.map((place) => this.at(place)), far = this.board.layout.radius + 8;
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
    const [x, y] = [Math.min(...xs) - far, Math.min(...ys) - far];
    const size = { width: Math.max(...xs) + far - x, height: Math.max(...ys) + far - y };
    return ["under", "look"].map((look) => s("rect", { class: `mark-region ${look}`, x, y, ...size, rx: far }));
  }

  /**
   * Sokatra's paw, which points at a place and covers neither it nor a count.
   * @param {string} place
   */
  paw(place) {
    const { x, y } = this.at(place), { radius, height } = this.board.layout;
    const beside = 62 * Math.PI / 180, far = radius + 9;
    const way = y < height * 0.6 ? 1 : -1; // from above where there is no room below
    const at = `${x + far * Math.cos(beside)} ${y + way * far * Math.sin(beside)}`;
    return s(
      "g",
      {
        class: "paw",
        transform: `translate(${at}) scale(1 ${way}) rotate(32) scale(.58) translate(-2 -2)`,
      },
      Object.entries(PAW).map(([look, d]) => s("path", { class: look, d })),
    );
  }

  /**
   * A number at the lower edge of a pit, or the upper one of a point.
   * @param {string} place
   * @param {number} number
   * @param {string} look
   */
  number(place, number, look) {
    return this.badge(place, String(number), look, this.board.picture.kind === "rows");
  }

  /**
   * A turn that is not played, as ghosts: where its seeds fall, one after the other, or how its piece goes and what it
   * takes; each step is shown after the one before.
   * @param {Wire.ShownEvent[]} events
   * @param {string} look
   */
  ghost(events, look) {
    const source = sourceOf(events), places = this.board.layout.places;
    const steps = events.filter(({ key }) => key === "step");
    const taken = events.filter(({ key }) => key === "remove" || key === "huff").map((each) => each.source);
    const caught = events.filter(({ key }) => key === "capture").map((each) => each.source);
    const sown = events.filter(({ key, target }) => key === "sow" && places.has(target)).slice(0, MOST_NUMBERED);
    const piece = this.board.piece(source);
    const drawn = [
      [this.ring(source, `${look} source`)],
      ...steps.map(({ source: from, target }) => [this.arrow(from, target, look)]),
      ...(steps.length && piece ? [[this.#ghostPiece(steps[steps.length - 1].target, piece, look)]] : []),
      ...sown.map(({ target }, i) => [
        ...this.path([i ? sown[i - 1].target : source, target], look),
        this.ring(target, look),
        this.number(target, i + 1, look),
      ]),
      ...[...taken, ...caught].map((place, i) => [
        this.ring(place, "victim"),
        this.cross(place, "victim"),
        ...(taken.length ? [this.number(place, i + 1, "plain")] : []),
      ]),
    ];
    return drawn.flatMap((step, i) => step.map((each) => (each.style.setProperty("--step", String(i)), each)));
  }

  /** @type {(place: string, piece: string, look: string) => SVGElement} */
  #ghostPiece(place, piece, look) {
    const { x, y } = this.at(place), { radius } = this.board.layout;
    return s(
      "g",
      { class: `ghost-piece ${look}` },
      drawPiece(piece, x, y, radius),
      this.ring(place, `${look} source`, 2),
    );
  }

  /**
   * How a turn begins: an arrow along its first step and dots along the others; in rows of pits a number, and an arrow
   * where the pit can be sown either way.
   * @param {Wire.ShownEvent[]} events
   * @param {number} rank 1 for the best
   * @param {boolean} isEither
   */
  begun(events, rank, isEither) {
    const source = sourceOf(events), steps = events.filter(({ key }) => key === "step").map(({ target }) => target);
    const look = `rank-${Math.min(rank, 3)}`;
    if (!this.board.layout.places.has(source)) return [];
    if (steps.length) return [this.arrow(source, steps[0], look), ...this.path(steps, look).reverse()];
    const sown = isEither ? firstLap(events)[0]?.target : undefined;
    return [
      this.number(source, rank, look),
      ...(sown ? [this.arrow(source, sown, look)] : []),
      this.ring(source, look),
    ];
  }

  /**
   * A thick arrow from one place to another.
   * @param {string} from
   * @param {string} to
   * @param {string} look
   */
  arrow(from, to, look) {
    const { d, end, back } = this.#way(from, to);
    const angle = Math.atan2(end.y - back.y, end.x - back.x);
    const turned = `translate(${end.x} ${end.y}) rotate(${angle * 180 / Math.PI})`;
    return s(
      "g",
      { class: `mark-arrow ${look}` },
      s("path", { class: "under", d }),
      s("path", { class: "shaft", d }),
      s("path", { class: "head", d: "M10 0L-20 -19L-20 19z", transform: turned }),
    );
  }

  /**
   * The ways that a sowing can go: an arrow each, ghosts of the first lap, a ring where the turn ends.
   * @param {{ events: Wire.ShownEvent[], from: string, look: string }[]} ways
   */
  directions(ways) {
    return ways.flatMap(({ events, from, look }) => {
      const lap = firstLap(events), last = events.filter(({ key }) => key === "sow").at(-1)?.target;
      if (!lap.length) return [];
      return [
        this.arrow(from, lap[0].target, look),
        ...lap.map(({ target }) => {
          const { x, y } = this.at(target), aside = look === "ahead" ? 17 : -17;
          return s("circle", { class: `ghost-seed ${look}`, cx: x + aside, cy: y, r: 14 });
        }),
        ...(last ? [this.ring(last, `${look} end`)] : []),
      ];
    });
  }

  /**
   * A wrong guess beside the right answer: where it was said, and where the last seed fell.
   * @param {string} said
   * @param {string} right
   * @param {Wire.ShownEvent[]} events
   */
  guess(said, right, events) {
    const { layout } = this.board, { x, y } = this.at(said);
    const aside = { x: x + 0.9 * layout.radius, y: y + 0.3 * layout.radius };
    const face = picture(child()?.face ?? "");
    const within = { x: aside.x - 15, y: aside.y - 15, width: 30, height: 30, viewBox: "0 0 48 48" };
    const own = s("svg", within, face && element(face));
    const through = [sourceOf(events), ...firstLap(events).map(({ target }) => target)];
    return [
      ...this.path(through, "first"),
      this.ring(through[0], "first from"),
      this.ring(said, "wrong"),
      s("circle", { class: "mark-face", cx: aside.x, cy: aside.y, r: 20 }),
      own,
      this.ring(right, "right"),
      drawTick(this.at(right), layout),
    ];
  }
}

/**
 * The seeds that fall until the hand is empty for the first time.
 * @param {Wire.ShownEvent[]} events
 */
function firstLap(events) {
  const first = events.findIndex(({ key }) => key === "sow"), rest = events.slice(first);
  const end = rest.findIndex(({ key }) => key !== "sow");
  return first < 0 ? [] : rest.slice(0, end < 0 ? rest.length : end);
}
