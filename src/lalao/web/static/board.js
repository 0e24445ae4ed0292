// A board: draws what the server describes, marks what it is told, says what was chosen. It knows no rule.

import { h, s } from "./dom.js";
import { isBetterUpright, layOut } from "./geometry.js";
import { drawFrames, drawSeeds } from "./seeds.js";
import { settings } from "./settings.js";
import { t } from "./words.js";
import { drawWorth } from "./worth.js";

const MARKS = ["legal", "chosen", "target", "takes", "last", "hint"];

export class Board {
  /**
   * `onplace` is told the place that was chosen; a board without it is only looked at.
   * @param {{onplace?: (place: string) => void, label?: string, small?: boolean}} options
   */
  constructor({ onplace, label, small }) {
    this.onplace = onplace;
    /** @type {(place: string, count: number) => void} told what is in a reserve */
    this.onreserve = () => {};
    /** @type {(place: string) => Element | undefined} where a reserve is shown */
    this.reserveOf = () => undefined;
    this.label = label;
    this.small = small;
    this.turned = false;
    this.content = new Map();
    this.marks = new Map();
    this.worths = new Map();
    this.svg = s("svg", {
      class: "board",
      role: onplace ? "grid" : "img",
      "aria-label": label ?? "",
      "aria-describedby": onplace && "keys",
    });
    this.frame = h("div", { class: `board-frame${small ? " small" : ""}` }, this.svg);
    this.svg.addEventListener(
      "click",
      ({ target }) =>
        this.#choose(target.closest("[data-place]") ?? this.cells.get(target.closest("[data-over]")?.dataset.over)),
    );
    this.svg.addEventListener("keydown", (event) => this.#key(event));
    this.room = new ResizeObserver(() => this.#measure());
    if (!small) this.room.observe(this.frame);
  }

  /** Show a picture. */
  show(picture, turned = this.turned) {
    const same = this.picture && this.#shape(picture) === this.#shape(this.picture) && turned === this.turned;
    this.picture = picture;
    this.turned = turned;
    this.#read(picture);
    if (same) { for (const place of this.layout.places.keys()) this.#fill(place); }
    else this.draw();
    this.#label();
  }

  #shape(picture) {
    return picture.kind === "rows" ? picture.rows.map((row) => row.length).join() : `${picture.files}x${picture.ranks}`;
  }

  /** Learn what lies where. */
  #read(picture) {
    this.content.clear();
    if (picture.kind === "rows") {
      for (const pit of picture.rows.flat()) this.content.set(pit.place, pit.seeds);
      for (const { side, seeds } of picture.reserves) this.content.set(`reserve ${side}`, seeds);
    } else for (const point of picture.points) this.content.set(point.place, point.piece);
  }

  #measure() {
    const { clientWidth } = this.frame;
    if (!this.picture || !clientWidth) return;
    const upright = isBetterUpright(this.picture, clientWidth);
    if (upright !== this.layout.upright) this.draw(upright);
  }

  /** Draw everything anew. */
  draw(upright) {
    upright ??= !this.small && isBetterUpright(this.picture, this.frame.clientWidth);
    this.layout = layOut(this.picture, this.turned, upright);
    const { width, height, places } = this.layout;
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    if (!this.small) this.frame.style.aspectRatio = `${width} / ${height}`;
    const held = this.svg.contains(document.activeElement);
    this.cells = new Map();
    this.air = s("g", { class: "air", "aria-hidden": "true" });
    const rows = [];
    for (const [place, spot] of places) {
      const cell = s("g", { class: `place ${this.picture.kind}`, "data-place": place });
      if (this.onplace) fillRole(cell);
      this.cells.set(place, cell);
      (rows[spot.row] ??= []).push([spot.column, cell]);
    }
    const groups = rows.map((row) =>
      s("g", this.onplace ? { role: "row" } : {}, row.sort(([a], [b]) => a - b).map(([, cell]) => cell))
    );
    this.over = s("g", { "aria-hidden": "true" });
    this.svg.replaceChildren(s("g", { "aria-hidden": "true" }, this.#ground()), ...groups, this.over, this.air);
    for (const place of places.keys()) this.#fill(place);
    this.#fillOver();
    this.#label();
    if (!places.has(this.at)) this.at = places.keys().next().value;
    if (this.onplace) this.#reach(this.at);
    if (held) this.cells.get(this.at)?.focus();
  }

  /** Let one place be reached by Tab: the one where we are. */
  #reach(place) {
    this.at = place;
    for (const [name, cell] of this.cells) cell.setAttribute("tabindex", name === place ? "0" : "-1");
  }

  #ground() {
    const { width, height } = this.layout;
    return this.picture.kind === "rows"
      ? plank(width, height, this.layout, this.picture)
      : slab(this.layout, this.picture);
  }

