// The page of puzzles: today's, those of each family, themes that come again, and erasing what is kept.

import { askPuzzles } from "./api.js";
import { Board } from "./board.js";
import { button, h, reason, show, toast } from "./dom.js";
import { families } from "./families.js";
import { focusIn, header, link, sure, toggle } from "./page.js";
import { forgetAll, isBegun, missedThemes, practice } from "./practice.js";
import { dueIn, setRepeats, strengthIn } from "./trying.js";
import { t } from "./words.js";

/** Missed themes that are listed. */
const MOST_MISSED = 5;

/** @param {Element} root */
export async function puzzlesScreen(root) {
  header({ title: t("Puzzles") });
  try {
    draw(root, await askPuzzles());
  } catch (error) {
    toast(reason(error));
  }
}

/**
 * @param {Element} root
 * @param {Wire.ShownPuzzles} told
 */
function draw(root, told) {
  const again = () => (draw(root, told), focusIn(root, ".switch input"));
  const erase = () => sure(t("Erase your puzzle results on this device?"), () => (forgetAll(), draw(root, told)));
  show(
    root,
    h(
      "div",
      { class: "learn puzzles" },
      h(
        "ul",
        { class: "lessons" },
        h("li", {}, daily(told.daily)),
        told.shelves.map((each) => h("li", {}, shelf(each))),
      ),
      missed(told.shelves),
      repeating(told.shelves, again),
      isBegun() && button(t("Erase results"), "erase", erase),
    ),
  );
}

/**
 * @param {Wire.ShownBoard} picture
 * @param {string} label
 */
function small(picture, label) {
  const board = new Board({ small: true, label });
  board.show(picture);
  board.frame.setAttribute("aria-hidden", "true");
  return board.frame;
}

/** @param {Wire.ShownDaily} daily */
function daily({ family, id, title, picture }) {
  const solved = practice().puzzles[id]?.[3];
  return link(
    `/puzzles/${family}/${id}`,
    "lesson-card daily",
    h("span", { class: "name" }, t("The puzzle of the day")),
    small(picture, title),
    h("span", { class: "soft" }, solved ? t("Solved!") : title),
  );
}

/** @param {Wire.ShownShelf} shelf */
function shelf({ family, count, picture }) {
  const title = titleOf(family), { rating, deviation } = strengthIn(family);
  const begun = Boolean(practice().players[family]);
  const told = begun
    ? t("Your strength: {rating} ± {deviation}", { rating: Math.round(rating), deviation: Math.round(deviation) })
    : t("{count} puzzle", "{count} puzzles", { count });
  return link(
    `/puzzles/${family}`,
    "lesson-card",
    h("span", { class: "name" }, title),
    small(picture, title),
    h("span", { class: "soft" }, told),
  );
}

/** @param {string} family */
const titleOf = (family) => families.find(({ name }) => name === family)?.title ?? family;

/**
 * Themes that were missed in games, each a link to its puzzles.
 * @param {Wire.ShownShelf[]} shelves
 */
function missed(shelves) {
  const themes = missedThemes().flatMap(({ family, theme, count }) => {
    const known = themeOf(shelves, family, theme);
    return known ? [h("li", {}, themeLink(family, known), " ", t("{count} time", "{count} times", { count }))] : [];
  });
  return h(
    "section",
    { class: "ladder", "aria-labelledby": "missed" },
    h("h2", { id: "missed" }, t("Missed in your games")),
    themes.length
      ? h("ul", { class: "themes" }, themes.slice(0, MOST_MISSED))
      : h("p", { class: "note" }, t("Review a game you have played: missed themes are listed here.")),
    link("/review", "button", t("Your games")),
  );
}

/**
 * The themes that come again, and the switch for that.
 * @param {Wire.ShownShelf[]} shelves
 * @param {() => unknown} again
 */
function repeating(shelves, again) {
  const { repeats } = practice();
  const set = (/** @type {boolean} */ on) => (setRepeats(on), again());
  const due = shelves.flatMap(({ family }) =>
    dueIn(family).flatMap((theme) => {
      const known = themeOf(shelves, family, theme);
      return known ? [h("li", {}, themeLink(family, known))] : [];
    })
  );
  return h(
    "section",
    { class: "ladder", "aria-labelledby": "again" },
    h("h2", { id: "again" }, t("Practise again")),
    toggle(t("Bring back themes I missed: after 1, 2, 4, 8, 16 days"), repeats, set),
    repeats &&
      (due.length
        ? h("ul", { class: "themes" }, due)
        : h("p", { class: "note" }, t("Nothing to practise again today."))),
  );
}

/**
 * @param {Wire.ShownShelf[]} shelves
 * @param {string} family
 * @param {string} theme
 */
function themeOf(shelves, family, theme) {
  return shelves.find((each) => each.family === family)?.themes.find(({ name }) => name === theme);
}

/**
 * @param {string} family
 * @param {Wire.ShownTheme} theme
 */
const themeLink = (family, { name, title }) =>
  link(`/puzzles/${family}/${name}`, "button", `${titleOf(family)}: ${title}`);
