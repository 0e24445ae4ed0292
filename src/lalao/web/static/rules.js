// The rules: those of one game in an overlay, and the sheets of its family, each in three parts.

import { askCard, askRules } from "./api.js";
import { button, h, reason, show, showSheet } from "./dom.js";
import { families } from "./families.js";
import { header, link, overlay, printPath } from "./page.js";
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
 * @param {Element} root
 * @param {string} path a family, and which part of its rules is wanted
 */
export function rulesScreen(root, path) {
  const [game = "", wanted = "sheet"] = path.split("/");
  const known = families.find(({ name }) => name === game);
  header({
    title: t("Rules"),
    sub: known?.title ?? game,
    actions: known ? [print(game, wanted), button(t("Play"), "primary", () => openStart(game))] : [],
  });
  const sheet = h("article", { class: "sheet" });
  const others = families.map(({ name, title }) =>
    link(`/rules/${name}`, name === game ? "button current" : "button", title)
  );
  const tabs = h("nav", { class: "tabs parts", "aria-label": t("For whom") });
  show(
    root,
    h("div", { class: "text" }, h("nav", { class: "tabs", "aria-label": t("Rules") }, ...others), tabs, sheet),
  );
  askRules(game, wanted).then(
    ({ html, parts }) => {
      if (parts.length > 1) show(tabs, ...parts.map((part) => tab(game, part, part === wanted)));
      showSheet(sheet, html);
    },
    (error) => show(sheet, h("p", {}, reason(error))),
  );
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
  const href = `/api/games/${game}/print/rules.pdf?part=${part}&lang=${settings.language}`;
  return h("a", { class: "button", href, target: "_blank" }, t("Print"));
}

/**
 * Open the rules of one game in an overlay.
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
