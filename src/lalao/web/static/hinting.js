// Hints for a task: where to look, then what to do, as the server knows; else one of the right places.

import { askHints } from "./api.js";
import { rowOf } from "./laying.js";
import { t } from "./words.js";

/** The last step of a ladder that is told: not why, which is said with the answer. */
const LAST_STEP = 2;

/**
 * @typedef {{ places?: string[], sentence?: string, answer?: string, row?: number[] }} Hint what is marked, what is
 *   said, which answer is pointed at, what is laid out
 */

/**
 * What is shown when a hint is asked for, for the first time or again.
 * @param {import("./tasks.js").Tasks} tasks
 * @returns {Promise<Hint>}
 */
export async function hintFor({ task, game, here, ply, found, hinted }) {
  if (task.ask === "start") return startHint(task.accept[0], hinted);
  if (task.ask === "lay") return { row: rowOf(task.accept[0]), sentence: t("This is one way. There are others.") };
  if (task.ask !== "play") return { places: [task.accept.find((place) => !found.has(place)) ?? ""] };
  const proved = !ply && (task.aim === "best" || task.aim === "wins");
  const ladder = proved ? await askHints(game.id, here?.position ?? "").catch(() => null) : null;
  const step = ladder && task.accept.includes(ladder.move) ? ladder.steps[Math.min(hinted, LAST_STEP)] : undefined;
  const right = ply ? task.line[ply] : task.accept[0];
  const begins = here?.paths.find(({ move }) => move === right)?.path[0].place ?? "";
  return { places: step?.places ?? [begins], sentence: step?.sentence };
}

/**
 * Say how to find out who should start; asked again, who should.
 * @param {string} answer
 * @param {number} hinted
 * @returns {Hint}
 */
function startHint(answer, hinted) {
  const how = t("Look for a first move that wins. If there is none, let the other one start.");
  if (!hinted) return { sentence: how };
  return { answer, sentence: answer === "start" ? t("There is one: start.") : t("There is none.") };
}
