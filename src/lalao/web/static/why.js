// What Lalao knows of a position and of a move, in sentences: hints, and why a move was good or bad.

import { askHints, askPositions, askWhy } from "./api.js";
import { button, h, reason, show } from "./dom.js";
import { dialog, focusIn } from "./page.js";
import { isMine } from "./seated.js";
import { tool } from "./shell.js";
import { t } from "./words.js";

/**
 * Whether hints and reasons are for whoever sits here: not in a class, nor against somebody elsewhere.
 * @param {Wire.State} state
 * @param {number[]} seats
 */
export const isTaught = ({ mode }, seats) => mode !== "apart" && seats.length > 0;

/**
 * The tools: hints while it is one's turn, and why one's last move was good or bad.
 * @param {Wire.State} state
 * @param {number[]} seats
 * @param {import("./offered.js").Say} say
 */
export function teaching(state, seats, say) {
  const ply = ownPly(state, seats), waits = state.phase !== "play" || !isMine(state, seats);
  const undo = () => say({ kind: "undo" });
  return [
    tool("bulb", t("Hint"), () => openHint(state), { disabled: waits }),
    tool("why", t("Why?"), () => openWhy(state, ply, undo), { disabled: ply < 0 }),
  ];
}

/**
 * Say where to look, then what to choose, then the move, then why; each when it is asked for.
 * @param {Wire.State} state
 */
async function openHint({ game, position }) {
  const box = speech(t("Hint"));
  try {
    const { steps } = await askHints(game, position);
    tell(box, steps.map((step) => step.sentence), t("More"));
  } catch (error) {
    show(box, h("p", {}, reason(error)));
  }
}

/**
 * Say why the last move of whoever sits here was good or bad.
 * @param {Wire.State} state
 * @param {number} ply which move it was
 * @param {() => unknown} onundo
 */
async function openWhy(state, ply, onundo) {
  const move = state.moves[ply];
  const box = speech(t("Why {move}?", { move }));
  try {
    const position = (await askPositions(state))[ply];
    const { sentences, refutation } = await askWhy(state.game, position, move);
    const answer = refutation.length ? [t("The answer: {moves}", { moves: refutation.join(", ") })] : [];
    const again = () => (box.closest("dialog")?.close(), onundo());
    tell(box, [...sentences, ...answer], t("And?"), button(t("Take it back and try again"), "", again));
  } catch (error) {
    show(box, h("p", {}, reason(error)));
  }
}

/**
 * The ply of the last move that whoever sits here has made; -1 where there is none.
 * @param {Wire.State} state
 * @param {number[]} seats
 */
function ownPly({ moves, seats: there, start, sides }, seats) {
  const first = start.split(" ").some((word) => word.toUpperCase() === sides[0].side) ? 0 : 1;
  for (let ply = moves.length - 1; ply >= 0; ply--) {
    const side = sides[(ply + first) % 2].side;
    if (seats.some((seat) => there[seat].side === side)) return ply;
  }
  return -1;
}

/**
 * Open what is said in.
 * @param {string} title
 */
function speech(title) {
  const box = h("div", { class: "speech", "aria-live": "polite" }, h("p", { class: "waiting" }, "…"));
  dialog(title, "said", box);
  return box;
}

/**
 * Say one sentence, and each time it is asked for the next.
 * @param {HTMLElement} box
 * @param {string[]} sentences
 * @param {string} more
 * @param {Page.Children} beside
 */
function tell(box, sentences, more, ...beside) {
  let shown = 1;
  const draw = () => {
    const next = shown < sentences.length && button(more, "primary", () => (shown++, draw()));
    const said = sentences.slice(0, shown).map((sentence) => h("p", {}, sentence));
    show(box, ...said, h("div", { class: "row" }, next, ...beside));
    focusIn(box, ".primary");
  };
  draw();
}
