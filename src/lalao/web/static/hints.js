// Hints for a task: where to look, then what to do, as the server knows; else one of the right places.

import { askHints } from "./api.js";
import { announce } from "./dom.js";
import { rowOf } from "./layouts.js";
import { focusIn } from "./page.js";
import { t } from "./words.js";

/**
 * @typedef {{
 *   places?: string[], sentence?: string, answer?: string, row?: number[],
 *   move?: string, begins?: string, region?: string[],
 * }} Hint the places pointed at, the sentence, the answer meant, the row laid out, the move led to and from where
 */

/**
 * The hint for a request, the first one or a later one.
 * @param {import("./tasks.js").Tasks} tasks
 * @returns {Promise<Hint>}
 */
export async function hintFor({ task, game, here, ply, found, hinted }) {
  if (task.ask === "start") return startHint(task.accept[0], hinted);
  if (task.ask === "lay") return { row: rowOf(task.accept[0]), sentence: t("This is one solution. There are others.") };
  if (task.ask !== "play") return { places: [task.accept.find((place) => !found.has(place)) ?? ""] };
  const proved = !ply && (task.aim === "best" || task.aim === "wins");
  const ladder = proved ? await askHints(game.id, here?.position ?? "").catch(() => null) : null;
  const known = ladder && task.accept.includes(ladder.move) ? ladder : null;
  const move = known?.move ?? (ply ? task.line[ply] : task.accept[0]);
  const begins = here?.paths.find((path) => path.move === move)?.path[0].place ?? "";
  return { move, begins, region: known?.steps.find(({ kind }) => kind === "where")?.places ?? [begins] };
}

/**
 * Show a hint: on the board, or in the sentence.
 * @param {import("./tasks.js").Tasks} tasks
 * @param {Hint} hint
 */
export async function showHint(
  { stage, shell, editor, hinted },
  { places, sentence, answer, row, move, begins = "", region = [] },
) {
  if (move) return await stage.answers.climb(hinted, move, begins, region);
  if (places) {
    stage.view.marks = { ...stage.view.marks, hint: places };
    stage.appraise(null);
    stage.answers.point(places[0]);
  }
  if (row) editor?.lay(row);
  if (row) focusIn(stage.bar, ".primary");
  if (answer) focusIn(shell.tools, `[data-answer=${answer}]`);
  if (!sentence) return;
  stage.renew({ ...stage.view, saying: { head: "", line: sentence } });
  announce(sentence);
}

/**
 * Say how to find out who should start; asked again, who should.
 * @param {string} answer
 * @param {number} hinted
 * @returns {Hint}
 */
function startHint(answer, hinted) {
  const how = t("Look for a first move that wins. If there is none, let the other player start.");
  if (!hinted) return { sentence: how };
  return { answer, sentence: answer === "start" ? t("There is one: start.") : t("There is none.") };
}
