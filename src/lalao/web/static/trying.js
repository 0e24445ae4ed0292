// Trying puzzles: the player's strength on this device, how hard each puzzle is here, which themes come again.

import { LATELY, moved } from "./choosing.js";
import { NEW_DEVIATION, rated } from "./glicko.js";
import { keepPractice, practice } from "./practice.js";

const DAY_MS = 86_400_000;
/** The rating of a new player, and the deviation of the rating that the levels have given a puzzle. */
const NEW_PLAYER = { rating: 900, deviation: NEW_DEVIATION, volatility: 0.06 };
const SURE = 80, STEADY = 0.06;

/** Today, as a number of days since 1970 in local time. */
export const today = () => Math.floor((Date.now() - 60_000 * new Date().getTimezoneOffset()) / DAY_MS);

/**
 * The rating of whoever plays on this device in a family.
 * @param {string} family
 */
export const strengthIn = (family) => practice().players[family] ?? NEW_PLAYER;

/**
 * How hard a puzzle is: as the levels have rated it, corrected by the tries on this device.
 * @param {Wire.ShownPuzzle} puzzle
 * @returns {Page.Rating}
 */
export function hardness({ id, rating }) {
  const [known, deviation] = practice().puzzles[id] ?? [rating, SURE];
  return { rating: known, deviation, volatility: STEADY };
}

/**
 * Count a try: it changes the ratings of the player and of the puzzle; a theme that was missed comes again.
 * @param {string} family
 * @param {Wire.ShownPuzzle} puzzle
 * @param {boolean} solved
 */
export function attempt(family, puzzle, solved) {
  const { players, puzzles, tries, lately, repeats, boxes } = practice();
  const [player, hard] = [strengthIn(family), hardness(puzzle)];
  const { rating, deviation } = rated(hard, [{ other: player, score: solved ? 0 : 1 }]);
  const better = rated(player, [{ other: hard, score: solved ? 1 : 0 }]);
  const theme = `${family} ${puzzle.theme}`;
  const { [theme]: boxed, ...others } = boxes;
  const next = repeats || boxed ? moved(boxed, solved, today()) : undefined;
  keepPractice({
    players: { ...players, [family]: better },
    puzzles: { ...puzzles, [puzzle.id]: [Math.round(rating), Math.round(deviation), tries + 1, solved] },
    tries: tries + 1,
    lately: { ...lately, [family]: [...(lately[family] ?? []), solved].slice(-LATELY) },
    boxes: next ? { ...others, [theme]: next } : others,
  });
}

/**
 * The themes of a family that are due, the one that has waited longest first.
 * @param {string} family
 */
export function dueIn(family) {
  const { boxes, repeats } = practice();
  const own = Object.entries(boxes).filter(([theme, [, day]]) => theme.startsWith(`${family} `) && day <= today());
  const due = own.sort(([, [, one]], [, [, other]]) => one - other).map(([theme]) => theme.slice(family.length + 1));
  return repeats ? due : [];
}

/**
 * Set whether themes that were missed come again.
 * @param {boolean} repeats
 */
export const setRepeats = (repeats) => keepPractice(repeats ? { repeats } : { repeats, boxes: {} });
