// The drawings of the child's pages, as templates: faces, stones, beads and little boards. Their shapes are in art.svg.

import { CREATURES } from "./creatures.js";
import { FRAMES, SHAPES } from "./faces.js";
import { html, nothing, svg } from "./lit.js";
import { t } from "./words.js";

const ART = new URL("art.svg", import.meta.url).pathname;
const CREATED = new URL("creatures.svg", import.meta.url).pathname;

/**
 * A shape of art.svg, or a creature of creatures.svg, in a square around a point.
 * @param {string} name
 * @param {number} size
 * @param {number} [x]
 * @param {number} [y]
 */
export function shape(name, size, x = 0, y = 0) {
  const file = CREATURES.includes(name.split("-")[0]) ? CREATED : ART;
  const [left, top] = [x - size / 2, y - size / 2];
  return svg`
    <use href="${`${file}#${name.toLowerCase()}`}" x="${left}" y="${top}" width="${size}" height="${size}" />
  `;
}

/**
 * A picture of one shape.
 * @param {string} name
 */
export const drawing = (name) =>
  html`<svg class="drawing" viewBox="-50 -50 100 100" aria-hidden="true">${shape(name, 100)}</svg>`;

/**
 * A face in a square of 48: a creature's, or a picture on a round ground of its own pale colour.
 * @param {string} name
 */
export function faceIn(name) {
  if (CREATURES.includes(name)) return shape(name, 48, 24, 24);
  const [kind, frame] = name.split("-");
  const [colour, path] = SHAPES[kind] ?? ["#8a7d69", "M24 14a10 10 0 1 0 .1 0z"];
  return svg`
    <circle cx="24" cy="24" r="23" fill="#fffaf0" /><circle cx="24" cy="24" r="23" fill="${colour}" opacity=".22" />
        ${frame in FRAMES
          ? svg`
            <path d="${FRAMES[frame]}" class="frame ${frame}" fill="none" />
          `
          : nothing}
        <path transform="translate(24 24) scale(.6) translate(-24 -24)" d="${path}" fill="${colour}"
      fill-rule="evenodd"
      stroke="#2c241c" stroke-width="2.6" stroke-linejoin="round" stroke-linecap="round" />
  `;
}

/**
 * A face by itself.
 * @param {string} name
 * @param {string} look
 */
export const disc = (name, look = "") =>
  html`<svg class="disc ${look}" viewBox="0 0 48 48" aria-hidden="true">${faceIn(name)}</svg>`;

/**
 * The beads of a path: those that are done, the next one, those to come; at most `most`, around the next.
 * @param {boolean[]} done
 * @param {number} most
 */
export function beads(done, most = 7) {
  const next = done.indexOf(false), at = next < 0 ? done.length : next;
  const from = Math.max(0, Math.min(at - Math.floor(most / 2), done.length - most));
  const shown = done.slice(from, from + most);
  const bead = (/** @type {boolean} */ isDone, /** @type {number} */ i) => {
    const x = 12 + 24 * i;
    if (isDone) return shape("bead", 22, x, 12);
    return from + i === at
      ? svg`
        <circle cx="${x}" cy="12" r="10.5" fill="#ffe28a" stroke="#7a4a12" stroke-width="2.4" />
      `
      : svg`
        <circle cx="${x}" cy="12" r="7" fill="#0000004d" stroke="#f6e4bd" stroke-width="2.4" />
      `;
  };
  const width = 24 * shown.length;
  return html`<svg class="string" viewBox="0 0 ${width} 24" aria-hidden="true">
    <path d="M2 12H${width - 2}" stroke="#f6e4bd" stroke-width="2.6"/>${shown.map(bead)}</svg>`;
}

/**
 * Steps as beads: done at once, done slowly, the one at hand, or still to come.
 * @param {number} steps
 * @param {Page.Beads} beads
 * @param {number} [at]
 */
export function beadRow(steps, { done, slow }, at) {
  const look = (/** @type {number} */ step) =>
    step === at ? "here" : done.includes(step) ? (slow.includes(step) ? "done slow" : "done") : "";
  const told = at === undefined
    ? t("{done} of {count} step done", "{done} of {count} steps done", { done: done.length, count: steps })
    : t("Step {number} of {count}", { number: at + 1, count: steps });
  return html`<span class="beads" role="img" aria-label=${told}>${
    Array.from({ length: steps }, (_, step) => html`<i class="bead ${look(step)}"></i>`)
  }</span>`;
}

/**
 * A little board, as a sign for a chapter: its size and its contents.
 * @param {Pick<Wire.ShownTrail, "rows" | "columns" | "lattice" | "game">} chapter
 */
export function boardOf({ rows, columns, lattice, game }) {
  const apart = rows > 1 ? 7.4 : 9, edge = 5;
  const [width, height] = [2 * edge + apart * columns, 2 * edge + apart * rows];
  const places = Array.from({ length: rows * columns }, (_, i) => ({ x: i % columns, y: Math.floor(i / columns) }));
  const middle = (rows - 1) / 2;
  const dot = (/** @type {{ x: number, y: number }} */ { x, y }) => {
    const [cx, cy] = [edge + apart * (x + 0.5), edge + apart * (y + 0.5)];
    if (!lattice) {
      return svg`
        <circle cx="${cx}" cy="${cy}" r="${apart * 0.38}" fill="#3a2110" />
      `;
    }
    if (y === middle && x === (columns - 1) / 2) return nothing;
    const white = y > middle || (y === middle && (x % 2 === 1) === x < columns / 2);
    return svg`
      <circle cx="${cx}" cy="${cy}" r="${apart * 0.4}" fill="${white
        ? "#fffdf8"
        : "#2d2c31"}" stroke="#2c241c" stroke-width=".7" />
    `;
  };
  const ring = (/** @type {number} */ x, /** @type {string} */ colour) =>
    svg`
      <circle cx="${edge + apart * (x + 0.5)}" cy="${height /
        2}" r="4.4" fill="none" stroke="${colour}" stroke-width="1.6" />
    `;
  const drawn = svg`
    <rect x="1" y="1" width="${width - 2}" height="${height - 2}" rx="5" fill="${lattice ? "#dcc69d" : "#b57f48"}"
      stroke="${lattice ? "#7d6338" : "#6b4423"}" stroke-width="2" />
    ${places.map(dot)}${game.includes("guarded") ? [ring(0, "#d94f30"), ring(columns - 1, "#5fb8d8")] : nothing}
  `;
  return { width, height, drawn };
}

/**
 * A little board by itself.
 * @param {Parameters<typeof boardOf>[0]} chapter
 */
export function littleBoard(chapter) {
  const { width, height, drawn } = boardOf(chapter);
  return html`
    <svg class="little" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"
      aria-hidden="true">${drawn}</svg>
  `;
}
