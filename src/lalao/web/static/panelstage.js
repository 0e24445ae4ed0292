// A stage on a desk: its parts one below the other, beside panels, for looking at games rather than playing.

import { element } from "./dom.js";
import { html } from "./lit.js";
import { t } from "./words.js";

/**
 * Arrange a stage as on a desk: its parts one below the other.
 * @param {import("./stage.js").Stage} stage
 */
export const desk = ({ status, motion, above, board, below, byHand, bar }) =>
  element(html`
    <section class="stage" aria-label=${t("the board")}>
      <div class="head">${status}${motion}</div>
      ${keys()}${above}${board.frame}${below}${byHand?.element}${bar}
    </section>
  `);

/** The screen reader's text about the keys of a board. */
export const keys = () =>
  html`<p id="keys" class="unseen">${t("Arrow keys go from place to place, Enter chooses, Escape chooses again.")}</p>`;
