// The tables of a round as the teacher sees them: who plays whom, the board, the result, the decisions to make.

import { sign } from "./icons.js";
import { html, nothing } from "./lit.js";
import { picture, roomyName, widthOf } from "./pictures.js";
import { pupilDialog } from "./pupils.js";
import { countedTold, refereesOf } from "./refereetask.js";
import { t } from "./words.js";

const STUCK = 90; // seconds without a move after which a table is marked
const COLUMNS = 4;

/**
 * @typedef {{ board: import("./board.js").Board, view: Wire.ShownMatch, at: number }} Watched a board, its view,
 *   and when the last turn was, by the clock of this page in milliseconds
 * @typedef {{
 *   state: Wire.TeacherState,
 *   day: Wire.ShownDay,
 *   boards: Map<string, Watched>,
 *   say: Page.Say,
 * }} Around the data that the cards of all tables share
 * @typedef {"dispute" | "call" | "over" | "silent" | "stuck" | "playing"} Condition the mark of a table
 */

/**
 * The number of columns in which `count` tables are shown.
 * @param {number} count
 */
export const columns = (count) => Math.min(COLUMNS, Math.ceil(Math.sqrt(count)));

/**
 * The mark of a table: of several conditions, the one that needs the teacher most.
 * @param {Wire.ShownTable} table
 * @param {Around} around
 * @returns {Condition}
 */
export function condition(table, around) {
  if (table.accusers.length && !table.result) return "dispute";
  if (table.flags.length || seated(table, around).some(({ hand }) => hand)) return "call";
  if (table.result) return "over";
  if (silent(table, around)) return "silent";
  return stillMinutes(table, around) ? "stuck" : "playing";
}

/**
 * @param {Wire.ShownTable} table
 * @param {Around} around
 */
const seated = ({ first, second }, { state }) => state.pupils.filter(({ name }) => name === first || name === second);

/**
 * A pupil of a table whose device is not there.
 * @param {Wire.ShownTable} table
 * @param {Around} around
 */
const silent = (table, around) =>
  table.room ? seated(table, around).find(({ device, here, away }) => device && !here && !away) : undefined;

/**
 * The card of a table: its players, its board, and the foot below it.
 * @param {Wire.ShownTable} table
 * @param {Condition} mark
 * @param {Around} around
 */
export function tableCard(table, mark, around) {
  const seen = around.boards.get(table.room);
  const still = stillMinutes(table, around);
  const told = still ? t("no move for {count} minute", "no move for {count} minutes", { count: still }) : "";
  const paper = !table.room && !table.result;
  const watched = [refereesOf(table), ...table.counts.map(countedTold)].filter(Boolean).join(" · ");
  return html`
    <article class="tablecard ${mark}"
      data-table=${table.table} data-room=${table.room} data-still=${told}>
      <h3><span class="number">${table.table}</span>${playerOf(table, around, 0)}
        <span class="unseen">${t("and")}</span>${playerOf(table, around, 1)}</h3>
      ${table.games > 1 && !table.result ? html`<p>${t("A draw: they play again, with seats swapped.")}</p>` : nothing}
      ${watched ? html`<p class="referee">${sign("see")}<span>${watched}</span></p>` : nothing}
      ${seen ? html`<div class="mini">${seen.board.frame}</div>` : nothing} ${paper ? entering(table, around) : nothing}
      ${paper && mark === "playing"
        ? nothing
        : html`<div class="foot">${footOf(table, mark, around, told)} ${paper ? nothing : more(table, around)}</div>`}
    </article>
  `;
}

/**
 * One of the two players, bold where it is his turn.
 * @param {Wire.ShownTable} table
 * @param {Around} around
 * @param {0 | 1} seat
 */
function playerOf(table, { state, boards }, seat) {
  const name = seat === 0 ? table.first : table.second;
  const active = !table.result && boards.get(table.room)?.view.active === seat;
  const pupil = state.pupils.find((each) => each.name === name);
  const face = pupil ? picture(pupil.picture) ?? nothing : nothing;
  return html`
    <span class=${active ? "seated active" : "seated"} .style=${`--wide: ${widthOf(name)}`}
    >${face}${roomyName(name)}</span>
  `;
}

/**
 * The sentence below a board, and the one button that helps.
 * @param {Wire.ShownTable} table
 * @param {Condition} mark
 * @param {Around} around
 * @param {string} still
 */
