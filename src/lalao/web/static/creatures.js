// The computer's players: eight creatures of Madagascar and La Réunion, from the weakest to the strongest; and the
// faces of people. The creatures are drawn in creatures.svg, under their names in small letters.

import { html } from "./lit.js";
import { picture } from "./pictures.js";

const PICTURES = new URL("creatures.svg", import.meta.url).pathname;

/** Their names, and what they are (a tenrec, a frog, a chameleon, two lemurs, a harrier, a fossa, a tortoise). */
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
 * The face of a creature.
 * @param {string} name
 */
export const creature = (name) =>
  html`
    <svg class="face" viewBox="0 0 96 96" aria-hidden="true">
      <use href="${PICTURES}#${name.toLowerCase()}" />
    </svg>
  `;

/**
 * The face of a player: a creature's by its name, a person's by one of the pictures of pictures.js.
 * @param {string} name
 */
export const face = (name) =>
  CREATURES.includes(name) ? creature(name) : html`<span class="face ${name}">${picture(name)}</span>`;
