// Puzzles for the class: the teacher composes a set, hands it out, and sees the misses of each pupil.

import { askBook, askPosition } from "./api.js";
import { smallBoard } from "./board.js";
import { familyButtons, gameOptions, titleOf } from "./tournament.js";
import { button, showError, toast } from "./dom.js";
import { families } from "./families.js";
import { sign } from "./icons.js";
import { html, nothing } from "./lit.js";
import { choice, dialog, field, panel } from "./page.js";
import { picture } from "./pictures.js";
import { becameSign, stars } from "./solved.js";
import { listed, t } from "./words.js";

const LEAST = 3, MOST = 12, USUAL = 5;
/** @type {Record<string, number[]>} the numbers of stars */
const HARDNESS = { any: [1, 2, 3, 4, 5], easy: [1, 2], middling: [3], hard: [4, 5] };

/** The panel in which a set is composed, handed out, and watched. */
export class Handing {
  sets = 0;
  /** @type {Wire.ShownSet | null} */
  set = null;
  open = false;
  /** whether another set is composed while the pupils have one */
  more = false;

  /**
   * @param {Page.Say} say
   * @param {() => unknown} print prints the set that was handed out last
   * @param {() => void} draw draws the page again
   */
  constructor(say, print, draw) {
    this.say = say;
    this.print = print;
    this.draw = draw;
    this.composer = new Composer((puzzles) => {
      this.more = false;
      say({ kind: "handout", sets: this.sets, puzzles });
    }, draw);
  }

  /** @param {Wire.TeacherState} state */
  show({ sets, set }) {
    if (sets > this.sets && set?.open) Object.assign(this, { more: false, open: true });
    Object.assign(this, { sets, set });
    if (this.open && this.#composes) this.composer.open();
  }

  get #composes() {
    return !this.set?.open || this.more;
  }

  /** The tries of the class, and with them, or instead of them, the composer. */
  element() {
    const { set, composer, say } = this, composes = this.#composes;
    const results = set ? html`<div class="results-of-set">${resultsOf(set, say)}</div>` : nothing;
    const unfold = () => {
      if (this.#composes) composer.open();
      this.draw();
    };
    const another = () => (this.more = true, unfold());
    const acts = html`
      <div class="row">
        ${set?.open
          ? html`<button type="button" @click=${() => say({ kind: "collect" })}>${t("Take the puzzles back")}</button>`
          : nothing}
        ${composes ? nothing : html`<button type="button" @click=${another}>${t("Another set")}</button>`}
        ${set ? html`<button type="button" @click=${this.print}>${t("Cards to print (PDF)")}</button>` : nothing}
      </div>
    `;
    const composing = composes ? composer.element() : nothing;
    return panel(
      t("Puzzles for the class"),
      this.open,
      html`<div class="handing">${set?.open ? [results, acts, composing] : [composing, results, acts]}</div>`,
      (open) => {
        if (open !== this.open) this.open = open, open && unfold();
      },
    );
  }
}

/** The part in which puzzles are chosen. */
class Composer {
  family = families[0]?.name ?? "";
  game = "";
  hardness = "any";
  count = USUAL;
  /** @type {Set<string>} the themes that are wanted; none for all of them */
  themes = new Set();
  /** @type {Wire.ShownBook | null} */
  book = null;
  /** @type {Wire.ShownPuzzle[]} */
  chosen = [];
  /** @type {Map<string, HTMLElement>} boards by the ids of puzzles */
  boards = new Map();

  /**
   * @param {(puzzles: string[]) => unknown} onhand called with the puzzles that are to be handed out
   * @param {() => void} draw draws the page again
   */
  constructor(onhand, draw) {
    this.onhand = onhand;
    this.draw = draw;
  }

  /** Show puzzles to choose from, the first time that the part is opened. */
  open() {
    if (!this.book) this.#of(this.family);
  }

