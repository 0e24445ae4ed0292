// What Lalao knows of a position and of a move, in sentences: hints, and why a move was good or bad.

import { askHints, askPositions, askWhy } from "./api.js";
import { button, h, reason, show } from "./dom.js";
import { sayWhy, speech, tell } from "./saying.js";
import { isMine } from "./seated.js";
import { tool } from "./shell.js";
import { t } from "./words.js";

/**
 * Whether hints and reasons are offered: not in a class, nor against somebody on another device.
 * @param {Wire.State} state
 * @param {number[]} seats
 */
export const isTaught = ({ mode }, seats) => mode !== "apart" && seats.length > 0;

/**
 * The tools: hints while it is one's turn, and why one's last move was good or bad.
 * @param {Wire.State} state
 * @param {number[]} seats
 * @param {import("./offered.js").Say} say
 */
export function teaching(state, seats, say) {
  const ply = ownPly(state, seats), waits = state.phase !== "play" || !isMine(state, seats);
  const undo = () => say({ kind: "undo" });
  return [
    tool("bulb", t("Hint"), () => openHint(state), { disabled: waits }),
    tool("why", t("Why?"), () => openWhy(state, ply, undo), { disabled: ply < 0 }),
  ];
}

/**
 * Say where to look, then what to choose, the move, and why, each when it is asked for.
 * @param {Wire.State} state
 */
async function openHint({ game, position }) {
  const box = speech(t("Hint"));
  try {
    const { steps } = await askHints(game, position);
    tell(box, steps.map((step) => step.sentence), t("More"));
  } catch (error) {
    show(box, h("p", {}, reason(error)));
  }
}

/**
 * Say why the last move of whoever sits here was good or bad.
 * @param {Wire.State} state
 * @param {number} ply which move it was
 * @param {() => unknown} onundo
 */
function openWhy(state, ply, onundo) {
  const move = state.moves[ply];
  const asked = async () => askWhy(state.game, (await askPositions(state))[ply], move);
  sayWhy(move, asked, (_, close) => {
    const again = () => (close(), onundo());
    return [button(t("Take it back and try again"), "", again)];
  });
}

/**
 * The ply of the last move that whoever sits here has made; -1 where there is none.
 * @param {Wire.State} state
 * @param {number[]} seats
 */
function ownPly({ moves, seats: there, start, sides }, seats) {
  const first = start.split(" ").some((word) => word.toUpperCase() === sides[0].side) ? 0 : 1;
  for (let ply = moves.length - 1; ply >= 0; ply--) {
    const side = sides[(ply + first) % 2].side;
    if (seats.some((seat) => there[seat].side === side)) return ply;
  }
  return -1;
}
