// The door of a class: pupils give a first name, or choose a picture, or find their name on the list.

import { button, h, show, toast } from "./dom.js";
import { picture, PICTURES } from "./pictures.js";
import { t } from "./words.js";

export class Door {
  /** the picture that is chosen */
  chosen = "";
  name = h("input", { id: "first-name", maxlength: 60, autocomplete: "off", placeholder: t("your first name") });
  names = h("div", { class: "row" });

  /** @param {(name: string, picture: string) => void} onjoin */
  constructor(onjoin) {
    this.onjoin = onjoin;
    this.buttons = PICTURES.map((each) =>
      button(picture(each), "", () => this.#pick(each), {
        "data-picture": each,
        "aria-label": t("picture {name}", { name: each }),
        "aria-pressed": "false",
      })
    );
    this.element = h(
      "form",
      { class: "door", onsubmit: (event) => (event.preventDefault(), this.#join(this.name.value)) },
      h("h2", {}, t("Who are you?")),
      this.names,
      h("label", { for: "first-name" }, t("Write your first name")),
      this.name,
      h("p", { class: "unseen", id: "or" }, t("Choose a picture")),
      h("div", { class: "pictures", role: "group", "aria-labelledby": "or" }, this.buttons),
      h("button", { type: "submit", class: "primary wide" }, t("Join")),
    );
  }

  /**
   * Offer the names on the list that nobody has taken.
   * @param {string[]} free
   */
  offer(free) {
    const note = free.length > 0 && h("span", { class: "note" }, t("My name is on the list:"));
    show(this.names, note, free.map((name) => button(name, "", () => this.#join(name))));
  }

  /** @param {string} name */
  #pick(name) {
    this.chosen = this.chosen === name ? "" : name;
    for (const each of this.buttons) {
      each.setAttribute("aria-pressed", String(each.dataset.picture === this.chosen));
    }
  }

  /** @param {string} name */
  #join(name) {
    if (!name.trim() && !this.chosen) toast(t("Write your first name or choose a picture."));
    else this.onjoin(name, this.chosen);
  }
}
