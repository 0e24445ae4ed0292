// The review of a game: how it stood, the moves that gave most away, where better ones can be found, and good moves.

import { askPosition } from "./api.js";
import { smallBoard } from "./board.js";
import { calledIn } from "./creatures.js";
import { button, part, reason, within } from "./dom.js";
import { drawReview } from "./graph.js";
import { sign } from "./icons.js";
import { html, nothing, render } from "./lit.js";
import { focusIn, go, header, link } from "./page.js";
import { here } from "./address.js";
import { look } from "./practice.js";
import { atOneScreen } from "./seats.js";
import { settings } from "./settings.js";
import { Tasks } from "./tasks.js";
import { goodSaid } from "./turns.js";
import { listed, t } from "./words.js";

/**
 * @param {HTMLElement} root
 * @param {AbortSignal} left
 * @param {string} asked the code of a match, then perhaps a slash and the side that is reviewed
 */
export async function reviewScreen(root, left, asked) {
  const [code, side = ""] = asked.split("/");
  header({ title: t("What decided the game?") });
  render(html`<p class="learn note" role="status">${t("Reviewing the game…")}</p>`, root);
  try {
    const seen = await look(code, side);
    if (!left.aborted) await new Review(root, left, seen).draw();
  } catch (error) {
    const failed = html`
      <div class="learn">
        <p role="alert">${reason(error)}</p>
        <div class="row">
          <button type="button" class="primary" @click=${() => go(here())}>${t("Try again")}</button>
          ${link("/", "button", t("The games"))}
        </div>
      </div>
    `;
    render(failed, root);
  }
}

class Review {
  /** @type {AbortController | null} ends the search for better moves */
  seeking = null;
  /** @type {Set<number>} plies of the moments whose better moves were found */
  found = new Set();

  /**
   * @param {HTMLElement} root
   * @param {AbortSignal} left
   * @param {import("./practice.js").Seen} seen
   */
  constructor(root, left, seen) {
    this.root = root;
    this.left = left;
    this.seen = seen;
  }

