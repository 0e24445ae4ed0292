// The data that this device keeps of the games played on it, and the sounds of a turn to play and of a game's end.

import { keepEnd } from "./path.js";
import { keepGame, practice } from "./practice.js";
import { keep, settings } from "./settings.js";

/**
 * Remember the game in progress, so that the first page leads back to it; or how it ended, which may lead on upon the
 * path. Resolved once that is done.
 * @param {Wire.State} state
 * @param {number[]} seats those that this device holds
 * @param {Page.View} view
 */
export function remember(state, seats, { names }) {
  const { code, phase, title, active, mode, seats: all } = state;
  const { latest } = settings;
  const met = mode === "here" ? undefined : names?.[all[seats.includes(0) ? 1 : 0].side];
  const mine = mode !== "here" && active !== null && seats.includes(active);
  const going = { code, title, other: met?.name ?? "", face: met?.face ?? "", mine };
  if (!seats.length || phase === "over") {
    if (latest?.code === code) keep({ latest: null });
  } else if (JSON.stringify(latest) !== JSON.stringify(going)) keep({ latest: going });
  if (seats.length && phase === "over" && keepOver(state, sideOf(state, seats)) && mode === "alone") {
    return keepEnd(state, met?.face ?? "", endOf(state, seats));
  }
  return Promise.resolve();
}

/**
 * The side that is played on this device, "" where both are.
 * @param {Wire.State} state
 * @param {number[]} seats
 */
export const sideOf = ({ mode, seats: all }, seats) => mode === "here" ? "" : all[seats[0]].side;

/**
 * Keep a game that is over, once, so that it can be reviewed; returns whether it is new.
 * @param {Wire.State} state
 * @param {string} side
 */
function keepOver({ code, title, turn }, side) {
  const known = practice().games.some((each) => each.code === code && each.side === side && each.turn === turn);
  if (!known) keepGame({ code, title, turn, side, family: "", missed: null });
  return !known;
}

/**
 * The sound of a new state: that it is one's turn, or how the game ended; whoever only watches hears a win.
 * @param {Wire.State} state
 * @param {number[]} seats
 * @returns {import("./sound.js").Sound | null}
 */
export function newsOf(state, seats) {
  const { active, mode, phase } = state;
  if (phase === "over") return endOf(state, seats);
  return mode !== "here" && active !== null && seats.includes(active) ? "turn" : null;
}

/** @type {(state: Wire.State, seats: number[]) => "win" | "draw" | "loss"} */
export function endOf({ outcome, seats: all }, seats) {
  const winner = all.findIndex(({ side }) => side === outcome?.winner);
  if (winner < 0) return "draw";
  return !seats.length || seats.includes(winner) ? "win" : "loss";
}

/**
 * Whether a game against the computer was lost by whoever plays on this device.
 * @param {Wire.State} state
 * @param {number[]} seats
 */
export const isLost = (state, seats) => state.mode === "alone" && endOf(state, seats) === "loss";

/**
 * Whether a game is over and won by whoever plays on this device.
 * @param {Wire.State} state
 * @param {number[]} seats
 */
export const isWon = (state, seats) => state.phase === "over" && seats.length > 0 && endOf(state, seats) === "win";
