// The screen of a lesson: that of a game, with Sokatra's bubble in place of the other player, and beads in the bar.

import { creature } from "./creatures.js";
import { button, h, show } from "./dom.js";
import { sign } from "./icons.js";
import { Shell } from "./shell.js";
import { hush, sayAloud, voiceHere } from "./voice.js";
import { t } from "./words.js";

const LEAST_TEXT = 12;

export class LessonShell extends Shell {
  beads = h("div", { class: "beads", role: "img" });
  voice = button(sign("hear"), "plain voice", () => this.#say(), {
    "aria-label": t("Read it to me"),
    title: t("Read it to me"),
    hidden: true,
  });

  /**
   * Arrange a stage in its slots; the seeds that the other player has off the board come from the bubble.
   * @param {import("./stage.js").Stage} stage
   * @override
   */
  arrange(stage) {
    const element = super.arrange(stage);
    const { sentence, beads, voice } = this;
    const bubble = h("div", { class: "bubble", "data-slot": "opponent" }, creature("Sokatra"));
    const usual = stage.board.reserveOf;
    stage.board.reserveOf = (place) => (usual(place) === stage.above ? bubble : usual(place));
    stage.above.replaceWith(bubble);
    sentence?.replaceWith(beads);
    bubble.append(h("div", { class: "spoken" }, sentence), voice);
    element.classList.add("lesson");
    this.#listen();
    return element;
  }

  /** Offer to say the sentence aloud, as soon as this machine has a voice for it. */
  #listen() {
    this.voice.hidden = !voiceHere();
    globalThis.speechSynthesis?.addEventListener("voiceschanged", () => (this.voice.hidden = !voiceHere()), {
      once: true,
    });
  }

  #say() {
    sayAloud(this.stage?.status.textContent ?? "");
  }

  /**
   * Show how many steps are done, as beads.
   * @param {number} steps
   * @param {Page.Beads} beads
   * @param {number} [at] where we are
   */
  count(steps, beads, at) {
    showBeads(this.beads, steps, beads, at);
  }

  /**
   * Make a sentence that is too long for the bubble smaller; it is never cut.
   * @override
   */
  shrink() {
    const { stage, sentence } = this;
    if (!stage || !sentence) return;
    const { status } = stage;
    status.style.fontSize = "";
    let size = parseFloat(getComputedStyle(status).fontSize);
    while (status.scrollHeight > sentence.clientHeight + 1 && size > LEAST_TEXT) {
      status.style.fontSize = `${--size}px`;
    }
  }

  /** Leave the screen, and stop the voice. */
  close() {
    hush();
  }
}

/**
 * Show steps as beads: done at once, done slowly, the one at hand, or still to come.
 * @param {Element} element
 * @param {number} steps
 * @param {Page.Beads} beads
 * @param {number} [at]
 */
export function showBeads(element, steps, { done, slow }, at) {
  const look = (/** @type {number} */ step) =>
    step === at ? "here" : done.includes(step) ? (slow.includes(step) ? "done slow" : "done") : "";
  show(element, ...Array.from({ length: steps }, (_, step) => h("i", { class: `bead ${look(step)}` })));
  const told = at === undefined
    ? t("{done} of {count} step done", "{done} of {count} steps done", { done: done.length, count: steps })
    : t("Step {number} of {count}", { number: at + 1, count: steps });
  element.setAttribute("aria-label", told);
}
