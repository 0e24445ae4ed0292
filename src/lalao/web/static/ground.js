// Draws the parts of boards: pits and points with their contents, and the wood or stone below.

import { s } from "./dom.js";
import { APART } from "./measures.js";
import { drawFrames, drawSeeds } from "./seeds.js";
import { settings } from "./settings.js";

/**
 * Draw a pit and its seeds.
 * @param {Wire.ShownPit} pit
 * @param {{ x: number, y: number }} at
 * @param {number} seeds
 * @param {Page.Layout} layout
 */
export function drawPit(pit, { x, y }, seeds, { radius, figures, labels, single, spread, height, cell }) {
  const owner = pit.special ? (pit.side === "S" ? "south" : "north") : "";
  const half = y < height / 2 ? 0 : 1;
  const apart = spread >= APART, farther = single && apart ? 9 : 0;
  const beside = single || apart
    ? [{ x, y: y + figures[half] + farther }, { x, y: y + labels[half] - farther }]
    : [seeds > 9 ? { x: x + 38, y: y + 54 } : { x: x + 43, y: y + 50 }, { x: x - 41, y: y - 34 }];
  const [figure, label] = beside, large = apart ? " large" : single ? "" : " between";
  return [
    s("rect", { class: "touch", x: x - cell.width / 2, y: y - cell.height / 2, ...cell }),
    s("circle", { class: "pit", cx: x, cy: y, r: radius, fill: "url(#paint-pit)" }),
    ...(owner ? [s("circle", { class: `home ${owner}`, cx: x, cy: y, r: radius + 4 })] : []),
    s("circle", { class: "ring", cx: x, cy: y, r: radius + 1 }),
    ...drawSeeds(seeds, x, y, radius),
    s(
      "text",
      { class: `label${farther ? " large" : ""}${/\d/.test(pit.label) ? "" : " notated"}`, ...label },
      pit.label,
    ),
    settings.figures === "frame"
      ? drawFrames(seeds, figure.x, figure.y - (seeds > 20 ? 26 : 18), 8, 2)
      : s("text", { class: `figure${large}${seeds > 9 ? " tens" : ""}`, ...figure }, String(seeds)),
  ];
}

/**
 * Draw a point and the piece there, "" for none.
 * @param {{ x: number, y: number }} at
 * @param {string} piece
 * @param {Page.Layout} layout
 */
export function drawPoint({ x, y }, piece, { radius }) {
  return [
    s("rect", { class: "touch", x: x - 50, y: y - 50, width: 100, height: 100 }),
    ...(piece ? [drawPiece(piece, x, y, radius)] : []),
    s("circle", { class: "ring", cx: x, cy: y, r: radius + 6 }),
    s("circle", { class: "dot", cx: x, cy: y, r: 15 }),
    s("path", { class: "cross", d: `M${x - 16} ${y - 16}l32 32m0 -32l-32 32` }),
  ];
}

/**
 * Draw the tick of a place that is found.
 * @param {{ x: number, y: number }} at
 * @param {Page.Layout} layout
 */
export function drawTick({ x, y }, { radius }) {
  const aside = radius * 0.72;
  return s(
    "g",
    { class: "tick", transform: `translate(${x + aside} ${y - aside})` },
    s("circle", { r: 17 }),
    s("path", { d: "M-8 0l6 6 10-12" }),
  );
}

/**
 * Draw a piece.
 * @param {string} piece
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 */
export function drawPiece(piece, x, y, radius) {
  return s(
    "g",
    { class: `piece ${piece}` },
    s("circle", { class: "shade", cx: x + 3, cy: y + 4, r: radius }),
    s("circle", { class: "stone", cx: x, cy: y, r: radius, fill: `url(#paint-${piece})` }),
  );
}

/**
 * Draw a carved plank: edge, grain, the line between the two players, and the half of each.
 * @param {Page.Layout} layout
 * @param {Wire.ShownRows} picture
 */
export function plank(layout, picture) {
  const { width, height } = layout;
  const wood = { class: "wood", x: 3, y: 3, width: width - 6, height: height - 6, rx: 34, fill: "url(#paint-wood)" };
  const lines = Math.max(5, Math.round(height / 17));
  const grained = Array.from({ length: lines - 1 }, (_, i) => grain(i + 1, lines, width, height));
  const owned = picture.rows.flat().some(({ side }) => side);
  return [
    s("rect", wood),
    ...grained.map((d) => s("path", { class: "grain", d })),
    ...(owned ? [s("path", { class: "middle", d: middle(layout) })] : []),
    ...(owned ? ["S", "N"].map((side) => half(layout, picture, side)) : []),
  ];
}

