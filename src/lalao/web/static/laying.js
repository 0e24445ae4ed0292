// Layouts that are asked for: seeds of the hand are laid beside those that lie, and whoever starts on them is to lose.

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
 * Let the seeds of the hand be laid out beside those of the task, or the layout that was tried be changed.
 * @param {import("./taskboard.js").TaskBoard} board
 * @param {Wire.ShownPosition} here
 * @param {Element[]} beside what else is offered
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
 * What a layout is worth: as whom one wins who starts on it, and as whom one loses; one of them is nobody.
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
  throw new Error(t("This is not proved yet: try again."));
}
