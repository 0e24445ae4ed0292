// The families of games: what their cards say and which games are offered, as the server has found them.

import { askFamilies } from "./api.js";

/** @type {Wire.ShownFamily[]} */
export let families = [];

/**
 * Learn them, in a language.
 * @param {string} language
 */
export async function meetFamilies(language) {
  families = await askFamilies(language);
}

/**
 * The family of a name; the first one where there is none of that name.
 * @param {string} name
 */
export const familyOf = (name) => families.find((family) => family.name === name) ?? families[0];
