// What may be done in a match beside moves, as buttons and links.

import { button } from "./dom.js";
import { linePath } from "./line.js";
import { go, link, printPath, sure } from "./page.js";
import { isMine } from "./seated.js";
import { t } from "./words.js";

/** @typedef {(saying: Page.Saying) => void} Say */

/**
 * The address where a match is looked at.
 * @param {Wire.State} state
 */
export function lookPath({ game, start, tree, moves }) {
  return linePath({ game, start, moves: tree ?? moves });
}

/**
 * Who starts, where one of our seats chooses.
 * @param {Wire.State} state
 * @param {number[]} seats
 * @param {Say} say
 */
export function starters(state, seats, say) {
  if (state.phase !== "choose" || !isMine(state, seats)) return [];
  const other = seats.length === 1 && state.mode === "alone" ? t("The computer starts") : t("The other one starts");
  return [
    button(t("I start"), "primary", () => say({ kind: "choose", me: true })),
    button(other, "", () => say({ kind: "choose", me: false })),
  ];
}

/**
 * What comes after a game.
 * @param {Wire.State} state
 * @param {number[]} seats
 * @param {Say} say
 */
export function sequels(state, seats, say) {
  if (state.phase !== "over" || !seats.length) return [];
  return [
    button(t("New game"), "primary", () => say({ kind: "again" })),
    state.again && button(t("Second round: Vela"), "", () => say({ kind: "vela" })),
    button(t("Look at the game"), "", () => go(lookPath(state))),
  ];
}

/**
 * Begin again; a game that is going on is left only if that is meant.
 * @param {Wire.State} state
 * @param {Say} say
 */
export function newGame(state, say) {
  const again = () => say({ kind: "again" });
  const begin = () => {
    if (state.phase === "over" || !state.moves.length) again();
    else sure(t("Begin again? This game is left as it is."), again);
  };
  return button(t("New game"), "primary", begin);
}

/**
 * How a game may be ended before its end.
 * @param {Wire.State} state
 * @param {number[]} seats
 * @param {Say} say
 */
export function endings(state, seats, say) {
  if (state.phase !== "play" || !seats.length) return [];
  const draw = () => say({ kind: "draw" });
  const agree = () => sure(t("Do both agree on a draw?"), draw);
  const resign = () => sure(t("Give this game up?"), () => say({ kind: "resign" }));
  return [
    state.mode === "here" ? button(t("Agree on a draw"), "", agree) : button(t("Offer a draw"), "", draw),
    button(t("Give up"), "", resign),
  ];
}

/**
 * The way to the page that prints the position.
 * @param {Wire.State} state
 */
export const toPrint = ({ game, position }) => link(printPath("position", game, position), "button", t("Print"));
