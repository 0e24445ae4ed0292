// The data that this device keeps of each child's puzzles and games; nothing leaves the device, and all can be erased.

import { askGame, askPuzzles, askRecord, askReview } from "./api.js";
import { ownKey } from "./children.js";
import { forgetText, keepText, keptText } from "./kept.js";

const KEY = "lalao.practice";
/** The most games that are kept. */
const MOST_GAMES = 20;
/** @type {Page.Practice} */
const NOTHING = { players: {}, puzzles: {}, tries: 0, lately: {}, repeats: false, boxes: {}, replies: {}, games: [] };

/** The last data read, and its text: choosing a puzzle asks for it hundreds of times. */
let latest = { text: "", practice: NOTHING };

/** @returns {Page.Practice} the stored data */
export function practice() {
  const text = keptText(ownKey(KEY));
  if (text !== latest.text) latest = { text, practice: read(text) };
  return latest.practice;
}

/**
 * @param {string} text
 * @returns {Page.Practice} the data of a text, empty where it cannot be read
 */
function read(text) {
  try {
    const found = JSON.parse(text || "{}");
    const same = (/** @type {[string, unknown]} */ [name, usual]) =>
      !(name in found) || typeof found[name] === typeof usual && Array.isArray(found[name]) === Array.isArray(usual);
    return Object.entries(NOTHING).every(same) ? { ...NOTHING, ...found } : NOTHING;
  } catch {
    return NOTHING;
  }
}

/**
 * Keep some changes.
 * @param {Partial<Page.Practice>} changes
 */
export function keepPractice(changes) {
  keepText(ownKey(KEY), JSON.stringify({ ...practice(), ...changes }));
}

/**
 * Keep a game that was played here to its end, or the results of its review.
 * @param {Page.Kept} game
 */
export function keepGame(game) {
  const { games } = practice();
  const same = (/** @type {Page.Kept} */ { code, side }) => code === game.code && side === game.side;
  const others = games.filter((each) => !same(each));
  keepPractice({ games: [...others, game].slice(-MOST_GAMES) });
}

/**
 * The review of a game, and the titles of its family's themes.
 * @typedef {{ code: string, side: string, told: Wire.ShownReview, game: Wire.ShownGame, titles: Map<string, string> }}
 *   Seen
 */

/**
 * Ask for the review of a game, and keep on this device which themes were missed in it.
 * @param {string} code
 * @param {string} side its letter, "" for both
 * @returns {Promise<Seen>}
 */
export async function look(code, side) {
  const [told, { shelves }] = await Promise.all([askRecord(code).then((text) => askReview(text, side)), askPuzzles()]);
  const game = await askGame(told.game);
  const themes = shelves.find(({ family }) => family === game.family)?.themes ?? [];
  const missed = told.sides.flatMap(({ moments }) => moments.flatMap(({ theme }) => theme ?? []));
  const kept = practice().games.find((each) => each.code === code && each.side === side);
  if (kept && !told.hurried) keepGame({ ...kept, family: game.family, missed });
  return { code, side, told, game, titles: new Map(themes.map(({ name, title }) => [name, title])) };
}

/** Themes that were missed in the games that are kept, each with its family, the most frequent first. */
export function missedThemes() {
  /** @type {Map<string, number>} */
  const counted = new Map();
  for (const { family, missed } of practice().games) {
    for (const theme of missed ?? []) {
      counted.set(`${family} ${theme}`, (counted.get(`${family} ${theme}`) ?? 0) + 1);
    }
  }
  const found = [...counted].map(([both, count]) => ({ family: both.split(" ")[0], theme: both.split(" ")[1], count }));
  return found.sort((one, other) => other.count - one.count);
}

/** Whether anything is kept. */
export const isBegun = () =>
  practice().tries > 0 || practice().games.length > 0 || practice().repeats ||
  Object.keys(practice().replies).length > 0;

/** Forget everything. */
export const forgetAll = () => forgetText(ownKey(KEY));
