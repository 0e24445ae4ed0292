// The door of a class: pupils give a first name, or choose a picture, or find their name on the list.

import { toast } from "./dom.js";
import { html, nothing } from "./lit.js";
import { picture, PICTURES } from "./pictures.js";
import { t } from "./words.js";

export class Door {
  /** the picture that is chosen */
  chosen = "";

  /**
   * @param {(name: string, picture: string) => void} onjoin
   * @param {() => void} draw draws the page again
   */
  constructor(onjoin, draw) {
    this.onjoin = onjoin;
    this.draw = draw;
  }

  /**
   * The form; `free` are the names on the list that nobody plays under now, `faces` the pictures of all.
   * @param {string[]} free
   * @param {Record<string, string>} faces
   */
  element(free, faces) {
    const submit = (/** @type {Page.From<HTMLFormElement>} */ event) => {
      event.preventDefault();
      this.#join(event.currentTarget.querySelector("input")?.value ?? "");
    };
    const pick = (/** @type {string} */ each) => () => (this.chosen = this.chosen === each ? "" : each, this.draw());
    return html`
      <form class="door" @submit=${submit}>
        <h2>${t("Who are you?")}</h2>
        <div class="row">
          ${free.length ? html`<span class="note">${t("My name is on the list:")}</span>` : nothing}
          ${free.map((name) =>
            html`<button type="button" @click=${() => this.#join(name)}>${
              faces[name] ? picture(faces[name]) : nothing
            } ${name}</button>`
          )}
        </div>
        <label for="first-name">${t("Write your first name")}</label>
        <input id="first-name" maxlength="60" autocomplete="off" placeholder=${t("your first name")}>
        <p class="unseen" id="or">${t("Choose a picture")}</p>
        <div class="pictures" role="group" aria-labelledby="or">
          ${PICTURES.map((each) =>
            html`
              <button type="button" data-picture=${each} aria-label=${t("picture {name}", { name: each })}
                aria-pressed=${String(each === this.chosen)} @click=${pick(each)}>${picture(each)}</button>
            `
          )}
        </div>
        <button type="submit" class="primary wide">${t("Join")}</button>
      </form>
    `;
  }

  /** @param {string} name */
  #join(name) {
    if (!name.trim() && !this.chosen) toast(t("Write your first name or choose a picture."));
    else this.onjoin(name, this.chosen);
  }
}
