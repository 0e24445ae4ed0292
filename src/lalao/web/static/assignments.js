// The work of the class: the teacher says which level of school it is, hands out lessons, sowings to be foretold,
// rounds of puzzles and matches, and sees the progress of each pupil.

import { askGrades } from "./api.js";
import { drawing } from "./art.js";
import { button, showError } from "./dom.js";
import { families } from "./families.js";
import { sign } from "./icons.js";
import { html, nothing } from "./lit.js";
import { choice, field, panel } from "./page.js";
import { chapters, whereIs } from "./path.js";
import { picture } from "./pictures.js";
import { isDone, LAST_SEED, workOf } from "./work.js";
import { t } from "./words.js";

/** Pieces of work that are handed out at once unless the teacher chooses others, and at most. */
const USUAL = 3, MOST = 12;

export class Assigning {
  /** @type {Wire.Grade[]} */
  grades = [];
  /** @type {Wire.ShownTrail[]} */
  all = [];
  /** @type {Wire.TeacherState | null} */
  state = null;
  /** @type {string[]} the ids of the work that is chosen, in order */
  chosen = [];
  open = false;
  isAsked = false;
  /** whether other work is chosen while the class has some */
  more = false;

  /**
   * @param {Page.Say} say
   * @param {(grade: Wire.Grade) => unknown} ongrade called when the level of the class is known, or another one
   * @param {() => void} draw draws the page again
   */
  constructor(say, ongrade, draw) {
    this.say = say;
    this.ongrade = ongrade;
    this.draw = draw;
  }

