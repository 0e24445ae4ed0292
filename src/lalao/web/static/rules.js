// The rule sheets.

import { askRules } from "./api.js";
import { button, h, reason, show, showSheet } from "./dom.js";
import { dialog, header, link, printPath } from "./page.js";
import { openStart } from "./start.js";
import { t } from "./words.js";

const FAMILIES = ["fang", "fafy", "fifangha", "fanorona"];

/** @param {string} name */
const capital = (name) => name[0].toUpperCase() + name.slice(1);

/**
 * @param {Element} root
 * @param {string} game
 */
export function rulesScreen(root, game) {
  header({
    title: t("Learn"),
    sub: capital(game),
    actions: FAMILIES.includes(game)
      ? [link(printPath("rules", game), "button", t("Print")), button(t("Play"), "primary", () => openStart(game))]
      : [],
  });
  const sheet = h("article", { class: "sheet" });
  const others = FAMILIES.map((each) =>
    link(`/rules/${each}`, each === game ? "button current" : "button", capital(each))
  );
  show(root, h("div", { class: "text" }, h("nav", { class: "tabs", "aria-label": t("Rules") }, ...others), sheet));
  askRules(game).then(({ html }) => showSheet(sheet, html), (error) => show(sheet, h("p", {}, reason(error))));
}

/**
 * Lay the rules of a game over what is shown.
 * @param {string} game
 * @param {string} title
 */
export function openSheet(game, title) {
  const sheet = h("article", { class: "sheet text" });
  dialog(title, "rules", sheet);
  askRules(game).then(({ html }) => showSheet(sheet, html), (error) => show(sheet, h("p", {}, reason(error))));
}
