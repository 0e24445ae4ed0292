// The buttons of a hand that plays: pause, one step, to the end. Whoever hurries often is shown everything faster.

import { tool } from "./shell.js";
import { t } from "./words.js";

/**
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
