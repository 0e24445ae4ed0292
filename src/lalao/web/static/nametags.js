// Names that are read from the back of the room: as large as their place allows, whole, and never broken within a word.

/** The least size of letters, as a share of the screen's height, and the largest: 44 and 96 pixels of 1080. */
const LEAST = 44 / 1080, MOST = 96 / 1080;
/** Letters of a size that differs by fewer pixels look alike. */
const EXACT = 1;
const MOST_COLUMNS = 4;

/**
 * Whether an element holds all its names and their boxes, and each name its longest word.
 * @param {Element} element
 */
function isWhole(element) {
  const room = element.getBoundingClientRect();
  return [...element.querySelectorAll("li, .name, .crowned")].every((each) => {
    const { left, top, right, bottom } = each.getBoundingClientRect();
    const inside = left >= room.left - 1 && top >= room.top - 1 && right <= room.right + 1 && bottom <= room.bottom + 1;
    return !each.getClientRects().length || inside && each.scrollWidth <= each.clientWidth + 1;
  });
}

/**
 * Make the letters of an element as large as they fit, down to `least` pixels; return their size, 0 where they do not.
 * @param {HTMLElement} element
 */
export function fit(element, least = LEAST * innerHeight) {
  const fits = (/** @type {number} */ size) => {
    element.style.setProperty("--size", `${size}px`);
    return isWhole(element);
  };
  let low = least, high = MOST * innerHeight;
  if (!fits(low)) return 0;
  while (high - low > EXACT) {
    const size = (low + high) / 2;
    if (fits(size)) low = size;
    else high = size;
  }
  fits(low);
  return low;
}

/**
 * Show the entries of a list in as many columns as make their letters largest; where they are too many for letters that
 * can be read, they take turns: `turn` counts them.
 * @param {HTMLElement} list
 * @param {number} turn
 */
export function arrange(list, turn) {
  const entries = /** @type {HTMLElement[]} */ ([...list.children]);
  for (let pages = 1; pages <= entries.length; pages++) {
    const many = Math.ceil(entries.length / pages), last = pages === entries.length;
    const show = (/** @type {number} */ page) =>
      entries.forEach((each, at) => (each.hidden = Math.floor(at / many) !== page));
    const sizes = Array.from({ length: Math.min(MOST_COLUMNS, many) }, (_, columns) => {
      list.style.setProperty("--columns", String(columns + 1));
      return Math.min(...Array.from({ length: pages }, (_, page) => (show(page), fit(list, last ? 1 : undefined))));
    });
    const size = Math.max(...sizes);
    if (!size) continue;
    list.style.setProperty("--columns", String(sizes.indexOf(size) + 1));
    list.style.setProperty("--size", `${size}px`);
    list.dataset.turn = pages > 1 ? `${turn % pages + 1} / ${pages}` : "";
    return show(turn % pages);
  }
}
