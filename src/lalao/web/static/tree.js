// The tree of an analysis: a game with its variations, which grows as moves are played.

import { askPosition, askTurn } from "./api.js";
import { judged } from "./variations.js";
import { html, nothing } from "./lit.js";
import { plyButton } from "./moves.js";
import { t } from "./words.js";

/**
 * Return the node that follows another by a move, added to the tree if it is new.
 * @param {Wire.ShownGame} game
 * @param {Page.Ply} node
 * @param {string} text
 * @returns {Promise<Page.Ply>}
 */
export async function childOf(game, node, text) {
  const { moves, paths, all } = await askPosition(game.id, node.position);
  const name = paths.find((each) => each.text === text)?.move ?? text;
  const listed = moves.find(({ move }) => move === name);
  const played = listed ?? (all ? undefined : await askTurn(game.id, node.position, text));
  if (!played) throw new Error(t("{move} cannot be played here", { move: text }));
  const known = node.children.find(({ move }) => move === played.move);
  if (known) return known;
  const child = { position: played.position, move: played.move, told: played, parent: node, children: [] };
  node.children.push(child);
  return child;
}

/**
 * The moves of the main line, to tell whether it is still the one that was opened.
 * @param {Page.Ply} root
 */
export function mainLine(root) {
  const moves = [];
  for (let node = root; node.children.length;) moves.push((node = node.children[0]).move);
  return moves.join(" ");
}

/**
 * The nodes from the start to one, and on along first children.
 * @param {Page.Ply} here
 */
export function trunkOf(here) {
  const nodes = [];
  for (let node = /** @type {Page.Ply | null} */ (here); node; node = node.parent) nodes.unshift(node);
  for (let node = here; node.children.length;) nodes.push(node = node.children[0]);
  return nodes;
}

/**
 * The moves of an analysis, two a row as on a score sheet; comments and variations stand below the row they belong to.
 * @param {Page.Ply} root
 * @param {Page.Ply} here the node that is shown
 * @param {boolean} isFirst whether the first side moves at the root
 * @param {(node: Page.Ply) => unknown} onjump
 */
export function scoreSheet(root, here, isFirst, onjump) {
  const about = ({ comment = "" }) => comment ? html`<span class="comment">${comment}</span>` : nothing;
  const told = (/** @type {Page.Ply} */ ply) => plyButton(`${ply.move}${judged(ply)}`, ply === here, () => onjump(ply));
  const counted = (/** @type {string} */ number) => html`<span class="nth">${number}</span>`;
  /** @type {(first: Page.Ply, ply: number) => unknown} */
  const variation = (first, ply) => {
    const line = [counted(`${(ply >> 1) + 1}${ply % 2 ? "…" : ""}`), told(first), about(first)];
    for (let at = first, after = ply + 1; at.children.length; at = at.children[0], after++) {
      const [main, ...others] = at.children;
      line.push(told(main), about(main), ...others.map((other) => variation(other, after)));
    }
    return html`<div class="variation">${line}</div>`;
  };
  /** @type {{ moves: unknown[], below: unknown[] }[]} */
  const rows = [];
  for (let at = root, ply = isFirst ? 0 : 1; at.children.length; at = at.children[0], ply++) {
    const [main, ...others] = at.children;
    const row = rows[ply >> 1] ??= { moves: ply % 2 ? ["…"] : [], below: [] };
    row.moves.push(told(main));
    row.below.push(about(main), ...others.map((other) => variation(other, ply)));
  }
  return html`
    <div class="tree">${about(root)}${rows.map(({ moves, below }, i) =>
      html`
        ${counted(`${i + 1}`)}<span>${moves[0]}</span><span>${moves[1]}</span>${below}
      `
    )}</div>
  `;
}
