// The engine beside an analysis: its best lines, looked for again and again, each time for longer, and the values of
// all moves. A proved value stays proved.

import { ask, askWorth } from "./api.js";
import { button, reason } from "./dom.js";
import { html, nothing } from "./lit.js";
import { toggle } from "./page.js";
import { change, settings } from "./settings.js";
import { t } from "./words.js";
import { badge, leaning, worthOf, Worths } from "./worth.js";

/** For how many seconds lines are looked for, one look after the other. */
const LOOKS = [0.1, 0.4, 1.5, 5];
const MOST_LINES = 5;
/** How far an opinion can fill the bar. */
const MOST_OPINION = 0.92;
/** Proved values come before, or after, any opinion. */
const PROVED = 1e6;
const UNKNOWN = "unknown";
/** @type {(one: { rank: number }, other: { rank: number }) => number} */
const byRank = (one, other) => other.rank - one.rank;

/**
 * Ask for the best lines of a position, looked for as long as told.
 * @param {string} game
 * @param {string} position
 * @param {number} lines
 * @param {number} seconds
 * @param {AbortSignal} signal
 * @returns {Promise<Wire.ShownLines>}
 */
const askLines = (game, position, lines, seconds, signal) =>
  ask(
    `/api/games/${game}/positions/${encodeURIComponent(position)}/lines?lines=${lines}&seconds=${seconds}`,
    undefined,
    signal,
  );

/**
 * @typedef {{ onplay: (moves: string[]) => unknown, onshow: (position: string) => unknown }} Pointing `onshow` is
 *   called with the position after a move that is pointed at, "" once it is left
 */
/** @typedef {{ known: Wire.ShownWorth, worth: Page.Worth | undefined, rank: number }} Judged */
/** @typedef {Judged & { moves: string[], positions: string[] }} Line */

export class Engine {
  /** @type {Line[]} the best first */
  lines = [];
  /** @type {Wire.ShownLine[]} those that were found last */
  found = [];
  depth = 0;
  /** @type {Wire.ShownValues | null} the worth of the moves, once it has come */
  values = null;
  /** @type {Worths | null} the same with the lines' values of their first moves */
  worths = null;
  /** @type {Worths | null} those that are proved or begin a line: others were not looked at as deeply */
  surest = null;
  /** why there is nothing to show, "" where there is */
  told = "";
  asked = new AbortController();
  position = "";
  /** @type {Map<string, Wire.ShownWorth>} the proved values of the moves of the position, the best first */
  proved = new Map();

  /** @param {() => unknown} onchange called whenever more is known */
  constructor(onchange) {
    this.onchange = onchange;
  }

  get isOn() {
    return settings.engine;
  }

  /** Stop looking. */
  stop() {
    this.asked.abort();
  }

  /**
   * Look at a position, deeper and deeper, until another one is looked at.
   * @param {Wire.ShownGame} game
   * @param {string} position
   */
  async look(game, position) {
    this.stop();
    const { signal } = this.asked = new AbortController();
    if (position !== this.position || !this.isOn) {
      Object.assign(this, {
        position,
        lines: [],
        found: [],
        depth: 0,
        values: null,
        worths: null,
        surest: null,
        proved: new Map(),
      });
    }
    this.told = this.isOn ? t("Working it out…") : t("The engine is off.");
    this.onchange();
    if (!this.isOn) return;
    try {
      for (const [i, seconds] of LOOKS.entries()) {
        const { lines, depth, settled } = await askLines(game.id, position, settings.lines, seconds, signal);
        signal.throwIfAborted();
        if (depth >= this.depth || lines.length > this.found.length) Object.assign(this, { found: lines, depth });
        this.#arrange(game);
        if (i === 0) await this.#value(game, position, signal);
        if (settled || !lines.length) break;
      }
    } catch (error) {
      if (signal.aborted) return;
      this.told = reason(error);
      this.onchange();
    }
  }

