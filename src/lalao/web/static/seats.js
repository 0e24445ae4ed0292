// A match's view of its room: who sits where, whose turn it is, the last turn; `seats` are those held here. And the
// sentence above the board of a class.

import { creatureOf } from "./creatures.js";
import { settings } from "./settings.js";
import { didOf, endSaid } from "./turns.js";
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
 * The name of a seat: who sits there, the face where two play on one screen, else "the other player".
 * @param {Wire.State} state
 * @param {number} seat
 */
export function nameOf(state, seat) {
  return seatedAt(state, seat) || (state.mode === "here" ? atOneScreen(seat) : t("The other player"));
}

/**
 * The name of each of two at one screen: by the face on the plate.
 * @param {number} seat
 */
export const atOneScreen = (seat) => seat ? t("Moon") : t("Sun");

/** @type {(state: Wire.State, seat: number) => string} */
function seatedAt({ mode, seats }, seat) {
  const [one, other] = seats.map(({ name }) => name);
  return mode === "here" && one === other ? "" : seats[seat].name;
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
 * The stage's view of a room; `faces` are those that the class knows.
 * @param {Wire.State} state
 * @param {number[]} seats
 * @param {boolean} turned
 * @param {Page.Faces} [faces]
 * @returns {Page.View}
 */
export function viewOf(state, seats, turned, faces = {}) {
  const players = state.seats.map((_, seat) => playerOf(state, seats, seat, faces));
  const called = state.seats.map((_, seat) => players[seat].name || (players[seat].you ? "" : t("The other player")));
  const playing = called.map((name, seat) => players[seat].you ? t("You play…") : t("{name} plays…", { name }));
  const letters = state.seats.map(({ side }) => side);
  const did = didIn(state, players, called), mine = isMine(state, seats) && state.phase === "play";
  const saying = sayingOf(state, seats, players, called);
  const told = state.phase !== "play" || !did || state.offer || state.free_seat !== null ||
    (mine && mustTake(state));
  return {
    ...state,
    did,
    order: mine && did && !told ? saying.line : undefined,
    thinks: state.phase === "play" && state.active !== null && Boolean(state.seats[state.active].computer),
    may: isMine(state, seats) && state.phase === "play" && state.free_seat === null,
    turned,
    mover: state.active !== null && ["choose", "layout"].includes(state.phase) ? letters[state.active] : undefined,
    names: Object.fromEntries(letters.map((side, seat) => [side, players[seat]])),
    playing: Object.fromEntries(letters.map((side, seat) => [side, playing[seat]])),
    told: state.turn_told,
    last: lastPlaces(state.turn_told?.events ?? []),
    saying: told ? saying : { head: saying.head, line: did },
    goOn: goOnOf(state, players, called),
  };
}

/**
 * Describe the last turn.
 * @type {(state: Wire.State, players: Page.Player[], called: string[]) => string}
 */
function didIn({ turn_told: told, picture, seats }, players, called) {
  const actor = seats.findIndex(({ side }) => side !== picture.to_move);
  if (!told || actor < 0) return "";
  const { you } = players[actor], toYou = Boolean(players[1 - actor].you);
  return didOf(told.events, picture, { you: Boolean(you), name: called[actor], toYou });
}

/** @type {(state: Wire.State) => boolean} whether whoever moves can only take */
const mustTake = ({ picture, paths }) =>
  picture.kind === "lattice" && paths.length > 0 && paths.every(({ path }) => path.some(({ taken }) => taken.length));

/** @type {(state: Wire.State, seats: number[], seat: number, faces: Page.Faces) => Page.Player} */
function playerOf(state, seats, seat, faces) {
  const { computer, present } = state.seats[seat];
  const name = seatedAt(state, seat);
  const level = computer.replace("level:", "");
  const you = seats.length === 1 && seats[0] === seat;
  const creature = computer ? creatureOf(Number(level) || state.levels, state.levels) : "";
  const known = faces.seats?.[seat] || (you && faces.own);
  return {
    name: creature || name || (you && settings.name) || (state.mode === "here" ? atOneScreen(seat) : ""),
    face: creature || known || (state.mode === "here" ? (seat ? "moon" : "sun") : you ? "flower" : "bird"),
    you,
    level,
    away: !present && state.mode === "apart" && state.free_seat !== seat,
    left: state.left?.[seat],
  };
}

/** @type {(state: Wire.State, players: Page.Player[], called: string[]) => string} */
function goOnOf({ active, mode }, players, called) {
  const name = active === null ? "" : mode === "here" ? called[active] : players[active].name;
  return name ? t("Keep going, {name}!", { name }) : t("Keep going!");
}

/**
 * The sentence above the board; only those who sit here get an instruction.
 * @type {(state: Wire.State, seats: number[], players: Page.Player[], called: string[]) => Page.Sentence}
 */
function sayingOf(state, seats, players, called) {
  const { active, phase, mode, title, code } = state;
  const [game] = title.split(",");
  if (state.outcome) return endingOf(state, state.outcome, players, called);
  if (state.offer && !seats.includes(state.offer.seat)) {
    return { head: offered(state.offer.what), line: called[state.offer.seat] };
  }
  if (state.offer) {
    return { head: t("You have made an offer."), line: t("{name} answers.", { name: called[1 - state.offer.seat] }) };
  }
  if (state.free_seat !== null && phase !== "layout") {
    return { head: t("Waiting for another player."), line: t("Code {code}", { code }) };
  }
  if (active === null) return { head: game, line: "" };
  const mine = isMine(state, seats);
  const name = called[active];
  if (phase === "layout") {
    const head = mine ? t("Lay out the seeds.") : t("{name} lays out the seeds.", { name });
    return { head, line: mine ? t("Tap the pits, then Done.") : game };
  }
  if (phase === "choose") {
    return {
      head: mode === "here" || !mine ? t("{name} chooses:", { name }) : t("You choose."),
      line: t("Who starts?"),
    };
  }
  if (mode === "here") return { head: t("{name} plays.", { name }), line: orderOf(state) };
  if (mine) {
    return { head: players[active].name ? t("Your turn, {name}!", { name }) : t("Your turn!"), line: orderOf(state) };
  }
  if (players[active].away) return { head: t("{name} will be back soon.", { name }), line: t("Your game waits.") };
  return { head: t("{name} is thinking…", { name }), line: game };
}

/**
 * The task; with pieces, whether they must take is read off the legal turns.
 * @param {Wire.State} state
 */
function orderOf({ order, paths, picture }) {
  if (picture.kind !== "lattice") return order;
  const takes = (/** @type {Wire.ShownPath} */ { path }) => path.some(({ how, taken }) => how !== "x" && taken.length);
  if (paths.some(({ path }) => path[0].how === "x")) return order;
  return paths.every(takes) ? t("You must take.") : paths.some(takes) ? t("Take, or move a piece.") : order;
}

/** @param {Wire.ShownOffer["what"]} what */
const offered = (what) =>
  ({
    undo: t("Take back the move?"),
    draw: t("Agree to a draw?"),
    again: t("Start a new game?"),
  })[what];

/**
 * The sentence about the end of a game.
 * @param {Wire.State} state
 * @param {Wire.ShownOutcome} outcome
 * @param {Page.Player[]} players
 * @param {string[]} called
 */
function endingOf({ seats }, outcome, players, called) {
  const seat = seats.findIndex(({ side }) => side === outcome.winner);
  const nameAt = (/** @type {number} */ each) => players[each]?.you ? "" : called[each] ?? "";
  const line = endSaid(outcome, nameAt(1 - seat), nameAt(seat));
  if (seat < 0) return { head: outcome.ending === "abandoned" ? outcome.told : t("It is a draw."), line };
  return { head: players[seat].you ? t("You have won!") : t("{name} has won.", { name: called[seat] }), line };
}

/**
 * The place where the last turn began, and the one to which a piece has moved.
 * @param {Wire.ShownEvent[]} events
 */
function lastPlaces(events) {
  const first = events.find(({ key }) => ["drop", "lift", "step"].includes(key));
  if (!first) return [];
  if (first.key !== "step") return [first.key === "drop" ? first.target : first.source];
  const steps = events.filter(({ key }) => key === "step");
  return [first.source, steps[steps.length - 1].target];
}

/**
 * The sentence above the board of the class, whose sides are called as those of two at one screen.
 * @param {Wire.ShownTogether} together
 * @param {Wire.ShownPosition} view
 * @returns {Page.Sentence}
 */
export function askedOf({ question, sides }, { task, outcome }) {
  if (outcome) {
    const won = sides.findIndex(({ side }) => side === outcome.winner);
    const line = endSaid(outcome, atOneScreen(1 - won), atOneScreen(won));
    return { head: won < 0 ? t("It is a draw.") : t("{name} has won.", { name: atOneScreen(won) }), line };
  }
  const line = sides.reduce((told, { name }, seat) => told.replaceAll(name, atOneScreen(seat)), task);
  return { head: question ? t("The question of the day") : t("What would you play?"), line };
}

/**
 * Say how many pupils have proposed a move.
 * @param {Wire.ShownTogether} together
 */
export const votedTold = ({ voted }) => t("{count} proposal", "{count} proposals", { count: voted });
