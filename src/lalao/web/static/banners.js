// The banners over the board of a match that waits for its players: an invitation, a free seat.

import { askLink } from "./api.js";
import { element } from "./dom.js";
import { html, nothing, render } from "./lit.js";
import { header, link } from "./page.js";
import { fileAt } from "./address.js";
import { settings } from "./settings.js";
import { t } from "./words.js";

/**
 * How to come in: the code, the address, its QR code.
 * @param {"matches" | "classes"} what
 * @param {string} code
 * @param {string} sentence
 * @param {string} alt the meaning of the QR code, for those who cannot see it
 */
export function invitation(what, code, sentence, alt) {
  const where = element(html`<p class="where"></p>`), size = what === "matches" ? 150 : 180;
  askLink(what, code).then(({ link, lan }) => {
    const far = lan || !/^https?:\/\/(127\.|localhost)/.test(link);
    where.textContent = far ? link : t("Only this device can connect. To let others in, start: lalao serve --lan");
  }, () => {});
  return html`
    <div><p>${sentence}</p><p class="code">${code}</p>${where}</div>
    <img class="qr" src=${fileAt(`/api/${what}/${code}/qr.svg`)} alt=${alt} width=${size} height=${size}>
  `;
}

/**
 * Show over a board that waits for its players how to come in, or its free seat; `onsit` is called with the first name
 * of whoever takes it.
 * @param {HTMLElement} notice
 * @param {Wire.State} state
 * @param {number[]} seats
 * @param {(name: string) => void} onsit
 */
export function waitingNotice(notice, { code, free_seat: free, phase }, seats, onsit) {
  const shown = free === null ? "" : seats.length ? "invitation" : "seat";
  notice.classList.toggle("aside", phase === "layout" && seats.length > 0);
  if (shown === notice.dataset.shown) return;
  notice.dataset.shown = shown;
  const sit = (/** @type {Page.From<HTMLFormElement>} */ event) => {
    event.preventDefault();
    onsit(event.currentTarget.querySelector("input")?.value ?? "");
  };
  const sentence = t("Give these letters to the other player:");
  const invite = () =>
    html`<div class="invite">${invitation("matches", code, sentence, t("QR code of this game"))}</div>`;
  const seat = html`
    <form class="banner" @submit=${sit}>
      <p>${t("There is a free seat.")}</p>
      <label for="name">${t("Your first name, if you like")}</label>
      <input id="name" maxlength="24" .value=${settings.name} autocomplete="off">
      <button type="submit" class="primary">${t("Sit down")}</button>
    </form>
  `;
  render(shown === "seat" ? seat : shown ? invite() : nothing, notice);
}

/**
 * The page in place of a game or a class that is not there, with the way back.
 * @param {string} title
 * @param {string} why
 */
export function missing(title, why) {
  header({ title });
  return html`<div class="empty"><p>${why}</p>${link("/", "button primary", t("To the games"))}</div>`;
}

/**
 * Say that there is no such game.
 * @param {HTMLElement} root
 * @param {string} why
 */
export const noGame = (root, why) => render(html`<div class="text">${missing(t("No game"), why)}</div>`, root);
