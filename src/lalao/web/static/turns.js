// The effect of a turn, in words for a child: the one who played it, its victim, or somebody who looks on.

import { sentence, t } from "./words.js";

/** @typedef {{ you: boolean, name: string, toYou: boolean }} Actor who played: you, or a name; whether against you */

/**
 * Describe a turn; "" for one without a description.
 * @param {Wire.ShownEvent[]} events
 * @param {Wire.ShownBoard} picture
 * @param {Actor} actor
 */
export function didOf(events, picture, actor) {
  const count = (/** @type {Wire.ShownEvent["key"]} */ key) =>
    events.reduce((sum, each) => sum + (each.key === key ? each.count : 0), 0);
  if (picture.kind === "lattice") return piecesOf(count("remove"), count("huff"), actor);
  const taken = count("capture"), sown = count("sow");
  if (taken) return seedsTaken(taken, actor);
  const drop = events.find(({ key }) => key === "drop")?.target;
  const pit = picture.rows.flat().find(({ place }) => place === drop);
  const name = actor.name;
  if (actor.you) return t("You sowed {count} seed.", "You sowed {count} seeds.", { count: sown });
  const isYours = actor.toYou && pit?.side !== "" && picture.rows.length === 1 && pit?.side === picture.to_move;
  if (isYours) return t("{name} attacked your pit {pit}.", { name, pit: pit.label });
  return t("{name} sowed {count} seed.", "{name} sowed {count} seeds.", { name, count: sown });
}

/** @type {(taken: number, huffed: number, actor: Actor) => string} */
function piecesOf(taken, huffed, { you, name, toYou }) {
  if (!taken && huffed) return you ? t("You huffed a piece.") : t("{name} huffed a piece.", { name });
  if (!taken) return you ? t("You moved a piece.") : t("{name} moved a piece.", { name });
  if (you) return t("You took {count} piece.", "You took {count} pieces.", { count: taken });
  return toYou
    ? t("{name} took {count} piece from you.", "{name} took {count} pieces from you.", { name, count: taken })
    : t("{name} took {count} piece.", "{name} took {count} pieces.", { name, count: taken });
}

/** @type {(taken: number, actor: Actor) => string} */
function seedsTaken(taken, { you, name, toYou }) {
  if (you) return t("You took {count} seed.", "You took {count} seeds.", { count: taken });
  return toYou
    ? t("{name} took {count} seed from you.", "{name} took {count} seeds from you.", { name, count: taken })
    : t("{name} took {count} seed.", "{name} took {count} seeds.", { name, count: taken });
}

/**
 * Say why a game has ended; whoever lost and won are named, "" for whoever plays here.
 * @type {(outcome: Wire.ShownOutcome, loser: string, winner: string) => string}
 */
export function endSaid({ ending, reason }, loser, winner) {
  /** @type {Record<string, string>} */
  const said = {
    resigned: loser ? t("{loser} resigns", { loser }) : t("you resign"),
    time: loser ? t("{loser} ran out of time", { loser }) : t("you ran out of time"),
    blocked: loser ? t("{loser} cannot play", { loser }) : t("you cannot play"),
    misere: winner
      ? t("{winner} cannot play, and so wins in misère play", { winner })
      : t("you cannot play, and so win"),
    "no-pieces": loser ? t("{loser} has no piece left", { loser }) : t("you have no piece left"),
    "empty-row": loser ? t("the inner row of {loser} is empty", { loser }) : t("your inner row is empty"),
    "no-turn": loser ? t("{loser} has no turn that ends", { loser }) : t("you have no turn that ends"),
  };
  return sentence(said[ending] ?? reason);
}

/**
 * The number of pieces or seeds that a turn takes.
 * @param {Wire.ShownEvent[]} events
 */
export const takenIn = (events) =>
  events.reduce((sum, { key, count }) => sum + (key === "remove" || key === "capture" ? count : 0), 0);

/**
 * Say where to look.
 * @param {string[]} places
 * @param {Wire.ShownBoard} picture
 * @returns {Page.Sentence}
 */
export function whereSaid(places, picture) {
  const own = picture.to_move;
  const head = t("Look over there.");
  if (picture.kind === "lattice") {
    return { head, line: places.length > 1 ? t("One of these pieces.") : t("This piece.") };
  }
  return {
    head,
    line: sideSaid(places, picture, own, t("On your side."), t("On the other side."), t("On this board.")),
  };
}

/**
 * Say what to touch.
 * @param {Wire.ShownBoard} picture
 * @returns {Page.Sentence}
 */
export const stepSaid = ({ kind }) => ({
  head: kind === "rows" ? t("This pit!") : t("This piece!"),
  line: t("Touch it."),
});

/**
 * Describe a move, as the last rung of a hint.
 * @param {Wire.ShownEvent[]} events
 * @param {Wire.ShownBoard} picture
 * @param {string} own
 * @returns {Page.Sentence}
 */
