// The lessons, family by family, each with the board that it begins with and beads for its steps.

import { askLessons } from "./api.js";
import { Board } from "./board.js";
import { button, h, reason, show, toast } from "./dom.js";
import { showBeads } from "./bubble.js";
import { families } from "./families.js";
import { beadsOf, isLearned, unlearn } from "./learned.js";
import { header, link, sure } from "./page.js";
import { t } from "./words.js";

/** @param {Element} root */
export async function learnScreen(root) {
  header({ title: t("Learn") });
  try {
    draw(root, await askLessons());
  } catch (error) {
    toast(reason(error));
  }
}

/**
 * @param {Element} root
 * @param {Wire.ShownLessonHead[]} lessons
 */
function draw(root, lessons) {
  const sections = families.map(({ name, title }) => {
    const own = lessons.filter(({ family }) => family === name);
    return h(
      "section",
      { class: "ladder", "aria-labelledby": `ladder-${name}` },
      h(
        "div",
        { class: "row" },
        h("h2", { id: `ladder-${name}` }, title),
        own.some(({ picture }) => picture.kind === "rows") && link(`/foretell/${name}`, "button", t("The last seed")),
        link(`/path/${name}`, "button", t("The path")),
        link(`/puzzles/${name}`, "button", t("Puzzles")),
        link(`/rules/${name}`, "button", t("Rules")),
      ),
      h("ol", { class: "lessons" }, own.map((lesson) => h("li", {}, card(lesson)))),
    );
  });
  const erase = () => sure(t("Erase your lesson progress on this device?"), () => (unlearn(), draw(root, lessons)));
  show(root, h("div", { class: "learn" }, sections, isLearned() && button(t("Erase progress"), "erase", erase)));
}

/** @param {Wire.ShownLessonHead} lesson */
function card({ id, title, steps, picture }) {
  const board = new Board({ small: true, label: title });
  board.show(picture);
  const beads = h("span", { class: "beads", role: "img" });
  showBeads(beads, steps, beadsOf(id));
  board.frame.setAttribute("aria-hidden", "true");
  return link(`/learn/${id}`, "lesson-card", board.frame, h("span", { class: "name" }, title), beads);
}
