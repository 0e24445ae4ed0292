// Sentences: English is the key; the server sends the others, from the same catalogues as everywhere else.

import { meetFamilies } from "./families.js";
import { change, settings } from "./settings.js";
import { request } from "./transport.js";

export const LANGUAGES = { fr: "Français", en: "English", mg: "Malagasy" };
/** @type {Record<string, string[]>} */
let catalogue = {};

/**
 * Say a sentence; `plural` is used unless the blank `count` is 1 (outside English, unless it is 0 or 1).
 * @param {string} sentence
 * @param {string | Page.Blanks} [plural]
 * @param {Page.Blanks} [blanks]
 */
export function t(sentence, plural, blanks) {
  const filled = (typeof plural === "string" ? blanks : plural) ?? {};
  const count = Number(filled.count);
  const forms = catalogue[sentence] ?? (typeof plural === "string" ? [sentence, plural] : [sentence]);
  const many = typeof plural === "string" && (settings.language === "en" ? count !== 1 : count > 1);
  const chosen = (many && forms[1]) || forms[0] || sentence;
  return chosen.replace(/\{(\w+)\}/g, (_, name) => isolated(String(filled[name] ?? "")));
}

/**
 * Join names into a list, each in its own direction of writing.
 * @param {string[]} names
 */
export function listed(names) {
  return names.map(isolated).join(", ");
}

/**
 * Make a sentence from a few words: a capital first, a full stop last.
 * @param {string} text
 */
export const sentence = (text) => `${capital(text)}.`;

/** @param {string} text */
export const capital = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/**
 * Keep a name that is written from right to left from turning the sentence round.
 * @param {string} text
 */
function isolated(text) {
  return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/.test(text) ? `\u2068${text}\u2069` : text;
}

/**
 * Fetch a language's sentences, and remember the choice.
 * @param {string} language
 */
export async function speak(language) {
  const sentences = request(`/api/words/${language}`).then((answer) => answer.json());
  [catalogue] = await Promise.all([sentences, meetFamilies(language)]);
  document.documentElement.lang = language;
  change({ language });
}

/** The language to begin with: the one chosen, else the browser's, else French, that of the source documents. */
export function firstLanguage() {
  if (settings.language in LANGUAGES) return settings.language;
  const wanted = (navigator.languages ?? []).map((name) => name.slice(0, 2).toLowerCase());
  return wanted.find((name) => name in LANGUAGES) ?? "fr";
}