/** @param {Page.Layout} layout */
function middle({ width, height, single }) {
  return single ? `M${width / 2} 30V${height - 30}` : `M22 ${height / 2}H${width - 22}`;
}

/**
 * Draw the line along the half of a side, and its tint.
 * @param {Page.Layout} layout
 * @param {Wire.ShownRows} picture
 * @param {string} side
 */
function half({ width, height, single, places, spread }, picture, side) {
  const own = picture.rows.flat().filter((pit) => pit.side === side).flatMap(({ place }) => places.get(place) ?? []);
  const [xs, ys] = [own.map(({ x }) => x), own.map(({ y }) => y)];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const near = (top + bottom) / 2 > height / 2 || (single && (left + right) / 2 < width / 2);
  const inset = single || spread > 1.2 ? 13 : 5;
  const edge = near ? height - inset : inset;
  const [from, to] = single
    ? [[left - 50 - (near ? 14 : 0), 6], [right + 50 + (near ? 0 : 14), height - 6]]
    : [[6, near ? height / 2 : 6], [width - 6, near ? height - 6 : height / 2]];
  return s(
    "g",
    { class: `half ${side === "S" ? "first" : "second"}` },
    s("rect", { class: "tint", x: from[0], y: from[1], width: to[0] - from[0], height: to[1] - from[1], rx: 26 }),
    s("path", { class: "line", d: `M${left - 22} ${edge}H${right + 22}` }),
  );
}

/** @type {(i: number, lines: number, width: number, height: number) => string} */
function grain(i, lines, width, height) {
  const base = (height * i) / lines;
  const path = Array.from({ length: 9 }, (_, n) => {
    const sway = 4 * Math.sin(i * 12.9898 + n * 4.137) + 2.5 * Math.sin(i * 3.7 + n);
    const [x, y] = [12 + ((width - 24) * n) / 8, Math.min(Math.max(base + sway, 10), height - 10)];
    return `${n ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return path.join("");
}

/**
 * Draw a slab scored with lines, its files and ranks named at the edge.
 * @param {Page.Layout} layout
 * @param {Wire.ShownLattice} picture
 */
export function slab({ width, height, places, upright, turned }, picture) {
  const named = picture.points.map(({ place }) => ({ place, .../** @type {Page.Spot} */ (places.get(place)) }));
  const path = picture.lines.map(([a, b]) => `M${named[a].x} ${named[a].y}L${named[b].x} ${named[b].y}`).join("");
  const lowest = Math.max(...named.map(({ row }) => row));
  const labels = named.flatMap(({ place, x, y, row, column }) => {
    const [file, rank] = [place[0], place.slice(1)], look = `edge notated${upright ? " large" : ""}`;
    const [below, beside] = upright ? [rank, file] : [file, rank];
    return [
      ...(row === lowest ? [s("text", { class: look, x, y: height - (upright ? 5 : 14) }, below)] : []),
      ...(column === 0 ? [s("text", { class: look, x: upright ? 10 : 14, y: y + 6 }, beside)] : []),
    ];
  });
  return [
    s("rect", { class: "slab", x: 3, y: 3, width: width - 6, height: height - 6, rx: 18, fill: "url(#paint-slab)" }),
    ...["first", "second"].map((side) =>
      s(
        "g",
        { class: `half ${side}` },
        s("path", { class: "line", d: border({ width, height, upright }, (side === "first") !== turned) }),
      )
    ),
    s("path", { class: "score light", d: path, transform: "translate(1.5 1.5)" }),
    s("path", { class: "score", d: path }),
    ...labels,
  ];
}

/**
 * A player's own edge of a slab: below or above, left or right where the slab stands upright.
 * @param {{ width: number, height: number, upright: boolean }} size
 * @param {boolean} near
 */
function border({ width, height, upright }, near) {
  const edge = near === upright ? 8 : (upright ? width : height) - 8;
  return upright ? `M${edge} 40V${height - 40}` : `M40 ${edge}H${width - 40}`;
}
