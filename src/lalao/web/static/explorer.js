// The opening explorer: how games went on from a position, the engine's own, those of a text, those of this device.

import { askOpenings } from "./api.js";
import { reason } from "./dom.js";
import { html, nothing } from "./lit.js";
import { ownSeats } from "./settings.js";
import { trunkOf } from "./tree.js";
import { chooseMove, gamesWithOwn, ownMove, practiseLink } from "./attempts.js";
import { t } from "./words.js";
import { badge, worthOf } from "./worth.js";

/** The letters of a move that may be broken. */
const LONG = 12;
/** The most positions that are looked up at once. */
const MOST_ASKED = 40;

export class Explorer {
  /** the last request */
  asked = "";
  /** @type {Map<string, Wire.ShownOpenings>} the openings known, by game and position */
  known = new Map();
  told = "";
  /** games of a text that was opened, which are counted too */
  given = "";

  /** @param {() => void} ontold called when there is more to show */
  constructor(ontold) {
    this.ontold = ontold;
  }

  /**
   * Count the games of a text too.
   * @param {string} text
   */
  take(text) {
    this.given = text;
    this.known.clear();
  }

  /**
   * Look a position up, and with it the others of its line: games are sent once for them all.
   * @param {Wire.ShownGame} game
   * @param {Page.Ply} here
   */
  async look({ id }, here) {
    const asked = this.asked = `${id} ${here.position}`, { given, known } = this;
    if (known.has(asked)) return;
    this.told = t("Working it out…");
    const line = trunkOf(here).map(({ position }) => position).filter((each) => !known.has(`${id} ${each}`));
    const positions = [...new Set([here.position, ...line])].slice(0, MOST_ASKED);
    try {
      const found = await askOpenings(id, { positions, text: given, seats: Object.fromEntries(ownSeats()) });
      if (given === this.given) positions.forEach((each, i) => known.set(`${id} ${each}`, found.positions[i]));
      if (asked === this.asked) this.told = t("No game that is known here reached this position.");
    } catch (error) {
      if (asked === this.asked) this.told = reason(error);
    }
    if (asked === this.asked) this.ontold();
  }

  /**
   * The openings known of a position, in tables of moves.
   * @param {Wire.ShownGame} game
   * @param {boolean} isFirst whether the first side moves
   * @param {(move: string) => unknown} onplay
   */
  face(game, isFirst, onplay) {
    const { engine = [], given = [], device = [] } = this.known.get(this.asked) ?? {};
    const tables = /** @type {[string, Wire.ShownOpening[]][]} */ ([
      [t("Games of the engine against itself"), engine],
      [t("Games of the text"), given],
      [t("Games of this device"), device],
    ]).filter(([, moves]) => moves.length);
    const own = gamesWithOwn().includes(game.id) ? practiseLink(game.id) : nothing;
    if (!tables.length) return html`<p class="note">${this.told}</p>${own}`;
    return html`${tables.map(([title, moves]) => this.#table(title, moves, game, isFirst, onplay))}${own}`;
  }
  /**
   * @param {string} title
   * @param {Wire.ShownOpening[]} moves
   * @param {Wire.ShownGame} game
   * @param {boolean} isFirst
   * @param {(move: string) => unknown} onplay
   */
  #table(title, moves, { id, lead, sides }, isFirst, onplay) {
    const position = this.asked.slice(id.length + 1), own = ownMove(id, position);
    const row = (/** @type {Wire.ShownOpening} */ each) => {
      const { move, name, games, won, drawn, lost, opinion } = each, isOwn = move === own;
      const worth = worthOf({ move, position: "", value: "unknown", plies: null, opinion: opinion ?? null }, lead);
      const label = t("{move} is my move here", { move });
      const choose = () => (chooseMove(id, position, move), this.ontold());
      return html`
        <tr>
          <td><button type="button" class="own" aria-pressed=${String(isOwn)} aria-label=${label} title=${label}
            @click=${choose}>${isOwn ? "★" : "☆"}</button></td>
          <th scope="row"><button type="button" class=${move.length > LONG ? "ply" : "ply short"}
            @click=${() => onplay(move)}>${move}</button>${name
              ? html`
                <i lang="mg">${name}</i>
              `
              : nothing}</th>
          <td class="count">${worth ? badge(worth) : nothing}</td>
          <td class="count">${games}</td>
          <td>${resultBar(games, isFirst ? won : lost, drawn, isFirst ? lost : won, sides)}</td>
        </tr>
      `;
    };
    return html`
      <table class="openings">
        <caption>${title}</caption>
        <tbody>${moves.map(row)}</tbody>
      </table>
    `;
  }
}

/**
 * How games ended, as parts of a bar: won by the first side, drawn, won by the other; the others leave a gap.
 * @type {(games: number, first: number, drawn: number, second: number, sides: Wire.ShownSide[]) => unknown}
 */
function resultBar(games, first, drawn, second, [one, other]) {
  const parts = [
    { kind: "first", count: first, label: t("{side} won: {number}", { side: one.name, number: first }) },
    { kind: "drawn", count: drawn, label: t("drawn: {number}", { number: drawn }) },
    { kind: "second", count: second, label: t("{side} won: {number}", { side: other.name, number: second }) },
  ].filter(({ count }) => count);
  const label = parts.map((part) => part.label).join(", ");
  return html`
    <span class="result-bar" role="img" aria-label=${label} title=${label}>${parts.map(({ kind, count }) => {
      const share = 100 * count / games;
      return html`<span class=${kind} .style=${`width: ${share}%`}><b>${Math.round(share)}</b></span>`;
    })}</span>
  `;
}
