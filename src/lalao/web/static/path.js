// The path of whoever plays: which stones are done, which comes next, and where each leads.

import { askChapters } from "./api.js";
import { changeChild, child, countLoss, setStone, stonesDone } from "./children.js";
import { familyOf } from "./families.js";
import { settings } from "./settings.js";

/** Losses running after which an easier stone is offered. */
const MANY_LOSSES = 2;

/** @type {{ language: string, asked: Promise<Wire.ShownTrail[]> }} */
const known = { language: "", asked: Promise.resolve([]) };

/** The chapters of all paths, in the language of the page. */
export function chapters() {
  if (known.language !== settings.language) {
    Object.assign(known, { language: settings.language, asked: askChapters() });
    known.asked.catch(() => known.language = "");
  }
  return known.asked;
}

/**
 * The stars of a stone, undefined where it is not done.
 * @param {Wire.ShownStone} stone
 * @param {Wire.ShownTrail} chapter
 */
export function starsOf({ id, kind, what, count }, { game, stones }) {
  const done = stonesDone(), steps = child()?.steps[what] ?? [];
  if (id in done) return done[id];
  if (kind === "lesson") return steps.length >= count ? 1 : undefined;
  const first = stones.find((stone) => stone.kind === "creature")?.id === id; // a win from before there were paths
  return kind === "creature" && first && `${game}:` in done ? 1 : undefined;
}

/**
 * Whether all stones of a chapter are done.
 * @param {Wire.ShownTrail} chapter
 */
export const isWalked = (chapter) => chapter.stones.every((stone) => starsOf(stone, chapter) !== undefined);

/**
 * The stones of a family's path in order, each with its chapter.
 * @param {Wire.ShownTrail[]} all
 * @param {string} family
 */
export const stonesOf = (all, family) =>
  all.filter((each) => each.family === family && !each.aside)
    .flatMap((chapter) => chapter.stones.map((stone) => ({ chapter, stone })));

/**
 * A stone by its id, with its chapter; undefined where no path has it.
 * @param {Wire.ShownTrail[]} all
 * @param {string} id
 */
export const stepAt = (all, id) =>
  all.flatMap((chapter) => chapter.stones.map((stone) => ({ chapter, stone }))).find(({ stone }) => stone.id === id);

/**
 * The first stone of a family's path that is not done; after two losses running against its creature the one before,
 * a creature or a lesson. Undefined at the end of the path.
 * @param {Wire.ShownTrail[]} all
 * @param {string} family
 */
export function nextOn(all, family) {
  const path = stonesOf(all, family);
  const at = path.findIndex(({ stone, chapter }) => starsOf(stone, chapter) === undefined);
  const [lost, count] = child()?.lost ?? ["", 0];
  const hard = at > 0 && path[at].stone.id === lost && count >= MANY_LOSSES;
  const easier = hard ? path.slice(0, at).reverse().find(({ stone }) => stone.kind !== "puzzles") : undefined;
  return easier ?? path[at];
}

/**
 * The step after a stone: the next one that is not done on its path, else on any.
 * @param {Wire.ShownTrail[]} all
 * @param {string} [family]
 */
export function comesNext(all, family = child()?.at || all[0]?.family) {
  const names = [family, ...all.map((each) => each.family)];
  return names.map((name) => nextOn(all, name ?? "")).find(Boolean);
}

/**
 * The address of a stone; "" for a creature, whose match must be opened first.
 * @param {Wire.ShownStone} stone
 * @param {string} family
 */
export function addressOf({ kind, what, game }, family) {
  return { lesson: `/learn/${what}`, puzzles: `/puzzles/${family}/${what}@${game}`, creature: "" }[kind];
}

/**
 * The name of a stone's chapter, as « Fang, 4 pits ».
 * @param {Wire.ShownTrail} chapter
 */
export const whereIs = ({ family, board }) => `${familyOf(family).title}, ${board}`;

/**
 * The stone that a match against the computer is about, undefined where the path has none for it.
 * @param {Pick<Wire.State, "game" | "start">} state
 * @param {string} creature
 */
async function stoneOf({ game, start }, creature) {
  const own = (await chapters().catch(() => [])).filter((each) =>
    each.game === game && (!each.start || each.start === start)
  );
  return own.flatMap(({ stones }) => stones).find(({ kind, what }) => kind === "creature" && what === creature);
}

/**
 * Take note of the end of a match against the computer.
 * @param {Wire.State} state
 * @param {string} creature
 * @param {"win" | "draw" | "loss"} end
 */
export async function keepEnd(state, creature, end) {
  const { family } = (await chapters().catch(() => [])).find(({ game }) => game === state.game) ?? {};
  if (family) changeChild({ at: family });
  const id = (await stoneOf(state, creature))?.id ?? `${state.game}:${creature}`;
  if (end === "win") setStone(id, 1);
  else if (end === "loss") countLoss(id);
}

/**
 * Whether a game was won against the computer by whoever plays.
 * @param {string} game
 */
export const isBeaten = (game) => Object.keys(stonesDone()).some((id) => id.startsWith(`${game}:`));
