// What is shown over the board of a match that waits for its players: an invitation, a free seat.

import { askLink } from "./api.js";
import { h, show } from "./dom.js";
import { header, link } from "./page.js";
import { pictureAt } from "./place.js";
import { settings } from "./settings.js";
import { t } from "./words.js";

/**
 * Show how to come in: the code, the address, its QR code.
 * @param {"matches" | "classes"} what
 * @param {string} code
 * @param {string} sentence
 * @param {string} alt what the QR code is, for whoever cannot see it
 */
export function invitation(what, code, sentence, alt) {
  const where = h("p", { class: "where" });
  const size = what === "matches" ? 150 : 180;
  askLink(what, code).then(({ link, lan }) => {
    const far = lan || !/^https?:\/\/(127\.|localhost)/.test(link);
    show(where, far ? link : t("Only this device can connect. To let others in, start: lalao serve --lan"));
  }, () => {});
  return [
    h("div", {}, h("p", {}, sentence), h("p", { class: "code" }, code), where),
    h("img", { class: "qr", src: pictureAt(`/api/${what}/${code}/qr.svg`), alt, width: size, height: size }),
  ];
}

/**
 * Offer a free seat; `onsit` is called with the first name.
 * @param {(name: string) => void} onsit
 */
export function freeSeat(onsit) {
  const name = h("input", { id: "name", maxlength: 24, value: settings.name, autocomplete: "off" });
  return h(
    "form",
    { class: "banner", onsubmit: (event) => (event.preventDefault(), onsit(name.value)) },
    h("p", {}, t("There is a free seat.")),
    h("label", { for: "name" }, t("Your first name, if you like")),
    name,
    h("button", { type: "submit", class: "primary" }, t("Sit down")),
  );
}

/**
 * Show over a board that waits for its players how to come in, or its free seat.
 * @param {Element} notice
 * @param {Wire.State} state
 * @param {number[]} seats
 * @param {(name: string) => void} onsit
 */
export function waitingNotice(notice, { code, free_seat: free, phase }, seats, onsit) {
  const sentence = t("Give these letters to the other player:");
  const invite = () => h("div", { class: "invite" }, invitation("matches", code, sentence, t("QR code of this game")));
  show(notice, free !== null && (seats.length ? invite() : freeSeat(onsit)));
  notice.classList.toggle("aside", phase === "layout" && seats.length > 0);
}

/**
 * Say that there is no such game.
 * @param {Element} root
 * @param {string} why
 */
export function noGame(root, why) {
  const back = link("/", "button primary", t("To the games"));
  show(root, h("div", { class: "text" }, h("div", { class: "empty" }, h("p", {}, why), back)));
  header({ title: t("No game") });
}