  /** Show the whole game. */
  async draw() {
    const { code, told, game } = this.seen;
    this.seeking?.abort();
    header({ title: t("What decided the game?"), sub: game.title });
    const marked = told.sides.flatMap(({ moments }) => moments.map(({ ply }) => ply - 1));
    const sides = await Promise.all(told.sides.map((side) => this.#side(side)));
    const whole = html`
      <div class="learn review">
        ${told.hurried
          ? html`<p class="note">${t("There was no time for a full review. Try again later.")}</p>`
          : nothing}
        ${sides}
        <section class="graph"><h2>${t("How the game went")}</h2>${drawReview(
          told.graph,
          marked,
          this.#called(),
        )}</section>
        <div class="row">
          ${link(`/m/${code}`, "button", t("Back to the game"))} ${link("/puzzles", "button", t("Puzzles"))}
          ${link("/review", "button", t("Your games"))}
        </div>
      </div>
    `;
    render(whole, this.root);
    focusIn(this.root, ".primary");
  }

  /** The sides, called as on their plates: whoever has no name and played the computer here is known. */
  #called() {
    const { told, game, code } = this.seen;
    const playing = (/** @type {string} */ letter) => told.sides.find(({ side }) => side === letter)?.player ?? "";
    const isMine = code in settings.seats && told.sides.some(({ player }) => player.startsWith("level:"));
    return game.sides.map((side, seat) => ({
      ...side,
      name: calledIn(playing(side.side), game.levels) || (isMine && settings.name) || atOneScreen(seat),
    }));
  }

  /** @param {Wire.ReviewedSide} side */
  async #side(side) {
    const { told } = this.seen;
    const name = this.#called().find((each) => each.side === side.side)?.name;
    const begin = (/** @type {number} */ at) => () => this.#begin(side, at);
    const both = told.sides.length > 1;
    const heading = (/** @type {string} */ text) => both ? html`<h3>${text}</h3>` : html`<h2>${text}</h2>`;
    const left = side.moments.findIndex(({ ply }) => !this.found.has(ply));
    const [moments, merits] = await Promise.all([
      Promise.all(side.moments.map((moment, at) => this.#moment(moment, begin(at)))),
      Promise.all(side.merits.map((merit) => this.#merit(merit))),
    ]);
    const none = side.moves === 0
      ? t("Nothing has been played yet.")
      : side.proved === side.moves
      ? t("No move gave anything away: that is proved.")
      : t("No clear mistakes.");
    return html`
      <section class="ladder">
        ${both ? html`<h2>${name}</h2>` : nothing}
        ${heading(t("Key moments"))}
        ${moments.length ? html`<ul class="lessons">${moments}</ul>` : html`<p>${none}</p>`}
        ${left >= 0 ? button([sign("see"), t("Find the better moves")], "primary", begin(left)) : nothing}
        ${merits.length ? html`${heading(t("Well done"))}<ul class="lessons">${merits}</ul>` : nothing}
      </section>
    `;
  }

  /**
   * A moment as a card, which names the better move once it was found.
   * @param {Wire.ShownMoment} moment
   * @param {() => unknown} onclick
   */
  async #moment({ number, position, move, ply, as_good: good, theme, status }, onclick) {
    const better = html`<span class="notated"> · ${t("Better: {moves}", { moves: listed(good) })}</span>`;
    const told = [(theme && this.seen.titles.get(theme)) ?? t("Solved!"), better];
    const shown = this.found.has(ply) ? told : t("Find a better one");
    const board = await small(this.seen.game.id, position);
    return html`
      <li><button type="button" class="lesson-card" @click=${onclick}>
        ${board}<span class="name">${t("Move {number}", { number })}<span class="notated">: ${move}</span></span>
        <span class="soft">${shown}</span>
        ${status === "opinion" ? html`<em class="soft">${t("The engine's opinion")}</em>` : nothing}
      </button></li>
    `;
  }

  /** @param {Wire.ShownMerit} merit */
  async #merit({ number, position, move, claims, sentences }) {
    const board = await small(this.seen.game.id, position);
    return html`<li class="lesson-card">${board}
      <span class="name">${t("Move {number}", { number })}<span class="notated">: ${move}</span></span>
      <span class="soft">${Object.values(goodSaid({ claims })).join(" ")}</span>
      <span class="soft notated">${sentences[0]}</span></li>`;
  }

  /**
   * Have the better moves at the moments of a side looked for, one after the other.
   * @param {Wire.ReviewedSide} side
   * @param {number} at
   */
  #begin({ moments }, at) {
    const { game } = this.seen;
    /** @type {Set<number>} */
    const slow = new Set();
    const done = () => [...moments.keys()].filter((each) => this.found.has(moments[each].ply));
    /** @type {Page.Series} */
    const series = {
      count: moments.length,
      ask: (each) => ({
        game,
        task: taskOf(moments[each]),
        head: t("Move {number}", { number: moments[each].number }),
      }),
      beads: () => ({ done: done(), slow: [...slow] }),
      onresult: (each, result) => result === "done" ? this.found.add(moments[each].ply) : slow.add(each),
      explains: true,
    };
    const back = html`
      <div class="row">
        <button type="button" @click=${() => this.draw()}>${t("Back to the whole game")}</button>
      </div>
    `;
    render(nothing, this.root);
    render(nothing, part("top"));
    this.seeking = within(this.left);
    const tasks = new Tasks(this.root, this.seeking.signal, series, [back], () => this.draw());
    tasks.shell.head(game.title, `/review/${[this.seen.code, this.seen.side].filter(Boolean).join("/")}`);
    tasks.begin(at);
  }
}

/**
 * @param {Wire.ShownMoment} moment
 * @returns {Wire.ShownTask}
 */
function taskOf({ position, as_good: accept }) {
  const say = t("You played something else. What is better?");
  return { position, accept, say, ask: "play", aim: "best", move: "", line: [], other: "" };
}

/**
 * A small board with a position.
 * @param {string} game
 * @param {string} position
 */
const small = async (game, position) => smallBoard((await askPosition(game, position)).picture).frame;