  element() {
    const { book, chosen, count, themes, game } = this;
    /** @type {[string, string][]} */
    const levels = [["any", t("mixed")], ["easy", t("easy")], ["middling", t("medium")], ["hard", t("hard")]];
    const hard = choice(
      t("Difficulty"),
      levels,
      this.hardness,
      (hardness) => (this.hardness = hardness, this.#choose()),
    );
    const ids = [...new Set(book?.puzzles.map((each) => each.game))];
    const only = (/** @type {Page.From<HTMLSelectElement>} */ { currentTarget }) => this.#only(currentTarget.value);
    const many = (/** @type {Page.From<HTMLInputElement>} */ { currentTarget }) => {
      this.count = Math.min(Math.max(Math.round(Number(currentTarget.value)) || USUAL, LEAST), MOST);
      currentTarget.value = String(this.count);
      this.#choose();
    };
    const known = this.#ofGame().map(({ theme }) => theme);
    const press = (/** @type {string} */ name) => () => {
      if (!themes.delete(name)) themes.add(name);
      this.#choose();
    };
    const shelf = book?.themes.filter(({ name }) => known.includes(name)).map(({ name, title }) =>
      button(title, "chip", press(name), { "aria-pressed": String(themes.has(name)) })
    );
    const found = t("Only {count} puzzle matches.", "Only {count} puzzles match.", { count: chosen.length });
    return html`
      <section class="composer">
        <div class="games row">
          ${familyButtons(({ name }) => name === this.family, ({ name }) => this.#of(name))}
          <select aria-label=${t("Board and rules")} @change=${only}>
            <option value="" .selected=${!game}>${t("any board")}</option>
            ${gameOptions(game, ids)}
          </select>
        </div>
        <div class="wanted">
          ${field(t("Difficulty"), hard)}
          <div class="field">
            <label for="set-count">${t("How many puzzles")}</label>
            <input id="set-count" type="number" min=${LEAST} max=${MOST} .value=${String(count)} @change=${many}>
          </div>
        </div>
        ${field(
          t("Themes: those you choose, or any"),
          html`<div class="row" role="group" aria-label=${t("Themes")}>${shelf}</div>`,
        )}
        <p class="note" role="status">${book && chosen.length < count ? found : nothing}</p>
        <ol class="preview">${chosen.map((each, at) => this.#card(each, at))}</ol>
        ${button(t("Give to the class"), "primary wide", () => this.onhand(chosen.map(({ id }) => id)), {
          disabled: !chosen.length,
        })}
      </section>
    `;
  }

  /**
   * Take a family.
   * @param {string} family
   */
  async #of(family) {
    this.family = family;
    this.draw();
    try {
      const book = await askBook(family);
      if (family !== this.family) return;
      Object.assign(this, { book, chosen: [] });
      this.#only("");
    } catch (error) {
      showError(error);
    }
  }

  /**
   * Take one game of the family, "" for all of them.
   * @param {string} game
   */
  #only(game) {
    this.game = game;
    this.themes.clear();
    this.#choose();
  }

  #ofGame() {
    return this.book?.puzzles.filter(({ game }) => !this.game || game === this.game) ?? [];
  }

  /** The puzzles that fit the wishes. */
  #fitting() {
    const { themes, hardness } = this;
    const wanted = this.#ofGame().filter(({ theme }) => !themes.size || themes.has(theme));
    return wanted.filter((each) => HARDNESS[hardness].includes(each.stars));
  }

  /** Choose as many as are wanted; those chosen before stay as long as they fit. */
  #choose() {
    const fitting = this.#fitting(), kept = this.chosen.filter((each) => fitting.includes(each)).slice(0, this.count);
    const others = shuffled(fitting.filter((each) => !kept.includes(each)));
    this.chosen = [...kept, ...others].slice(0, this.count).sort((one, other) => one.rating - other.rating);
    this.draw();
  }

  /**
   * Replace a puzzle by another one.
   * @param {number} at
   */
  #exchange(at) {
    const [other] = shuffled(this.#fitting().filter((each) => !this.chosen.includes(each)));
    if (!other) return toast(t("There are no more puzzles here."));
    this.chosen[at] = other;
    this.draw();
  }

  /** @param {Wire.ShownPuzzle} puzzle */
  #board(puzzle) {
    const board = this.boards.get(puzzle.id) ?? small(puzzle);
    this.boards.set(puzzle.id, board);
    return board;
  }

  /**
   * @param {Wire.ShownPuzzle} puzzle
   * @param {number} at
   */
  #card(puzzle, at) {
    const { id, game, theme } = puzzle;
    const title = this.book?.themes.find(({ name }) => name === theme)?.title ?? theme;
    return html`
      <li data-id=${id}>
        <span class="row"><b class="number">${at + 1}</b>${stars(puzzle.stars)}</span>
        ${this.#board(puzzle)}
        <span class="name">${title}</span>
        <span class="soft">${titleOf(game)}</span>
        ${button([sign("replay"), t("Another one")], "", () => this.#exchange(at), {
          "aria-label": t("Another one instead of puzzle {number}", { number: at + 1 }),
        })}
      </li>
    `;
  }
}

