// The pace of the hand and of sentences: slow at first, faster from game to game in each family. How far
// each child has come is kept on this device; a speed that is set goes before.

import { ownKey } from "./children.js";
import { clock } from "./clock.js";
import { families } from "./families.js";
import { keepText, keptText } from "./kept.js";
import { isHurried, settings } from "./settings.js";

const KEY = "lalao.pace";
/** Milliseconds for a seed: in lessons and the first games of a family, in those that follow, and from then on. */
const STEPS = [600, 350, 160];
/** The games of a family from which each step is usual. */
const FROM = [0, 3, 8];
/** How often a button is pressed in one game before the pace changes. */
const PRESSED = 2;
/** @type {Record<Exclude<Page.Settings["speed"], "auto">, number>} */
const SET = { slow: 600, normal: 160, fast: 70, off: 160 };
/** Milliseconds from the last seed to the next sentence, and that a player thinks at least. */
export const AFTER_MS = 300;
export const THINKS_MS = 700;
/** Milliseconds that a sentence stands at least, and for each of its letters. */
const STANDS_MS = 1500, LETTER_MS = 60;

/**
 * Milliseconds that a sentence must stand so that it can be read; none where nothing moves.
 * @param {Page.Sentence} said
 */
export const readingTime = ({ head, line }) =>
  isHurried() ? 0 : Math.max(STANDS_MS, LETTER_MS * `${head} ${line}`.trim().length);

/** The sentences about turns: each sentence stands until it can have been read. */
export class Sentences {
  /** until when the last one stands, by the clock of this page */
  until = 0;
  /** the timer of the next one, 0 where none waits */
  later = 0;

  /** How long the last one still has to stand, in milliseconds. */
  get left() {
    return (this.until - performance.now()) * clock.rate;
  }

  /** Forget the sentence that waits. */
  drop() {
    clearTimeout(this.later);
    this.later = 0;
  }

  /**
   * Say something once the last sentence has stood.
   * @param {Page.Sentence} said
   * @param {() => unknown} say
   */
  next(said, say) {
    this.drop();
    const now = () => {
      this.later = 0;
      this.until = performance.now() + clock.lasts(readingTime(said));
      say();
    };
    if (this.left > 0) this.later = setTimeout(now, clock.lasts(this.left));
    else now();
  }
}

/** @typedef {{ games: number, shift: number, last: string }} Kept the games played, steps further or back, the last */

/** @returns {Record<string, Kept>} the stored paces, by family */
function kept() {
  try {
    const found = JSON.parse(keptText(ownKey(KEY)) || "{}");
    return typeof found === "object" && found ? found : {};
  } catch {
    return {};
  }
}

/**
 * The family of a game, or the game itself where it is in none.
 * @param {string} game
 */
const familyOf = (game) => families.find(({ offered }) => offered.includes(game))?.name ?? game;

export class Pace {
  /** @type {Record<"faster" | "slower", number>} how often each was asked for in this game */
  pressed = { faster: 0, slower: 0 };

  /** @param {string} game "" for a lesson, which keeps the first pace */
  constructor(game = "") {
    this.family = game && familyOf(game);
  }

  /** @returns {Kept} */
  get #kept() {
    const { games, shift, last } = kept()[this.family] ?? {};
    return { games: Number(games) || 0, shift: Number(shift) || 0, last: String(last ?? "") };
  }

  /** @param {Partial<Kept>} changes */
  #keep(changes) {
    keepText(ownKey(KEY), JSON.stringify({ ...kept(), [this.family]: { ...this.#kept, ...changes } }));
  }

  /** Which of the steps is reached. */
  get #step() {
    if (!this.family) return 0;
    const { games, shift } = this.#kept;
    const usual = FROM.filter((from) => games >= from).length - 1;
    return Math.min(Math.max(usual + shift, 0), STEPS.length - 1);
  }

  /** Milliseconds for a seed; where each is said aloud, long enough for that. */
  get seed() {
    const chosen = settings.speed === "auto" ? STEPS[this.#step] : SET[settings.speed];
    return settings.spoken === "gesture" ? Math.max(chosen, STEPS[0]) : chosen;
  }

  /**
   * Take note that somebody hurries or pauses the hand: twice in a game changes the pace by a step.
   * @param {"faster" | "slower"} way
   */
  press(way) {
    if (++this.pressed[way] !== PRESSED || !this.family) return;
    const before = this.#step, to = Math.min(Math.max(before + (way === "faster" ? 1 : -1), 0), STEPS.length - 1);
    this.#keep({ shift: this.#kept.shift + to - before });
  }

  /**
   * Count a game that has ended, once, and begin to count presses again.
   * @param {string} key the key that tells this game from the one before
   */
  end(key) {
    this.pressed = { faster: 0, slower: 0 };
    const { games, last } = this.#kept;
    if (this.family && last !== key) this.#keep({ games: games + 1, last: key });
  }
}
