// The worth of moves: a known value has a sign and words of its own; an opinion has neither, and looks different.

import { askValues } from "./api.js";
import { reason, s } from "./dom.js";
import { html, nothing, render } from "./lit.js";
import { change, settings } from "./settings.js";
import { t } from "./words.js";

const SIGNS = { win: "✓", draw: "=", loss: "✗" };

/**
 * State the known facts: the result, by how much, and how far away.
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
  const size = Math.abs(opinion) / 100, point = settings.language === "en" ? "." : ",";
  const digits = size.toFixed(size < 10 ? 1 : 0).replace(".", point);
  const sign = !/[1-9]/.test(digits) ? "" : opinion > 0 ? "+" : "−";
  return sign + digits;
}

/**
 * How an opinion leans, from -1 to 1; graphs and bars show it.
 * @param {number} opinion
 */
export const leaning = (opinion) => Math.tanh(opinion / 400);

/**
 * The worth of one move; null where there is neither a value nor an opinion.
 * @param {Wire.ShownWorth} each
 * @param {string} lead
 * @returns {Page.Worth | null}
 */
export function worthOf(each, lead) {
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
   * The worth of the best of these moves.
   * @param {string[]} moves
   */
  best(moves) {
    return this.moves.find(({ move }) => moves.includes(move))?.worth;
  }

  /**
   * The worth of each choice that is offered, by place: as much as the best turn that it can become.
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
export const badge = (worth) =>
  worth && html`<span class="badge ${worth.kind}" title=${worth.words}><span aria-hidden="true">${worth.short}</span>
    <span class="unseen">${worth.words}</span></span>`;

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
 * List the worth of each move, known values first, opinions under a heading of their own.
 * @param {Worths} worths
 * @param {(move: string) => unknown} [onmove]
 */
export function worthList({ answer, moves, lead }, onmove) {
  const [guessed, known] = [true, false].map((wanted) =>
    moves.filter(({ worth }) => (worth.kind === "opinion") === wanted)
  );
  const list = (/** @type {typeof moves} */ some) =>
    some.length ? html`<ul class="values">${some.map((each) => row(each, onmove))}</ul>` : nothing;
  const note = (/** @type {string} */ text) => html`<p class="note">${text}</p>`;
  if (!moves.length) return note(answer.value === "unknown" ? t("Not known yet.") : t("The game is over."));
  if (!guessed.length) return list(known);
  const told = t(
    "Not proved: {count} turn ahead; the lead in {lead}.",
    "Not proved: {count} turns ahead; the lead in {lead}.",
    {
      count: answer.opinion?.depth ?? 0,
      lead,
    },
  );
  const count = answer.exact_from;
  return html`
    ${list(known)}
    <h3>${t("The engine's opinion")}</h3>
    ${note(told)} ${list(guessed)} ${count === undefined ? nothing : note(t(
      "With {count} piece or fewer on the board everything is exact.",
      "With {count} pieces or fewer on the board everything is exact.",
      { count },
    ))}
  `;
}

/**
 * @param {{ move: string, worth: Page.Worth }} each
 * @param {(move: string) => unknown} [onmove]
 */
function row({ move, worth: { kind, sign, short, words } }, onmove) {
  const told = kind === "opinion"
    ? html`<span aria-hidden="true">≈ ${short}</span><span class="unseen">${words}</span>`
    : words.split(" · ").map((part, i) =>
      html`<span class="part">${i ? " · " : html`<span class="mark">${sign}</span>`}${part}</span>`
    );
  const face = html`<span class="move">${move}</span><span class="value ${kind}">${told}</span>`;
  return html`<li>${
    onmove
      ? html`<button type="button" class="worth" @click=${() => onmove(move)}>${face}</button>`
      : html`<div class="worth">${face}</div>`
  }</li>`;
}

/** The panel of a match that lists the worth of each move; the board shows it too. */
export class Appraisal {
  /** @type {string | null} the position whose moves are appraised */
  valued = null;
  panel = document.createElement("details");
  /** @type {(worths: Worths | null) => void} called with the worth of moves, null while it is not known or wanted */
  onworths = () => {};

  constructor() {
    this.panel.className = "panel";
    this.panel.open = settings.values;
    this.panel.addEventListener("toggle", () => {
      if (this.panel.open !== settings.values) change({ values: this.panel.open });
    });
    this.#draw("");
  }

  /** @param {unknown} told */
  #draw(told) {
    render(
      html`
        <summary>
          <h2>${t("Value of each move")}</h2>
        </summary>
        <div aria-live="off">${typeof told === "string" ? html`<p class="note">${told}</p>` : told}</div>
      `,
      this.panel,
    );
  }

  /**
   * Show the worth of a position's moves, if the panel is open; null hides the panel.
   * @param {{ game: string, position: string, lead: string } | null} wanted
   */
  async show(wanted) {
    this.panel.hidden = !wanted;
    this.valued = wanted && this.panel.open ? wanted.position : null;
    this.onworths(null);
    if (!wanted || !this.valued) return;
    this.#draw(t("Working it out…"));
    try {
      const { values } = await askValues(wanted.game, wanted.position);
      if (this.valued !== wanted.position) return;
      const worths = new Worths(values, wanted.lead);
      this.#draw(worthList(worths));
      this.onworths(worths);
    } catch (error) {
      if (this.valued === wanted.position) this.#draw(reason(error));
    }
  }
}
