// Choosing a turn tap by tap: a walk down the ways that the server lists, without knowing the rules. Where there are
// too many, some are only beginnings, whose `move` is null: the server lists the continuations once one is chosen.

/** @type {(a: Wire.ShownChoice, b: Wire.ShownChoice) => boolean} */
const same = (a, b) => a.place === b.place && a.how === b.how && a.taken.join() === b.taken.join();

export class Chooser {
  /** @type {Wire.ShownChoice[]} the choices so far */
  prefix = [];
  /** @type {Wire.ShownChoice[]} the possible meanings of the last tap */
  unsure = [];
  /** whether the last tap was on a place that cannot be chosen now */
  missed = false;
  /** the move that a hint leads to, "" for none */
  hinted = "";

  /** @param {Wire.ShownPath[]} paths */
  constructor(paths) {
    this.paths = paths;
  }

  #matching(prefix = this.prefix) {
    return this.paths.filter(({ path }) => prefix.every((choice, i) => path[i] && same(path[i], choice)));
  }

  /** The next choices, each once. */
  get options() {
    /** @type {Wire.ShownChoice[]} */
    const found = [];
    for (const { path } of this.#matching()) {
      const next = path[this.prefix.length];
      if (next && !found.some((choice) => same(choice, next))) found.push(next);
    }
    return found;
  }

  /** The choices now: the ways that a tap leaves open, else the next choices. */
  get offered() {
    return this.unsure.length ? this.unsure : this.options;
  }

  /**
   * The moves that a choice may still become.
   * @param {Wire.ShownChoice} choice
   */
  reach(choice) {
    return this.#matching([...this.prefix, choice]).flatMap(({ move }) => move ?? []);
  }

  /**
   * Whether a choice, once a turn is begun, leads to the move of the hint.
   * @param {Wire.ShownChoice} choice
   */
  isHinted(choice) {
    return this.hinted !== "" && this.prefix.length > 0 && this.reach(choice).includes(this.hinted);
  }

  /** The ways that consist of just the choices so far. */
  #chosen() {
    const { length } = this.prefix;
    return length ? this.#matching().filter(({ path }) => path.length === length) : [];
  }

  /** The turn that is complete with the choices so far, if there is one. */
  get whole() {
    return this.#chosen().find(({ move }) => move !== null);
  }

  /** The beginning that is chosen, if its continuations have not been listed yet. */
  get beginning() {
    return this.#chosen().find(({ move }) => move === null);
  }

  /**
   * Put the ways that follow a beginning in its place.
   * @param {Wire.ShownPath} beginning
   * @param {Wire.ShownPath[]} paths
   */
  goOn(beginning, paths) {
    this.paths = [...this.paths.filter((each) => each !== beginning), ...paths];
  }

  /** Any one turn that begins with the choices so far. */
  get any() {
    return this.#matching()[0];
  }

  /**
   * Choose a place; returns the turn to be played once nothing is left to choose, else null.
   * @param {string} place
   * @returns {Wire.ShownPath | null}
   */
  tap(place) {
    this.missed = false;
    if (this.unsure.length) {
      const sure = this.unsure.filter(({ taken }) => taken.includes(place));
      if (sure.length === 1) return this.take(sure[0]);
    }
    const found = this.options.filter((choice) => choice.place === place);
    if (found.length === 1) return this.take(found[0]);
    if (found.length > 1) {
      this.unsure = found;
      return null;
    }
    const here = this.prefix.at(-1);
    if (here?.place === place && this.whole) return this.whole;
    const again = this.prefix[0]?.place === place;
    this.missed = !again && !this.paths.some(({ path }) => path[0]?.place === place);
    if (this.missed) return null;
    this.clear();
    return again ? null : this.#begin(place);
  }

  /** @param {string} place */
  #begin(place) {
    const found = this.options.filter((choice) => choice.place === place);
    return found.length === 1 ? this.take(found[0]) : null;
  }

  /**
   * Take one of the options; where only a sign can follow, it is taken at once.
   * @param {Wire.ShownChoice} choice
   * @returns {Wire.ShownPath | null}
   */
  take(choice) {
    this.unsure = [];
    this.prefix.push(choice);
    const next = this.options;
    if (next.length === 1 && !this.whole && "+-".includes(next[0].how) && next[0].how) return this.take(next[0]);
    return next.length || this.beginning ? null : (this.whole ?? null);
  }

  clear() {
    this.prefix = [];
    this.unsure = [];
    this.missed = false;
  }

  /** The text of the choices so far, to which later ones can be added. */
  get begun() {
    const { length } = this.prefix;
    return length ? (new RegExp(`^(?:[^ -]+[ -]?){${length}}`).exec(this.any?.text ?? "") ?? [""])[0] : "";
  }

  /** How the board is to be marked. */
  get marks() {
    const options = this.offered;
    const taken = this.unsure.length ? this.unsure.flatMap((choice) => choice.taken) : [];
    const first = this.prefix.every(({ how }) => how === "x");
    return {
      legal: first ? options.filter(({ how }) => how !== "x").map(({ place }) => place) : [],
      takes: [
        ...taken,
        ...this.prefix.flatMap((choice) => choice.taken),
        ...(first ? options.filter(({ how }) => how === "x").map(({ place }) => place) : []),
      ],
      chosen: first ? [] : this.prefix.map(({ place }) => place),
      target: first ? [] : options.map(({ place }) => place),
      hint: options.filter((choice) => this.isHinted(choice)).map(({ place }) => place),
    };
  }
}
