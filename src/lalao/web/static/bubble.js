// The screen of a lesson: that of a game, with Sokatra's bubble in place of the other player, and beads in the bar.

import { beadRow } from "./art.js";
import { creature } from "./creatures.js";
import { button, element } from "./dom.js";
import { html } from "./lit.js";
import { openSettings } from "./page.js";
import { Shell } from "./shell.js";
import { sender } from "./wayback.js";
import { t } from "./words.js";

/** Sentences are this large; lines draw together before they get any smaller. */
const LEAST_TEXT = 15, LEAST_EVER = 12;

export class LessonShell extends Shell {
  beads = document.createElement("span");

  /**
   * Arrange a stage in its slots; the seeds that the other player has off the board come from the bubble.
   * @param {import("./stage.js").Stage} stage
   * @override
   */
  arrange(stage) {
    const shown = super.arrange(stage);
    const { sentence, beads, voice } = this;
    const spoken = element(html`<div class="spoken"></div>`);
    const bubble = element(html`
      <div class="bubble" data-slot="opponent">${creature("Sokatra")}${spoken}${voice}</div>
    `);
    const usual = stage.board.reserveOf;
    stage.board.reserveOf = (place) => (usual(place) === stage.above ? bubble : usual(place));
    stage.above.replaceWith(bubble);
    sentence?.replaceWith(beads);
    if (sentence) spoken.append(sentence);
    shown.classList.add("lesson");
    return shown;
  }

  /**
   * Show how many steps are done, as beads.
   * @param {number} steps
   * @param {Page.Beads} beads
   * @param {number} [at] where we are
   */
  count(steps, beads, at) {
    const shown = element(beadRow(steps, beads, at));
    this.beads.replaceWith(shown);
    this.beads = shown;
  }

  /**
   * Make a sentence that is too long for the bubble smaller; it is never cut.
   * @override
   */
  shrink() {
    const { stage, sentence } = this;
    if (!stage || !sentence) return;
    const { status } = stage;
    status.style.fontSize = "";
    status.classList.remove("close");
    let size = parseFloat(getComputedStyle(status).fontSize);
    while (status.offsetHeight > sentence.clientHeight + 1 && size > LEAST_EVER) {
      if (size > LEAST_TEXT || status.classList.contains("close")) status.style.fontSize = `${--size}px`;
      else status.classList.add("close");
    }
  }
}

/**
 * The drawer beside tasks: the way back, the rules, the settings.
 * @param {unknown} back
 * @param {() => unknown} rules
 * @param {unknown} [more]
 */
export const besideTasks = (back, rules, more) =>
  html`
    <div class="row">
      ${back} ${button(t("Rules"), "", rules)} ${button(t("Settings"), "", () => openSettings())} ${more} ${sender
        .tools}
    </div>
  `;
