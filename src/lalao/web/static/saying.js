// The dialog that says why a move is good or bad, sentence by sentence.

import { reason } from "./dom.js";
import { html, nothing } from "./lit.js";
import { dialog, focusIn } from "./page.js";
import { t } from "./words.js";

/**
 * Say why a move is good or bad: the first sentence, then the next one each time it is asked for.
 * @param {string} move
 * @param {() => Promise<Wire.ShownWhy>} ask
 * @param {(why: Wire.ShownWhy, close: () => void) => unknown} sequels what can be done then
 */
export async function sayWhy(move, ask, sequels) {
  /** @type {{ sentences: string[], beside: unknown } | null} */
  let told = null;
  let shown = 1, draw = () => {};
  const box = dialog(t("Why {move}?", { move }), "said", (/** @type {() => void} */ again) => {
    draw = again;
    return html`
      <div class="speech" aria-live="polite">
        ${told
          ? html`
            ${told.sentences.slice(0, shown).map((sentence) => html`<p>${sentence}</p>`)}
            <div class="row">
              ${shown < told.sentences.length
                ? html`<button type="button" class="primary" @click=${() => (shown++, draw())}>${
                  t("And then?")
                }</button>`
                : nothing} ${told.beside}
            </div>
          `
          : html`<p class="waiting">…</p>`}
      </div>
    `;
  });
  try {
    const why = await ask(), { sentences, refutation } = why;
    const answer = refutation.length ? [t("The answer: {moves}", { moves: refutation.join(", ") })] : [];
    told = { sentences: [...sentences, ...answer], beside: sequels(why, () => box.close()) };
  } catch (error) {
    told = { sentences: [reason(error)], beside: nothing };
  }
  draw();
  focusIn(box, ".primary");
}
