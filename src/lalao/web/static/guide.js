// The teacher's guide and the page about pupil data, to be read or printed.

import { askGuide } from "./api.js";
import { reason, showSheet } from "./dom.js";
import { html, render } from "./lit.js";
import { header } from "./page.js";
import { fileAt } from "./address.js";
import { settings } from "./settings.js";
import { t } from "./words.js";

/**
 * @param {HTMLElement} root
 * @param {string} part
 */
export function guideScreen(root, part) {
  const wanted = part || "guide";
  const href = fileAt(`/api/guide.pdf?part=${wanted}&lang=${settings.language}`);
  header({
    title: part ? t("Pupil data") : t("Teacher's guide"),
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
  askGuide(wanted).then(({ html }) => showSheet(sheet, html), (error) => (sheet.textContent = reason(error)));
}