function footOf(table, mark, around, still) {
  const { boards, state: shown, say } = around;
  if (mark === "dispute") {
    const alarms = table.accusers.map((name) => t("{name} disagrees.", { name }));
    return html`<p class="state alarm">${sign("flag")}<span>${alarms.join(" ")}</span></p>`;
  }
  if (mark === "call" && table.flags.length) {
    return table.flags.map((name) =>
      html`
        <p class="state alarm">${sign("flag")}<span>${t("{name}, the referee, raises a flag.", { name })}</span></p>
        <button type="button" class="primary" @click=${() =>
          say({ kind: "flag", table: table.table, up: false, name })}>${t("On my way")}</button>
      `
    );
  }
  if (mark === "call") {
    return seated(table, around).filter(({ hand }) => hand).map(({ name }) =>
      html`
        <p class="state alarm">${sign("hand")}<span>${t("{name} needs you.", { name })}</span></p>
        <button type="button" class="primary" @click=${() => say({ kind: "hand", up: false, name })}>
          ${t("On my way")}
        </button>
      `
    );
  }
  const lost = mark === "silent" && silent(table, around);
  if (lost) {
    return html`
      <p class="state">${sign("away")}<span>${t("{name}: device not responding", { name: lost.name })}</span></p>
      <button type="button" @click=${() => pupilDialog(lost, shown, say)}>${t("Help")}</button>
    `;
  }
  const state = stateOf(table, boards.get(table.room));
  const said = mark === "stuck" ? `${state} · ${still}` : state;
  return html`<p class="state">${mark === "over" ? sign("done") : nothing}<span>${said}</span></p>`;
}

/**
 * The minutes for which nothing has happened at a table in play; 0 where that is not long.
 * @param {Wire.ShownTable} table
 * @param {Around} around
 */
function stillMinutes({ result, room }, { state, boards }) {
  const seen = boards.get(room);
  if (!seen || result || state.paused) return 0;
  const seconds = (performance.now() - seen.at) / 1000;
  return seconds > STUCK ? Math.floor(seconds / 60) : 0;
}

/**
 * Say the result of a table, or whose turn it is.
 * @param {Wire.ShownTable} table
 * @param {Watched | undefined} seen
 */
function stateOf({ first, second, result, corrected }, seen) {
  if (result) {
    const came = {
      first: t("{name} has won", { name: first }),
      second: t("{name} has won", { name: second }),
      draw: t("a draw"),
      "both-lost": t("both have lost"),
    };
    return came[result] + (corrected.length ? " *" : "");
  }
  if (!seen) return t("Who has won?");
  const name = seen.view.active === 0 ? first : second;
  return {
    layout: t("{name} lays out the seeds", { name }),
    choose: t("{name} chooses who starts", { name }),
    play: t("{name} to play", { name }),
    over: "",
  }[seen.view.phase];
}

/**
 * The buttons for the results that the teacher can enter.
 * @param {Wire.ShownTable} table
 * @param {Around} around
 */
function entering({ table, round, games, first, second, result }, { day, say }) {
  /** @type {[NonNullable<Wire.ShownTable["result"]>, unknown][]} */
  const results = [["first", roomyName(first)], ["second", roomyName(second)], ["draw", t("draw")], [
    "both-lost",
    t("both have lost"),
  ]];
  const buttons = results.filter(([what]) => day.draws || what !== "draw").map(([what, label]) => {
    const enter = () => say({ kind: "report", round, table, game: games, result: what });
    return html`
      <button type="button" class=${result === what ? "current" : ""} aria-pressed=${String(
        result === what,
      )} @click=${enter}>${label}</button>
    `;
  });
  return html`
    <div class="results" role="group" aria-label=${t("Result of table {table}", { table })}>${buttons}</div>
  `;
}

/**
 * The other actions at a table, folded away: decide or correct its result, watch it, show it, take a move back.
 * @param {Wire.ShownTable} table
 * @param {Around} around
 */
function more(table, around) {
  const { result, round, room } = table;
  const decides = !result || round === around.day.round?.round;
  if (!decides && !room) return nothing;
  return html`
    <details class="more" name="table">
      <summary aria-label=${t("More about table {table}", { table: table.table })}>${sign("others")}</summary>
      <div class="sheet">
        ${decides
          ? html`<p>${result ? t("Correct result") : t("Enter result")}</p> ${entering(table, around)}`
          : nothing}
        ${room ? watching(table, around) : nothing}
      </div>
    </details>
  `;
}

/**
 * The actions on a game on screens.
 * @param {Wire.ShownTable} table
 * @param {Around} around
 */
function watching({ table, room, result }, { day, say }) {
  const on = day.projected === table;
  const project = () => say({ kind: "project", table: on ? 0 : table });
  const takeBack = () => say({ kind: "takeback", table });
  return html`
    <div class="row small">
      <a class="button" href="/m/${room}" target="_blank">${t("Watch")}</a>
      <button type="button" class=${on ? "current" : ""} aria-pressed=${String(on)} @click=${project}>
        ${on ? t("Off the wall") : t("On the wall")}
      </button>
      ${result ? nothing : html`<button type="button" @click=${takeBack}>${t("Take back a move")}</button>`}
    </div>
  `;
}
