// What a turn did, said to a child: to whoever played it, to whom it was done, or to somebody who looks on.

import { t } from "./words.js";

/** @typedef {{ you: boolean, name: string, toYou: boolean }} Actor who played: you, or a name; whether against you */

/**
 * Say what a turn did; "" for a turn of which nothing can be said.
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
