// Editing a tree of moves: a variation becomes the line, moves are judged, commented and deleted.

import { button } from "./dom.js";
import { html } from "./lit.js";
import { dialog } from "./page.js";
import { t } from "./words.js";

/** The signs of judgements, by the numbers that PGN gives them. */
const SIGNS = new Map([[1, "!"], [2, "?"], [3, "!!"], [4, "??"], [5, "!?"], [6, "?!"]]);
const MOST_LETTERS = 300;

/**
 * The signs of the judgements of a move.
 * @param {Page.Ply} ply
 */
export const judged = ({ glyphs = [] }) => glyphs.map((each) => SIGNS.get(each) ?? "").join("");

/**
 * The buttons that edit a tree at a node; `onchange` is called with the node that is shown from then on.
 * @param {Page.Ply} here
 * @param {(node: Page.Ply) => unknown} onchange
 */
export function treeTools(here, onchange) {
  const { parent } = here, isAside = Boolean(turning(here));
  const promote = () => {
    const found = turning(here);
    if (!found) return;
    const { children } = found.parent;
    children.unshift(...children.splice(children.indexOf(found.node), 1));
    onchange(here);
  };
  const remove = () => {
    if (!parent) return;
    parent.children = parent.children.filter((each) => each !== here);
    onchange(parent);
  };
  return html`
    <div class="row tree-tools">
      ${button(t("Make it the line"), "", promote, { disabled: !isAside })}
      ${button(t("Comment"), "", () => askComment(here, onchange))}
      ${button("! ?", "", () => askSign(here, onchange), { disabled: !parent, "aria-label": t("Judge the move") })}
      ${button(t("Delete"), "", remove, { disabled: !parent })}
    </div>
  `;
}

/**
 * The first node on the way back that is not the first of its parent's children: where the line turns off.
 * @param {Page.Ply} here
 */
function turning(here) {
  for (let node = here; node.parent; node = node.parent) {
    if (node.parent.children[0] !== node) return { node, parent: node.parent };
  }
  return null;
}

/**
 * @param {Page.Ply} here
 * @param {(node: Page.Ply) => unknown} onchange
 */
function askComment(here, onchange) {
  const keep = () => {
    here.comment = area.value.replace(/[{}\s]+/g, " ").trim();
    box.close();
    onchange(here);
  };
  const box = dialog(
    t("Comment"),
    "share",
    html`
      <textarea rows="4" maxlength=${MOST_LETTERS} aria-label=${t("Comment")} .value=${here.comment ?? ""}></textarea>
      <button type="button" class="primary" @click=${keep}>${t("Keep")}</button>
    `,
  );
  const area = /** @type {HTMLTextAreaElement} */ (box.querySelector("textarea"));
}

/**
 * @param {Page.Ply} here
 * @param {(node: Page.Ply) => unknown} onchange
 */
function askSign(here, onchange) {
  const choose = (/** @type {number} */ number) => () => {
    const others = (here.glyphs ?? []).filter((each) => !SIGNS.has(each));
    here.glyphs = here.glyphs?.includes(number) ? others : [number, ...others];
    box.close();
    onchange(here);
  };
  const signs = [...SIGNS].map(([number, sign]) =>
    button(sign, "chip", choose(number), { "aria-pressed": String(here.glyphs?.includes(number) ?? false) })
  );
  const box = dialog(t("Judge the move"), "signs", html`<div class="row">${signs}</div>`);
}
