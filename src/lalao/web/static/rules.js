// The rule sheets.

import { askRules } from "./api.js";
import { button, h, reason, show, showSheet } from "./dom.js";
import { families } from "./families.js";
import { dialog, header, link, printPath } from "./page.js";
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
 * Lay the rules of a game over what is shown.
 * @param {string} game
 * @param {string} title
 */
export function openSheet(game, title) {
  const sheet = h("article", { class: "sheet text" });
  dialog(title, "rules", sheet);
  askRules(game).then(({ html }) => showSheet(sheet, html), (error) => show(sheet, h("p", {}, reason(error))));
}
