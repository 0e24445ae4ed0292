// The rule sheets.

import { ask } from "./api.js";
import { button, h, show, showSheet } from "./dom.js";
import { header, link } from "./page.js";
import { printPath } from "./print.js";
import { openStart } from "./start.js";
import { t } from "./words.js";

const FAMILIES = ["fang", "fafy", "fifangha", "fanorona"];

export function rulesScreen(root, game) {
  const name = game[0].toUpperCase() + game.slice(1);
  header({
    title: t("Learn"),
    sub: name,
    actions: FAMILIES.includes(game)
      ? [link(printPath("rules", game), "button", t("Print")), button(t("Play"), "primary", () => openStart(game))]
      : [],
  });
  const sheet = h("article", { class: "sheet" });
  const others = FAMILIES.map((each) =>
    link(`/rules/${each}`, each === game ? "button current" : "button", each[0].toUpperCase() + each.slice(1))
  );
  show(root, h("div", { class: "text" }, h("nav", { class: "tabs", "aria-label": t("Rules") }, ...others), sheet));
  ask(`/api/games/${game}/rules`).then(
    ({ html }) => showSheet(sheet, html),
    (error) => show(sheet, h("p", {}, error.message)),
  );
}
