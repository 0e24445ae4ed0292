// What moves are worth: a known value has its sign and its words; an opinion of the engine has neither, and looks different.

import { h, s } from "./dom.js";
import { t } from "./words.js";

const SIGNS = { win: "✓", draw: "=", loss: "✗" };

/** Say what is known: the result, by how much, and how far away. */
function valueWords({ value, plies, margin }) {
  const count = Math.abs(margin?.half ?? 0);
  const by = value === "draw" || !margin ? "" : count ? (value === "win" ? t("wins by {count}", { count }) : t("loses by {count}", { count })) : value === "win" ? t("wins by the tibong") : t("loses by the tibong");
  const result = by || { win: t("wins"), draw: t("draw"), loss: t("loses") }[value];
  return plies ? `${result} · ${t("{count} turn", "{count} turns", { count: plies })}` : result;
}

/** An opinion is in hundredths of the game's unit; it is told in units. */
function score(opinion) {
  const size = Math.abs(opinion) / 100;
  return `${opinion > 0 ? "+" : opinion < 0 ? "−" : ""}${size.toFixed(size < 10 ? 1 : 0)}`;
}

/** What one move is worth: its kind, as short as on the board, and in words; null where nothing is known or thought. */
function worthOf(each, lead) {
  const { value, plies, margin, opinion } = each;
  if (value in SIGNS) return { kind: value, sign: SIGNS[value], short: `${SIGNS[value]} ${margin?.half ? Math.abs(margin.half) : margin ? "" : (plies ?? "")}`.trim(), words: valueWords(each) };
  if (opinion === null || opinion === undefined) return null;
  return { kind: "opinion", sign: "", short: score(opinion), words: t("the engine thinks {score} {lead}", { score: score(opinion), lead }) };
}

/** The worth of every move of a position, the best first, as the server answers; `lead` is the unit of opinions, in a word. */
export class Worths {
  constructor(answer, lead) {
    this.answer = answer;
    this.lead = lead;
    this.moves = answer.moves.map((each) => ({ move: each.move, worth: worthOf(each, lead) })).filter(({ worth }) => worth);
  }

  /** What the best of these moves is worth. */
  best(moves) {
    return this.moves.find(({ move }) => moves.includes(move))?.worth;
  }

  /** What each choice that is offered is worth: that of the best turn that it can become, by place. */
  places(chooser) {
    const reached = new Map();
    for (const choice of chooser.offered)
      for (const place of chooser.unsure.length ? choice.taken : [choice.place])
        reached.set(place, [...(reached.get(place) ?? []), ...chooser.reach(choice)]);
    const found = new Map();
    for (const [place, moves] of reached) if (this.best(moves)) found.set(place, this.best(moves));
    return found;
  }
}

/** A worth beside words: on a button. */
export function badge(worth) {
  return worth && h("span", { class: `badge ${worth.kind}`, title: worth.words }, h("span", { "aria-hidden": "true" }, worth.short), h("span", { class: "unseen" }, worth.words));
}

/** A worth on the board, which belongs to a place and lies round x,y. */
export function drawWorth({ kind, short, words }, place, x, y) {
  const width = 18 + 12 * short.length;
  return s("g", { class: `worth-mark ${kind}`, "data-over": place }, s("title", {}, words), s("rect", { x: x - width / 2, y: y - 15, width, height: 30, rx: 15 }), s("text", { x, y: y + 8 }, short));
}

/** List what every move is worth, known values first, opinions under a heading of their own. */
export function worthList(worths, onmove) {
  const { answer, moves, lead } = worths;
  const listed = (wanted) => moves.filter(({ worth }) => (worth.kind === "opinion") === wanted).map(({ move, worth }) => row(move, worth, onmove));
  const [known, guessed] = [listed(false), listed(true)];
  if (!known.length && !guessed.length) return [h("p", { class: "note" }, answer.value === "unknown" ? t("Nobody knows yet.") : t("The game is over."))];
  return [
    known.length && h("ul", { class: "values" }, known),
    ...(guessed.length ? [h("h3", {}, t("The engine's opinion")), h("p", { class: "note" }, t("Not proved: {count} turn ahead; the lead in {lead}.", "Not proved: {count} turns ahead; the lead in {lead}.", { count: answer.opinion.depth, lead })), h("ul", { class: "values" }, guessed)] : []),
  ];
}

function row(move, { kind, sign, short, words }, onmove) {
  const told = kind === "opinion" ? [h("span", { "aria-hidden": "true" }, `≈ ${short}`), h("span", { class: "unseen" }, words)] : words.split(" · ").map((part, i) => h("span", { class: "part" }, i ? " · " : h("span", { class: "mark" }, sign), part));
  const face = [h("span", { class: "move" }, move), h("span", { class: `value ${kind}` }, told)];
  return h("li", {}, onmove ? h("button", { type: "button", class: "worth", onclick: () => onmove(move) }, face) : h("div", { class: "worth" }, face));
}
