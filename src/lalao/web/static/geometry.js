// Where things are drawn: from the server's description of a board to x and y, turned or upright as the room allows.

const CELL = 100;

/**
 * Work out the places of a picture; `turned` puts North or Black below, `upright` lays rows of one along the height.
 * @param {Wire.ShownBoard} picture
 * @param {boolean} turned
 * @param {boolean} upright
 * @returns {Page.Layout}
 */
export function layOut(picture, turned, upright) {
  return picture.kind === "rows" ? layRows(picture, turned, upright) : layPoints(picture, turned, upright);
}

/** @type {(picture: Wire.ShownRows, turned: boolean, upright: boolean) => Page.Layout} */
function layRows(picture, turned, upright) {
  const rows = picture.rows.length;
  const columns = picture.rows[0].length;
  const single = rows === 1;
  const [wide, high] = upright ? [150, columns * 108] : [columns * CELL, rows * (single ? 158 : 108)];
  const margin = upright ? 14 : single ? 16 : 6;
  /** @type {Map<string, Page.Spot>} */
  const places = new Map();
  picture.rows.forEach((row, r) =>
    row.forEach((pit, c) => {
      const [i, j] = turned ? [rows - 1 - r, columns - 1 - c] : [r, c];
      const at = upright
        ? { x: margin + 75, y: margin + (columns - 1 - j) * 108 + 54 }
        : { x: margin + (j + 0.5) * CELL, y: margin + (single ? 78 : i * 108 + 54) };
      places.set(pit.place, { ...at, row: upright ? columns - 1 - j : i, column: upright ? 0 : j, pit });
    })
  );
  return { places, width: wide + 2 * margin, height: high + 2 * margin, radius: single ? 44 : 42, single, upright };
}

/** @type {(picture: Wire.ShownLattice, turned: boolean, upright: boolean) => Page.Layout} */
function layPoints(picture, turned, upright) {
  const { files, ranks } = picture;
  /** @type {Map<string, Page.Spot>} */
  const places = new Map();
  const edge = 66;
  for (const point of picture.points) {
    const x = turned ? files - 1 - point.x : point.x;
    const y = turned ? point.y : ranks - 1 - point.y;
    const [column, row] = upright ? [ranks - 1 - y, x] : [x, y];
    places.set(point.place, { x: edge + column * CELL, y: edge + row * CELL, row, column, point });
  }
  const [across, down] = upright ? [ranks, files] : [files, ranks];
  const [width, height] = [(across - 1) * CELL + 2 * edge, (down - 1) * CELL + 2 * edge];
  return { places, width, height, radius: 36, single: false, upright };
}

/**
 * Whether a board is better drawn upright in this room (in pixels).
 * @param {Wire.ShownBoard} picture
 * @param {number} width
 */
export function isBetterUpright(picture, width) {
  if (!width) return false;
  const stacked = matchMedia("(max-width: 900px), (max-aspect-ratio: 1/1)").matches;
  const height = stacked ? innerHeight - 260 : innerHeight * 0.6;
  if (picture.kind === "rows") {
    if (picture.rows.length > 1) return false;
    const pits = picture.rows[0].length;
    const lying = width / (pits + 0.3);
    return lying < 60 && Math.min(height / (pits * 1.08), width / 1.7) > lying;
  }
  const [across, down] = [picture.files, picture.ranks];
  const lying = Math.min(width / (across + 0.3), height / (down + 0.3));
  const standing = Math.min(width / (down + 0.3), height / (across + 0.3));
  return lying < 44 && standing > lying;
}
