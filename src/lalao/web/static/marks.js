// What is drawn over a board to answer a child: where the last turn went, where to look, what would happen. Nothing of it
// darkens the board or covers a count.

import { s } from "./dom.js";

/** @typedef {{ x: number, y: number }} Point */

/** How far the curve of a path bends for each unit of its length, and at most: it stays clear of letters and counts. */
const BEND = 0.16, MOST_BENT = { upright: 62, lying: 24 };
/** The reach of a badge from the centre of a place, in radii, and its size. */
const ASIDE = 0.74, BADGE = 19;

/**
 * The number of seeds that each place has gained by sowing.
 * @param {Wire.ShownEvent[]} events
 */
export function gained(events) {
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
  /** draws again what is shown, where the board has been drawn anew */
  redraw = () => {};

  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    board.ondrawn = () => {
      board.svg.insertBefore(this.layer, board.ghosts);
      this.redraw();
    };
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
   * A few letters at the edge of a place.
   * @param {string} place
   * @param {string} text
   * @param {string} look
   */
  badge(place, text, look) {
    const { x, y } = this.at(place);
    const aside = this.board.layout.radius * ASIDE;
    return s(
      "g",
      { class: `mark-badge ${look}`, transform: `translate(${x + aside} ${y - aside})` },
      s("circle", { r: BADGE }),
      s("text", { y: 7 }, text),
    );
  }

  /**
   * The way from one place to another, as a curve beside the pits or a line between points.
   * @param {string} from
   * @param {string} to
   */
  way(from, to) {
    const [a, b] = [this.at(from), this.at(to)];
    const { upright, single, radius } = this.board.layout;
    if (!single) return `M${a.x} ${a.y}L${b.x} ${b.y}`;
    const long = Math.abs(b.x - a.x) + Math.abs(b.y - a.y);
    const rise = Math.min(BEND * long + 10, upright ? MOST_BENT.upright : MOST_BENT.lying);
    const start = upright ? { x: a.x - radius, y: a.y } : { x: a.x, y: a.y - radius };
    const end = upright ? { x: b.x - radius, y: b.y } : { x: b.x, y: b.y - radius };
    const top = upright
      ? { x: start.x - rise, y: (start.y + end.y) / 2 }
      : { x: (start.x + end.x) / 2, y: start.y - rise };
    return `M${start.x} ${start.y}Q${top.x} ${top.y} ${end.x} ${end.y}`;
  }

  /**
   * A dotted path through places.
   * @param {string[]} places
   * @param {string} look
   */
  path(places, look) {
    const d = places.slice(1).map((place, i) => this.way(places[i], place)).join("");
    return d ? [s("path", { class: "mark-under", d }), s("path", { class: `mark-path ${look}`, d })] : [];
  }

  /**
   * The trail of a turn that was played: a ring where it began, a dotted path, what each place has gained.
   * @param {Wire.ShownEvent[]} events
   * @param {"first" | "second"} whose
   */
  trail(events, whose) {
    const source = sourceOf(events), steps = events.filter(({ key }) => key === "step");
    const sown = [...gained(events)].filter(([place]) => this.board.layout.places.has(place));
    const gone = events.filter(({ key }) => key === "remove" || key === "huff").map((each) => each.source);
    const through = steps.length
      ? [source, ...steps.map(({ target }) => target)]
      : [source, ...sown.slice(0, 1).map(([at]) => at)];
    if (!source) return;
    this.show(() => [
      ...this.path(through, whose),
      this.ring(source, `from ${whose}`),
      ...sown.flatMap(([place, count]) => [this.ring(place, whose), this.badge(place, `+${count}`, whose)]),
      ...gone.map((place) => this.cross(place, "gone")),
    ]);
  }

  /**
   * Draw the trail of the turn that led to a view, unless the board has been tapped there.
   * @param {Page.View} view
   * @param {string} trodden the position where it has been tapped
   */
  last({ told, position, sides, picture, playing, steady }, trodden) {
    if (!told || !(playing || steady) || trodden === position) return this.clear();
    const whose = sides.find(({ side }) => side !== picture.to_move);
    this.trail(told.events, whose?.first ? "first" : "second");
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
}
