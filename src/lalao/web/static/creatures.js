// The computer's players: eight creatures of Madagascar and La Réunion, from the weakest to the strongest; and the
// faces of people. The creatures are drawn in creatures.svg, under their names in small letters.

import { html, nothing, svg } from "./lit.js";
import { picture } from "./pictures.js";

const PICTURES = new URL("creatures.svg", import.meta.url).pathname;

/** Their names and species (a tenrec, a frog, a chameleon, two lemurs, a harrier, a fossa, a tortoise). */
export const CREATURES = ["Soky", "Saho", "Tana", "Maki", "Sifa", "Papang", "Fosa", "Sokatra"];

/**
 * The creature that plays at a level, of `levels`: the strongest level is always the last creature.
 * @param {number} level
 * @param {number} levels
 */
export function creatureOf(level, levels) {
  return CREATURES[levels < 2 ? 0 : Math.round((7 * (level - 1)) / (levels - 1))];
}

/**
 * The name of a player of a record: the computer's levels by their creatures.
 * @param {string} name
 * @param {number} levels
 */
export function calledIn(name, levels) {
  const level = /^level:(\d+)$/.exec(name)?.[1];
  return level ? creatureOf(Math.min(Number(level), levels), levels) : name;
}

/**
 * The face of a creature, with a bubble beside it while it thinks.
 * @param {string} name
 * @param {boolean} [thinks]
 */
export const creature = (name, thinks = false) =>
  html`
    <svg class=${thinks ? "face thinks" : "face"} viewBox="0 0 96 96" aria-hidden="true">
      <use href="${PICTURES}#${name.toLowerCase()}${thinks ? "-thinks" : ""}" />
      ${thinks ? svg`<use href="${PICTURES}#thought" x="60" y="-24" width="66" height="58" />` : nothing}
    </svg>
  `;

/**
 * The face of a player: a creature's by its name, a person's by one of the pictures of pictures.js.
 * @param {string} name
 * @param {boolean} [thinks]
 */
export const face = (name, thinks = false) =>
  CREATURES.includes(name) ? creature(name, thinks) : html`<span class="face ${name}">${picture(name)}</span>`;
