// Tournaments on the teacher's page: beginning one, its rounds, its winners, its standings.

import { askGame, askGames, askPosition } from "./api.js";
import { reason } from "./dom.js";
import { families } from "./families.js";
import { formatPicture } from "./formats.js";
import { sign } from "./icons.js";
import { html, nothing } from "./lit.js";
import { choice, field, sure, toggle } from "./page.js";
import { fileAt } from "./address.js";
import { rulesOn } from "./rules.js";
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
  /** the material that boards of paper need for this game */
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

  element() {
    const { chosen } = this, { format, on_screen: onScreen } = chosen;
    /** @type {[string, string, string][]} the formats, and the course of each */
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
    const begin = () => (keep({ class: chosen }), this.onbegin(chosen));
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
        <button type="button" class="primary wide" @click=${begin}>${t("Start the tournament")}</button>
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
        ${familyButtons(({ offered }) => offered.includes(game), ({ gentlest }) => this.choose({ game: gentlest }))}
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

/** @type {Wire.ShownGame[]} the games, once they are known */
let known = [];

/**
 * Ask for the games, and draw the page again with them.
 * @param {() => void} draw
 */
export async function askTitles(draw) {
  known = await askGames();
  draw();
}

/**
 * The games as options.
 * @param {string} chosen
 * @param {string[]} ids
 */
export const gameOptions = (chosen, ids = families.flatMap(({ offered }) => offered)) =>
  ids.map((id) => html`<option value=${id} .selected=${id === chosen}>${titleOf(id)}${rulesTold(id)}</option>`);

/**
 * The rules of a game, where it is the first of several on its board and so bears the name of the board alone.
 * @param {string} id
 */
function rulesTold(id) {
  const [first, ...others] = rulesOn(known, id);
  return first?.id === id && others.length ? ` · ${first.rules}` : "";
}

/** @param {string} id */
export const titleOf = (id) => known.find((each) => each.id === id)?.title ?? id;

/**
 * The material for some pupils to play on boards of paper: boards, and seeds or pieces for all of them.
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
 * The view before a tournament, and after it.
 * @param {Wire.TeacherState} state
 * @param {unknown} form
 * @param {unknown} start where its games begin, if not as usual
 */
export function betweenDays({ day, history }, form, start) {
  const [last, ...earlier] = [...history].reverse();
  return html`
    <section class="begin">
      ${last
        ? html`
          <div class="winners">
            <h2>${pastTitle(last)}</h2>
            <p class="big">${pastWinners(last)}</p>
            ${earlier.map((past) => html`<p class="past"><b>${pastTitle(past)}</b> ${pastWinners(past)}</p>`)}
          </div>
        `
        : nothing}
      <h2>${day ? t("Another tournament") : t("The tournament")}</h2>
      ${form} ${start}
    </section>
  `;
}

/** @param {Wire.ShownPast} past */
const pastTitle = ({ title, game }) => t("{format}: {game}", { format: title, game });

/** @param {Wire.ShownPast} past */
const pastWinners = ({ winners }) =>
  winners.length ? t("Winners: {names}", { names: listed(winners) }) : t("It was ended early.");

/**
 * The choice of a tournament of the class, and whether its podium is on the wall; nothing where there was none.
 * @param {Wire.TeacherState} state
 * @param {number} chosen the tournament, counted from 1
 * @param {(day: number) => void} onchoose
 * @param {Page.Say} say
 */
export function pastChoice({ history, podium }, chosen, onchoose, say) {
  const past = history[chosen - 1], on = podium !== null && podium.at === past?.at;
  const pick = (/** @type {Page.From<HTMLSelectElement>} */ { currentTarget }) => onchoose(Number(currentTarget.value));
  const award = () => say({ kind: "award", day: on ? 0 : chosen });
  if (!past) return nothing;
  return html`
    <div class="row past-choice">
      <select aria-label=${t("Tournament")} @change=${pick}>${history.map((each, at) =>
        html`<option value=${at + 1} .selected=${at + 1 === chosen}>${at + 1}. ${pastTitle(each)}</option>`
      )}</select>
      <button type="button" aria-pressed=${String(on)} ?disabled=${!past.steps.length} @click=${award}>
        ${on ? t("Podium off the wall") : t("Podium on the wall")}</button>
    </div>
  `;
}

/**
 * The head of the round in progress: how its tables stand, and the teacher's next actions.
 * @param {Wire.ShownDay} day
 * @param {Wire.ShownClock | null} clock
 * @param {number} since minutes since the clock was read
 * @param {import("./pairings.js").Condition[]} marks
 * @param {Page.Say} say
 */
export function roundHead(day, clock, since, marks, say) {
  const ready = !day.waiting.length || day.format === "ladder";
  const close = () => sure(t("End the tournament here?"), () => say({ kind: "close" }));
  const call = () => say({ kind: "call", rounds: day.rounds });
  return html`
    <section class="round">
      <div class="about">
        <h2>
          ${day.round?.title ?? day.format_title} ${day.unaided
            ? html`<span class="unaided">${sign("unlit")}${t("No hints, no values")}</span>`
            : nothing}
        </h2>
        ${day.round?.byes.length
          ? html`<p class="byes">${t("Without opponent: {names}", { names: listed(day.round.byes) })}</p>`
          : nothing}
        <p class="note">${minutesTold(day, clock, since)}</p>
        ${day.start ? startNote(() => say({ kind: "from", position: "" })) : nothing}
      </div>
      <div class="row">
        <span class="dots" aria-hidden="true">${marks.map((mark) => html`<i class=${mark}></i>`)}</span>
        <button type="button" ?disabled=${day.waiting.length > 0} @click=${close}>${t("End the tournament")}</button>
        ${ready || day.rounds < day.expected
          ? html`<button type="button" class="primary" ?disabled=${!ready} @click=${call}>${callLabel(day)}</button>`
          : nothing}
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
 * The meanings of the tables' colours, each with its number of tables, and what the next round waits for.
 * @param {Wire.ShownDay} day
 * @param {import("./pairings.js").Condition[]} marks
 */
export function legend(day, marks) {
  /** @type {[import("./pairings.js").Condition, (count: number) => string][]} */
  const entries = [
    ["call", (count) => t("{count} is calling", "{count} are calling", { count })],
    ["dispute", (count) => t("{count} dispute", "{count} disputes", { count })],
    ["silent", (count) => t("{count} device not responding", "{count} devices not responding", { count })],
    ["stuck", (count) => t("{count} table stuck", "{count} tables stuck", { count })],
    ["over", (count) => t("{count} finished", "{count} finished", { count })],
    ["playing", (count) => t("{count} is playing", "{count} are playing", { count })],
  ];
  const count = (/** @type {import("./pairings.js").Condition} */ mark) => marks.filter((each) => each === mark).length;
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

/**
 * The role of the first of the two pupils at a board of paper, and of the second.
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
 * Say how long the round has lasted, and how long it and those to come may take.
 * @param {Wire.ShownDay} day
 * @param {Wire.ShownClock | null} clock
 * @param {number} since minutes since the clock was read
 */
function minutesTold({ format_title: format, game_title: game, round, rounds }, clock, since) {
  const told = [`${format} · ${game}`];
  if (!clock) return told[0];
  const { coming: [now = 0, ...later] } = clock, gone = rounds ? clock.passed + since : 0;
  const took = clock.rounds.find((each) => each.round === rounds)?.actual ?? null;
  const left = Math.ceil(Math.max(now - gone, 0) + later.reduce((sum, each) => sum + each, 0));
  if (took !== null) {
    const count = Math.round(took);
    told.push(t("this round took {count} minute", "this round took {count} minutes", { count }));
  } else if (round && !round.over) {
    told.push(t("{count} minute played", "{count} minutes played", { count: Math.floor(gone) }));
  }
  if (left > 0) told.push(t("about {count} minute left", "about {count} minutes left", { count: left }));
  return told.join(" · ");
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
