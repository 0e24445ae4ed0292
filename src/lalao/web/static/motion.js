// The buttons of a hand that plays: pause, one step, to the end.

import { button } from "./dom.js";
import { sign } from "./icons.js";
import { t } from "./words.js";

/**
 * @param {import("./hand.js").Hand} hand
 * @returns {Page.Child[]}
 */
export function motionButtons(hand) {
  if (!hand.playing) return [];
  const pause = hand.paused ? t("Go on") : t("Pause");
  const more = (/** @type {string} */ label) => ({ "aria-label": label, title: label });
  return [
    button(sign(hand.paused ? "next" : "pause"), "plain", () => hand.pause(!hand.paused), more(pause)),
    hand.paused && button(sign("step"), "plain", () => hand.step(), more(t("One step"))),
    button(sign("last"), "plain", () => hand.finish(), more(t("To the end"))),
  ];
}
