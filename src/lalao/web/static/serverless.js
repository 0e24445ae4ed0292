// The texts and offers of pages where no server joins several devices and prints: a folder of static files.

import { askGames } from "./api.js";
import { button, element, showError } from "./dom.js";
import { families } from "./families.js";
import { html, nothing, render } from "./lit.js";
import { header, link } from "./page.js";
import { fileAt } from "./address.js";
import { settings } from "./settings.js";
import { t } from "./words.js";

/** The requirement for play on several devices. */
export const needsServer = () => t("For several devices, somebody starts Lalao on a computer: ask for its address.");

/**
 * The warning where something cannot be stored.
 * @param {string} why another page has the database, or stored data cannot be read; else there is no storage
 */
export function unstored(why) {
  if (why === "other") return t("Lalao is open in another tab too: go back there, or nothing you do here is kept.");
  if (why === "unreadable") {
    return t("The games kept here cannot be read: they stay as they are, and new ones are lost.");
  }
  return t("This device cannot store anything: closing the page loses everything.");
}

const starting = element(html`<div class="cut starting" role="status"></div>`);

/**
 * Show how far the application is that somebody waits for; it says so itself.
 * @param {CustomEvent<{ part: number, isReady: boolean, why: string }>} event
 */
function showStart({ detail: { part, isReady, why } }) {
  if (isReady) return starting.remove();
  if (!starting.isConnected) document.body.append(starting);
  const bar = html`<progress .value=${part} aria-hidden="true"></progress>`;
  const again = () => button(t("Try again"), "", () => location.reload());
  const said = why ? t("Lalao cannot start: {why}", { why }) : t("Lalao is getting ready…");
  render(html`${why ? nothing : bar}<span>${said}</span>${why ? again() : nothing}`, starting);
}

addEventListener("starting", /** @type {EventListener} */ (showStart));

/**
 * The page of a class or a wall: its requirement, and the offers for teachers without it.
 * @param {HTMLElement} root
 */
export function sharedScreen(root) {
  header({ title: t("Class") });
  const shown = html`
    <div class="text door">
      <h1>${t("A class plays")}</h1>
      <p class="lead">${needsServer()}</p>
      <p>${link("/guide", "", t("Teacher's guide: sessions of 20 minutes, investigations, the tournament"))}</p>
      <p>${link("/referee", "", t("The referee's check, for boards of paper and wood"))}</p>
      <p>${link("/print", "", t("Print"))}</p>
      <p>${link("/guide/data", "", t("Pupil data: what is kept, where, how long, and how to erase it"))}</p>
    </div>
  `;
  render(shown, root);
}

/**
 * The page that prints: the sheets that are ready, in the language of the page.
 * @param {HTMLElement} root
 */
export async function readyScreen(root) {
  header({ title: t("Print"), sub: t("Sheets as PDF: print them at 100 %.") });
  try {
    render(sheets(await askGames()), root);
  } catch (error) {
    showError(error);
  }
}

/**
 * A link to a sheet in the language of the page.
 * @param {string} path
 * @param {unknown} face
 */
const pdf = (path, face) =>
  html`<a class="button" target="_blank" href=${fileAt(`${path}lang=${settings.language}`)}>${face}</a>`;

/** @param {Wire.ShownGame[]} games */
function sheets(games) {
  const boards = (/** @type {string[]} */ offered) =>
    games.filter(({ id }) => offered.includes(id))
      .map(({ id, board, rules }) => pdf(`/api/games/${id}/print/board.pdf?`, `${board} · ${rules}`));
  return html`
    <div class="text">
      ${families.map(({ name, title, offered }) =>
        html`
          <h2>${title}</h2>
          <p class="row">${pdf(`/api/games/${name}/print/rules.pdf?part=sheet&`, t("Rules"))}${boards(offered)}</p>
        `
      )}
      <h2>${t("For teachers")}</h2>
      <p class="row">${pdf("/api/guide.pdf?part=guide&", t("Teacher's guide"))}
        ${pdf("/api/guide.pdf?part=data&", t("Pupil data"))}</p>
      <p class="note">${t("All other sheets are printed from Lalao on a computer.")}</p>
    </div>
  `;
}
