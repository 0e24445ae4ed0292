// Progress in foretelling sowings: a rung up after some right answers in a row, one down after a miss.

import { keep, settings } from "./settings.js";

/** Sowings of a round: with so many, work that a teacher hands out is done. */
export const ROUND = 5;
/** Right answers in a row for a rung up; on a fitting rung more than two answers of three are right. */
const IN_A_ROW = 2;

/**
 * The rung of a family that is reached on this device, from 0, of `rungs`.
 * @param {string} family
 * @param {number} rungs
 */
export const rungIn = (family, rungs) => Math.min(settings.foretold[family]?.[0] ?? 0, rungs - 1);

/**
 * Count a first answer to a sowing.
 * @param {string} family
 * @param {number} rungs
 * @param {boolean} right
 */
export function climb(family, rungs, right) {
  const rung = rungIn(family, rungs);
  const row = right ? (settings.foretold[family]?.[1] ?? 0) + 1 : 0;
  const up = row >= IN_A_ROW && rung + 1 < rungs;
  const next = right ? rung + Number(up) : Math.max(rung - 1, 0);
  keep({ foretold: { ...settings.foretold, [family]: [next, up ? 0 : Math.min(row, IN_A_ROW)] } });
}
