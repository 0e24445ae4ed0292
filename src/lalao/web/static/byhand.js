// "I sow myself": the pupil does the turn gesture by gesture; each is checked, and after a miss the next one is told.

import { askPosition } from "./api.js";
import { announce, button, element, s, showError } from "./dom.js";
import { count, fall } from "./hand.js";
import { html, nothing, render } from "./lit.js";
import { drawFrames, drawHand } from "./seeds.js";
import { isStill, settings } from "./settings.js";
import { sound } from "./sound.js";
import { placeOf, Sowing } from "./sowing.js";
import { t } from "./words.js";

const FALL_MS = 200;

export class ByHand {
  /** @type {Page.View | null} */
  view = null;
  /** @type {Sowing | null} */
  sowing = null;
  /** which turn is being sown */
  key = "";
  helped = "";
  /** @type {string[]} places tapped before the moves had come */
  early = [];
  element = element(html`<div class="handful" hidden></div>`);

  /**
   * @param {import("./board.js").Board} board
   * @param {(move: string, sowing: Sowing) => void} onwhole called once all of a move is sown
   * @param {(text: string) => void} onsay called with the instruction, "" for the task
   * @param {(place: string) => void} onrefused called with a place where no turn begins
   */
  constructor(board, onwhole, onsay, onrefused) {
    this.board = board;
    this.onwhole = onwhole;
    this.onsay = onsay;
    this.onrefused = onrefused;
  }

  /**
   * Empty the hand, and show or hide it.
   * @param {boolean} shown
   */
  end(shown) {
    this.view = null;
    this.element.hidden = !shown;
    this.#draw();
  }

  get isOn() {
    return this.view !== null;
  }

  /**
   * Begin the turn of a view, or resume it where it was left.
   * @param {Page.View} view
   */
  async begin(view) {
    const key = `${view.game} ${view.position}`;
    this.view = view;
    this.helped = "";
    this.early = [];
    if (this.key !== key || this.sowing?.whole) [this.key, this.sowing] = [key, null];
    try {
      const { moves } = await askPosition(view.game, view.position);
      if (this.view !== view) return;
      this.sowing ??= new Sowing(moves);
    } catch (error) {
      return showError(error);
    }
    this.#put(this.sowing.done);
    this.#show();
    for (const place of this.early) this.tap(place);
  }

  /** Put all seeds back, as if nothing had been sown yet. */
  putBack() {
    if (!this.sowing?.taps) return;
    this.#put([...this.sowing.done].reverse(), -1);
    this.sowing.putBack();
    this.#put(this.sowing.done);
    this.helped = "";
    this.#show();
    announce(t("The seeds are back where they were."));
  }

  /** @param {string} place */
  tap(place) {
    const { sowing, board } = this;
    if (!sowing) {
      this.early.push(place); // the moves are on their way
      return;
    }
    if (sowing.whole) return;
    const done = sowing.tap(place);
    if (!done) return this.#help(sowing, place);
    this.helped = "";
    this.#put(done);
    this.#hear(sowing, done[0]);
    this.#show();
    const lies = board.cells.get(place)?.getAttribute("aria-label");
    const said = [lies, this.#inHand(sowing, done), sowing.held ? "" : this.#sentence(sowing)];
    if (done[0].key === "sow" && settings.sound) count(sowing.sown);
    else announce(said.filter(Boolean).join(". "));
    if (sowing.whole && !settings.confirm) this.#finish();
  }

  /**
   * Tell how many seeds have come into the hand, where counting them is not the exercise.
   * @param {Sowing} sowing
   * @param {Page.Gesture[]} done
   */
  #inHand({ held }, done) {
    const filled = done.some(({ target }) => target === "hand") && settings.figures !== "off";
    return filled ? t("{count} seed in the hand", "{count} seeds in the hand", { count: held }) : "";
  }

  #finish() {
    const { sowing } = this;
    if (sowing?.whole) this.onwhole(sowing.whole.move, sowing);
  }

  /**
   * Do gestures on the board, or undo them.
   * @param {Page.Gesture[]} events
   */
  #put(events, way = 1) {
    for (const { source, target, count: seeds } of events) {
      if (source !== "hand") this.board.put(source, -way * seeds);
      if (target !== "hand") this.board.put(target, way * seeds);
    }
  }

  /**
   * After a miss, say which gesture comes next.
   * @param {Sowing} sowing
   * @param {string} place
   */
  #help(sowing, place) {
    const { board } = this;
    if (!sowing.taps) return this.onrefused(place);
    sound("refusal");
    if (!isStill()) {
      board.cells.get(place)?.animate([0, -6, 6, -3, 0].map((by) => ({ transform: `translateX(${by}px)` })), 320);
    }
    const { next } = sowing;
    const pits = next.map((event) => board.layout.places.get(placeOf(event))?.pit?.name ?? "");
    const pit = pits[0];
    if (pits.length > 1) this.helped = t("The first seed goes into one of these: {pits}.", { pits: pits.join(", ") });
    else if (next[0].key === "lift") this.helped = t("Your turn continues: pick up {pit}.", { pit });
    else if (next[0].key === "capture") this.helped = t("Now take the seeds that are captured: {pit}.", { pit });
    else if (sowing.sown) this.helped = t("The next seed goes into the next pit: {pit}.", { pit });
    else this.helped = t("The first seed goes into {pit}.", { pit });
    this.#show();
    announce(this.helped);
  }

  /** @param {Sowing} sowing */
  #sentence(sowing) {
    if (this.helped || !sowing.taps) return this.helped;
    if (sowing.whole) return t("All sown!");
    if (sowing.next.length > 1) return t("Which way? Tap the next pit.");
    return sowing.held
      ? t("Sow: one seed in each pit.")
      : t("Your hand is empty, but your turn continues. Which pit is next?");
  }

  /** Mark where the turn may begin or branch, and where a missed gesture should have gone. */
  mark() {
    const { sowing, board } = this;
    if (!sowing) return;
    const places = sowing.whole ? [] : sowing.next.map(placeOf);
    if (!sowing.taps) board.mark({ legal: places, last: this.view?.last });
    else board.mark({ target: places.length > 1 ? places : [], hint: this.helped ? places : [] });
  }

  #show() {
    this.mark();
    this.#draw();
    if (this.sowing) this.onsay(this.#sentence(this.sowing));
  }

  /** Draw the hand with its seeds. */
  #draw() {
    const sowing = this.view && this.sowing;
    const held = sowing ? sowing.held : 0;
    const frames = Math.max(1, Math.ceil(held / 10));
    const viewBox = `${-26 * frames} 0 ${52 * frames} 18`;
    const { figures, confirm } = settings, whole = confirm && sowing?.taps ? sowing.whole : null;
    const shown = figures === "figure"
      ? html`<b>${held}</b>`
      : figures === "frame"
      ? s("svg", { class: "frames", viewBox, "aria-hidden": "true" }, drawFrames(held, 0, 1, 8))
      : nothing;
    render(
      [
        drawHand(held),
        shown,
        whole ? button(t("Play {move}", { move: whole.move }), "primary finish", () => this.#finish()) : nothing,
        button(t("Put the seeds back"), "", () => this.putBack(), { disabled: !sowing?.taps }),
      ],
      this.element,
    );
  }

  /**
   * Play the sound of a gesture, and show a seed falling.
   * @type {(sowing: Sowing, gesture: Page.Gesture) => void}
   */
  #hear({ sown }, { key, source, target }) {
    if (source !== "hand") return sound(key === "capture" ? "capture" : "lift");
    sound("seed", sown || 1);
    if (!isStill()) fall(this.board, target, FALL_MS);
  }
}
