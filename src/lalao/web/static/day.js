// Tournaments on the teacher's page: beginning one, its rounds, its winners, its standings.

import { askGame, askGames, askPosition } from "./api.js";
import { reason } from "./dom.js";
import { families } from "./families.js";
import { formatPicture } from "./formats.js";
import { sign } from "./icons.js";
import { html, nothing } from "./lit.js";
import { choice, field, sure, toggle } from "./page.js";
import { fileAt } from "./place.js";
import { keep, settings } from "./settings.js";
import { listed, sentence, t } from "./words.js";

/** The form that begins a tournament, filled in as it was last. */
export class BeginForm {
  /** @type {Page.ChosenDay} */
  chosen = {
    format: "poules",
    game: "fafy-impartial",
    on_screen: true,
    by_hand: false,
    unaided: false,
    winners: 3,
    ...settings.class,
  };
  /** what boards of paper need for this game */
  needed = "";

  /**
   * @param {(chosen: Page.ChosenDay) => void} onbegin
   * @param {() => number} count returns how many pupils play
   * @param {() => void} draw draws the page again
   */
  constructor(onbegin, count, draw) {
    this.onbegin = onbegin;
    this.count = count;
    this.draw = draw;
    this.choose({});
  }

  /** @param {Partial<Page.ChosenDay>} changes */
  async choose(changes) {
    const { game, on_screen: onScreen } = Object.assign(this.chosen, changes);
    this.draw();
    if (onScreen) return;
    const needed = await material(game, this.count()).catch(reason);
    if (game === this.chosen.game) this.needed = needed, this.draw();
  }

  #begin() {
    keep({ class: this.chosen });
    this.onbegin(this.chosen);
  }

  element() {
    const { chosen } = this, { format, on_screen: onScreen } = chosen;
    /** @type {[string, string, string][]} the formats, and what happens in each */
    const formats = [
      [
        "poules",
        t("Poules of the day"),
        t("Everybody plays twice; then winners advance until the winners of the day are left."),
      ],
      ["swiss", t("Swiss"), t("Everybody plays every round, against somebody with a similar score.")],
      ["round-robin", t("round robin"), t("Everybody meets everybody once.")],
      ["knockout", t("knockout"), t("Lose and you are out, until one is left.")],
      [
        "ladder",
        t("Open play (a ladder)"),
        t("No end: free pupils are called, and winners climb a rung."),
      ],
    ];
    const faces = formats.map((
      [name, title],
    ) => /** @type {[string, ...unknown[]]} */ ([name, formatPicture(name), title]));
    /** @type {[boolean, string][]} */
    const places = [[true, t("on screens")], [false, t("on boards of paper and wood")]];
    const write = (/** @type {Page.From<HTMLInputElement>} */ { currentTarget }) =>
      this.choose({ winners: Number(currentTarget.value) || 3 });
    const how = choice(t("How"), faces, format, (wanted) => this.choose({ format: wanted }), "formats");
    const where = choice(t("Where"), places, onScreen, (wanted) => this.choose({ on_screen: wanted }));
    return html`
      <div class="settings-grid">
        <div class="across">${field(t("Game"), this.#games())}</div>
        <div class="across">
          ${field(
            t("How"),
            html`<div>${how}
              <p class="note" aria-live="polite">${formats.find(([name]) => name === format)?.[2]}</p></div>`,
          )}
        </div>
        ${field(
          t("Where"),
          html`<div>${where}<p class="note" role="status" ?hidden=${onScreen}>${this.needed}</p></div>`,
        )}
        <div class="field" ?hidden=${format !== "poules"}>
          <label for="winners">${t("Winners of the day (poules)")}</label>
          <input id="winners" type="number" min="1" max="40" .value=${String(chosen.winners)} @change=${write}>
        </div>
        <div>
          ${toggle(t("The pupils sow themselves, seed by seed"), chosen.by_hand, (on) => this.choose({ by_hand: on }))}
          ${toggle(t("No hints, no values"), chosen.unaided, (on) => this.choose({ unaided: on }))}
        </div>
        <button type="button" class="primary wide" @click=${() => this.#begin()}>${t("Start the tournament")}</button>
      </div>
    `;
  }

  /** The choice of a game: its family by a picture, then one game of that family. */
  #games() {
    const { game } = this.chosen;
    const pick = (/** @type {Page.From<HTMLSelectElement>} */ { currentTarget }) =>
      this.choose({ game: currentTarget.value });
    return html`
      <div class="games row">
        ${familyButtons(({ offered }) => offered.includes(game), ({ offered }) => this.choose({ game: offered[0] }))}
        <select aria-label=${t("Game")} @change=${pick}>${gameOptions(game)}</select>
      </div>
    `;
  }
}

