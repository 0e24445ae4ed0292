// Pictures of the formats of tournaments: who meets whom, and how long one stays in. Dots are pupils, lines are games.

import { html, svg } from "./lit.js";

/** @typedef {[number, number]} At */
/** Where the four pupils of a poule sit, relative to its middle. @type {At[]} */
const AROUND = [[0, -9], [9, 0], [0, 9], [-9, 0]];

/** @type {(at: At[], look?: string) => unknown[]} */
const dots = (at, look = "") => at.map(([x, y]) => svg`<circle cx=${x} cy=${y} r="4" class=${look} />`);

/** @param {string} d */
const games = (d) => svg`<path d=${d} />`;

/** @type {(middle: At) => At[]} */
const poule = ([x, y]) => AROUND.map(([dx, dy]) => [x + dx, y + dy]);

/** @type {(at: At[]) => string} lines that join every two of them */
const joined = (at) => at.flatMap(([x, y], i) => at.slice(i + 1).map(([x2, y2]) => `M${x} ${y}L${x2} ${y2}`)).join("");

/** @type {At[]} */
const RING = Array.from({ length: 5 }, (_, i) => {
  const turn = (2 * Math.PI * i) / 5;
  return [48 + 22 * Math.sin(turn), 27 - 20 * Math.cos(turn)];
});

/** @type {Record<string, () => unknown[]>} */
const drawn = {
  poules: () => [
    games(joined(poule([15, 14])) + joined(poule([15, 40])) + "M28 14L52 19M28 40L52 35M52 19V35M56 27H70"),
    dots([...poule([15, 14]), ...poule([15, 40]), [52, 19], [52, 35]]),
    dots([[78, 27]], "winner"),
  ],
  swiss: () => [
    games("M14 9H40M14 27H40M14 45H40M56 27h8M60 23l4 4-4 4"),
    dots([[14, 9], [40, 9], [14, 27], [40, 27], [14, 45], [40, 45]]),
    games("M74 45V9M84 45V21"),
    dots([[74, 9], [84, 21]], "winner"),
  ],
  "round-robin": () => [games(joined(RING)), dots(RING)],
  knockout: () => [
    games("M14 6H30V18H14M14 36H30V48H14M30 12H54V42H30M54 27H72"),
    dots([[14, 6], [14, 18], [14, 36], [14, 48], [30, 12], [30, 42]]),
    dots([[76, 27]], "winner"),
  ],
  ladder: () => [
    games("M36 50V4M60 50V4M36 12H60M36 24H60M36 36H60M36 46H60"),
    dots([[48, 12], [48, 24], [48, 36], [48, 46]], "winner"),
    games("M72 40V16M66 22l6-7 6 7"),
  ],
};

/**
 * Draw the picture of a format.
 * @param {string} format
 */
export const formatPicture = (format) =>
  html`<svg class="format" viewBox="0 0 96 54" aria-hidden="true">${drawn[format]()}</svg>`;
