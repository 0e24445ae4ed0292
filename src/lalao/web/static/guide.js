// The teacher's guide, to be read or printed.

import { askGuide } from "./api.js";
import { reason, showSheet } from "./dom.js";
import { html, render } from "./lit.js";
import { header } from "./page.js";
import { settings } from "./settings.js";
import { t } from "./words.js";

/** @param {HTMLElement} root */
export function guideScreen(root) {
  const href = `/api/guide.pdf?lang=${settings.language}`;
  header({
    title: t("Teacher's guide"),
    actions: html`<a class="button" href=${href} target="_blank">${t("Print")}</a>`,
  });
  render(
    html`
      <div class="text">
        <article class="sheet"></article>
      </div>
    `,
    root,
  );
  const sheet = /** @type {Element} */ (root.querySelector(".sheet"));
  askGuide().then(({ html }) => showSheet(sheet, html), (error) => (sheet.textContent = reason(error)));
}