/**
 * A list in a random order.
 * @template V
 * @param {V[]} list
 */
function shuffled(list) {
  const drawn = list.map((value) => ({ value, lot: Math.random() }));
  return drawn.sort((one, other) => one.lot - other.lot).map(({ value }) => value);
}

/**
 * The board of a puzzle, as soon as it is known.
 * @param {Pick<Wire.ShownPuzzle, "game" | "position">} puzzle
 */
function small({ game, position }) {
  const board = smallBoard();
  askPosition(game, position).then((view) => board.show(view.picture), showError);
  return board.frame;
}

/**
 * The tries of each pupil, and which themes were missed by whom.
 * @param {Wire.ShownSet} set
 * @param {Page.Say} say
 */
function resultsOf(set, say) {
  const { puzzles, pupils, themes } = set;
  const head = puzzles.map((puzzle, at) =>
    html`
      <th scope="col">${button(at + 1, "number", () => look(set, at, say), {
        "aria-label": t("Puzzle {number}: {title}", { number: at + 1, title: puzzle.title }),
      })}</th>
    `
  );
  const line = (/** @type {Wire.ShownSolver} */ { name, picture: face, tries }) =>
    html`
      <tr>
        <th scope="row"><span class="one">${picture(face)}<span class="name">${name}</span></span></th>
        ${tries.map((each) => html`<td>${becameSign(each)}</td>`)}
      </tr>
    `;
  const missed = themes.filter((theme) => theme.missed);
  return html`
    <div class="solvers" tabindex="0" role="region" aria-label=${t("Results")}>
      <table>
        <thead>
          <tr><th scope="col">${t("Name")}</th>${head}</tr>
        </thead>
        <tbody>${pupils.map(line)}</tbody>
      </table>
    </div>
    ${key()} ${missed.length
      ? html`
        <h3>${t("Missed on the first try")}</h3>
        <ul class="missed-themes">${missed.map(missedTold)}</ul>
      `
      : nothing}
  `;
}

/** @param {Wire.ShownMissed} theme */
const missedTold = ({ title, tried, missed, names }) =>
  html`<li><b>${title}</b> ${t("{missed} of {tried}: {names}", { missed, tried, names: listed(names) })}</li>`;

/** The meanings of the signs. */
function key() {
  /** @type {[Wire.ShownTries, string][]} */
  const signs = [
    [{ wrong: 0, helped: false, solved: true }, t("solved on the first try")],
    [{ wrong: 1, helped: false, solved: true }, t("solved later")],
    [{ wrong: 2, helped: false, solved: false }, t("wrong tries")],
  ];
  return html`
    <p class="legend">
      ${signs.map(([tries, told]) => html`<span><span aria-hidden="true">${becameSign(tries)}</span>${told}</span>`)}
      <span>${sign("bulb")}${t("with help")}</span>
    </p>
  `;
}

/**
 * Open a puzzle of the set: its board and solution, and who missed it.
 * @param {Wire.ShownSet} set
 * @param {number} at
 * @param {Page.Say} say
 */
function look({ puzzles, pupils }, at, say) {
  const puzzle = puzzles[at], { title, game, position, answer, say: asked } = puzzle;
  const who = pupils.filter(({ tries }) => tries[at].wrong || tries[at].helped).map(({ name }) => name);
  const wall = () => (box.close(), say({ kind: "together", game, position }));
  const box = dialog(
    t("Puzzle {number}: {title}", { number: at + 1, title }),
    "looked-at",
    html`
      <p>${asked} ${stars(puzzle.stars)}</p>
      ${small({ game, position })}
      <p>${t("The solution: {moves}", { moves: answer })}</p>
      ${who.length ? html`<p>${t("Missed on the first try: {names}", { names: listed(who) })}</p>` : nothing}
      <div class="row"><button type="button" @click=${wall}>${t("On the wall")}</button></div>
    `,
  );
}
