// The page of puzzles: today's, those of each family, themes that come again, and erasing stored data.

import { askGame, askPuzzles } from "./api.js";
import { smallBoard } from "./board.js";
import { button, showError } from "./dom.js";
import { families } from "./families.js";
import { html, nothing, render } from "./lit.js";
import { header, link, sure, toggle } from "./page.js";
import { forgetAll, isBegun, missedThemes, practice } from "./practice.js";
import { dueIn, gamesWithOwn, practiseLink, setRepeats, strengthIn } from "./attempts.js";
import { t } from "./words.js";

/** Missed themes that are listed. */
const MOST_MISSED = 5;

/** @param {HTMLElement} root */
export async function puzzlesScreen(root) {
  header({ title: t("Puzzles") });
  try {
    const told = await askPuzzles(), asked = await Promise.allSettled(gamesWithOwn().map(askGame));
    const games = asked.flatMap((each) => each.status === "fulfilled" ? [each.value] : []);
    const boards = [told.daily, ...told.shelves].map(({ picture }) => smallBoard(picture).frame);
    const draw = () => render(page(told, boards, games, draw), root);
    draw();
  } catch (error) {
    showError(error);
  }
}

/**
 * @param {Wire.ShownPuzzles} told
 * @param {Element[]} boards that of the puzzle of the day, and those of the shelves
 * @param {Wire.ShownGame[]} games those in which moves were chosen
 * @param {() => void} draw
 */
function page({ daily, shelves }, [today, ...boards], games, draw) {
  const erase = () => sure(t("Erase your puzzle results on this device?"), () => (forgetAll(), draw()));
  const { family, id, title } = daily, found = practice().puzzles[id]?.[3] ? t("Solved!") : title;
  return html`
    <div class="learn puzzles">
      <ul class="lessons">
        ${card(`/puzzles/${family}/${id}`, "daily", t("The puzzle of the day"), today, found)}
        ${shelves.map((each, i) =>
          card(`/puzzles/${each.family}`, "", titleOf(each.family), boards[i], strength(each))
        )}
      </ul>
      ${missed(shelves)} ${repeating(shelves, draw)} ${games.length ? chosen(games) : nothing}
      ${isBegun() ? button(t("Erase results"), "erase", erase) : nothing}
    </div>
  `;
}

/** @type {(path: string, look: string, name: string, board: Element, told: string) => unknown} */
const card = (path, look, name, board, told) =>
  html`<li>${
    link(path, `lesson-card ${look}`, html`<span class="name">${name}</span>${board}<span class="soft">${told}</span>`)
  }</li>`;

/** @param {Wire.ShownShelf} shelf */
function strength({ family, count }) {
  const { rating, deviation } = strengthIn(family);
  return practice().players[family]
    ? t("Your strength: {rating} ± {deviation}", { rating: Math.round(rating), deviation: Math.round(deviation) })
    : t("{count} puzzle", "{count} puzzles", { count });
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
    const times = t("{count} time", "{count} times", { count });
    return known ? [html`<li>${themeLink(family, known)} ${times}</li>`] : [];
  });
  const note = t("Review a game you have played: missed themes are listed here.");
  return html`
    <section class="ladder" aria-labelledby="missed">
      <h2 id="missed">${t("Missed in your games")}</h2>
      ${themes.length
        ? html`<ul class="themes">${themes.slice(0, MOST_MISSED)}</ul>`
        : html`<p class="note">${note}</p>`}
      ${link("/review", "button", t("Your games"))}
    </section>
  `;
}

/**
 * The themes that come again, and the switch for that.
 * @param {Wire.ShownShelf[]} shelves
 * @param {() => void} draw
 */
function repeating(shelves, draw) {
  const { repeats } = practice();
  const set = (/** @type {boolean} */ on) => (setRepeats(on), draw());
  const due = shelves.flatMap(({ family }) =>
    dueIn(family).flatMap((theme) => {
      const known = themeOf(shelves, family, theme);
      return known ? [html`<li>${themeLink(family, known)}</li>`] : [];
    })
  );
  const themes = due.length
    ? html`<ul class="themes">${due}</ul>`
    : html`<p class="note">${t("Nothing to practise again today.")}</p>`;
  return html`
    <section class="ladder" aria-labelledby="again">
      <h2 id="again">${t("Practise again")}</h2>
      ${toggle(t("Bring back themes I missed: after 1, 2, 4, 8, 16 days"), repeats, set)} ${repeats ? themes : nothing}
    </section>
  `;
}

/** @param {Wire.ShownGame[]} games */
const chosen = (games) =>
  html`
    <section class="ladder" aria-labelledby="chosen">
      <h2 id="chosen">${t("My moves in openings")}</h2>
      <ul class="themes">${games.map(({ id, title }) => html`<li>${practiseLink(id, title)}</li>`)}</ul>
    </section>
  `;

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
