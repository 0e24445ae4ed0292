// The moves that whoever plays has chosen in openings are asked again, spaced as puzzles.

import { askGame, askPosition } from "./api.js";
import { besideTasks } from "./bubble.js";
import { showError } from "./dom.js";
import { linePath } from "./line.js";
import { focusIn, go, link } from "./page.js";
import { openCard } from "./rules.js";
import { Tasks } from "./tasks.js";
import { answered, chosenIn, isDue, ownMove } from "./attempts.js";
import { t } from "./words.js";

/** The most moves of a round. */
const ROUND = 10;

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
