// The panel of a match that lists what each move is worth; the board shows it too.

import { askValues } from "./api.js";
import { h, reason, show } from "./dom.js";
import { panel } from "./page.js";
import { change, settings } from "./settings.js";
import { t } from "./words.js";
import { worthList, Worths } from "./worth.js";

export class Appraisal {
  /** @type {string | null} the position whose moves are appraised */
  valued = null;
  values = h("div", { "aria-live": "off" });
  panel = panel(t("Value of each move"), settings.values, this.values);
  /** @type {(worths: Worths | null) => void} called with the worth of moves, null while it is not known or wanted */
  onworths = () => {};

  constructor() {
    this.panel.addEventListener("toggle", () => {
      if (this.panel.open !== settings.values) change({ values: this.panel.open });
    });
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
    show(this.values, h("p", { class: "note" }, t("Working it out…")));
    try {
      const { values } = await askValues(wanted.game, wanted.position);
      if (this.valued !== wanted.position) return;
      const worths = new Worths(values, wanted.lead);
      show(this.values, ...worthList(worths));
      this.onworths(worths);
    } catch (error) {
      if (this.valued === wanted.position) show(this.values, h("p", { class: "note" }, reason(error)));
    }
  }
}
