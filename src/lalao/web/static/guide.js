// The teacher's guide, to be read or printed.

import { askGuide } from "./api.js";
import { h, reason, show, showSheet } from "./dom.js";
import { header } from "./page.js";
import { settings } from "./settings.js";
import { t } from "./words.js";

/** @param {Element} root */
export function guideScreen(root) {
  const href = `/api/guide.pdf?lang=${settings.language}`;
  header({ title: t("Teacher's guide"), actions: [h("a", { class: "button", href, target: "_blank" }, t("Print"))] });
  const sheet = h("article", { class: "sheet" });
  show(root, h("div", { class: "text" }, sheet));
  askGuide().then(({ html }) => showSheet(sheet, html), (error) => show(sheet, h("p", {}, reason(error))));
}
