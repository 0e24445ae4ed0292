// The rules: those of one game in an overlay, and the sheets of its family, each in three parts.

import { askCard, askGames, askRules } from "./api.js";
import { button, element, reason, showError, showSheet } from "./dom.js";
import { families } from "./families.js";
import { html, nothing, render } from "./lit.js";
import { go, header, link, overlay, printPath } from "./page.js";
import { fileAt } from "./address.js";
import { settings } from "./settings.js";
import { openStart } from "./start.js";
import { t } from "./words.js";

/** @type {Record<string, () => string>} */
const PARTS = {
  sheet: () => t("The sheet"),
  teacher: () => t("For the teacher"),
  curious: () => t("For the curious"),
};

/**
 * @param {HTMLElement} root
 * @param {string} path a family, and which part of its rules is wanted
 */
export function rulesScreen(root, path) {
  const [game = "", wanted = "sheet"] = path.split("/");
  const known = families.find(({ name }) => name === game);
  const play = html`<button type="button" class="primary" @click=${() => openStart(game)}>${t("Play")}</button>`;
  header({ title: t("Rules"), sub: known?.title ?? game, actions: known ? [play, print(game, wanted)] : nothing });
  const sheet = element(html`<article class="sheet" @click=${watch}></article>`);
  const others = families.map(({ name, title }) =>
    link(`/rules/${name}`, name === game ? "button current" : "button", title)
  );
  const draw = (/** @type {string[]} */ parts) =>
    render(
      html`
        <div class="text">
          <nav class="tabs" aria-label=${t("Rules")}>${others}</nav>
          <nav class="tabs parts" aria-label=${t("For whom")}>
            ${parts.length > 1 ? parts.map((part) => tab(game, part, part === wanted)) : nothing}
          </nav>
          ${sheet}
        </div>
      `,
      root,
    );
  draw([]);
  askRules(game, wanted).then(
    ({ html: written, parts }) => {
      draw(parts);
      showSheet(sheet, written);
    },
    (error) => (sheet.textContent = reason(error)),
  );
}

/**
 * Show the game of a button of the sheet in motion.
 * @param {MouseEvent} event
 */
function watch({ target }) {
  const button = target instanceof Element ? target.closest("button.watch") : null;
  if (!(button instanceof HTMLElement)) return;
  const { game = "", position = "", moves = "" } = button.dataset;
  go(`/watch/${[game, position, moves].map(encodeURIComponent).join("/")}`);
}

/**
 * @param {string} game
 * @param {string} part
 * @param {boolean} current
 */
function tab(game, part, current) {
  const path = part === "sheet" ? `/rules/${game}` : `/rules/${game}/${part}`;
  return link(path, current ? "button current" : "button", PARTS[part]?.() ?? part);
}

/**
 * The link to the rules on paper: to the page that prints or, for parts that it does not offer, to the PDF itself.
 * @param {string} game
 * @param {string} part
 */
function print(game, part) {
  if (part === "sheet") return link(printPath("rules", game), "button", t("Print"));
  const href = fileAt(`/api/games/${game}/print/rules.pdf?part=${part}&lang=${settings.language}`);
  return html`<a class="button" href=${href} target="_blank">${t("Print")}</a>`;
}

/**
 * Open the rules of one game in an overlay.
 * @param {string} game
 */
export async function openCard(game) {
  if (document.querySelector("dialog.rules")) return;
  const sheet = element(html`<article class="sheet" aria-busy="true"></article>`);
  const box = await overlay(t("Rules"), "rules", sheet);
  const showCard = async (/** @type {string} */ id) => {
    const [card, all] = await Promise.all([askCard(id), askGames()]);
    const heading = box.querySelector("h2");
    if (heading) {
      heading.replaceChildren(card.family_title, element(html`<small>${card.board} · ${card.rules}</small>`));
    }
    const others = rulesChoice(all, id, (other) => {
      showCard(other).then(() => box.scrollTo(0, 0), showError);
    });
    if (card.chapters.length) render(chapters(card, others), sheet);
    else showSheet(sheet, (await askRules(id)).html);
  };
  try {
    await showCard(game);
  } catch (error) {
    sheet.textContent = reason(error);
  }
  sheet.removeAttribute("aria-busy");
}

/**
 * The games that are played on the board of a game, by different rules.
 * @param {Wire.ShownGame[]} all
 * @param {string} game
 */
export function rulesOn(all, game) {
  const here = all.find(({ id }) => id === game), offered = families.flatMap((family) => family.offered);
  return all.filter(({ id, family, board }) => family === here?.family && board === here.board && offered.includes(id));
}

/**
 * The rules that a board is played by, as buttons with the one chosen pressed; nothing where there is only one.
 * @param {Wire.ShownGame[]} all
 * @param {string} game
 * @param {(game: string) => unknown} onchoose
 */
function rulesChoice(all, game, onchoose) {
  const own = rulesOn(all, game);
  return own.length < 2 ? nothing : html`
    <div class="row" role="group" aria-label=${t("Rules")}>${own.map(({ id, rules }) =>
      button(rules, "chip", () => onchoose(id), { "aria-pressed": String(id === game) })
    )}</div>
  `;
}

/**
 * @param {Wire.ShownCard} card
 * @param {unknown} others the other rules of the board
 */
function chapters({ family, difference, goal, chapters: all }, others) {
  const items = (/** @type {string[]} */ lines) => lines.map((line) => html`<li>${line}</li>`);
  return html`
    <p class="goal"><b>${t("Aim:")}</b> ${goal}</p>
    <div class="chapters">
      ${all.map(({ title, lines, steps }) =>
        html`<section><h3>${title}</h3>${
          steps ? html`<ol>${items(lines)}</ol>` : html`<ul>${items(lines)}</ul>`
        }</section>`
      )}
    </div>
    ${others}
    <p class="note">${difference} ${link(`/rules/${family}`, "", t("The whole rule sheet"))}</p>
  `;
}
