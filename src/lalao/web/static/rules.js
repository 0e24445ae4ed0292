// The rules: those of one game on a page that is laid over it, and the whole sheets.

import { askCard, askRules } from "./api.js";
import { button, h, reason, show, showSheet } from "./dom.js";
import { families } from "./families.js";
import { header, link, overlay, printPath } from "./page.js";
import { openStart } from "./start.js";
import { t } from "./words.js";

/**
 * @param {Element} root
 * @param {string} game
 */
export function rulesScreen(root, game) {
  const known = families.find(({ name }) => name === game);
  header({
    title: t("Rules"),
    sub: known?.title ?? game,
    actions: known
      ? [link(printPath("rules", game), "button", t("Print")), button(t("Play"), "primary", () => openStart(game))]
      : [],
  });
  const sheet = h("article", { class: "sheet" });
  const others = families.map(({ name, title }) =>
    link(`/rules/${name}`, name === game ? "button current" : "button", title)
  );
  show(root, h("div", { class: "text" }, h("nav", { class: "tabs", "aria-label": t("Rules") }, ...others), sheet));
  askRules(game).then(({ html }) => showSheet(sheet, html), (error) => show(sheet, h("p", {}, reason(error))));
}

/**
 * Lay the rules of a game, and of no other, over what is shown.
 * @param {string} game
 */
export async function openCard(game) {
  if (document.querySelector("dialog.rules")) return;
  const sheet = h("article", { class: "sheet", "aria-busy": "true" });
  const box = await overlay(t("Rules"), "rules", sheet);
  try {
    const card = await askCard(game);
    const heading = box.querySelector("h2");
    if (heading) show(heading, card.family_title, h("small", {}, `${card.board} · ${card.rules}`));
    if (card.chapters.length) show(sheet, ...chapters(card));
    else showSheet(sheet, (await askRules(game)).html);
  } catch (error) {
    show(sheet, h("p", {}, reason(error)));
  }
  sheet.removeAttribute("aria-busy");
}

/**
 * @param {Wire.ShownCard} card
 */
function chapters({ family, difference, goal, chapters: all }) {
  return [
    h("p", { class: "goal" }, h("b", {}, t("Aim:")), " ", goal),
    h(
      "div",
      { class: "chapters" },
      all.map(({ title, lines, steps }) =>
        h("section", {}, h("h3", {}, title), h(steps ? "ol" : "ul", {}, lines.map((line) => h("li", {}, line))))
      ),
    ),
    h("p", { class: "note" }, difference, " ", link(`/rules/${family}`, "", t("The whole rule sheet"))),
  ];
}
