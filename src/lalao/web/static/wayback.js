// The way back from a task: to the class, for a pupil who does the teacher's work there, else to the page above it.

import { link } from "./page.js";
import { t } from "./words.js";

/** The page of the class, "" for none, and its tools. */
export const sender = { path: "", tools: /** @type {Element | null} */ (null) };

/** @param {string} usual */
export const wayBack = (usual) => sender.path || usual;

/**
 * The link that leads back from a task.
 * @param {string} usual
 * @param {string} word its usual text
 * @param {string} [look]
 */
export const backLink = (usual, word, look = "button") =>
  link(wayBack(usual), look, sender.path ? t("Back to the class") : word);
