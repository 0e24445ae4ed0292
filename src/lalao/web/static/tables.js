// The tables of a round as the teacher sees them: who plays whom, the board, the result, what may be decided.

import { sign } from "./icons.js";
import { html, nothing } from "./lit.js";
import { listed, t } from "./words.js";

const STUCK = 90; // seconds without a move after which a table is marked

/**
 * @typedef {{ board: import("./board.js").Board, view: Wire.ShownMatch, at: number }} Watched a board, what it shows,
 *   and when the last turn was, by the clock of this page in milliseconds
 * @typedef {{
 *   state: Wire.TeacherState,
 *   day: Wire.ShownDay,
 *   boards: Map<string, Watched>,
 *   say: (message: Wire.ClassSaid) => void,
 * }} Around what the cards of all tables have in common
 */

/**
 * One table.
 * @param {Wire.ShownTable} table
 * @param {Around} around
 */
export function tableCard(table, around) {
  const { first, second, result, accusers } = table;
  const { boards } = around;
  const dispute = accusers.length > 0 && !result;
  const seen = boards.get(table.room);
  const still = stillMinutes(table, around);
  const look = `tablecard${result ? " over" : ""}${dispute ? " dispute" : ""}${still ? " stuck" : ""}`;
  const told = still ? t("no move for {count} minute", "no move for {count} minutes", { count: still }) : "";
  return html`
    <article class=${look} data-table=${table.table} data-room=${table.room} data-still=${told}>
      <h3><span class="number">${table.table}</span> ${first} – ${second}</h3>
      ${dispute
        ? html`<p class="alarm">${t("{name} says that the other one cheats.", { name: listed(accusers) })}</p>`
        : nothing}
      ${calls(table, around)}
      ${table.games > 1 && !result ? html`<p>${t("A draw: they play again, seats exchanged.")}</p>` : nothing}
      ${seen ? html`<div class="mini">${seen.board.frame}</div>` : nothing}
      <p class="state">${stateOf(table, seen)}</p>
      ${deciding(table, around)} ${table.room ? watching(table, around) : nothing}
    </article>
  `;
}

/**
 * For how many minutes nothing has happened at a table where something should; 0 where that is not long.
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
 * Who of a table calls the teacher.
 * @param {Wire.ShownTable} table
 * @param {Around} around
 */
function calls({ first, second }, { state, say }) {
  const calling = state.pupils.filter(({ name, hand }) => hand && (name === first || name === second));
  return calling.map(({ name }) => {
    const done = () => say({ kind: "hand", up: false, name });
    return html`
      <p class="alarm">
        ${sign("hand")}${t("{name} calls you.", { name })}
        <button type="button" @click=${done}>${t("Done")}</button>
      </p>
    `;
  });
}

/**
 * Say what came of a table, or whose turn it is.
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
  if (!seen) return t("on a board of paper or wood");
  const name = seen.view.active === 0 ? first : second;
  return {
    layout: t("{name} lays out the seeds", { name }),
    choose: t("{name} chooses who starts", { name }),
    play: t("{name} to play", { name }),
    over: "",
  }[seen.view.phase];
}

/**
 * The results that the teacher may enter: at once on paper, else where they are asked for.
 * @param {Wire.ShownTable} table
 * @param {Around} around
 */
function deciding({ table, round, games, first, second, result, room }, { day, say }) {
  if (result && round !== day.round?.round) return nothing;
  /** @type {[NonNullable<Wire.ShownTable["result"]>, string][]} */
  const results = [["first", first], ["second", second], ["draw", t("draw")], ["both-lost", t("both have lost")]];
  const buttons = results.map(([what, label]) => {
    const enter = () => say({ kind: "report", round, table, game: games, result: what });
    return html`
      <button type="button" class=${result === what ? "current" : ""} aria-pressed=${String(
        result === what,
      )} @click=${enter}>${label}</button>
    `;
  });
  const entering = html`
    <div class="results" role="group" aria-label=${t("Result of table {table}", { table })}>${buttons}</div>
  `;
  if (!result && !room) return entering;
  return html`
    <details class="more"><summary>${result ? t("Correct it") : t("Decide it")}</summary>${entering}</details>
  `;
}

/**
 * What may be done with a game on screens.
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