/**
 * A button with a picture for each family.
 * @param {(family: Wire.ShownFamily) => boolean} isChosen
 * @param {(family: Wire.ShownFamily) => unknown} onchoose
 */
export const familyButtons = (isChosen, onchoose) =>
  families.map((family) =>
    html`
      <button type="button" class="family" data-family=${family.name} aria-pressed=${String(isChosen(family))}
        @click=${() => onchoose(family)}>
          ${family.scene ? html`<img src="${fileAt(family.scene)}#still" alt="" width="96" height="72">` : nothing}
          <span>${family.title}</span>
        </button>
    `
  );

/** @type {Map<string, string>} the titles of games, once they are known */
let titles = new Map();

/**
 * Ask for the titles of the games, and draw the page again with them.
 * @param {() => void} draw
 */
export async function askTitles(draw) {
  const games = await askGames();
  titles = new Map(games.map(({ id, title }) => [id, title]));
  draw();
}

/**
 * The games as options.
 * @param {string} chosen
 * @param {string[]} ids
 */
export const gameOptions = (chosen, ids = families.flatMap(({ offered }) => offered)) =>
  ids.map((id) => html`<option value=${id} .selected=${id === chosen}>${titleOf(id)}</option>`);

/** @param {string} id */
export const titleOf = (id) => titles.get(id) ?? id;

/**
 * What some pupils need to play on boards of paper: boards, and seeds or pieces for all of them.
 * @param {string} game
 * @param {number} pupils
 */
async function material(game, pupils) {
  const tables = Math.floor(pupils / 2);
  const { start } = await askGame(game);
  const { picture } = await askPosition(game, start);
  const boards = t("{count} board", "{count} boards", { count: tables });
  if (picture.kind === "lattice") {
    const pieces = tables * picture.points.filter(({ piece }) => piece === "W").length;
    return t("You need {boards}, {pieces} white and {pieces} black counters.", { boards, pieces });
  }
  const seeds = [...picture.rows.flat(), ...picture.reserves].reduce((sum, each) => sum + each.seeds, 0);
  return t("You need {boards} and {seeds} counters.", { boards, seeds: tables * seeds });
}

/**
 * What is shown before a tournament, and after it.
 * @param {Wire.TeacherState} state
 * @param {unknown} form
 * @param {unknown} start where its games begin, if not as usual
 */
export function betweenDays({ day, standings }, form, start) {
  const won = !day
    ? ""
    : day.winners.length
    ? t("Winners: {names}", { names: listed(day.winners) })
    : standings.length
    ? t("It was ended early.")
    : "";
  return html`
    <section class="begin">
      ${day
        ? html`
          <div class="winners">
            <h2>${t("{format}: {game}", { format: day.format_title, game: day.game_title })}</h2>
            <p class="big">${won}</p>
          </div>
        `
        : nothing}
      <h2>${day ? t("Another tournament") : t("The tournament")}</h2>
      ${form} ${start}
    </section>
  `;
}

/**
 * The head of the round in progress: how its tables stand, and what the teacher can do next.
 * @param {Wire.ShownDay} day
 * @param {Wire.ShownClock | null} clock
 * @param {import("./tables.js").Condition[]} marks
 * @param {(message: Wire.ClassSaid) => void} say
 */
export function roundHead(day, clock, marks, say) {
  const ready = !day.waiting.length || day.format === "ladder";
  const close = () => sure(t("End the tournament here?"), () => say({ kind: "close" }));
  const call = () => say({ kind: "call", rounds: day.rounds });
  return html`
    <section class="round">
      <div class="about">
        <h2>
          ${roundTitle(day)} ${day.unaided
            ? html`<span class="unaided">${sign("unlit")}${t("No hints, no values")}</span>`
            : nothing}
        </h2>
        ${day.round?.byes.length
          ? html`<p class="byes">${t("Without opponent: {names}", { names: listed(day.round.byes) })}</p>`
          : nothing}
        <p class="note">${minutesTold(day, clock)}</p>
        ${day.start ? startNote(() => say({ kind: "from", position: "" })) : nothing}
      </div>
      <div class="row">
        <span class="dots" aria-hidden="true">${marks.map((mark) => html`<i class=${mark}></i>`)}</span>
        <button type="button" ?disabled=${day.waiting.length > 0} @click=${close}>${t("End the tournament")}</button>
        <button type="button" class="primary" ?disabled=${!ready} @click=${call}>${callLabel(day)}</button>
      </div>
    </section>
  `;
}

