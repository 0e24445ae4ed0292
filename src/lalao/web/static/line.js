// A game in an address: its id, its start and its moves; all of it after the "#", which is not sent to the server.
//
// The moves are a list of words: moves, judgements such as "$1" and "{comments}" after their subject, "(" and ")"
// round alternatives to the move before them, "*" after the move that is shown.

const JUDGEMENT = /^\$\d{1,3}$/;

/**
 * Encode a word so that it survives at the end of a link in an e-mail.
 * @param {string} word
 */
const safe = (word) =>
  encodeURIComponent(word).replace(/[()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * The address that holds a whole game.
 * @param {Page.Words} line
 */
export function linePath({ game, start, moves }) {
  return `/look#${[game, start, ...moves].map(safe).join("/")}`;
}

/**
 * The address that holds a puzzle.
 * @type {(game: string, position: string) => string}
 */
export const puzzlePath = (game, position) =>
  linePath({ game, start: position, moves: [] }).replace("/look", "/puzzle");

/**
 * Read a game from an address; null where there is none. The start is "" where the address names the game alone.
 * @param {string} hash
 * @returns {Page.Words | null}
 */
export function readLine(hash) {
  const parts = hash.replace(/^#/, "").split("/");
  try {
    const [game, start = "", ...moves] = parts.map(decodeURIComponent);
    return game ? { game, start, moves } : null;
  } catch {
    return null;
  }
}

/**
 * The words of a tree, marked where `here` is.
 * @param {Page.Ply} root
 * @param {Page.Ply} [here]
 */
export function wordsOf(root, here) {
  /** @type {(node: Page.Ply) => string[]} */
  const about = (
    { glyphs = [], comment },
  ) => [...glyphs.map((each) => `$${each}`), ...(comment ? [`{${comment}}`] : [])];
  const words = [...about(root), ...(here === root ? ["*"] : [])];
  /** @param {Page.Ply} node */
  const say = (node) => words.push(node.move, ...about(node), ...(node === here ? ["*"] : []));
  /** @param {Page.Ply} from */
  const follow = (from) => {
    for (let node = from; node.children.length; node = node.children[0]) {
      const [main, ...others] = node.children;
      say(main);
      for (const other of others) {
        words.push("(");
        say(other);
        follow(other);
        words.push(")");
      }
    }
  };
  follow(root);
  if (words.at(-1) === "*") words.pop();
  return words;
}

/**
 * Read the words of a tree; `follow(node, move)` returns the node that a move leads to. Returns the node that is shown.
 * @param {Page.Ply} root
 * @param {string[]} words
 * @param {(node: Page.Ply, move: string) => Promise<Page.Ply>} follow
 */
export async function walk(root, words, follow) {
  /** @type {Page.Ply[]} */
  const waiting = [];
  let at = root;
  /** @type {Page.Ply | null} */
  let here = null;
  for (const word of words) {
    if (word === "(") {
      waiting.push(at);
      at = at.parent ?? at;
    } else if (word === ")") at = waiting.pop() ?? at;
    else if (word === "*") here = at;
    else if (word.startsWith("{")) at.comment = word.slice(1, -1);
    else if (JUDGEMENT.test(word)) at.glyphs = [...(at.glyphs ?? []), Number(word.slice(1))];
    else at = await follow(at, word);
  }
  return here ?? at;
}

/**
 * Alternatives to the moves of a match, and the moves taken back where it stands now, by the number of the move.
 * @param {string[]} words
 */
export function asides(words) {
  /** @type {Map<number, string[]>} */
  const found = new Map();
  const end = words.includes("*") ? words.indexOf("*") : words.length;
  let [ply, depth] = [0, 0];
  /** @param {string} word */
  const add = (word) => found.set(ply, [...(found.get(ply) ?? []), word]);
  for (const word of words.slice(0, end)) {
    if (word === "(") depth++;
    if (depth) add(word);
    else ply++;
    if (word === ")") depth--;
  }
  if (end < words.length) ["(", ...words.slice(end + 1), ")"].forEach(add);
  return found;
}
