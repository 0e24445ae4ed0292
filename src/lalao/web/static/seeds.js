// Draws seeds so that they can be counted, as all pictures have them.

import { s } from "./dom.js";
import { HEAPS, SEED } from "./measures.js";

/** In piles of more seeds every second ten is tinted, so that the eye counts by tens. */
const MOST_ALIKE = 12;

/**
 * Draw seeds round a point.
 * @param {number} seeds
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 */
export function drawSeeds(seeds, x, y, radius) {
  const { seed, rings } = HEAPS[Math.min(seeds, HEAPS.length - 1)];
  const spots = rings.flatMap(([count, far]) =>
    Array.from({ length: count }, (_, i) => {
      const turn = (2 * Math.PI * i) / count - Math.PI / 2;
      return [x + radius * far * Math.cos(turn), y + radius * far * Math.sin(turn)];
    })
  );
  const isTinted = (/** @type {number} */ i) => seeds > MOST_ALIKE && Math.floor(i / 10) % 2 === 1;
  return spots.map(([at, down], i) => drawSeed(at, down, (radius * seed) / SEED, isTinted(i)));
}

/**
 * Draw one seed.
 * @param {number} x
 * @param {number} y
 * @param {number} width
 */
export function drawSeed(x, y, width, tinted = false) {
  return s("use", { href: tinted ? "#seed-other" : "#seed", x: x - width / 2, y: y - width / 2, width, height: width });
}

/**
 * Draw a count as ten-frames: rows of five, full ones first, at most `most` frames beside each other.
 * @param {number} count
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
export function drawFrames(count, x, y, size, most = Infinity) {
  const group = s("g", { class: "frame" });
  const cells = Math.max(10, Math.ceil(count / 10) * 10);
  const across = Math.min(cells / 10, most);
  for (let i = 0; i < cells; i++) {
    const [frame, inside] = [Math.floor(i / 10), i % 10];
    const left = x + ((frame % across) - (across - 1) / 2) * size * 5.5 + ((inside % 5) - 2.5) * size;
    const top = y + (Math.floor(frame / across) * 2.4 + Math.floor(inside / 5)) * size;
    group.append(s("rect", { x: left, y: top, width: size, height: size, class: i < count ? "full" : "" }));
  }
  return group;
}

/**
 * The symbol of a seed.
 * @param {string} id its name, and that of its paint
 */
function seedSymbol(id) {
  return s(
    "symbol",
    { id, viewBox: "-12 -12 24 24" },
    s("ellipse", { cx: 1.2, cy: 2, rx: 10.4, ry: 10.2, fill: "#000", opacity: 0.38 }),
    s("circle", { r: 10, fill: `url(#paint-${id})` }),
    s("path", {
      d: "M-6 -3.4A7 7 0 0 1 1 -7.4",
      fill: "none",
      stroke: "#fff",
      "stroke-width": 1.5,
      opacity: 0.55,
      "stroke-linecap": "round",
    }),
  );
}

const FOCAL = { cx: 0.38, cy: 0.3, r: 0.75 };

/**
 * The paints of boards: the name and the form of each gradient, and its colours, each with the place where it is pure.
 * @type {[string, Record<string, number>, ...[number, string][]][]}
 */
const PAINTS = [
  ["seed", FOCAL, [0, "#dfe8ec"], [0.45, "#a3b3bc"], [1, "#66777f"]],
  ["seed-other", FOCAL, [0, "#fff3dc"], [0.45, "#dcc193"], [1, "#9c7a45"]],
  ["pit", { cx: 0.5, cy: 0.42, r: 0.58 }, [0, "#3d2412"], [0.72, "#55341b"], [1, "#7d5230"]],
  ["wood", { x1: 0, y1: 0, x2: 0, y2: 1 }, [0, "#c08a53"], [0.5, "#ac763f"], [1, "#9a6636"]],
  ["slab", { x1: 0, y1: 0, x2: 0.3, y2: 1 }, [0, "#dfcaa5"], [1, "#cfb587"]],
  ["W", FOCAL, [0, "#fffdf8"], [0.6, "#f3ead8"], [1, "#cdbd9c"]],
  ["B", FOCAL, [0, "#6f6e74"], [0.5, "#38373c"], [1, "#17161a"]],
];

/** The gradients and symbols that all boards use, which are put into the page once. */
export function patterns() {
  const paints = PAINTS.map(([name, form, ...colours]) =>
    s(
      "r" in form ? "radialGradient" : "linearGradient",
      { id: `paint-${name}`, ...form },
      colours.map(([offset, colour]) => s("stop", { offset, "stop-color": colour })),
    )
  );
  return s(
    "svg",
    { class: "patterns", width: 0, height: 0, "aria-hidden": "true" },
    s("defs", {}, paints, seedSymbol("seed"), seedSymbol("seed-other")),
  );
}

/**
 * Draw a hand with the seeds that it holds.
 * @param {number} held
 */
export const drawHand = (held) =>
  s(
    "svg",
    { class: "fist", viewBox: "-48 -48 96 96", "aria-hidden": "true" },
    s("circle", { class: "palm", r: 46 }),
    drawSeeds(held, 0, 0, 42),
  );
