// The games that were played on this device: each can be reviewed, and the mistakes in them are added up.

import { button, showError } from "./dom.js";
import { html, nothing, render } from "./lit.js";
import { header, link } from "./page.js";
import { look, practice } from "./practice.js";
import { t } from "./words.js";

/** @type {Page.Screen} */
export function gamesScreen(root, left) {
  const state = { isLooking: false };
  header({ title: t("Your games") });
  const draw = () => left.aborted || render(page(state.isLooking, lookAtAll), root);
  /** Review one game after the other; one that the server no longer has stays as it is. */
  const lookAtAll = async () => {
    state.isLooking = true;
    draw();
    for (const { code, side, missed } of [...practice().games].reverse()) {
      if (missed !== null) continue;
      await look(code, side).catch(showError);
      if (left.aborted) return;
      draw();
    }
    state.isLooking = false;
    draw();
  };
  draw();
}

/**
 * @param {boolean} isLooking
 * @param {() => unknown} lookAtAll
 */
function page(isLooking, lookAtAll) {
  const games = [...practice().games].reverse(), left = games.some(({ missed }) => missed === null);
  return html`
    <div class="learn">
      ${games.length
        ? html`<ul class="kept">${games.map(row)}</ul>`
        : html`<p>${t("No game was finished on this device yet.")}</p>`}
      <div class="row">
        ${games.length ? nothing : link("/", "button primary", t("Play"))}
        ${left ? button(t("See them all"), "primary", lookAtAll, { disabled: isLooking }) : nothing} ${link(
          "/puzzles",
          "button",
          t("Puzzles"),
        )}
      </div>
    </div>
  `;
}

/** @param {Page.Kept} game */
function row({ code, side, title, missed }) {
  const told = missed === null
    ? ""
    : !missed.length
    ? t("Nothing was missed.")
    : t("{count} theme missed", "{count} themes missed", { count: missed.length });
  const path = `/review/${[code, side].filter(Boolean).join("/")}`;
  return html`<li>${link(path, "button", title)} <span class="note">${told}</span></li>`;
}
