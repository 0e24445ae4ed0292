// Sentences that are said one by one in a dialog: hints, and why a move is good or bad.

import { button, h, reason, show } from "./dom.js";
import { dialog, focusIn } from "./page.js";
import { t } from "./words.js";

/**
 * Say why a move is good or bad.
 * @param {string} move
 * @param {() => Promise<Wire.ShownWhy>} ask
 * @param {(why: Wire.ShownWhy, close: () => void) => Page.Children} sequels what can be done then
 */
export async function sayWhy(move, ask, sequels) {
  const box = speech(t("Why {move}?", { move }));
  try {
    const why = await ask();
    const { sentences, refutation } = why;
    const answer = refutation.length ? [t("The answer: {moves}", { moves: refutation.join(", ") })] : [];
    tell(box, [...sentences, ...answer], t("And then?"), ...sequels(why, () => box.closest("dialog")?.close()));
  } catch (error) {
    show(box, h("p", {}, reason(error)));
  }
}

/**
 * Open a dialog for sentences.
 * @param {string} title
 */
export function speech(title) {
  const box = h("div", { class: "speech", "aria-live": "polite" }, h("p", { class: "waiting" }, "…"));
  dialog(title, "said", box);
  return box;
}

/**
 * Say the first sentence, then the next one each time it is asked for.
 * @param {HTMLElement} box
 * @param {string[]} sentences
 * @param {string} more
 * @param {Page.Children} beside
 */
export function tell(box, sentences, more, ...beside) {
  let shown = 1;
  const draw = () => {
    const next = shown < sentences.length && button(more, "primary", () => (shown++, draw()));
    const said = sentences.slice(0, shown).map((sentence) => h("p", {}, sentence));
    show(box, ...said, h("div", { class: "row" }, next, ...beside));
    focusIn(box, ".primary");
  };
  draw();
}
