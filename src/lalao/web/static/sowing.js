// Sowing by hand: which gesture may come next, read off the events of the legal moves. No rules and no page in here.

/** How many refused places for a first seed are told. */
const MOST_FIRST = 9;

/** @type {(a: Page.Gesture, b: Page.Gesture) => boolean} */
const same = (a, b) => a.key === b.key && a.source === b.source && a.target === b.target;

/**
 * Where on the board a gesture is done.
 * @param {Page.Gesture} gesture
 */
export const placeOf = ({ source, target }) => (source === "hand" ? target : source);

/**
 * Whether a gesture is mere bookkeeping: taking from the reserve, or lifting the pit that a seed was just dropped in.
 * @type {(gesture: Page.Gesture, before: Page.Gesture | undefined) => boolean}
 */
const isBookkeeping = ({ key, source }, before) =>
  key === "take" || (key === "lift" && before?.key === "drop" && before.target === source);

export class Sowing {
  misses = 0;
  /** @type {[string, string][]} pits, each with a place where its first seed was refused */
  first = [];
  taps = 0;
  /** @type {Page.Gesture[]} the gestures so far */
  done = [];

  /** @param {Wire.ShownMove[]} moves the legal ones */
  constructor(moves) {
    this.moves = moves;
    this.open = moves;
    this.putBack();
  }

  /** Begin the turn again; its misses still count. */
  putBack() {
    this.open = this.moves;
    this.done = [];
    this.taps = 0;
    this.#keepBooks();
  }

  /** The gestures that may come next, each once. */
  get next() {
    /** @type {Page.Gesture[]} */
    const found = [];
    for (const { events } of this.open) {
      const event = events[this.done.length];
      if (event && !found.some((each) => same(each, event))) found.push(event);
    }
    return found;
  }

  /** The move whose gestures are all done, if there is one. */
  get whole() {
    return this.open.find(({ events }) => events.length === this.done.length);
  }

  /** The seeds in the hand. */
  get held() {
    return this.done.reduce(
      (held, { source, target, count }) => held + (target === "hand" ? count : source === "hand" ? -count : 0),
      0,
    );
  }

  /** The seeds sown since the hand was last filled. */
  get sown() {
    const sown = [...this.done].reverse().findIndex(({ key }) => key !== "sow");
    return sown < 0 ? this.done.length : sown;
  }

  /**
   * Do the next gestures at a place and return them; null where none is to be done there now.
   * @param {string} place
   */
  tap(place) {
    const event = this.next.find((each) => placeOf(each) === place);
    if (!event) {
      if (this.taps) this.#miss(place);
      return null;
    }
    const before = this.done.length;
    this.taps++;
    this.#do(event);
    this.#keepBooks();
    return this.done.slice(before);
  }

  /** @param {string} place */
  #miss(place) {
    const [lifted, ...others] = this.done;
    this.misses++;
    if (!others.length && this.first.length < MOST_FIRST) this.first.push([lifted.source, place]);
  }

  /** @param {Page.Gesture} event */
  #do(event) {
    const n = this.done.length;
    this.open = this.open.filter(({ events }) => events[n] && same(events[n], event));
    this.done.push(event);
  }

  /** Do the bookkeeping that leaves no choice. */
  #keepBooks() {
    for (;;) {
      const { next } = this;
      if (next.length !== 1 || !isBookkeeping(next[0], this.done.at(-1))) return;
      this.#do(next[0]);
    }
  }
}
