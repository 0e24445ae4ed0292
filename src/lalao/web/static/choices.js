// The texts of a stage: the words for its choices, the faces of its buttons, who has won.

import { askWays } from "./api.js";
import { button, showError } from "./dom.js";
import { sign } from "./icons.js";
import { html } from "./lit.js";
import { tool } from "./shell.js";
import { t } from "./words.js";
import { badge } from "./worth.js";

/**
 * The headline in the middle of a turn.
 * @param {Page.View} view
 */
const goOn = (view) => view.goOn ?? t("Keep going!");

/**
 * The question where a piece can continue, null where there is none.
 * @param {Page.View} view
 * @param {import("./chooser.js").Chooser} chooser
 */
export function asked(view, { prefix, unsure, options, whole }) {
  if (view.picture.kind === "rows") return null;
  if (unsure.length) {
    return { head: goOn(view), line: whole ? t("In front, behind, or stop?") : t("In front or behind?") };
  }
  const walks = prefix.filter(({ how }) => how !== "x").length > 1;
  if (!walks || !options.length) return null;
  return { head: goOn(view), line: whole ? t("Take again, or stop.") : t("Take again.") };
}

/**
 * The pieces that can be taken now, in any way.
 * @param {Page.View} view
 */
export function victims({ paths }) {
  return [...new Set(paths.flatMap(({ path }) => path.find(({ taken }) => taken.length)?.taken ?? []))];
}

/**
 * The face of the button for a choice that a tap leaves open (a direction, the pieces taken); null for any other.
 * @param {Wire.ShownChoice} choice
 * @param {import("./chooser.js").Chooser} chooser
 * @param {import("./board.js").Board} board
 */
function optionFace(choice, chooser, board) {
  const { how, taken } = choice;
  const look = how === "A" || how === "+" ? "ahead" : "behind";
  if (how === "+" || how === "-") return towards(choice.place, look, chooser, board);
  if (!chooser.unsure.length || (how !== "A" && how !== "W")) return null;
  const points = taken.join(", ");
  const words = how === "A"
    ? t("by approach: takes {taken}", { taken: points })
    : t("by withdrawal: takes {taken}", { taken: points });
  const way = how === "A" ? t("In front") : t("Behind");
  return html`<b class="swatch ${look}">${taken.length}</b><span>${way}</span><span class="unseen"> (${words})</span>`;
}

/**
 * The choices beside the board: a direction, stopping here, confirming, choosing again.
 * @param {import("./stage.js").Stage} stage
 * @param {{
 *   take: (choice: Wire.ShownChoice) => unknown,
 *   play: (whole: Wire.ShownPath) => unknown,
 *   clear: () => unknown,
 * }} told
 */
export function choiceButtons({ chooser, worths, ready, board }, { take, play, clear }) {
  const { whole } = chooser;
  const started = chooser.prefix.length > 0 || chooser.unsure.length > 0;
  const offered = (started ? chooser.offered : []).flatMap((choice) => {
    const face = optionFace(choice, chooser, board);
    const told = badge(worths?.best(chooser.reach(choice)));
    return face
      ? [button([face, told], chooser.isHinted(choice) ? "option hinted" : "option", () => take(choice))]
      : [];
  });
  if (ready) {
    const named = { "aria-label": t("Play {move}", { move: ready.text }) };
    offered.push(button(t("Play"), "primary finish", () => play(ready), named));
  } else if (whole && chooser.options.length) {
    const told = badge(worths?.best([whole.move ?? whole.text]));
    const face = html`<i class="swatch stop"></i><span>${t("Stop")}</span>${told}`;
    offered.push(button(face, `primary finish ${whole.move === chooser.hinted ? "hinted" : ""}`, () => play(whole)));
  }
  if (started) {
    const again = { "aria-label": t("Choose again"), title: t("Choose again") };
    offered.push(button(sign("undo"), "square undo", clear, again));
  }
  return offered;
}

/**
 * The buttons of a hand that plays: pause, one step, to the end. Whoever hurries often is shown everything faster.
 * @param {import("./hand.js").Hand} hand
 * @param {import("./pace.js").Pace} pace
 * @returns {Page.Child[]}
 */
export function motionButtons(hand, pace) {
  if (!hand.playing) return [];
  const pause = () => (hand.paused || pace.press("slower"), hand.pause(!hand.paused));
  return [
    tool(hand.paused ? "next" : "pause", hand.paused ? t("Continue") : t("Pause"), pause),
    tool("step", t("Step by step"), () => (hand.paused ? hand.step() : hand.pause(true))),
    tool("fast", t("Fast"), () => (pace.press("faster"), hand.finish())),
  ];
}

/**
 * The sound of the last step that is chosen for a piece.
 * @param {import("./chooser.js").Chooser} chooser
 * @returns {import("./sound.js").Sound}
 */
export function heardOf({ prefix }) {
  const steps = prefix.filter(({ how }) => how !== "x");
  return prefix.at(-1)?.taken.length ? "capture" : steps.length > 1 ? "slide" : "lift";
}

/**
 * Say in which direction a sowing goes, as it is seen on the board.
 * @param {string} place
 * @param {string} look
 * @param {import("./chooser.js").Chooser} chooser
 * @param {import("./board.js").Board} board
 */
function towards(place, look, chooser, { layout: { places } }) {
  const from = places.get(chooser.prefix.at(-1)?.place ?? "");
  const to = places.get(place);
  const where = t("towards {place}", { place: to?.pit?.label ?? place });
  if (!from || !to) return html`<i class="swatch ${look}"></i>${where}`;
  const aside = Math.abs(to.x - from.x) > Math.abs(to.y - from.y);
  const left = to.x < from.x ? t("To the left") : t("To the right");
  const said = aside ? left : to.y < from.y ? t("Upwards") : t("Downwards");
  const turn = aside ? (to.x < from.x ? 180 : 0) : to.y < from.y ? -90 : 90;
  const towards = html`<span class="unseen">, ${where}</span>`;
  return html`<i class="swatch ${look}" .style=${`--turn: ${turn}deg`}>${
    sign("way")
  }</i><span>${said}</span>${towards}`;
}

/**
 * Who has won: the first side, the second, or nobody; "" while the game goes on.
 * @param {Page.View} view
 */
export function wonBy({ outcome, sides }) {
  if (!outcome) return "";
  const side = sides.find((each) => each.side === outcome.winner);
  return side ? (side.first ? "first" : "second") : "nobody";
}

/**
 * Ask for the continuations of a beginning of too many turns; returns whether there is more to choose now.
 * @param {Page.View} view
 * @param {import("./chooser.js").Chooser} chooser
 */
export async function follow({ game, position }, chooser) {
  const { beginning } = chooser;
  if (!beginning) return false;
  try {
    const { paths } = await askWays(game, position, beginning.text);
    chooser.goOn(beginning, paths);
    return chooser.prefix.length > 0;
  } catch (error) {
    showError(error);
    return false;
  }
}
