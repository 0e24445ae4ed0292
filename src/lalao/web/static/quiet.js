// The board of a game that has no picture on the first page: it plays itself.

import { askDemo } from "./api.js";
import { Board } from "./board.js";
import { Hand } from "./hand.js";
import { isStill } from "./settings.js";

/**
 * The board of a game, which begins to play.
 * @param {string} game
 * @param {string} title
 * @param {AbortSignal} left
 */
export function quietBoard(game, title, left) {
  const board = new Board({ small: true, label: title });
  playQuietly(board, game, left).catch(() => {});
  return board.frame;
}

/**
 * Have a board play a game by itself, slowly, again and again.
 * @param {Board} board
 * @param {string} game
 * @param {AbortSignal} left
 */
async function playQuietly(board, game, left) {
  const hand = new Hand(board);
  left.addEventListener("abort", () => hand.stop());
  const rest = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const { picture, turns } = await askDemo(game);
  board.show(picture);
  while (!left.aborted && !isStill()) {
    for (const { events } of turns) {
      await rest(2200);
      if (left.aborted || isStill()) break;
      if (document.visibilityState === "visible" && board.svg.isConnected) await hand.play(events, 200);
    }
    await rest(4000);
    if (!left.aborted) board.show(picture);
  }
}
