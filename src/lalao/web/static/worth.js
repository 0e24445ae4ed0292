// What moves are worth: a known value has a sign and words of its own; an opinion has neither, and looks different.

import { h, s } from "./dom.js";
import { t } from "./words.js";

const SIGNS = { win: "✓", draw: "=", loss: "✗" };

/**
 * Say what is known: the result, by how much, and how far away.
 * @param {"win" | "draw" | "loss"} value
 * @param {Wire.ShownWorth} worth
 */
function valueWords(value, { plies, margin }) {
  const count = Math.abs(margin?.half ?? 0);
  const by = value === "draw" || !margin
    ? ""
    : count
    ? (value === "win" ? t("wins by {count}", { count }) : t("loses by {count}", { count }))
    : value === "win"
    ? t("wins by the tibong")
    : t("loses by the tibong");
  const result = by || { win: t("win"), draw: t("draw"), loss: t("loss") }[value];
  return plies ? `${result} · ${t("{count} turn", "{count} turns", { count: plies })}` : result;
}

/**
 * Write an opinion, which is in hundredths of the game's unit, in units.
 * @param {number} opinion
 */
function score(opinion) {
  const size = Math.abs(opinion) / 100, digits = size.toFixed(size < 10 ? 1 : 0);
  const sign = Number(digits) === 0 ? "" : opinion > 0 ? "+" : "−";
  return sign + digits;
}

/**
 * What one move is worth; null where there is neither a value nor an opinion.
 * @param {Wire.ShownWorth} each
 * @param {string} lead
 * @returns {Page.Worth | null}
 */
function worthOf(each, lead) {
  const { value, plies, margin, opinion } = each;
  if (value !== "unknown") {
    return {
      kind: value,
      sign: SIGNS[value],
      short: `${SIGNS[value]} ${margin?.half ? Math.abs(margin.half) : margin ? "" : (plies ?? "")}`.trim(),
      words: valueWords(value, each),
    };
  }
  if (opinion === null || opinion === undefined) return null;
  return {
    kind: "opinion",
    sign: "",
    short: score(opinion),
    words: t("the engine's opinion: {score} {lead}", { score: score(opinion), lead }),
  };
}

/** The worth of every move of a position, the best first, as the server answers. */
export class Worths {
  /**
   * @param {Wire.ShownValues} answer
   * @param {string} lead the unit of opinions, in a word
   */
  constructor(answer, lead) {
    this.answer = answer;
    this.lead = lead;
    this.moves = answer.moves.flatMap((each) => {
      const worth = worthOf(each, lead);
      return worth ? [{ move: each.move, worth }] : [];
    });
  }

  /**
   * What the best of these moves is worth.
   * @param {string[]} moves
   */
  best(moves) {
    return this.moves.find(({ move }) => moves.includes(move))?.worth;
  }

  /**
   * What each choice that is offered is worth, by place: as much as the best turn that it can become.
   * @param {import("./chooser.js").Chooser} chooser
   */
  places(chooser) {
    /** @type {Map<string, string[]>} */
    const reached = new Map();
    for (const choice of chooser.offered) {
      for (const place of chooser.unsure.length ? choice.taken : [choice.place]) {
        reached.set(place, [...(reached.get(place) ?? []), ...chooser.reach(choice)]);
      }
    }
    /** @type {Map<string, Page.Worth>} */
    const found = new Map();
    for (const [place, moves] of reached) {
      const worth = this.best(moves);
      if (worth) found.set(place, worth);
    }
    return found;
  }
}

/**
 * A worth beside the words of a button.
 * @param {Page.Worth | undefined} worth
 */
export function badge(worth) {
  return worth &&
    h(
      "span",
      { class: `badge ${worth.kind}`, title: worth.words },
      h("span", { "aria-hidden": "true" }, worth.short),
      h("span", { class: "unseen" }, worth.words),
    );
}

/**
 * A worth on the board, which belongs to a place and is centred on x,y.
 * @param {Page.Worth} worth
 * @param {string} place
 * @param {number} x
 * @param {number} y
 */
export function drawWorth({ kind, short, words }, place, x, y) {
  const width = 18 + 12 * short.length;
  return s(
    "g",
    { class: `worth-mark ${kind}`, "data-over": place },
    s("title", {}, words),
    s("rect", { x: x - width / 2, y: y - 15, width, height: 30, rx: 15 }),
    s("text", { x, y: y + 8 }, short),
  );
}

/**
 * List what each move is worth, known values first, opinions under a heading of their own.
 * @param {Worths} worths
 * @param {(move: string) => unknown} [onmove]
 */
export function worthList(worths, onmove) {
  const { answer, moves, lead } = worths;
  const [known, guessed] = [false, true].map((wanted) =>
    moves.filter(({ worth }) => (worth.kind === "opinion") === wanted).map((each) => row(each, onmove))
  );
  if (!known.length && !guessed.length) {
    return [h("p", { class: "note" }, answer.value === "unknown" ? t("Not known yet.") : t("The game is over."))];
  }
  return [
    known.length > 0 && h("ul", { class: "values" }, known),
    ...(guessed.length
      ? [
        h("h3", {}, t("The engine's opinion")),
        h(
          "p",
          { class: "note" },
          t(
            "Not proved: {count} turn ahead; the lead in {lead}.",
            "Not proved: {count} turns ahead; the lead in {lead}.",
            {
              count: answer.opinion?.depth ?? 0,
              lead,
            },
          ),
        ),
        h("ul", { class: "values" }, guessed),
        answer.exact_from !== undefined && h("p", { class: "note" }, exactWords(answer.exact_from)),
      ]
      : []),
  ];
}

/**
 * Say from when on nothing is an opinion any more.
 * @param {number} count pieces on the board
 */
const exactWords = (count) =>
  t(
    "With {count} piece or fewer on the board everything is exact.",
    "With {count} pieces or fewer on the board everything is exact.",
    {
      count,
    },
  );

/**
 * @param {{ move: string, worth: Page.Worth }} each
 * @param {(move: string) => unknown} [onmove]
 */
function row({ move, worth: { kind, sign, short, words } }, onmove) {
  const told = kind === "opinion"
    ? [h("span", { "aria-hidden": "true" }, `≈ ${short}`), h("span", { class: "unseen" }, words)]
    : words.split(" · ").map((part, i) =>
      h("span", { class: "part" }, i ? " · " : h("span", { class: "mark" }, sign), part)
    );
  const face = [h("span", { class: "move" }, move), h("span", { class: `value ${kind}` }, told)];
  return h(
    "li",
    {},
    onmove
      ? h("button", { type: "button", class: "worth", onclick: () => onmove(move) }, face)
      : h("div", { class: "worth" }, face),
  );
}
