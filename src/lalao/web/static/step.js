// The step that comes next for whoever plays, as a link or a button: on the first page, on the path and at every end.

import { disc, drawing } from "./art.js";
import { showError } from "./dom.js";
import { html } from "./lit.js";
import { go } from "./page.js";
import { addressOf, whereIs } from "./path.js";
import { beginStone } from "./start.js";
import { t } from "./words.js";

/** A headline with more letters is written smaller. */
const SHORT = 14;

/** @typedef {{ chapter: Wire.ShownTrail, stone: Wire.ShownStone }} Step */

/**
 * The task of a stone, in few letters.
 * @param {Wire.ShownStone} stone
 */
export function taskOf({ kind, title, count }) {
  if (kind === "creature") return t("Beat {name}!", { name: title });
  return kind === "puzzles" ? t("{count} puzzle", "{count} puzzles", { count }) : title;
}

/**
 * The picture of a stone.
 * @param {Wire.ShownStone} stone
 */
export const pictureOf = ({ kind, what }) =>
  kind === "creature"
    ? disc(what)
    : html`<span class="disc ground">${drawing(kind === "lesson" ? "book" : "star")}</span>`;

/**
 * Go where a stone leads.
 * @param {Step} step
 */
export function follow(step) {
  const address = addressOf(step.stone, step.chapter.family);
  if (address) go(address);
  else beginStone(step).catch(showError);
}

/**
 * The class of a headline: a long one is smaller.
 * @param {string} text
 */
export const headLook = (text) => text.length > SHORT ? "long" : "";

/**
 * The wide button that goes on with a step; `more` is shown between its text and its arrow.
 * @param {Step} step
 * @param {unknown} [more]
 * @param {string} [where] the line below, its game and board unless told
 */
export function goOnButton(step, more = "", where = whereIs(step.chapter)) {
  const head = taskOf(step.stone);
  return html`
    <button type="button" class="goon" data-slot="continue" data-stone="${step.stone.id}"
      aria-label="${t("Continue: {title}", { title: `${head} ${whereIs(step.chapter)}` })}" @click=${() =>
        follow(step)}>
        ${pictureOf(step.stone)}<span class="told"><b class="${headLook(head)}">${head}</b><span>${where}</span></span>
        ${more}<span class="go">${arrow}</span></button>
  `;
}

export const arrow = html`
  <svg class="icon" viewBox="0 0 48 48" aria-hidden="true">
    <path d="M16 10l20 14-20 14z" />
  </svg>
`;
