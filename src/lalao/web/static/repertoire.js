// The moves that whoever plays has chosen in openings, position by position; they are asked again, spaced as puzzles.

import { askGame, askPosition } from "./api.js";
import { besideTasks } from "./bubble.js";
import { moved, RESTS } from "./choosing.js";
import { showError } from "./dom.js";
import { linePath } from "./line.js";
import { focusIn, go, link } from "./page.js";
import { keepPractice, practice } from "./practice.js";
import { openCard } from "./rules.js";
import { Tasks } from "./tasks.js";
import { today } from "./trying.js";
import { t } from "./words.js";

/** The most moves of a round. */
const ROUND = 10;

/** @type {(game: string, position: string) => string} */
const keyOf = (game, position) => `${game} ${position}`;

/**
 * The move that was chosen in a position, "" for none.
 * @type {(game: string, position: string) => string}
 */
export const ownMove = (game, position) => practice().replies[keyOf(game, position)]?.[0] ?? "";

/**
 * Choose a move in a position, in place of another one; the one that was chosen is chosen no more.
 * @type {(game: string, position: string, move: string) => void}
 */
export function chooseMove(game, position, move) {
  const key = keyOf(game, position), { [key]: was, ...others } = practice().replies;
  keepPractice({ replies: was?.[0] === move ? others : { ...others, [key]: [move, 1, today()] } });
}

/**
 * The positions of a game in which a move was chosen, those that are due first, in the order of their days.
 * @param {string} game
 */
function chosenIn(game) {
  const found = Object.entries(practice().replies).filter(([key]) => key.startsWith(`${game} `));
  return found.sort(([, one], [, other]) => one[2] - other[2]).map(([key]) => key.slice(game.length + 1));
}

/** The ids of the games in which moves were chosen. */
export const gamesWithOwn = () => [...new Set(Object.keys(practice().replies).map((key) => key.split(" ")[0]))];

/**
 * The link to the moves of a game that were chosen.
 * @param {string} game
 * @param {string} [title] of the game, where it must be told
 */
export function practiseLink(game, title) {
  const own = chosenIn(game), all = own.length, due = own.filter((position) => isDue(game, position)).length;
  const told = title
    ? t("{due} due, {all} chosen", { due, all })
    : t("Practise my moves: {due} due, {all} chosen", { due, all });
  return link(`/moves/${game}`, "button", title ? `${title}: ${told}` : told);
}

/** @type {(game: string, position: string) => boolean} */
const isDue = (game, position) => practice().replies[keyOf(game, position)][2] <= today();

/**
 * Remember whether a move was known: a known one rests longer each time, and comes again for ever.
 * @type {(game: string, position: string, known: boolean) => void}
 */
function answered(game, position, known) {
  const key = keyOf(game, position), { replies } = practice(), [move, box, day] = replies[key];
  const last = /** @type {[number, number]} */ ([RESTS.length, today() + RESTS[RESTS.length - 1]]);
  keepPractice({ replies: { ...replies, [key]: [move, ...(moved([box, day], known, today()) ?? last)] } });
}

/**
 * @param {HTMLElement} root
 * @param {AbortSignal} left
 * @param {string} id of the game
 */
export async function repertoireScreen(root, left, id) {
  try {
    const game = await askGame(id), back = linePath({ game: id, start: game.start, moves: [] });
    const all = chosenIn(id), due = all.filter((position) => isDue(id, position));
    const positions = (due.length ? due : all).slice(0, ROUND);
    if (!positions.length) throw new Error(t("Choose moves with the star in the book of Analyse first."));
    /** @type {Map<number, Page.Result>} the first result of each */
    const first = new Map();
    const solved = new Set();
    /** @type {Page.Series} */
    const series = {
      count: positions.length,
      ask: async (at) => {
        tasks.shell.head(game.title, back);
        return { game, head: game.rules, task: await taskAt(game, positions[at]) };
      },
      beads: () => ({ done: [...solved], slow: [...solved].filter((at) => first.get(at) !== "done") }),
      onresult: (at, result) => {
        if (result === "done") solved.add(at);
        if (first.has(at)) return;
        first.set(at, result);
        answered(id, positions[at], result === "done");
      },
    };
    const beside = [besideTasks(link(back, "button", t("Analyse")), () => openCard(id))];
    const tasks = new Tasks(root, left, series, beside, (stage) => {
      const known = [...first.values()].filter((result) => result === "done").length;
      const line = t("{number} of {all} known at once.", { number: known, all: positions.length });
      stage.renew({ ...stage.view, saying: { head: known ? t("Well done!") : "", line } });
      stage.offer(link(back, "button primary", t("Analyse")));
      focusIn(stage.bar, ".primary");
    });
    await tasks.begin(0);
  } catch (error) {
    showError(error);
    go("/look");
  }
}

/**
 * Ask for the move that was chosen in a position.
 * @param {Wire.ShownGame} game
 * @param {string} position
 * @returns {Promise<Page.Task>}
 */
async function taskAt({ id, sides }, position) {
  const { to_move: mover } = await askPosition(id, position);
  const side = sides.find((each) => each.side === mover)?.name ?? "";
  const say = t("{side} moves: play the move that you chose.", { side });
  const accept = [ownMove(id, position)], instead = t("You chose another move here.");
  return { position, ask: "play", aim: "", instead, say, accept, move: "", line: [], other: "" };
}