export function hintSaid(events, picture, own) {
  const taken = takenIn(events);
  if (picture.kind === "lattice") {
    const line = taken
      ? t("It takes {count} piece.", "It takes {count} pieces.", { count: taken })
      : t("It takes nothing.");
    return { head: t("This piece goes there."), line };
  }
  const sown = events.filter(({ key }) => key === "sow").map(({ target }) => target);
  const count = sown.length, numbers = sown.map((_, i) => i + 1).join(", ");
  const head = count <= MOST_LISTED
    ? t("{count} seed: {numbers}.", "{count} seeds: {numbers}.", { count, numbers })
    : t("{count} seed, one by one.", "{count} seeds, one by one.", { count });
  if (taken) return { head, line: t("You take {count} seed.", "You take {count} seeds.", { count: taken }) };
  const both = t("Follow the numbers.");
  return {
    head,
    line: sideSaid(sown, picture, own, t("They fall on your side."), t("They fall on the other side."), both),
  };
}

/** As many numbers as a headline has room for. */
const MOST_LISTED = 4;

/**
 * Say one thing where all places are one's own, another where all are the other's.
 * @type {(at: string[], picture: Wire.ShownRows, own: string, mine: string, theirs: string, both: string) => string}
 */
function sideSaid(places, { rows }, own, mine, theirs, both) {
  const sides = rows.flat().filter(({ place }) => places.includes(place)).map(({ side }) => side);
  if (!sides.length || sides.some((side) => !side)) return both;
  return sides.every((side) => side === own) ? mine : sides.some((side) => side === own) ? both : theirs;
}

/**
 * Ask in which direction to sow.
 * @param {Wire.ShownEvent[]} before the events so far
 * @param {Wire.ShownEvent[]} events those that follow
 * @returns {Page.Sentence}
 */
export function waysSaid(before, events) {
  const taken = takenIn(before), lifted = events.find(({ key }) => key === "lift")?.count ?? 0;
  const head = taken
    ? t("You take {count} seed.", "You take {count} seeds.", { count: taken })
    : t("Sow {count} seed.", "Sow {count} seeds.", { count: lifted });
  return { head, line: t("To the left or to the right?") };
}

/**
 * Describe the other side's reply where a move gives something away.
 * @type {(events: Wire.ShownEvent[], picture: Wire.ShownBoard, why: Wire.ShownWhy, name: string) => string}
 */
export function lossSaid(events, picture, { claims }, name) {
  const count = takenIn(events);
  if (count && picture.kind === "lattice") {
    return t("{name} takes {count} piece of yours.", "{name} takes {count} pieces of yours.", { name, count });
  }
  if (count) return t("{name} takes {count} seed of yours.", "{name} takes {count} seeds of yours.", { name, count });
  const lead = (/** @type {unknown} */ worth) => Number(/** @type {{ half?: number }} */ (worth)?.half);
  const better = claims.find(({ kind }) => kind === "margin");
  const lost = better ? lead(better.args.before) - lead(better.args.after) : NaN;
  if (lost > 0) return t("you lose {count} seed.", "you lose {count} seeds.", { count: lost });
  if (claims.some(({ kind }) => kind === "value" || kind === "reply_exists")) return t("{name} can win.", { name });
  return t("there was something better.");
}

/** The most moves that are shown to refute one. */
const MOST_REFUTED = 3;

/**
 * The moves that show the error of a move: its refutation, else the rest of the line of a claim.
 * @param {Wire.ShownWhy | null} why
 */
export function refuting(why) {
  if (!why) return [];
  const { move, claims, refutation } = why;
  const shown = claims.find(({ line }) => line[0] === move && line.length > 1)?.line.slice(1) ?? [];
  return (refutation.length ? refutation : shown).slice(0, MOST_REFUTED);
}

/** Claims of a move that is not refuted which say that it gives nothing away. */
const KEEPS = ["value", "margin", "ends_game", "all_replies"];

/**
 * State the known facts of a move that gives nothing away.
 * @type {(why: { claims: Wire.ShownClaim[] }) => Page.Sentence}
 */
export function goodSaid({ claims }) {
  const has = (/** @type {string} */ kind) => claims.some((each) => each.kind === kind);
  const opinion = claims.find(({ kind }) => kind === "opinion");
  if (has("better_move")) return { head: t("If you play here,"), line: t("there was something better.") };
  if (has("move_wins")) return { head: t("If you play here,"), line: t("you pass up a sure win.") };
  if (has("all_moves_lose")) return { head: t("That was hard."), line: t("Here every move loses.") };
  if (has("forced")) return { head: t("That was the only move."), line: t("There was no other.") };
  if (has("only_move")) return { head: t("Well seen!"), line: t("No other move is as good.") };
  if (opinion && Number(opinion.args.lost) > 0) {
    return { head: t("It is hard to say."), line: t("I would play like this.") };
  }
  if (opinion) return { head: t("It is hard to say."), line: t("I would have played it, too.") };
  if (!KEEPS.some(has)) return { head: t("It is hard to say."), line: "" };
  return { head: t("A good move!"), line: t("You lose nothing by it.") };
}
