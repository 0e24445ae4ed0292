// A puzzle from a position of the analysis: its address holds it whole, so that it can be given to others.

import { askGame, askWorth } from "./api.js";
import { besideTasks } from "./bubble.js";
import { button, showError } from "./dom.js";
import { linePath, readLine } from "./line.js";
import { html } from "./lit.js";
import { dialog, focusIn, go, link } from "./page.js";
import { openCard } from "./rules.js";
import { Tasks } from "./tasks.js";
import { t } from "./words.js";

/** @type {Page.AskingScreen} */
export async function ownPuzzleScreen(root, left) {
  const { game: id, start: position } = readLine(location.hash) ?? { game: "", start: "" };
  const back = id ? linePath({ game: id, start: position, moves: [] }) : "/look";
  try {
    const game = await askGame(id), task = taskIn(game, await askWorth(id, position || game.start));
    /** @type {Set<number>} */
    const done = new Set();
    let isMissed = false;
    /** @type {Page.Series} */
    const series = {
      count: 1,
      ask: () => ({ game, task, head: game.rules }),
      beads: () => ({ done: [...done], slow: isMissed ? [...done] : [] }),
      onresult: (at, result) => result === "done" ? done.add(at) : (isMissed = true),
      explains: true,
    };
    const share = button(t("Share"), "", shareLink);
    const beside = [besideTasks(link(back, "button", t("Analyse")), () => openCard(id), share)];
    const tasks = new Tasks(root, left, series, beside, (stage) => {
      stage.renew({ ...stage.view, saying: { head: t("Solved!"), line: "" } });
      stage.offer(button(t("Share"), "", shareLink), link(back, "button primary", t("Analyse")));
      focusIn(stage.bar, ".primary");
    });
    tasks.shell.head(game.title, back);
    await tasks.begin(0);
  } catch (error) {
    showError(error);
    go(back);
  }
}

/**
 * Ask for the best moves of a position.
 * @param {Wire.ShownGame} game
 * @param {Wire.ShownPosition & { values: Wire.ShownValues }} view
 * @returns {Page.Task}
 * @throws {Error} where not every move is known, or all are as good
 */
function taskIn({ sides }, { position, to_move: mover, all, values: { value, moves } }) {
  const accept = moves.filter((each) => each.value === value).map(({ move }) => move);
  const isKnown = all && value !== "unknown" && moves.every((each) => each.value !== "unknown");
  if (!isKnown) throw new Error(t("This is no puzzle: not all of its moves are known for sure."));
  if (value === "loss" || accept.length === moves.length) {
    throw new Error(t("This is no puzzle: all of its moves are as good."));
  }
  const side = sides.find((each) => each.side === mover)?.name ?? "";
  const say = value === "win"
    ? t("{side} moves: find a move that wins.", { side })
    : t("{side} moves: find a move that does not lose.", { side });
  return { position, ask: "play", aim: "best", say, accept, move: "", line: [], other: "" };
}

function shareLink() {
  const box = dialog(
    t("Share"),
    "share",
    html`<label>${t("This link holds the whole puzzle.")}<input readonly aria-label=${
      t("Link")
    } .value=${location.href}></label>`,
  );
  box.querySelector("input")?.select();
}
