// Where things are drawn: from the server's description of a board to x and y, turned or upright as the room allows.
// A hundred units are one pit or point, which is as large as the room lets it be.

const CELL = 100;
/** Rows of pits are drawn apart where there is height to spare, up to so many times their own height. */
const SPREAD = { single: 1.4, many: 2 };

/** A board stands upright only where that makes it so many times as large: a square one lies. */
const WORTH_STANDING = 1.05;

/** @type {(picture: Wire.ShownBoard) => boolean} */
const isSingle = (picture) => picture.kind === "rows" && picture.rows.length === 1;

/**
 * How many pits or points wide and high a board is, its edge included.
 * @param {Wire.ShownBoard} picture
 * @param {boolean} upright
 * @returns {[number, number]}
 */
export function spans(picture, upright) {
  if (picture.kind === "lattice") {
    const { files, ranks } = picture;
    return upright ? [ranks + 0.14, files + 0.14] : [files + 0.24, ranks + 0.24];
  }
  const pits = picture.rows[0].length;
  if (!isSingle(picture)) return [pits + 0.08, picture.rows.length * 1.05];
  return upright ? [3.2, pits + 0.4] : [pits + 0.4, 2.05];
}

/**
 * Fit a board into a room of so many pixels: the larger pit or point chooses whether it lies or stands.
 * @param {Wire.ShownBoard} picture
 * @param {number} width
 * @param {number} height
 */
export function fit(picture, width, height) {
  const [lying, standing] = [false, true].map((upright) => {
    const [columns, rows] = spans(picture, upright);
    return Math.min(width / columns, height / rows);
  });
  const upright = (picture.kind === "lattice" || isSingle(picture)) && standing > lying * WORTH_STANDING;
  const [unit, [columns, rows]] = [upright ? standing : lying, spans(picture, upright)];
  const most = picture.kind === "lattice" || upright ? 1 : isSingle(picture) ? SPREAD.single : SPREAD.many;
  const spread = unit ? Math.max(1, Math.min(most, height / (rows * unit))) : 1;
  return { upright, spread, width: columns * unit, height: rows * unit * spread };
}

/**
 * Work out the places of a picture; `turned` puts North or Black below, `upright` lays rows of one along the height,
 * `spread` draws the rows that many times as far apart.
 * @param {Wire.ShownBoard} picture
 * @param {boolean} turned
 * @param {boolean} upright
 * @returns {Page.Layout}
 */
export function layOut(picture, turned, upright, spread = 1) {
  return picture.kind === "rows" ? layRows(picture, turned, upright, spread) : layPoints(picture, turned, upright);
}

/** @type {(picture: Wire.ShownRows, turned: boolean, upright: boolean, spread: number) => Page.Layout} */
function layRows(picture, turned, upright, spread) {
  const [rows, columns] = [picture.rows.length, picture.rows[0].length];
  const single = rows === 1;
  const [across, down] = spans(picture, upright);
  const [width, height] = [across * CELL, down * CELL * spread];
  const edge = upright ? (height - columns * CELL) / 2 : (width - columns * CELL) / 2;
  /** @type {Map<string, Page.Spot>} */
  const places = new Map();
  picture.rows.forEach((row, r) =>
    row.forEach((pit, c) => {
      const [i, j] = turned ? [rows - 1 - r, columns - 1 - c] : [r, c];
      const at = upright
        ? { x: width / 2, y: height - edge - (j + 0.5) * CELL }
        : { x: edge + (j + 0.5) * CELL, y: single ? height / 2 - 6 : ((i + 0.5) * height) / rows };
      places.set(pit.place, { ...at, row: upright ? columns - 1 - j : i, column: upright ? 0 : j, pit });
    })
  );
  const cell = upright ? { width: width - 20, height: CELL } : { width: CELL, height: height / rows };
  return { places, width, height, radius: single ? 44 : 43, single, upright, turned, spread, cell };
}

/** @type {(picture: Wire.ShownLattice, turned: boolean, upright: boolean) => Page.Layout} */
function layPoints(picture, turned, upright) {
  const { files, ranks } = picture;
  const [width, height] = spans(picture, upright).map((span) => span * CELL);
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
  return { places, width, height, radius: 37, single: false, upright, turned, spread: 1, cell };
}

/**
 * Whether a board that has a width but no height of its own is better drawn upright (in pixels).
 * @param {Wire.ShownBoard} picture
 * @param {number} width
 */
export function isBetterUpright(picture, width) {
  if (!width) return false;
  const stacked = matchMedia("(max-width: 900px), (max-aspect-ratio: 1/1)").matches;
  const height = stacked ? innerHeight - 260 : innerHeight * 0.6;
  if (picture.kind === "rows" && picture.rows.length > 1) return false;
  const [lying, standing] = [false, true].map((upright) => {
    const [columns, rows] = spans(picture, upright);
    return Math.min(width / columns, height / rows);
  });
  return Math.min(lying, width / spans(picture, false)[0]) < (isSingle(picture) ? 60 : 44) && standing > lying;
}
