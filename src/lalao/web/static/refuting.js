// The moves played on the board to show what is wrong with a move.

/** The most moves that are shown. */
const MOST_REFUTED = 3;

/**
 * The moves that show what is wrong with a move: its refutation, else what follows it in the line of a claim.
 * @param {Wire.ShownWhy | null} why
 */
export function refuting(why) {
  if (!why) return [];
  const { move, claims, refutation } = why;
  const shown = claims.find(({ line }) => line[0] === move && line.length > 1)?.line.slice(1) ?? [];
  return (refutation.length ? refutation : shown).slice(0, MOST_REFUTED);
}
