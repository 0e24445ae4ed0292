// What a match shows of its room: who sits where, whose turn it is, what was played last. `seats` are those held here.

import { settings } from "./settings.js";
import { t } from "./words.js";

/**
 * The side of a seat.
 * @param {Wire.State} state
 * @param {number} seat
 */
function sideOf({ seats, sides }, seat) {
  return sides.find(({ side }) => side === seats[seat].side) ?? sides[0];
}

/**
 * How a seat is called: by its side, and by who sits there.
 * @param {Wire.State} state
 * @param {number} seat
 */
export function nameOf(state, seat) {
  const { name } = sideOf(state, seat);
  const sits = state.seats[seat].name;
  return sits ? `${name} (${sits})` : name;
}

/**
 * Whether the board is turned so that whoever looks at it sits below.
 * @param {Wire.State} state
 * @param {number[]} seats
 */
export function isTurned(state, seats) {
  if (settings.facing && state.mode === "here" && state.active !== null) return !sideOf(state, state.active).first;
  return state.mode !== "here" && !sideOf(state, seats.length ? Math.min(...seats) : 0).first;
}

/**
 * Whether one of our seats has to do something.
 * @param {Wire.State} state
 * @param {number[]} seats
 */
export const isMine = ({ active }, seats) => active !== null && seats.includes(active);

/**
 * What the stage shows of a room.
 * @param {Wire.State} state
 * @param {number[]} seats
 * @param {boolean} turned
 * @returns {Page.View}
 */
export function viewOf(state, seats, turned) {
  return {
    ...state,
    task: taskOf(state, seats),
    may: isMine(state, seats) && state.phase === "play" && state.free_seat === null,
    turned,
    names: Object.fromEntries(state.seats.map(({ side }, seat) => [side, playerOf(state, seats, seat)])),
    told: state.turn_told,
    last: lastPlaces(state.turn_told?.events ?? []),
  };
}

/**
 * @param {Wire.State} state
 * @param {number[]} seats
 * @param {number} seat
 * @returns {Page.Player}
 */
function playerOf(state, seats, seat) {
  const { name, computer, present } = state.seats[seat];
  const level = computer.replace("level:", "");
  const you = state.mode === "apart" && seats.includes(seat) ? t("you") : "";
  return {
    name: computer ? t("computer, {level}", { level }) : name || you,
    level,
    away: !present && state.mode === "apart" && state.free_seat !== seat,
    left: state.left?.[seat],
  };
}

/** @type {(state: Wire.State, seats: number[]) => string} */
function taskOf(state, seats) {
  const mine = isMine(state, seats);
  if (state.phase === "layout") {
    return mine ? t("Lay out the seeds: tap the pits.") : t("The other player lays out the seeds.");
  }
  if (state.phase === "choose") return mine ? t("Choose: who starts?") : t("The other player chooses who starts.");
  return state.task;
}

/**
 * Where the last turn began, and where a piece has come to.
 * @param {Wire.ShownEvent[]} events
 */
function lastPlaces(events) {
  const first = events.find(({ key }) => ["drop", "lift", "step"].includes(key));
  if (!first) return [];
  if (first.key !== "step") return [first.key === "drop" ? first.target : first.source];
  const steps = events.filter(({ key }) => key === "step");
  return [first.source, steps[steps.length - 1].target];
}
