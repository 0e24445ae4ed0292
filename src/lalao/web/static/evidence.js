// The evidence about each pupil, a line each in the order of their names, and the grid that the teacher ticks.

import { button, reason, showError, toast } from "./dom.js";
import { html, nothing } from "./lit.js";
import { panel } from "./page.js";
import { picture } from "./pictures.js";
import { analyse } from "./share.js";
import { askEvidence, askRecords, saveFile } from "./teacherapi.js";
import { t } from "./words.js";

export class Evidence {
  /** @type {Wire.Evidence | null} */
  seen = null;
  /** the sentence while nothing can be shown */
  note = "";
  isOpen = false;
  /** whether something was ticked that the class has not told yet */
  ticked = false;

  /**
   * @param {string} code
   * @param {Page.Say} say
   * @param {() => void} draw draws the page again
   */
  constructor(code, say, draw) {
    this.code = code;
    this.say = say;
    this.draw = draw;
  }

  /** The class has changed: show the effect of a tick. */
  renew() {
    if (!this.ticked) return;
    this.ticked = false;
    this.#ask();
  }

  async #ask() {
    this.note = this.seen ? "" : t("Working it out…");
    this.draw();
    try {
      this.seen = await askEvidence(this.code);
      this.note = "";
    } catch (error) {
      this.note = reason(error);
    }
    this.draw();
  }

  element() {
    const { seen, note, code } = this;
    const toggle = (/** @type {boolean} */ open) => {
      if (open && !this.isOpen) this.#ask();
      this.isOpen = open;
    };
    const look = (/** @type {string} */ games) =>
      games.trim() ? analyse(games) : toast(t("No game has been played on a screen in this class yet."));
    const files = html`
      <p class="row">
        ${button(t("A page for each pupil (PDF)"), "", () => saveFile(code, "print/pupils.pdf"))}
        ${button(t("Table of the class (CSV)"), "", () => saveFile(code, "evidence.csv"))}
        ${button(t("All tables in one file (ODS)"), "", () => saveFile(code, "tables.ods"))}
        ${button(t("Analyse the games"), "", () => askRecords(code).then(look, showError))}
      </p>
    `;
    return panel(
      t("What was seen"),
      this.isOpen,
      html`
        <div class="seen">
          <p class="note" role="status" ?hidden=${!note}>${note}</p>
          ${seen ? [this.#table(seen), files] : nothing}
        </div>
      `,
      toggle,
    );
  }

  /** @param {Wire.Evidence} seen */
  #table({ headings, pupils, grid }) {
    const heads = Object.entries(headings);
    const lines = (/** @type {Wire.ShownEvidence} */ pupil) =>
      heads.map(([key, title]) =>
        html`
          <td data-title=${title}>${pupil.lines[key].map((line) =>
            html`
              <span>${line}</span>
            `
          )} ${key === "behaviour" ? this.#ticks(pupil, grid) : nothing}</td>
        `
      );
    return html`
      <table>
        <thead>
          <tr><th scope="col">${t("Name")}</th>${heads.map(([, title]) => html`<th scope="col">${title}</th>`)}</tr>
        </thead>
        <tbody>
          ${pupils.map((pupil) =>
            html`
              <tr>
                <th scope="row"><span class="one">${picture(pupil.picture)}<bdi>${pupil.name}</bdi></span></th>
                ${lines(pupil)}
              </tr>
            `
          )}
        </tbody>
      </table>
    `;
  }

  /**
   * The observation grid of a pupil: a pressed entry was seen today.
   * @param {Wire.ShownEvidence} pupil
   * @param {Record<string, string>} grid
   */
  #ticks({ name, today }, grid) {
    const tick = (/** @type {string} */ what) => () => {
      this.ticked = true;
      this.say({ kind: "observe", name, what, on: !today.includes(what) });
    };
    return html`
      <span class="ticks" role="group" aria-label=${t("Seen today: {name}", { name })}>
        ${Object.entries(grid).map(([what, said]) =>
          button(said, "chip", tick(what), { "aria-pressed": String(today.includes(what)) })
        )}
      </span>
    `;
  }
}
