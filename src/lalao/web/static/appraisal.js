// The panel of a match that lists what each move is worth; the board shows it too.

import { askValues } from "./api.js";
import { reason } from "./dom.js";
import { html, render } from "./lit.js";
import { change, settings } from "./settings.js";
import { t } from "./words.js";
import { worthList, Worths } from "./worth.js";

export class Appraisal {
  /** @type {string | null} the position whose moves are appraised */
  valued = null;
  panel = document.createElement("details");
  /** @type {(worths: Worths | null) => void} called with the worth of moves, null while it is not known or wanted */
  onworths = () => {};

  constructor() {
    this.panel.className = "panel";
    this.panel.open = settings.values;
    this.panel.addEventListener("toggle", () => {
      if (this.panel.open !== settings.values) change({ values: this.panel.open });
    });
    this.#draw("");
  }

  /** @param {unknown} told */
  #draw(told) {
    render(
      html`
        <summary>
          <h2>${t("Value of each move")}</h2>
        </summary>
        <div aria-live="off">${typeof told === "string" ? html`<p class="note">${told}</p>` : told}</div>
      `,
      this.panel,
    );
  }

  /**
   * Show what the moves of a position are worth, if the panel is open; null hides the panel.
   * @param {{ game: string, position: string, lead: string } | null} wanted
   */
  async show(wanted) {
    this.panel.hidden = !wanted;
    this.valued = wanted && this.panel.open ? wanted.position : null;
    this.onworths(null);
    if (!wanted || !this.valued) return;
    this.#draw(t("Working it out…"));
    try {
      const { values } = await askValues(wanted.game, wanted.position);
      if (this.valued !== wanted.position) return;
      const worths = new Worths(values, wanted.lead);
      this.#draw(worthList(worths));
      this.onworths(worths);
    } catch (error) {
      if (this.valued === wanted.position) this.#draw(reason(error));
    }
  }
}
