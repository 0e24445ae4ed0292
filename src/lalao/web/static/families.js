// The families of games: the texts of their cards and the games offered, as the server lists them.

import { askFamilies } from "./api.js";

/** @type {Wire.ShownFamily[]} */
export let families = [];

/**
 * Fetch the families, in a language.
 * @param {string} language
 */
export async function meetFamilies(language) {
  families = await askFamilies(language);
}

/**
 * The family of a name, else the first one.
 * @param {string} name
 */
export const familyOf = (name) => families.find((family) => family.name === name) ?? families[0];
