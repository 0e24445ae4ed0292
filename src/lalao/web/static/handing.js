// Puzzles for the class: the teacher composes a set, hands it out, and sees who missed what.

import { askBook, askGames, askPosition } from "./api.js";
import { Board } from "./board.js";
import { button, h, reason, show, toast } from "./dom.js";
import { families } from "./families.js";
import { sign } from "./icons.js";
import { choice, dialog, field, panel } from "./page.js";
import { picture } from "./pictures.js";
import { pictureAt } from "./place.js";
import { becameSign, stars } from "./solved.js";
import { listed, t } from "./words.js";

/** @typedef {(message: Wire.ClassSaid) => void} Say */
/** @typedef {{ sets: number, set: Wire.ShownSet | null }} Sets */

const LEAST = 3, MOST = 12, USUAL = 5;
/** @type {Record<string, number[]>} the numbers of stars */
const HARDNESS = { any: [1, 2, 3, 4, 5], easy: [1, 2], middling: [3], hard: [4, 5] };

/** The panel in which a set is composed, handed out, and watched. */
export class Handing {
  middle = h("div", { class: "handing" });
  element = panel(t("Puzzles for the class"), false, this.middle);
  results = h("div", { class: "results-of-set" });
  /** what is shown, as text */
  shown = "";
  sets = 0;
  /** @type {Wire.ShownSet | null} */
  set = null;
  /** whether another set is composed while the pupils have one */
  more = false;

