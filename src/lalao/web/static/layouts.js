// Layouts that are asked for: seeds are laid beside those on the board so that whoever starts on them loses.

import { askWorth } from "./api.js";
import { Editor } from "./editor.js";
import { t } from "./words.js";

/** How often a proof is asked for again where the machine is busy, and after how many milliseconds. */
const MOST_ASKED = 5, BUSY_MS = 700;

/**
 * The seeds of the pits of a row as text.
 * @param {string} text
 */
export const rowOf = (text) => text.split(" ")[0].split(".").map(Number);

/**
 * Have the seeds of the hand laid out beside those of the task, or the layout that was tried changed.
 * @param {import("./taskboard.js").TaskBoard} board
 * @param {Wire.ShownPosition} here
 * @param {unknown} beside the other offers
 * @param {(laid: string) => unknown} ondone
 */
export function layOut({ task, game: { id, sides }, stage }, { position, picture }, beside, ondone) {
  const given = Object.fromEntries(rowOf(task.position).map((seeds, at) => [String(at + 1), seeds]));
  const hand = { seeds: task.seeds ?? 0, given, beside };
  const editor = new Editor(stage, { game: id, position, picture, sides, hand, ondone });
  editor.begin();
  return editor;
}

/**
 * Find the start on a layout that wins, undefined where whoever starts loses, and one that is lost in that case.
 * @param {Wire.ShownGame} game
 * @param {string} laid
 */
export async function startsOf({ id, sides }, laid) {
  const [row] = laid.split(" "), starts = sides.map(({ side }) => `${row} ${side}`).reverse();
  const lost = await Promise.all(starts.map((start) => isLost(id, start)));
  return { row, won: starts.find((_, at) => !lost[at]), lost: starts[0] };
}

/**
 * Whether it is proved that whoever starts loses; a busy machine is asked again.
 * @param {string} game
 * @param {string} start
 */
async function isLost(game, start) {
  for (let asked = 0; asked < MOST_ASKED; asked++) {
    const { values: { value } } = await askWorth(game, start);
    if (value !== "unknown") return value === "loss";
    await new Promise((resolve) => setTimeout(resolve, BUSY_MS));
  }
  throw new Error(t("This is not proved yet. Try again in a moment."));
}