  /**
   * @param {Wire.ShownGame} game
   * @param {string} position
   * @param {AbortSignal} signal
   */
  async #value(game, position, signal) {
    const { values } = await askWorth(game.id, position, signal);
    signal.throwIfAborted();
    const before = this.proved;
    this.proved = new Map(values.moves.flatMap((each) => each.value === UNKNOWN ? [] : [[each.move, each]]));
    for (const [move, each] of before) if (!this.proved.has(move)) this.proved.set(move, each);
    this.values = values;
    this.#arrange(game);
  }

  /**
   * Order the lines: proofs about their first moves come before any opinion of them.
   * @param {Wire.ShownGame} game
   */
  #arrange({ lead }) {
    for (const { moves: [move], value, plies } of this.found) {
      if (value !== UNKNOWN && !this.proved.has(move)) this.proved.set(move, { move, position: "", value, plies });
    }
    const proofs = [...this.proved.keys()];
    /** @type {(each: Partial<Wire.ShownWorth>, move: string) => Judged} */
    const judge = (each, move) => {
      /** @type {Wire.ShownWorth} */
      const known = { position: "", value: UNKNOWN, plies: null, opinion: 0, ...each, ...this.proved.get(move), move };
      const { value, opinion } = known, at = proofs.indexOf(move);
      const rank = value === UNKNOWN ? opinion ?? 0 : { win: PROVED - at, draw: 0, loss: -PROVED - at }[value];
      return { known, worth: worthOf(known, lead) ?? undefined, rank };
    };
    const { values } = this, [best] = values?.moves ?? [], whole = values?.line ?? [];
    const isMissed = best && best.value !== UNKNOWN && !this.found.some(({ moves: [move] }) => move === best.move);
    const missed = isMissed ? [{ ...best, moves: [best.move], positions: [best.position] }] : [];
    this.lines = [...missed, ...this.found].map(({ moves, positions, ...each }) => ({
      ...judge(each, moves[0]),
      moves: whole[0] === moves[0] && whole.length > moves.length ? whole : moves,
      positions,
    })).sort(byRank).slice(0, settings.lines);
    const told = new Map(this.found.map(({ moves: [move], opinion }) => [move, opinion]));
    const moves = values?.moves.map((each) =>
      judge({ ...each, opinion: told.get(each.move) ?? each.opinion }, each.move)
    );
    const ranked = moves?.sort(byRank).map(({ known }) => known);
    const sure = ranked?.filter(({ move, value }) => value !== UNKNOWN || told.has(move));
    const worths = (/** @type {typeof ranked} */ some) =>
      values && some ? new Worths({ ...values, moves: some }, lead) : null;
    Object.assign(this, { worths: worths(ranked), surest: worths(sure) });
    this.told = this.lines.length ? "" : this.worths ? t("Not known yet.") : this.told;
    this.onchange();
  }

  /** How whoever moves stands, from -1 to 1; null while nothing is known. */
  get score() {
    const [first] = this.lines;
    if (!this.isOn || !first?.worth) return null;
    return first.worth.kind === "opinion" ? MOST_OPINION * leaning(first.rank) : Math.sign(first.rank);
  }
}

/**
 * The switch of the engine, how deep it has looked, and how many lines are wanted.
 * @param {Engine} engine
 * @param {() => unknown} again looks anew
 */
export function engineHead({ isOn, depth, lines }, again) {
  const set = (/** @type {Partial<Page.Settings>} */ changes) => (change(changes), again());
  const { lines: count } = settings, isProved = lines[0]?.worth?.kind !== "opinion";
  const said = !isOn || !lines.length
    ? nothing
    : isProved
    ? t("proved")
    : html`${t("an opinion")}<br>${t("depth {count}", { count: depth })}`;
  const more = (/** @type {number} */ step, /** @type {string} */ sign, /** @type {string} */ label) =>
    button(sign, "square", () => set({ lines: count + step }), {
      "aria-label": label,
      disabled: count + step < 1 || count + step > MOST_LINES,
    });
  return html`
    <div class="engine">
      ${toggle(t("Engine"), isOn, (on) => set({ engine: on }))}
      <small class="depth">${said}</small>
      ${isOn
        ? html`${more(-1, "−", t("Fewer lines"))}<b aria-hidden="true">${count}</b>${more(1, "+", t("More lines"))}`
        : nothing}
    </div>
  `;
}

/**
 * The best lines, whole.
 * @param {Engine} engine
 * @param {Pointing} pointing
 */
export function lineList({ lines, told }, pointing) {
  if (!lines.length) return html`<p class="note">${told}</p>`;
  return html`<ol class="lines">${lines.map((line, i) => html`<li>${lineOf(line, i, pointing)}</li>`)}</ol>`;
}

/**
 * @param {Line} line
 * @param {number} rank
 * @param {Pointing} pointing
 */
export function lineOf({ worth, moves, positions }, rank, { onplay, onshow }) {
  return html`
    <span class="rank rank-${Math.min(rank, 2) + 1}" aria-hidden="true">${rank + 1}</span>${badge(worth)}<span
      class="line-moves">${moves.map((move, i) =>
        html`
          <button type="button" class="ply" @click=${() => onplay(moves.slice(0, i + 1))}
            @pointerenter=${() => onshow(positions[i] ?? "")} @pointerleave=${() => onshow("")}
            @focus=${() => onshow(positions[i] ?? "")} @blur=${() => onshow("")}>${move}</button>
        `
      )}</span>
  `;
}

/**
 * The bar beside the board: how much of it the side below has. Only a proof fills it.
 * @param {Engine} engine
 * @param {boolean} isBelow whether the side to move is below
 * @param {boolean} isFirst whether the first side is below
 */
export function evaluationBar({ score, lines: [line] }, isBelow, isFirst) {
  const height = 50 + 50 * (score ?? 0) * (isBelow ? 1 : -1), words = line?.worth?.words;
  const told = score === null || !words;
  return html`
    <svg class="evaluation ${isFirst ? "first" : "second"}" viewBox="0 0 10 100" preserveAspectRatio="none"
      role=${told ? "presentation" : "img"} aria-label=${told ? nothing : words}>
      <rect y=${100 - height} width="10" height=${height} />
      <path d="M0 50h10" />
    </svg>
  `;
}
