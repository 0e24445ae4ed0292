// A lesson: its steps on the screen of a game, and its sequel.

import { askGame, askLesson, askLessons } from "./api.js";
import { besideTasks } from "./bubble.js";
import { countLoss } from "./children.js";
import { button, showError } from "./dom.js";
import { beadsOf, learn, stepsDone, stepToDo } from "./lessonprogress.js";
import { endOfStone } from "./ending.js";
import { html } from "./lit.js";
import { focusIn, go, link } from "./page.js";
import { chapters, stepAt } from "./path.js";
import { openCard } from "./rules.js";
import { goOnWith } from "./start.js";
import { Tasks } from "./tasks.js";
import { backLink, wayBack } from "./wayback.js";
import { t } from "./words.js";

/** @type {Page.AskingScreen} */
export async function lessonScreen(root, left, id) {
  try {
    const lesson = await askLesson(id);
    begin(root, left, lesson, await askGame(lesson.game));
  } catch (error) {
    showError(error);
    go(wayBack("/learn"));
  }
}

/**
 * Begin a lesson, or resume it where it was left.
 * @param {HTMLElement} root
 * @param {AbortSignal} left
 * @param {Wire.ShownLesson} lesson
 * @param {Wire.ShownGame} game
 */
function begin(root, left, lesson, game) {
  const { id, title, steps } = lesson;
  const beside = [
    html`<p class="note">${title} · ${game.title}</p>`,
    besideTasks(backLink("/learn", t("All lessons")), () => openCard(game.id)),
  ];
  /** @type {Page.Series} */
  const series = {
    count: steps.length,
    ask: (at) => ({ game, task: steps[at], head: "" }),
    beads: () => beadsOf(id),
    onresult: (at, result) => {
      if (result === "done") learn(id, at, steps.length);
      else if (result === "wrong") countLoss(`${id}#${at}`);
    },
  };
  const tasks = new Tasks(root, left, series, beside, () => void end(tasks, lesson));
  tasks.shell.head(title, wayBack("/learn"));
  tasks.begin(stepToDo(id, steps.length));
}

/**
 * Say that a lesson is over, and offer the next step; steps that were skipped come first.
 * @param {Tasks} tasks
 * @param {Wire.ShownLesson} lesson
 */
async function end(tasks, { id, title, family, steps: { length: steps } }) {
  const { stage } = tasks;
  const own = (await askLessons()).filter((each) => each.family === family);
  const next = own[own.findIndex((each) => each.id === id) + 1];
  const done = stepsDone(id).length;
  const step = done < steps ? undefined : stepAt(await chapters(), id);
  if (step) return endOfStone(stage, step, t("You have finished: {title}.", { title }), steps, steps);
  const saying = done < steps
    ? { head: "", line: t("{done} of {count} step done", "{done} of {count} steps done", { done, count: steps }) }
    : { head: t("Well done!"), line: t("You have finished: {title}.", { title }) };
  stage.renew({ ...stage.view, saying });
  stage.offer(
    backLink("/learn", t("All lessons")),
    done < steps
      ? button(t("Continue"), "primary", () => tasks.begin(stepToDo(id, steps)))
      : next
      ? link(`/learn/${next.id}`, "button primary", t("Next lesson"))
      : button(t("Play"), "primary", () => goOnWith({ family, game: stage.view.game })),
  );
  focusIn(stage.bar, ".primary");
}