  /** Ask for the levels and the paths, once there is something to show of them. */
  async #load() {
    if (this.isAsked) return;
    this.isAsked = true;
    try {
      [this.grades, this.all] = await Promise.all([askGrades(), chapters()]);
      this.#take();
      this.draw();
    } catch (error) {
      this.isAsked = false;
      showError(error);
    }
  }

  get #grade() {
    return this.grades.find(({ id }) => id === this.state?.grade);
  }

  /** @param {Wire.TeacherState} state */
  show(state) {
    const isOther = state.grade !== this.state?.grade, isNew = state.work?.at !== this.state?.work?.at;
    if (this.state && isNew && state.work) Object.assign(this, { open: true, more: false });
    this.state = state;
    if (state.grade || state.work) this.#load();
    if (isOther || isNew) this.#take();
  }

  /** Choose the next work for the level of the class: the part after the work given last, or else the first. */
  #take() {
    const grade = this.#grade, { work } = this.state ?? {};
    if (!grade) return;
    const left = grade.work.slice(1 + Math.max(...(work?.work ?? []).map((id) => grade.work.indexOf(id)), -1));
    this.chosen = (left.length ? left : grade.work).slice(0, USUAL);
    this.ongrade(grade);
  }

  element() {
    const { state, grades, say } = this, { work = null, grade = "" } = state ?? {};
    /** @type {[string, string][]} */
    const levels = [["", "–"], ...grades.map(({ id }) => /** @type {[string, string]} */ ([id, id]))];
    const composes = !work || this.more;
    const another = () => (this.more = true, this.draw());
    const acts = html`
      <div class="row">
        ${work
          ? html`<button type="button" @click=${() => say({ kind: "assign", work: [] })}>${
            t("Take the work back")
          }</button>`
          : nothing}
        ${composes ? nothing : html`<button type="button" @click=${another}>${t("Other work")}</button>`}
      </div>
    `;
    return panel(
      t("Work for the class"),
      this.open,
      html`
        <div class="assigning">
          ${field(
            t("Level of the class"),
            choice(
              t("Level of the class"),
              levels,
              grade,
              (id) => say({ kind: "grade", grade: id }),
            ),
          )}
          ${work && state ? this.#results(work, state.set) : nothing} ${acts} ${composes ? this.#composer() : nothing}
        </div>
      `,
      (open) => {
        this.open = open;
        if (open) this.#load();
      },
    );
  }

  /** The part in which work is chosen: that of the level, and all else on the paths. */
  #composer() {
    const { all, chosen } = this, proposed = this.#grade?.work ?? [];
    const shown = [...proposed, ...chosen.filter((id) => !proposed.includes(id))];
    const add = (/** @type {Page.From<HTMLSelectElement>} */ { currentTarget }) => {
      this.#toggle(currentTarget.value);
      currentTarget.value = "";
    };
    return html`
      <section class="composer">
        <ul class="chosen-work">${shown.map((id) => this.#line(id))}</ul>
        ${field(
          t("Anything else on the paths"),
          html`
            <select aria-label=${t("Anything else on the paths")} @change=${add}>
              <option value="">…</option>
              ${families.map(({ name, title }) => this.#lastSeed(name, title, shown))} ${all.map((chapter) =>
                html`<optgroup label=${whereIs(chapter)}>${
                  chapter.stones.filter(({ id }) => !shown.includes(id)).map(({ id }) =>
                    html`<option value=${id}>${workOf(all, id)?.title}</option>`
                  )
                }</optgroup>`
              )}
            </select>
          `,
        )}
        ${button(t("Give to the class"), "primary wide", () => this.say({ kind: "assign", work: chosen }), {
          disabled: !chosen.length,
        })}
      </section>
    `;
  }

  /** @type {(family: string, title: string, shown: string[]) => unknown} */
  #lastSeed(family, title, shown) {
    const id = `${LAST_SEED}${family}`, isSown = this.grades.some(({ work }) => work.includes(id));
    return isSown && !shown.includes(id)
      ? html`<option value=${id}>${t("The last seed")} · ${title}</option>`
      : nothing;
  }

  /**
   * A piece of work that can be handed out, ticked where it will be.
   * @param {string} id
   */
  #line(id) {
    const one = workOf(this.all, id), on = this.chosen.includes(id);
    if (!one) return nothing;
    return html`
      <li>
        <button type="button" class="goon" data-work=${id} aria-pressed=${String(on)}
          ?disabled=${!on && this.chosen.length >= MOST} @click=${() => this.#toggle(id)}>${one.face}
          <span class="told"><b>${one.title}</b><span>${one.where}</span></span>
          ${sign(on ? "done" : "more")}</button>
      </li>
    `;
  }

  /** @param {string} id */
  #toggle(id) {
    if (!id) return;
    const order = this.#grade?.work ?? [];
    const others = this.chosen.filter((each) => each !== id);
    this.chosen = others.length < this.chosen.length ? others : [...others, id];
    const place = (/** @type {string} */ each) => order.includes(each) ? order.indexOf(each) : order.length;
    this.chosen.sort((one, other) => place(one) - place(other));
    this.draw();
  }

  /**
   * The progress of each pupil, the puzzles that the pupils have now too.
   * @param {Wire.ShownWork} work
   * @param {Wire.ShownSet | null} set
   */
  #results({ work, pupils }, set) {
    const heads = work.map((id) => workOf(this.all, id)), has = set?.open ? set : null;
    const count = (/** @type {number} */ at) => pupils.filter(({ done }) => isDone(work[at], done[at])).length;
    return html`
      <div class="solvers" tabindex="0" role="region" aria-label=${t("Who has done what")}>
        <table>
          <thead>
            <tr><th scope="col">${t("Name")}</th>${heads.map((one) =>
              html`<th scope="col" title=${one?.where ?? ""}><span class="what">${one?.face} ${one?.title}</span></th>`
            )} ${has
              ? html`<th scope="col"><span class="what"><span class="disc ground">${drawing("star")}</span> ${
                t("Puzzles")
              }</span></th>`
              : nothing}</tr>
          </thead>
          <tbody>${pupils.map(({ name, picture: face, done }) =>
            html`
              <tr>
                <th scope="row"><span class="one">${picture(face)}<bdi class="name">${name}</bdi></span></th>
                ${work.map((id, at) => html`<td>${doneSign(id, done[at])}</td>`)} ${has ? solved(has, name) : nothing}
              </tr>
            `
          )}</tbody>
          <tfoot>
            <tr><th scope="row">${t("done")}</th>${work.map((_, at) =>
              html`<td>${count(at)} / ${pupils.length}</td>`
            )} ${has ? html`<td></td>` : nothing}</tr>
          </tfoot>
        </table>
      </div>
    `;
  }
}

/**
 * A pupil's progress in a piece of work: a tick, or how many sowings were foretold so far.
 * @type {(id: string, done: number) => unknown}
 */
function doneSign(id, done) {
  if (isDone(id, done)) {
    const told = id.startsWith(LAST_SEED) ? done : "";
    return html`<span class="became first">${sign("done")}${told}<span class="unseen">${t("done")}</span></span>`;
  }
  return html`<span class="became none">${done > 0 ? done : "–"}</span>`;
}

/** @type {(set: Wire.ShownSet, name: string) => unknown} */
function solved({ pupils, puzzles }, name) {
  const tries = pupils.find((each) => each.name === name)?.tries ?? [];
  return html`<td>${tries.filter((each) => each.solved).length} / ${puzzles.length}</td>`;
}
