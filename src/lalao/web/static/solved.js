// The results of the puzzles of a set, as signs and in words; how hard a puzzle is, in stars.

import { icon, sign } from "./icons.js";
import { html, nothing, svg } from "./lit.js";
import { t } from "./words.js";

const MOST_STARS = 5;
const STAR = "M24 5l6 12.5 13.5 2-9.8 9.5 2.3 13.400L24 36l-12 6.4 2.3-13.400L4.5 19.500l13.5-2z";

/**
 * Whether a puzzle was not found at the first try, or not without help.
 * @param {Wire.ShownTries} tries
 */
export const isMissed = ({ wrong, helped }) => wrong > 0 || helped;

/**
 * The result of a puzzle: "none", "first" where the first try solved it, "later" where another one did, "missed".
 * @param {Wire.ShownTries} tries
 */
export function became(tries) {
  if (tries.solved) return isMissed(tries) ? "later" : "first";
  return isMissed(tries) ? "missed" : "none";
}

/**
 * The result of a puzzle in words.
 * @param {Wire.ShownTries} tries
 */
function becameTold(tries) {
  const { wrong, helped, solved } = tries;
  const told = {
    none: t("not tried yet"),
    first: t("solved on the first try"),
    later: t("solved at try {number}", { number: wrong + 1 }),
    missed: wrong ? t("{count} wrong try", "{count} wrong tries", { count: wrong }) : t("not solved yet"),
  }[became(tries)];
  return helped ? t("{told}, with help", { told: wrong || !solved ? told : t("solved") }) : told;
}

/**
 * The result of a puzzle as a sign: a tick where it is solved, a cross where it is not; at which try, with help or not.
 * @param {Wire.ShownTries} tries
 */
export function becameSign(tries) {
  const { wrong, helped, solved } = tries, look = became(tries);
  const count = look === "later" && wrong ? wrong + 1 : look === "missed" && wrong ? wrong : "";
  const told = becameTold(tries);
  return html`
    <span class="became ${look}" role="img" aria-label=${told}
      title=${told}>${look === "none" ? "·" : sign(solved ? "done" : "cross")}${count}${helped
        ? sign("bulb")
        : nothing}</span>
  `;
}

/**
 * Show how hard a puzzle is, as full stars.
 * @param {number} count
 */
export function stars(count) {
  const star = (/** @type {number} */ at) => icon(svg`<path d=${STAR} class=${at < count ? "full" : ""} />`);
  return html`<span class="stars" role="img" aria-label=${t("{count} of {all} stars", { count, all: MOST_STARS })}>
    ${[...Array(MOST_STARS).keys()].map(star)}</span>`;
}
