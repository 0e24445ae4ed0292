// Which puzzle comes next: one that is likely, but not certain, to be solved; and when a theme comes again.

/** The share of puzzles that should be solved, between 75 and 80 %. */
const AIM = 0.775;
/** How many tries in a family count as recent, and after how many tries a puzzle may come again. */
export const LATELY = 20;
const REST_TRIES = 40;
/** Number of puzzles from which one is drawn at random. */
const AMONG = 6;
/** Days for which a theme rests in each of the five boxes. */
export const RESTS = [1, 2, 4, 8, 16];

/**
 * The chance that the next puzzle should have of being solved: where there are none of the right kind, harder and
 * easier ones take turns, so that the share is right over several.
 * @param {boolean[]} lately whether the last tries solved theirs
 */
export function aim(lately) {
  const off = lately.reduce((sum, solved) => sum + AIM - Number(solved), 0) / LATELY;
  return Math.min(Math.max(AIM + 2 * off, 0.5), 0.95);
}

/**
 * Choose a puzzle that was not tried lately, else one of those tried longest ago: at random among those whose chance of
 * being solved is nearest to the wanted one. Null where there are none.
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
 * Move a theme between its boxes: to the first when missed; to the next when solved on a day when it was due, and after
 * the last one out for good. Undefined where it is in none.
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
