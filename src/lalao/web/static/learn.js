// The lessons, family by family, each with the board that it begins with and beads for its steps.

import { askLessons } from "./api.js";
import { beadRow } from "./art.js";
import { smallBoard } from "./board.js";
import { showError } from "./dom.js";
import { families } from "./families.js";
import { beadsOf, isLearned, unlearn } from "./lessonprogress.js";
import { html, nothing, render } from "./lit.js";
import { header, link, sure } from "./page.js";
import { t } from "./words.js";

/** @param {HTMLElement} root */
export async function learnScreen(root) {
  header({ title: t("Learn") });
  try {
    const lessons = (await askLessons()).map((lesson) => ({ ...lesson, board: smallBoard(lesson.picture).frame }));
    const draw = () => render(page(lessons, draw), root);
    draw();
  } catch (error) {
    showError(error);
  }
}

/** @typedef {Wire.ShownLessonHead & { board: Element }} Lesson a lesson with the board that it begins with */

/**
 * @param {Lesson[]} lessons
 * @param {() => void} draw
 */
function page(lessons, draw) {
  const erase = () => sure(t("Erase your lesson progress on this device?"), () => (unlearn(), draw()));
  return html`
    <div class="learn">
      ${families.map(({ name, title }) => ladder(name, title, lessons.filter(({ family }) => family === name)))}
      ${isLearned()
        ? html`<button type="button" class="erase" @click=${erase}>${t("Erase progress")}</button>`
        : nothing}
    </div>
  `;
}

/**
 * @param {string} name
 * @param {string} title
 * @param {Lesson[]} lessons
 */
const ladder = (name, title, lessons) =>
  html`
    <section class="ladder" aria-labelledby="ladder-${name}">
      <div class="row">
        <h2 id="ladder-${name}">${title}</h2>
        ${lessons.some(({ picture }) => picture.kind === "rows")
          ? link(`/foretell/${name}`, "button", t("The last seed"))
          : nothing} ${link(`/path/${name}`, "button", t("The path"))} ${link(
            `/puzzles/${name}`,
            "button",
            t("Puzzles"),
          )}
        ${link(`/rules/${name}`, "button", t("Rules"))}
      </div>
      <ol class="lessons">${lessons.map((lesson) => html`<li>${card(lesson)}</li>`)}</ol>
    </section>
  `;

/** @param {Lesson} lesson */
const card = ({ id, title, steps, board }) =>
  link(`/learn/${id}`, "lesson-card", board, html`<span class="name">${title}</span>`, beadRow(steps, beadsOf(id)));
