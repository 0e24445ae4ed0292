// The tree of an analysis: a game with its variations, which grows as moves are played.

import { askPosition, askTurn } from "./api.js";
import { t } from "./words.js";

/**
 * Return what follows a node when a move is played, added to the tree if it is new.
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
