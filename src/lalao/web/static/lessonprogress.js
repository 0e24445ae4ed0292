// Which steps of which lessons are done by whoever plays, and where that is erased.

import { changeChild, child, setStone } from "./children.js";
import { keep, settings } from "./settings.js";

/**
 * The steps of a lesson that are done, counted from 0.
 * @param {string} lesson
 */
export const stepsDone = (lesson) => child()?.steps[lesson] ?? [];

/**
 * The beads of a lesson, where no step counts as slow.
 * @param {string} lesson
 * @returns {Page.Beads}
 */
export const beadsOf = (lesson) => ({ done: stepsDone(lesson), slow: [] });

/**
 * Remember that a step is done, and the stone of the lesson once all `steps` are.
 * @param {string} lesson
 * @param {number} step
 * @param {number} steps
 */
export function learn(lesson, step, steps) {
  const done = [...new Set([...stepsDone(lesson), step])].sort((a, b) => a - b);
  const { steps: all = {}, lost = ["", 0] } = child() ?? {};
  changeChild({ steps: { ...all, [lesson]: done }, lost: lost[0].startsWith(`${lesson}#`) ? ["", 0] : lost });
  if (done.length >= steps) setStone(lesson, 1);
}

/** Whether any progress of whoever plays is kept on this device. */
export const isLearned = () =>
  [child()?.steps ?? {}, child()?.stones ?? {}, settings.foretold].some((kept) => Object.keys(kept).length > 0);

/** Erase all progress of whoever plays from this device. */
export function unlearn() {
  changeChild({ steps: {}, stones: {}, lost: ["", 0], at: "" });
  keep({ foretold: {} });
}

/**
 * The first step that is not done; the first one where all are.
 * @param {string} lesson
 * @param {number} steps
 */
export function stepToDo(lesson, steps) {
  const done = stepsDone(lesson);
  return Math.max(Array.from({ length: steps }, (_, i) => i).findIndex((step) => !done.includes(step)), 0);
}
