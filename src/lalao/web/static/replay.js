// Shows a game once more, turn by turn.

import { askPosition, askPositions, askTurn } from "./api.js";
import { didOf } from "./turns.js";
import { t } from "./words.js";

/** how long each turn stays on the board */
const BETWEEN_MS = 500;

/**
 * Show all turns of a match one after the other, as long as that is wanted.
 * @param {import("./stage.js").Stage} stage
 * @param {Wire.State} state
 * @param {Page.View} shown how the match is shown
 * @param {() => boolean} isWanted
 */
export async function seeAgain(stage, state, shown, isWanted) {
  const { game, moves } = state;
  const { sides, title, names, playing, turned } = shown;
  const positions = await askPositions(state);
  for (const [ply, move] of moves.entries()) {
    const told = await askTurn(game, positions[ply], move);
    const [before, after] = await Promise.all([ply, ply + 1].map((each) => askPosition(game, positions[each])));
    if (!isWanted()) return;
    const actor = {
      you: Boolean(names?.[before.to_move]?.you),
      name: names?.[before.to_move]?.name ?? "",
      toYou: false,
    };
    const saying = { head: t("Move {number}", { number: ply + 1 }), line: didOf(told.events, before.picture, actor) };
    await stage.show({ ...after, sides, title, names, playing, turned, may: false, told, saying }, before.picture);
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
  }
}
