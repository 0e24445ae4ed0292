// The work that a teacher hands out, stones of the paths and sowings to be foretold: as a pupil finds it on her page,
// and does it there.

import { drawing } from "./art.js";
import { ROUND } from "./ladder.js";
import { onLeft, within } from "./dom.js";
import { familyOf } from "./families.js";
import { sign } from "./icons.js";
import { html, nothing, render } from "./lit.js";
import { stepAt, whereIs } from "./path.js";
import { tool } from "./shell.js";
import { pictureOf, taskOf } from "./step.js";
import { sender } from "./wayback.js";
import { t } from "./words.js";

/** The prefix of the ids of sowings to be foretold; the name of the family follows. */
export const LAST_SEED = "last-seed:";

/**
 * @typedef {object} Work a piece of work; `step` is the stone with its chapter, undefined for sowings
 * @property {string} id
 * @property {string} family
 * @property {string} title
 * @property {string} where
 * @property {unknown} face
 * @property {import("./step.js").Step} [step]
 */

/**
 * A piece of work by its id; undefined for a stone that no path has.
 * @param {Wire.ShownTrail[]} all
 * @param {string} id
 * @returns {Work | undefined}
 */
export function workOf(all, id) {
  if (id.startsWith(LAST_SEED)) {
    const family = id.slice(LAST_SEED.length), face = html`<span class="disc ground pit">${drawing("pit")}</span>`;
    return { id, family, title: t("The last seed"), where: familyOf(family).title, face };
  }
  const step = stepAt(all, id);
  if (!step) return undefined;
  const { chapter, stone } = step;
  const title = stone.kind === "puzzles" ? `${taskOf(stone)} · ${stone.title}` : taskOf(stone);
  return { id, family: chapter.family, title, where: whereIs(chapter), face: pictureOf(stone), step };
}

/**
 * Whether a piece of work is done: sowings are when they make a round.
 * @param {string} id
 * @param {number} done as the class tells it
 */
export const isDone = (id, done) => done >= (id.startsWith(LAST_SEED) ? ROUND : 0);

/**
 * Whether a pupil has work left to do.
 * @param {Wire.PupilState} state
 */
export const hasWork = ({ work }) => work !== null && work.work.some((id, at) => !isDone(id, work.done[at]));

/**
 * The work of a pupil as buttons, finished work with a tick; the first unfinished one leads on.
 * @param {Wire.ShownOwnWork} own
 * @param {Wire.ShownTrail[]} all
 * @param {(work: Work) => unknown} onopen
 */
export function workList({ work, done }, all, onopen) {
  const left = work.findIndex((id, at) => !isDone(id, done[at]));
  return html`<div class="work">${
    work.map((id, at) => {
      const one = workOf(all, id), isOver = isDone(id, done[at]);
      if (!one) return "";
      const look = isOver ? "goon over" : at === left ? "goon" : "goon later";
      return html`
        <button type="button" class=${look} data-work=${id} @click=${() => onopen(one)}>${one.face}
          <span class="told"><b>${one.title}</b><span>${one.where}</span></span>
          ${isOver ? sign("done") : ""}<span class="unseen">${isOver ? t("done") : ""}</span></button>
      `;
    })
  }</div>`;
}

/**
 * The tool that leads to the work that is left.
 * @param {Wire.PupilState} state
 * @param {Wire.ShownTrail[]} all
 * @param {(work: Work) => unknown} onopen
 */
export function workTool({ work }, all, onopen) {
  const left = work?.work.find((id, at) => !isDone(id, work.done[at])), one = left && workOf(all, left);
  return one && tool("book", t("Work"), () => onopen(one));
}

/** A piece of work that is being done in place of the class, to which it leads back. */
export class Working {
  /** @type {AbortController | null} ends the work that is open */
  opened = null;

  /**
   * @param {HTMLElement} place
   * @param {AbortSignal} left
   * @param {string} path
   * @param {Element} tools those of the class
   */
  constructor(place, left, path, tools) {
    this.place = place;
    this.left = left;
    onLeft(left, () => this.close());
    this.path = path;
    this.tools = tools;
  }

  get isOpen() {
    return this.opened !== null;
  }

  /** @param {Work} work */
  open(work) {
    this.close();
    Object.assign(sender, { path: this.path, tools: this.tools });
    this.opened = within(this.left);
    begin(this.place, this.opened.signal, work);
  }

  close() {
    if (!this.opened) return;
    Object.assign(sender, { path: "", tools: null });
    this.opened.abort();
    this.opened = null;
    render(nothing, this.place);
  }
}

/**
 * @param {HTMLElement} root
 * @param {AbortSignal} left
 * @param {Work} work
 */
async function begin(root, left, { family, step }) {
  if (!step) return (await import("./foretell.js")).foretellScreen(root, left, family);
  const { kind, what, game } = step.stone;
  if (kind === "lesson") return (await import("./lesson.js")).lessonScreen(root, left, what);
  return (await import("./puzzle.js")).puzzleScreen(root, left, `${family}/${what}@${game}`);
}
