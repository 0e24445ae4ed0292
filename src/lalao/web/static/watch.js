// A game that the rules tell, shown turn by turn and seed by seed on the screen of a lesson.

import { askGame, askPosition, askTurn } from "./api.js";
import { besideTasks } from "./bubble.js";
import { button, showError } from "./dom.js";
import { sign } from "./icons.js";
import { focusIn, go, link } from "./page.js";
import { openCard } from "./rules.js";
import { Tasks } from "./tasks.js";
import { didOf } from "./turns.js";
import { t } from "./words.js";

/**
 * @param {HTMLElement} root
 * @param {AbortSignal} left
 * @param {string} asked a game, a position and moves, which commas separate
 */
export async function watchScreen(root, left, asked) {
  const [id = "", start = "", line = ""] = asked.split("/").map(decodeURIComponent);
  try {
    const game = await askGame(id);
    begin(root, left, game, await turnsOf(game, start, line.split(",")));
  } catch (error) {
    showError(error);
    go("/learn");
  }
}

/**
 * The turns of a game as steps of a lesson, and how it ends.
 * @param {Wire.ShownGame} game
 * @param {string} start
 * @param {string[]} moves
 */
async function turnsOf({ id, sides }, start, moves) {
  /** @type {Wire.ShownTask[]} */
  const steps = [];
  let here = await askPosition(id, start);
  for (const move of moves) {
    const { position, picture, to_move: mover } = here, turn = await askTurn(id, position, move);
    const name = sides.find(({ side }) => side === mover)?.name ?? "";
    const say = didOf(turn.events, picture, { you: false, name, toYou: false });
    steps.push({ position, ask: "see", aim: "", say, accept: [], move: "", line: [turn.move], other: "" });
    here = await askPosition(id, turn.position);
  }
  return { steps, end: here.outcome?.told ?? "" };
}

/**
 * @param {HTMLElement} root
 * @param {AbortSignal} left
 * @param {Wire.ShownGame} game
 * @param {{ steps: Wire.ShownTask[], end: string }} told
 */
function begin(root, left, game, { steps, end }) {
  const path = `/rules/${game.family}/teacher`;
  /** @type {Set<number>} */
  const seen = new Set();
  /** @type {Page.Series} */
  const series = {
    count: steps.length,
    ask: (at) => ({ game, task: steps[at], head: "", watched: true }),
    beads: () => ({ done: [...seen], slow: [] }),
    onresult: (at) => void seen.add(at),
  };
  const beside = [besideTasks(link(path, "button", t("Rules")), () => openCard(game.id))];
  const tasks = new Tasks(root, left, series, beside, (stage) => {
    stage.renew({ ...stage.view, saying: { head: "", line: end } });
    stage.offer(
      button([sign("replay"), t("Once more")], "", () => tasks.begin(0)),
      link(path, "button primary", t("Rules")),
    );
    focusIn(stage.bar, ".primary");
  });
  tasks.shell.head(game.title, path);
  tasks.begin(0).catch(showError);
}