  /**
   * @param {Say} say
   * @param {() => unknown} print prints the set that was handed out last
   */
  constructor(say, print) {
    this.say = say;
    this.print = print;
    this.composer = new Composer((puzzles) => {
      this.more = false;
      say({ kind: "handout", sets: this.sets, puzzles });
    });
    this.element.addEventListener("toggle", () => this.#arrange());
  }

  /** @param {Sets} state */
  show({ sets, set }) {
    const told = JSON.stringify(set);
    if (told === this.shown) return;
    const anew = sets > this.sets;
    Object.assign(this, { shown: told, sets, set });
    if (anew && set?.open) {
      this.more = false;
      this.element.open = true;
    }
    this.#arrange();
  }

  /** Show what the class has tried, and with it, or instead of it, the composer. */
  #arrange() {
    const { set, results, composer, middle, element } = this;
    if (set) show(results, resultsOf(set, this.say));
    const composing = !set?.open || this.more;
    if (element.open && composing) composer.open();
    const another = button(t("Another set"), "", () => (this.more = true, this.#arrange()));
    const collect = button(t("Take the puzzles back"), "", () => this.say({ kind: "collect" }));
    const cards = button(t("Cards to print (PDF)"), "", this.print);
    const acts = h("div", { class: "row" }, set?.open && collect, set?.open && !composing && another, set && cards);
    show(middle, set?.open ? [results, acts, composing && composer.element] : [composer.element, set && results, acts]);
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
  /** @type {Map<string, string>} the titles of games */
  titles = new Map();
  /** @type {Wire.ShownPuzzle[]} */
  chosen = [];
  games = h("select", { "aria-label": t("Board and rules") });
  shelf = h("div", { class: "row", role: "group", "aria-label": t("Themes") });
  told = h("p", { class: "note", role: "status" });
  preview = h("ol", { class: "preview" });

  /** @param {(puzzles: string[]) => unknown} onhand called with the puzzles that are to be handed out */
  constructor(onhand) {
    this.games.addEventListener("change", () => this.#only(this.games.value));
    const many = h("input", { id: "set-count", type: "number", min: LEAST, max: MOST, value: USUAL });
    many.addEventListener("change", () => {
      this.count = Math.min(Math.max(Math.round(Number(many.value)) || USUAL, LEAST), MOST);
      many.value = String(this.count);
      this.#choose();
    });
    /** @type {[string, string][]} */
    const levels = [["any", t("mixed")], ["easy", t("easy")], ["middling", t("medium")], ["hard", t("hard")]];
    const hard = choice(t("Difficulty"), levels, "any", (hardness) => (this.hardness = hardness, this.#choose()));
    this.pictures = families.map(({ name, title, scene }) =>
      h(
        "button",
        { type: "button", class: "family", "data-family": name, onclick: () => this.#of(name) },
        scene && h("img", { src: `${pictureAt(scene)}#still`, alt: "", width: 96, height: 72 }),
        h("span", {}, title),
      )
    );
    this.hand = button(t("Give to the class"), "primary wide", () => onhand(this.chosen.map(({ id }) => id)));
    this.element = h(
      "section",
      { class: "composer" },
      h("div", { class: "games row" }, this.pictures, this.games),
      h(
        "div",
        { class: "wanted" },
        field(t("Difficulty"), hard),
        h("div", { class: "field" }, h("label", { for: "set-count" }, t("How many puzzles")), many),
      ),
      field(t("Themes: those you choose, or any"), this.shelf),
      this.told,
      this.preview,
      this.hand,
    );
  }

  /** Show puzzles to choose from, the first time that the part is opened. */
  open() {
    if (!this.book) this.#of(this.family);
  }

  /**
   * Take a family.
   * @param {string} family
   */
  async #of(family) {
    this.family = family;
    families.forEach(({ name }, at) => this.pictures[at].setAttribute("aria-pressed", String(name === family)));
    try {
      const [book, games] = await Promise.all([askBook(family), askGames()]);
      if (family !== this.family) return;
      Object.assign(this, { book, chosen: [], titles: new Map(games.map(({ id, title }) => [id, title])) });
    } catch (error) {
      return toast(reason(error));
    }
    const ids = [...new Set(this.book?.puzzles.map(({ game }) => game))];
    const options = ids.map((id) => h("option", { value: id }, this.titles.get(id) ?? id));
    show(this.games, h("option", { value: "" }, t("any board")), options);
    this.#only("");
  }

  /**
   * Take one game of the family, "" for all of them.
   * @param {string} game
   */
  #only(game) {
    this.game = game;
    this.themes.clear();
    const known = this.#ofGame().map(({ theme }) => theme);
    const themes = this.book?.themes.filter(({ name }) => known.includes(name)) ?? [];
    show(this.shelf, themes.map((theme) => this.#theme(theme)));
    this.#choose();
  }

  /** @param {Wire.ShownTheme} theme */
  #theme({ name, title }) {
    const press = () => {
      if (!this.themes.delete(name)) this.themes.add(name);
      face.setAttribute("aria-pressed", String(this.themes.has(name)));
      this.#choose();
    };
    const face = button(title, "chip", press, { "aria-pressed": "false" });
    return face;
  }

  #ofGame() {
    return this.book?.puzzles.filter(({ game }) => !this.game || game === this.game) ?? [];
  }

  /** The puzzles that fit what is wanted. */
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
    this.#draw();
  }

  /**
   * Replace a puzzle by another one.
   * @param {number} at
   */
  #exchange(at) {
    const [other] = shuffled(this.#fitting().filter((each) => !this.chosen.includes(each)));
    if (!other) return toast(t("There are no more puzzles here."));
    this.chosen[at] = other;
    this.#draw();
    const anew = this.preview.children[at]?.querySelector("button");
    anew?.focus();
  }

  #draw() {
    const { chosen, count, book } = this;
    const title = (/** @type {string} */ theme) => book?.themes.find(({ name }) => name === theme)?.title ?? theme;
    show(this.preview, chosen.map((each, at) => this.#card(each, at, title(each.theme))));
    const found = t("Only {count} puzzle matches.", "Only {count} puzzles match.", { count: chosen.length });
    this.told.textContent = chosen.length < count ? found : "";
    this.hand.disabled = !chosen.length;
  }

  /**
   * @param {Wire.ShownPuzzle} puzzle
   * @param {number} at
   * @param {string} title
   */
  #card(puzzle, at, title) {
    const label = t("Another one instead of puzzle {number}", { number: at + 1 });
    const another = button([sign("again"), t("Another one")], "", () => this.#exchange(at), { "aria-label": label });
    return h(
      "li",
      { "data-id": puzzle.id },
      h("span", { class: "row" }, h("b", { class: "number" }, at + 1), stars(puzzle.stars)),
      small(puzzle),
      h("span", { class: "name" }, title),
      h("span", { class: "soft" }, this.titles.get(puzzle.game) ?? puzzle.game),
      another,
    );
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
 * @param {Wire.ShownPuzzle} puzzle
 */
function small({ game, position }) {
  const board = new Board({ small: true, label: t("the board") });
  board.frame.setAttribute("aria-hidden", "true");
  askPosition(game, position).then((view) => board.show(view.picture), (error) => toast(reason(error)));
  return board.frame;
}

/**
 * Who has tried what, and which themes were missed by whom.
 * @param {Wire.ShownSet} set
 * @param {Say} say
 */
function resultsOf(set, say) {
  const { puzzles, pupils, themes } = set;
  const head = puzzles.map((puzzle, at) =>
    h(
      "th",
      { scope: "col" },
      button(at + 1, "number", () => look(set, at, say), {
        "aria-label": t("Puzzle {number}: {title}", { number: at + 1, title: puzzle.title }),
      }),
    )
  );
  const line = (/** @type {Wire.ShownSolver} */ { name, picture: face, tries }) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, h("span", { class: "one" }, picture(face), h("span", { class: "name" }, name))),
      tries.map((each) => h("td", {}, becameSign(each))),
    );
  const missed = themes.filter((theme) => theme.missed);
  return [
    h(
      "div",
      { class: "solvers", tabindex: 0, role: "region", "aria-label": t("Results") },
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("Name")), head)),
        h("tbody", {}, pupils.map(line)),
      ),
    ),
    key(),
    missed.length > 0 && h("h3", {}, t("Missed on the first try")),
    missed.length > 0 && h("ul", { class: "missed-themes" }, missed.map(missedTold)),
  ];
}

/** @param {Wire.ShownMissed} theme */
const missedTold = ({ title, tried, missed, names }) =>
  h("li", {}, h("b", {}, title), " ", t("{missed} of {tried}: {names}", { missed, tried, names: listed(names) }));

/** What the signs mean. */
function key() {
  const sample = { wrong: 0, helped: false, solved: false };
  const signs = [
    [{ ...sample, solved: true }, t("solved on the first try")],
    [{ ...sample, wrong: 1, solved: true }, t("solved later")],
    [{ ...sample, wrong: 2 }, t("wrong tries")],
  ].map(([tries, told]) => {
    return h(
      "span",
      {},
      h("span", { "aria-hidden": "true" }, becameSign(/** @type {Wire.ShownTries} */ (tries))),
      String(told),
    );
  });
  return h("p", { class: "legend" }, signs, h("span", {}, sign("bulb"), t("with help")));
}

/**
 * Open a puzzle of the set: its board and solution, and who missed it.
 * @param {Wire.ShownSet} set
 * @param {number} at
 * @param {Say} say
 */
function look({ puzzles, pupils }, at, say) {
  const puzzle = puzzles[at], { title, game, position, answer, say: asked } = puzzle;
  const who = pupils.filter(({ tries }) => tries[at].wrong || tries[at].helped).map(({ name }) => name);
  const wall = () => (box.close(), say({ kind: "together", game, position }));
  const box = dialog(
    t("Puzzle {number}: {title}", { number: at + 1, title }),
    "looked-at",
    h("p", {}, asked, " ", stars(puzzle.stars)),
    small(puzzle),
    h("p", {}, t("The solution: {moves}", { moves: answer })),
    who.length > 0 && h("p", {}, t("Missed on the first try: {names}", { names: listed(who) })),
    h("div", { class: "row" }, button(t("On the wall"), "", wall)),
  );
}
