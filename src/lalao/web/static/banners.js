// What stands above the board of a match: an invitation, a free seat, an offer.

import { askLink } from "./api.js";
import { announce, button, h, show } from "./dom.js";
import { nameOf } from "./seated.js";
import { settings } from "./settings.js";
import { t } from "./words.js";

/**
 * Show how to come in: the code, the address, its QR code.
 * @param {"matches" | "classes"} what
 * @param {string} code
 * @param {string} sentence
 * @param {string} alt what the QR code is
 */
export function invitation(what, code, sentence, alt) {
  const where = h("p", { class: "where" });
  const size = what === "matches" ? 150 : 180;
  askLink(what, code).then(({ link, lan }) => {
    const far = lan || !/^https?:\/\/(127\.|localhost)/.test(link);
    show(where, far ? link : t("This server is open to this device alone. Start it with: lalao serve --lan"));
  }, () => {});
  return [
    h("div", {}, h("p", {}, sentence), h("p", { class: "code" }, code), where),
    h("img", { class: "qr", src: `/api/${what}/${code}/qr.svg`, alt, width: size, height: size }),
  ];
}

/**
 * Let somebody sit down; `onsit` is told the first name.
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
 * Show an offer, and say it; whoever may answer is offered to.
 * @param {Wire.State} state
 * @param {Wire.ShownOffer} offer
 * @param {boolean} mayAnswer
 * @param {(yes: boolean) => void} onanswer
 */
export function offerBanner(state, { seat, what }, mayAnswer, onanswer) {
  const side = nameOf(state, seat);
  const asked = {
    undo: t("{side} asks to take the last move back.", { side }),
    draw: t("{side} offers a draw.", { side }),
    again: t("{side} asks to begin again.", { side }),
  }[what];
  announce(asked);
  return h(
    "div",
    { class: "banner" },
    h("p", {}, asked),
    mayAnswer && button(t("Yes"), "primary", () => onanswer(true)),
    mayAnswer && button(t("No"), "", () => onanswer(false)),
  );
}
