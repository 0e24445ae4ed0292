// Where things are drawn: from the server's description of a board to x and y, turned or upright as the room allows.
// A pit or point measures a hundred units, whatever its size on the screen; measures are those of all pictures.

import { APART, CELL, MEASURES } from "./measures.js";

/** The room at the edge of an upright board of points. */
const STANDING_EDGE = 14;
/**
 * Rows of pits are drawn further apart where there is height to spare, up to this many times their own height.
 * @type {(picture: Wire.ShownBoard) => number}
 */
const mostSpread = (picture) =>
  picture.kind === "lattice" ? 1 : isSingle(picture) ? Math.min(2, Math.max(1.4, picture.rows[0].length / 3.75)) : 2;

/** Several rows that are not drawn apart have smaller pits, a little higher: numbers are written between them. */
const CLOSE = { radius: 38, shift: -4 };

/** A board stands upright only where that makes it this many times as large: a square one lies. */
const WORTH_STANDING = 1.05;

/** @type {(picture: Wire.ShownBoard) => boolean} */
export const isSingle = (picture) => picture.kind === "rows" && picture.rows.length === 1;

/** @type {(picture: Wire.ShownBoard) => Wire.Measures} */
const measuresOf = (picture) =>
  MEASURES[picture.kind === "lattice" ? "lattice" : isSingle(picture) ? "single" : "many"];

/**
 * How wide and high a board is, its edge included.
 * @param {Wire.ShownBoard} picture
 * @param {boolean} upright
 * @returns {[number, number]}
 */
export function spans(picture, upright) {
  const { beside, above, row } = measuresOf(picture);
  if (picture.kind === "lattice") {
    const { files, ranks } = picture;
    const [long, short] = [files * CELL, ranks * CELL];
    return upright ? [short + STANDING_EDGE, long + STANDING_EDGE] : [long + beside, short + above];
  }
  return [picture.rows[0].length * CELL + beside, picture.rows.length * row];
}

/** @type {(picture: Wire.ShownBoard, width: number, height: number) => number[]} pixels a unit, lying and standing */
const units = (picture, width, height) =>
  [false, true].map((upright) => {
    const [wide, high] = spans(picture, upright);
    return Math.min(width / wide, height / high);
  });

/**
 * Fit a board into a room (in pixels). Rows of pits lie, for that is where each player's left and right are; points lie
 * or stand, whichever gives larger ones. Its `form` is its width for a height of 1, before its rows are drawn apart,
 * which makes it higher at `most` so many times.
 * @param {Wire.ShownBoard} picture
 * @param {number} width
 * @param {number} height
 */
function fit(picture, width, height) {
  const [lying, standing] = units(picture, width, height);
  const upright = picture.kind === "lattice" && standing > lying * WORTH_STANDING;
  const [unit, [columns, rows]] = [upright ? standing : lying, spans(picture, upright)];
  const most = mostSpread(picture);
  const spread = unit ? Math.max(1, Math.min(most, height / (rows * unit))) : 1;
  return { upright, spread, most, form: columns / rows };
}

/**
 * Fit a board into its slot, and tell its frame: the style sheet makes the frame as large as its form allows.
 * @param {HTMLElement} slot
 * @param {Wire.ShownBoard} picture
 * @param {HTMLElement} frame
 */
export function fitInto(slot, picture, frame) {
  const room = fit(picture, slot.clientWidth, slot.clientHeight);
  frame.style.setProperty("--form", String(room.form));
  frame.style.setProperty("--most", String(room.most));
  return room;
}

/**
 * Work out the places of a picture; `turned` puts North or Black below, `upright` lays points along the height,
 * `spread` draws the rows that many times as far apart.
 * @param {Wire.ShownBoard} picture
 * @param {boolean} turned
 * @param {boolean} upright
 * @returns {Page.Layout}
 */
export function layOut(picture, turned, upright, spread = 1) {
  return picture.kind === "rows" ? layRows(picture, turned, spread) : layPoints(picture, turned, upright);
}

/** @type {(picture: Wire.ShownRows, turned: boolean, spread: number) => Page.Layout} */
function layRows(picture, turned, spread) {
  const [rows, columns] = [picture.rows.length, picture.rows[0].length];
  const single = rows === 1;
  const measures = { ...measuresOf(picture), ...(single || spread >= APART ? {} : CLOSE) };
  const [width, down] = spans(picture, false);
  const height = down * spread;
  const edge = (width - columns * CELL) / 2;
  /** @type {Map<string, Page.Spot>} */
  const places = new Map();
  picture.rows.forEach((row, r) =>
    row.forEach((pit, c) => {
      const [i, j] = turned ? [rows - 1 - r, columns - 1 - c] : [r, c];
      const at = { x: edge + (j + 0.5) * CELL, y: ((i + 0.5) * height) / rows + measures.shift };
      places.set(pit.place, { ...at, row: i, column: j, pit });
    })
  );
  const cell = { width: CELL, height: height / rows };
  return { ...measures, places, width, height, single, upright: false, turned, spread, cell };
}

/** @type {(picture: Wire.ShownLattice, turned: boolean, upright: boolean) => Page.Layout} */
function layPoints(picture, turned, upright) {
  const { files, ranks } = picture;
  const [width, height] = spans(picture, upright);
  const edge = (width - (upright ? ranks - 1 : files - 1) * CELL) / 2;
  /** @type {Map<string, Page.Spot>} */
  const places = new Map();
  for (const point of picture.points) {
    const x = turned ? files - 1 - point.x : point.x;
    const y = turned ? point.y : ranks - 1 - point.y;
    const [column, row] = upright ? [ranks - 1 - y, x] : [x, y];
    places.set(point.place, { x: edge + column * CELL, y: edge + row * CELL, row, column, point });
  }
  const cell = { width: CELL, height: CELL };
  return { ...measuresOf(picture), places, width, height, single: false, upright, turned, spread: 1, cell };
}

/**
 * Whether a board is better drawn upright in a width (pixels), where the window alone limits its height.
 * @param {Wire.ShownBoard} picture
 * @param {number} width
 */
export function isBetterUpright(picture, width) {
  if (!width || picture.kind === "rows") return false;
  const stacked = matchMedia("(max-width: 900px), (max-aspect-ratio: 1/1)").matches;
  const height = stacked ? innerHeight - 260 : innerHeight * 0.6;
  const [lying, standing] = units(picture, width, height);
  return lying * CELL < 44 && standing > lying;
}