  /** Draw what lies in a place, and its marks. */
  #fill(place) {
    const spot = this.layout.places.get(place);
    const cell = this.cells.get(place);
    if (!cell) return;
    cell.setAttribute("class", ["place", this.picture.kind, ...(this.marks.get(place) ?? [])].join(" "));
    cell.replaceChildren(
      ...(spot.pit ? this.#pit(spot, this.content.get(place)) : this.#point(spot, this.content.get(place))),
    );
    if (this.onplace) cell.setAttribute("aria-label", this.#name(place));
    if (this.onplace) cell.setAttribute("aria-selected", String(Boolean(this.marks.get(place)?.has("chosen"))));
  }

  /** Draw what places are worth, above all else. */
  #fillOver() {
    const { single, upright, places } = this.layout;
    const [dx, dy] = this.picture.kind !== "rows" ? [28, -31] : upright ? [50, -38] : single ? [27, -40] : [13, -41];
    const shown = [...this.worths].filter(([place]) => places.has(place));
    this.over.replaceChildren(
      ...shown.map(([place, worth]) => drawWorth(worth, place, places.get(place).x + dx, places.get(place).y + dy)),
    );
  }

  #pit({ x, y, pit }, seeds) {
    const { radius, single, upright } = this.layout;
    const owner = pit.special ? (pit.side === "S" ? "south" : "north") : "";
    const figure = upright ? { x: x + 62, y: y + 10 } : single ? { x, y: y + 79 } : { x: x + 34, y: y + 46 };
    const label = upright ? { x: x - 62, y: y + 8 } : single ? { x, y: y - 58 } : { x: x - 42, y: y - 37 };
    const reserved = upright
      ? { x: x - 75, y: y - 54, width: 150, height: 108 }
      : { x: x - 50, y: y - (single ? 78 : 54), width: 100, height: single ? 158 : 108 };
    return [
      s("rect", { class: "touch", ...reserved }),
      s("circle", { class: "pit", cx: x, cy: y, r: radius, fill: "url(#paint-pit)" }),
      owner && s("circle", { class: `home ${owner}`, cx: x, cy: y, r: radius + 5 }),
      s("circle", { class: "ring", cx: x, cy: y, r: radius + 1 }),
      ...drawSeeds(seeds, x, y, radius),
      s("text", { class: upright || !single ? "label large" : "label", ...label }, pit.label),
      settings.figures === "frame"
        ? drawFrames(seeds, figure.x, figure.y - 16, seeds > 10 ? 5 : 7)
        : s("text", { class: "figure", ...figure }, String(seeds)),
    ].filter(Boolean);
  }

  #point({ x, y }, piece) {
    const { radius } = this.layout;
    const drawn = [s("rect", { class: "touch", x: x - 50, y: y - 50, width: 100, height: 100 })];
    if (piece) drawn.push(drawPiece(piece, x, y, radius));
    drawn.push(
      s("circle", { class: "ring", cx: x, cy: y, r: radius + 6 }),
      s("circle", { class: "dot", cx: x, cy: y, r: 15 }),
    );
    drawn.push(s("path", { class: "cross", d: `M${x - 16} ${y - 16}l32 32m0 -32l-32 32` }));
    return drawn;
  }

  /** Name a place for a screen reader: where, what lies there, how it is marked. */
  #name(place) {
    const { pit, point } = this.layout.places.get(place);
    const held = this.content.get(place);
    const marks = this.marks.get(place) ?? new Set();
    const what = pit
      ? t("{place}: {count} seed", "{place}: {count} seeds", { place: pit.name, count: held })
      : `${point.place}: ${held === "W" ? t("White") : held === "B" ? t("Black") : t("empty")}`;
    const said = [what];
    if (pit?.special) said.push(this.picture.special);
    if (marks.has("legal")) said.push(t("may be played"));
    if (marks.has("chosen")) said.push(t("chosen"));
    if (marks.has("target")) said.push(t("may be reached"));
    if (marks.has("takes")) said.push(t("would be taken"));
    if (marks.has("last")) said.push(t("just played"));
    const worth = this.worths.get(place);
    if (worth) said.push(worth.words);
    return said.join(", ");
  }

  #label() {
    this.svg.setAttribute("aria-label", this.label ?? "");
  }

  /** Mark places: an object of mark names, each with its places; all other marks go. */
  mark(marks = {}) {
    const before = this.marks;
    this.marks = new Map();
    for (const name of MARKS) {
      for (const place of marks[name] ?? []) {
        if (!this.marks.has(place)) this.marks.set(place, new Set());
        this.marks.get(place).add(name);
      }
    }
    for (const place of new Set([...before.keys(), ...this.marks.keys()])) this.#fill(place);
  }

  /** Show what it is worth to choose a place: a map of places; all other worths go. */
  appraise(worths = new Map()) {
    const before = this.worths;
    this.worths = worths;
    for (const place of new Set([...before.keys(), ...worths.keys()])) this.#fill(place);
    this.#fillOver();
  }

  /** Change what lies in a place: by a number of seeds, or to a piece. */
  put(place, change) {
    const held = this.content.get(place);
    this.content.set(place, typeof change === "number" ? (held ?? 0) + change : change);
    if (this.layout.places.has(place)) this.#fill(place);
    else this.onreserve(place, this.content.get(place));
  }

  /** Where something lies, in the board's own units; reserves lie where their player is shown. */
  spot(place) {
    const known = this.layout.places.get(place);
    if (known) return known;
    const player = this.reserveOf(place);
    const matrix = this.svg.getScreenCTM();
    if (!player || !matrix) return { x: this.layout.width / 2, y: 0 };
    const box = player.getBoundingClientRect();
    const at = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(matrix.inverse());
    return { x: at.x, y: at.y };
  }

  focus(place) {
    this.#reach(place);
    this.cells.get(place)?.focus();
  }

  #choose(cell) {
    if (!cell || !this.onplace) return;
    const { place } = cell.dataset;
    this.#reach(place);
    this.onplace(place);
  }

  #key(event) {
    const cell = event.target.closest?.("[data-place]");
    if (!cell || !this.onplace) return;
    const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
    const { row, column } = this.layout.places.get(cell.dataset.place);
    const at = (wanted) =>
      [...this.layout.places].filter(([, spot]) => wanted(spot)).sort(([, a], [, b]) => a.column - b.column);
    const go = (found) => found && this.focus(found[0]);
    if (event.key === "Enter" || event.key === " ") this.#choose(cell);
    else if (event.key === "Home") go(at((spot) => spot.row === row)[0]);
    else if (event.key === "End") go(at((spot) => spot.row === row).at(-1));
    else if (event.key in steps) {
      const [down, right] = steps[event.key];
      go(at((spot) => spot.row === row + down && spot.column === column + right)[0]);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

function fillRole(cell) {
  cell.setAttribute("role", "gridcell");
  cell.setAttribute("tabindex", "-1");
}

/** Draw a piece. */
export function drawPiece(piece, x, y, radius) {
  return s(
    "g",
    { class: `piece ${piece}` },
    s("circle", { class: "shade", cx: x + 3, cy: y + 4, r: radius }),
    s("circle", { class: "stone", cx: x, cy: y, r: radius, fill: `url(#paint-${piece})` }),
  );
}

/** Draw a carved plank: edge, grain, and the line between the two players. */
function plank(width, height, layout, picture) {
  const drawn = [
    s("rect", { class: "wood", x: 3, y: 3, width: width - 6, height: height - 6, rx: 34, fill: "url(#paint-wood)" }),
  ];
  const lines = Math.max(5, Math.round((layout.upright ? width : height) / 17));
  for (let i = 1; i < lines; i++) {
    drawn.push(s("path", { class: "grain", d: grain(i, lines, width, height, layout.upright) }));
  }
  if (picture.rows.length > 1) drawn.push(s("path", { class: "middle", d: `M22 ${height / 2}H${width - 22}` }));
  return drawn;
}

function grain(i, lines, width, height, upright) {
  const [long, across] = upright ? [height, width] : [width, height];
  const base = (across * i) / lines;
  const sway = (n) => 4 * Math.sin(i * 12.9898 + n * 4.137) + 2.5 * Math.sin(i * 3.7 + n);
  const points = Array.from(
    { length: 9 },
    (_, n) => [12 + ((long - 24) * n) / 8, Math.min(Math.max(base + sway(n), 10), across - 10)],
  );
  return points.map(([a, b], n) => `${n ? "L" : "M"}${(upright ? [b, a] : [a, b]).map((v) => v.toFixed(1)).join(" ")}`)
    .join("");
}

/** Draw a slab scored with lines, its files and ranks named at the edge. */
function slab({ width, height, places, upright }, picture) {
  const named = [...places.values()];
  const path = picture.lines.map(([from, to]) => {
    const [a, b] = [places.get(picture.points[from].place), places.get(picture.points[to].place)];
    return `M${a.x} ${a.y}L${b.x} ${b.y}`;
  });
  const labels = [];
  for (const { x, y, row, column, point } of named) {
    const last = upright ? column === 0 : row === Math.max(...named.map((each) => each.row));
    const file = point.place[0];
    const rank = point.place.slice(1);
    if (last) {
      labels.push(
        upright
          ? s("text", { class: "edge", x: 15, y: y + 7 }, file)
          : s("text", { class: "edge", x, y: height - 9 }, file),
      );
    }
    if (upright ? row === 0 : column === 0) {
      labels.push(
        upright ? s("text", { class: "edge", x, y: 22 }, rank) : s("text", { class: "edge", x: 15, y: y + 7 }, rank),
      );
    }
  }
  return [
    s("rect", { class: "slab", x: 3, y: 3, width: width - 6, height: height - 6, rx: 18, fill: "url(#paint-slab)" }),
    s("path", { class: "score light", d: path.join(""), transform: "translate(1.5 1.5)" }),
    s("path", { class: "score", d: path.join("") }),
    ...labels,
  ];
}
