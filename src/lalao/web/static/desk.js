// A stage on a desk: its parts one below the other, beside panels, for looking at games rather than playing.

import { h } from "./dom.js";
import { t } from "./words.js";

/**
 * Arrange a stage as on a desk: its parts one below the other.
 * @param {import("./stage.js").Stage} stage
 */
export function desk({ status, motion, above, board, below, byHand, bar }) {
  return h(
    "section",
    { class: "stage", "aria-label": t("the board") },
    h("div", { class: "head" }, status, motion),
    keys(),
    above,
    board.frame,
    below,
    byHand?.element ?? "",
    bar,
  );
}

/** What a screen reader says of the keys of a board. */
export function keys() {
  const told = t("Arrow keys go from place to place, Enter chooses, Escape chooses again.");
  return h("p", { id: "keys", class: "unseen" }, told);
}
