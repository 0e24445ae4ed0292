// Trying puzzles: the player's strength on this device, how hard each puzzle is here, which themes come again. So do
// the moves that the player has chosen in openings, position by position.

import { LATELY, moved, RESTS } from "./nextpuzzle.js";
import { NEW_DEVIATION, rated } from "./glicko.js";
import { link } from "./page.js";
import { keepPractice, practice } from "./practice.js";
import { t } from "./words.js";

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

/** @type {(game: string, position: string) => string} */
const keyOf = (game, position) => `${game} ${position}`;

/**
 * The move that was chosen in a position, "" for none.
 * @type {(game: string, position: string) => string}
 */
export const ownMove = (game, position) => practice().replies[keyOf(game, position)]?.[0] ?? "";

/**
 * Choose a move in a position, in place of another one; the one that was chosen is chosen no more.
 * @type {(game: string, position: string, move: string) => void}
 */
export function chooseMove(game, position, move) {
  const key = keyOf(game, position), { [key]: was, ...others } = practice().replies;
  keepPractice({ replies: was?.[0] === move ? others : { ...others, [key]: [move, 1, today()] } });
}

/**
 * The positions of a game in which a move was chosen, those that are due first, in the order of their days.
 * @param {string} game
 */
export function chosenIn(game) {
  const found = Object.entries(practice().replies).filter(([key]) => key.startsWith(`${game} `));
  return found.sort(([, one], [, other]) => one[2] - other[2]).map(([key]) => key.slice(game.length + 1));
}

/** The ids of the games in which moves were chosen. */
export const gamesWithOwn = () => [...new Set(Object.keys(practice().replies).map((key) => key.split(" ")[0]))];

/**
 * The link to the moves of a game that were chosen.
 * @param {string} game
 * @param {string} [title] of the game, where it must be told
 */
export function practiseLink(game, title) {
  const own = chosenIn(game), all = own.length, due = own.filter((position) => isDue(game, position)).length;
  const told = title
    ? t("{due} due, {all} chosen", { due, all })
    : t("Practise my moves: {due} due, {all} chosen", { due, all });
  return link(`/moves/${game}`, "button", title ? `${title}: ${told}` : told);
}

/** @type {(game: string, position: string) => boolean} */
export const isDue = (game, position) => practice().replies[keyOf(game, position)][2] <= today();

/**
 * Remember whether a move was known: a known one rests longer each time, and comes again for ever.
 * @type {(game: string, position: string, known: boolean) => void}
 */
export function answered(game, position, known) {
  const key = keyOf(game, position), { replies } = practice(), [move, box, day] = replies[key];
  const last = /** @type {[number, number]} */ ([RESTS.length, today() + RESTS[RESTS.length - 1]]);
  keepPractice({ replies: { ...replies, [key]: [move, ...(moved([box, day], known, today()) ?? last)] } });
}
