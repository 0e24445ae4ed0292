// Which steps of which lessons are done: kept on this device, where it can be erased.

import { keep, settings } from "./settings.js";

/**
 * The steps of a lesson that are done, counted from 0.
 * @param {string} lesson
 */
export const stepsDone = (lesson) => settings.learned[lesson] ?? [];

/**
 * The beads of a lesson, where no step counts as slow.
 * @param {string} lesson
 * @returns {Page.Beads}
 */
export const beadsOf = (lesson) => ({ done: stepsDone(lesson), slow: [] });

/**
 * Remember that a step is done.
 * @param {string} lesson
 * @param {number} step
 */
export function learn(lesson, step) {
  const done = [...new Set([...stepsDone(lesson), step])].sort((a, b) => a - b);
  keep({ learned: { ...settings.learned, [lesson]: done } });
}

/** Whether any progress is kept on this device. */
export const isLearned = () => [settings.learned, settings.foretold].some((kept) => Object.keys(kept).length > 0);

/** Erase all progress from this device. */
export const unlearn = () => keep({ learned: {}, foretold: {} });

/**
 * The first step that is not done; the first one where all are.
 * @param {string} lesson
 * @param {number} steps
 */
export function stepToDo(lesson, steps) {
  const done = stepsDone(lesson);
  return Math.max(Array.from({ length: steps }, (_, i) => i).findIndex((step) => !done.includes(step)), 0);
}
