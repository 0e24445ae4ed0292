// Which puzzle comes next: one that is likely to be solved, but not certain; and when a theme comes again.

/** How often a puzzle is meant to be solved, between 75 and 80 %. */
const AIM = 0.775;
/** Tries of a family that tell how often one was solved lately, and those after which a puzzle may come again. */
export const LATELY = 20;
const REST_TRIES = 40;
/** Puzzles among which chance chooses. */
const AMONG = 6;
/** Days that a theme rests in each of the five boxes. */
export const RESTS = [1, 2, 4, 8, 16];

/**
 * How likely the next puzzle should be solved: where there are none of the right kind, harder and easier ones take
 * turns, so that together they are.
 * @param {boolean[]} lately whether the last tries solved theirs
 */
export function aim(lately) {
  const off = lately.reduce((sum, solved) => sum + AIM - Number(solved), 0) / LATELY;
  return Math.min(Math.max(AIM + 2 * off, 0.5), 0.95);
}

/**
 * Choose a puzzle that was not tried lately: one of those that are most likely to be solved just as often as wanted.
 * Null where there are none.
 * @template {{ id: string }} P
 * @param {P[]} puzzles
 * @param {number} wanted
 * @param {(puzzle: P) => number} chance how likely each is solved
 * @param {Page.Practice} kept
 * @returns {P | null}
 */
export function choose(puzzles, wanted, chance, { puzzles: tried, tries }) {
  const last = (/** @type {P} */ { id }) => tried[id]?.[2] ?? -Infinity;
  const rested = puzzles.filter((each) => tries - last(each) >= REST_TRIES);
  const among = rested.length ? rested : [...puzzles].sort((one, other) => last(one) - last(other)).slice(0, AMONG);
  const near = among.map((puzzle) => ({ puzzle, off: Math.abs(chance(puzzle) - wanted) }));
  near.sort((one, other) => one.off - other.off);
  return near[Math.floor(Math.random() * Math.min(AMONG, near.length))]?.puzzle ?? null;
}

/**
 * Move a theme between its boxes: missed, it goes to the first one; solved when it was due, to the next, and out of the
 * last it goes for good. Undefined where it lies in none.
 * @param {[number, number] | undefined} boxed
 * @param {boolean} solved
 * @param {number} today
 * @returns {[number, number] | undefined}
 */
export function moved(boxed, solved, today) {
  if (!solved) return [1, today + RESTS[0]];
  if (!boxed || boxed[1] > today) return boxed;
  const next = boxed[0] + 1;
  return next > RESTS.length ? undefined : [next, today + RESTS[next - 1]];
}