/**
 * The note that games begin at the position that the teacher has chosen.
 * @param {() => unknown} onreset
 */
export const startNote = (onreset) =>
  html`
    <p class="row">${t("The games of the next round begin at the position that you have chosen.")}
      <button type="button" @click=${onreset}>${t("From the start again")}</button></p>
  `;

/**
 * What the colours of the tables mean, each with its number of tables, and what the next round waits for.
 * @param {Wire.ShownDay} day
 * @param {import("./tables.js").Condition[]} marks
 */
export function legend(day, marks) {
  /** @type {[import("./tables.js").Condition, (count: number) => string][]} */
  const entries = [
    ["call", (count) => t("{count} is calling", "{count} are calling", { count })],
    ["dispute", (count) => t("{count} dispute", "{count} disputes", { count })],
    ["silent", (count) => t("{count} device not responding", "{count} devices not responding", { count })],
    ["stuck", (count) => t("{count} table stuck", "{count} tables stuck", { count })],
    ["over", (count) => t("{count} finished", "{count} finished", { count })],
    ["playing", (count) => t("{count} is playing", "{count} are playing", { count })],
  ];
  const count = (/** @type {import("./tables.js").Condition} */ mark) => marks.filter((each) => each === mark).length;
  const there = entries.filter(([mark]) => count(mark));
  return html`
    <p class="legend">
      ${there.map(([mark, said]) => html`<span><i class=${mark}></i>${said(count(mark))}</span>`)}
      ${day.on_screen ? nothing : html`<span>${sentence(firstTold(day))}</span>`}
      <span class="note">${day.waiting.length
        ? t("{count} table still playing.", "{count} tables still playing.", { count: day.waiting.length })
        : ""}</span>
    </p>
  `;
}

/** @param {Wire.ShownDay} day */
function roundTitle({ round, rounds, expected, format_title: title }) {
  return round ? t("Round {round} of {count}", { round: rounds, count: Math.max(expected, rounds) }) : title;
}

/**
 * What the first of the two pupils at a board of paper does, and the second.
 * @param {Wire.ShownDay} day
 */
export const firstTold = ({ laid_out: laidOut }) =>
  laidOut ? t("the first one lays out the seeds, the other chooses who starts") : t("the first one starts");

/** @param {Wire.ShownDay} day */
function callLabel({ rounds, format }) {
  if (rounds === 0) return t("Start round 1");
  return format === "ladder" ? t("Call the free pupils") : t("Start round {round}", { round: rounds + 1 });
}

/**
 * Say how long the round took, and how long those to come may take.
 * @param {Wire.ShownDay} day
 * @param {Wire.ShownClock | null} clock
 */
function minutesTold(day, clock) {
  const took = clock?.rounds.find(({ round }) => round === day.rounds)?.actual ?? null;
  const left = Math.ceil(clock?.left ?? 0);
  return [
    `${day.format_title} · ${day.game_title}`,
    took === null
      ? ""
      : t("this round took {count} minute", "this round took {count} minutes", { count: Math.round(took) }),
    left > 0 ? t("about {count} minute left", "about {count} minutes left", { count: left }) : "",
  ].filter(Boolean).join(" · ");
}

/** @param {Wire.TeacherState} state */
export function standingsTable({ day, standings }) {
  if (!day?.rounds) return html`<p class="note">${t("Nothing has been played yet.")}</p>`;
  const head = [t("place"), t("name"), t("points"), t("won"), t("games"), t("reason")];
  return html`
    <table>
      <thead>
        <tr>${head.map((each) => html`<th scope="col">${each}</th>`)}</tr>
      </thead>
      <tbody>
        ${standings.map((place) =>
          html`
            <tr>
              <td>${place.rank}</td>
              <th scope="row">${place.name}</th>
              <td>${place.points}</td>
              <td>${place.wins}</td>
              <td>${place.games}</td>
              <td>${place.reason}</td>
            </tr>
          `
        )}
      </tbody>
    </table>
  `;
}
