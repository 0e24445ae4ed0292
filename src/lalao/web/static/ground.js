// What boards are made of: pits and points with what lies there, and the wood or stone below.

import { s } from "./dom.js";
import { drawFrames, drawSeeds } from "./seeds.js";
import { settings } from "./settings.js";

/**
 * Draw a pit and its seeds.
 * @param {Wire.ShownPit} pit
 * @param {{ x: number, y: number }} at
 * @param {number} seeds
 * @param {Page.Layout} layout
 */
export function drawPit(pit, { x, y }, seeds, { radius, single, upright }) {
  const owner = pit.special ? (pit.side === "S" ? "south" : "north") : "";
  const figure = upright ? { x: x + 62, y: y + 10 } : single ? { x, y: y + 79 } : { x: x + 34, y: y + 46 };
  const label = upright ? { x: x - 62, y: y + 8 } : single ? { x, y: y - 58 } : { x: x - 42, y: y - 37 };
  const reserved = upright
    ? { x: x - 75, y: y - 54, width: 150, height: 108 }
    : { x: x - 50, y: y - (single ? 78 : 54), width: 100, height: single ? 158 : 108 };
  return [
    s("rect", { class: "touch", ...reserved }),
    s("circle", { class: "pit", cx: x, cy: y, r: radius, fill: "url(#paint-pit)" }),
    ...(owner ? [s("circle", { class: `home ${owner}`, cx: x, cy: y, r: radius + 5 })] : []),
    s("circle", { class: "ring", cx: x, cy: y, r: radius + 1 }),
    ...drawSeeds(seeds, x, y, radius),
    s("text", { class: upright || !single ? "label large" : "label", ...label }, pit.label),
    settings.figures === "frame"
      ? drawFrames(seeds, figure.x, figure.y - 16, seeds > 10 ? 5 : 7)
      : s("text", { class: "figure", ...figure }, String(seeds)),
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
 * Draw a carved plank: edge, grain, and the line between the two players.
 * @param {Page.Layout} layout
 * @param {number} rows
 */
export function plank({ width, height, upright }, rows) {
  const drawn = [
    s("rect", { class: "wood", x: 3, y: 3, width: width - 6, height: height - 6, rx: 34, fill: "url(#paint-wood)" }),
  ];
  const lines = Math.max(5, Math.round((upright ? width : height) / 17));
  const grained = Array.from({ length: lines - 1 }, (_, i) => grain(i + 1, lines, width, height, upright));
  const middle = rows > 1 ? [s("path", { class: "middle", d: `M22 ${height / 2}H${width - 22}` })] : [];
  return [...drawn, ...grained.map((d) => s("path", { class: "grain", d })), ...middle];
}

/** @type {(i: number, lines: number, width: number, height: number, upright: boolean) => string} */
function grain(i, lines, width, height, upright) {
  const [long, across] = upright ? [height, width] : [width, height];
  const base = (across * i) / lines;
  const path = Array.from({ length: 9 }, (_, n) => {
    const sway = 4 * Math.sin(i * 12.9898 + n * 4.137) + 2.5 * Math.sin(i * 3.7 + n);
    const [a, b] = [12 + ((long - 24) * n) / 8, Math.min(Math.max(base + sway, 10), across - 10)];
    return `${n ? "L" : "M"}${(upright ? [b, a] : [a, b]).map((v) => v.toFixed(1)).join(" ")}`;
  });
  return path.join("");
}

/**
 * Draw a slab scored with lines, its files and ranks named at the edge.
 * @param {Page.Layout} layout
 * @param {Wire.ShownLattice} picture
 */
export function slab({ width, height, places, upright }, picture) {
  const named = picture.points.map(({ place }) => ({ place, .../** @type {Page.Spot} */ (places.get(place)) }));
  const path = picture.lines.map(([a, b]) => `M${named[a].x} ${named[a].y}L${named[b].x} ${named[b].y}`).join("");
  const lowest = Math.max(...named.map(({ row }) => row));
  const labels = named.flatMap(({ place, x, y, row, column }) => {
    const below = { class: "edge", x, y: upright ? 22 : height - 9 };
    const beside = { class: "edge", x: 15, y: y + 7 };
    const [file, rank] = upright ? [beside, below] : [below, beside];
    const [ends, begins] = upright ? [column === 0, row === 0] : [row === lowest, column === 0];
    return [...(ends ? [s("text", file, place[0])] : []), ...(begins ? [s("text", rank, place.slice(1))] : [])];
  });
  return [
    s("rect", { class: "slab", x: 3, y: 3, width: width - 6, height: height - 6, rx: 18, fill: "url(#paint-slab)" }),
    s("path", { class: "score light", d: path, transform: "translate(1.5 1.5)" }),
    s("path", { class: "score", d: path }),
    ...labels,
  ];
}
