// The referees' task: they count the seeds or pieces at their table before and after the game, and raise a flag.

import { html } from "./lit.js";
import { sign } from "./icons.js";
import { button } from "./dom.js";
import { dialog, link } from "./page.js";
import { tool } from "./shell.js";
import { listed, t } from "./words.js";

const MOST_FIGURES = 3;

/**
 * Who watches a table, in words; "" for nobody.
 * @param {Wire.ShownTable} table
 */
export function refereesOf({ referees }) {
  if (referees.length < 2) return referees.length ? t("The referee: {name}", { name: referees[0] }) : "";
  return t("The referees: {names}", { names: listed(referees) });
}

/**
 * A referee's counts at a table, in words.
 * @param {Wire.ShownCounts} counts
 */
export function countedTold({ name, before, after }) {
  if (after === null) return t("{name} has counted {count}.", { name, count: before ?? 0 });
  return t("{name} has counted {before}, then {after}.", { name, before: before ?? "?", after });
}

/**
 * The count that a pupil still owes at the table: "before" the game or "after" it, "" for nothing now.
 * @param {Wire.ShownTable} table
 * @param {string} name
 * @param {boolean} isOver whether the game is over, which the class may not have told yet
 */
function toCount({ counts, result, room }, name, isOver = result !== null) {
  const mine = counts.find((each) => each.name === name);
  if (!isOver && !mine) return "before";
  return mine?.after === null && (isOver || !room) ? "after" : "";
}

/**
 * The instruction for a referee.
 * @param {Wire.ShownTable} table
 * @param {string} name
 */
export function taskOf(table, name) {
  const when = toCount(table, name), mine = table.counts.find((each) => each.name === name);
  const had = mine ? t("You have counted {count}.", { count: mine.before ?? 0 }) + " " : "";
  if (when === "before") return t("Count all that lies there before the game.");
  return had + (when ? t("Count again after the game.") : t("Watch the game: you will count again at its end."));
}

/**
 * The buttons of a referee: to report a count, and to raise a flag.
 * @param {Wire.PupilState} state
 * @param {Page.Say} say
 * @param {string} look
 * @param {boolean} isOver
 */
export function refereeActs({ referees: table, you }, say, look = "", isOver = table?.result !== null) {
  if (!table) return html``;
  const raised = table.flags.includes(you.name);
  const flag = button(
    [sign("flag"), html`<span>${raised ? t("Flag raised") : t("Raise a flag")}</span>`],
    raised ? `${look} raised` : look,
    () => say({ kind: "flag", table: table.table, up: !raised }),
    { "aria-pressed": String(raised) },
  );
  const when = toCount(table, you.name, isOver);
  if (!when) return flag;
  const count = () => countDialog(table, when === "after", say);
  return html`${button([sign("done"), html`<span>${t("I have counted…")}</span>`], look, count)}${flag}`;
}

/**
 * The buttons of a referee at the end of a game: whoever has counted again goes back.
 * @param {Wire.PupilState} state
 * @param {Page.Say} say
 * @param {() => void} back
 * @returns {Page.Child[]}
 */
export const lastActs = (state, say, back) => [
  refereeActs(state, (message) => (say(message), message.kind === "count" && back()), "tool", true),
  tool("leave", t("Back"), back),
];

/**
 * The way to the table that a pupil watches: its board, or the check for boards of paper and wood.
 * @param {Wire.ShownTable} table
 * @param {() => void} watch
 */
export const toTable = ({ room, table }, watch) =>
  room
    ? button([sign("see"), t("Watch table {table}", { table })], "primary", watch)
    : link("/referee", "button primary", sign("see"), t("The referee's check"));

/**
 * Ask how many were counted: figures to tap.
 * @param {Wire.ShownTable} table
 * @param {boolean} after
 * @param {Page.Say} say
 */
function countDialog({ table, games }, after, say) {
  let said = "";
  const told = () => {
    say({ kind: "count", table, game: games, after, said: Number(said) });
    box.close();
  };
  const box = dialog(
    after ? t("Table {table}, after the game", { table }) : t("Table {table}, before the game", { table }),
    "counting",
    (/** @type {() => void} */ draw) => {
      const press = (/** @type {number} */ figure) => () => {
        said = String(Number(said + figure)).slice(0, MOST_FIGURES);
        draw();
      };
      const figures = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0].map((figure) => button(figure, "figure", press(figure)));
      const clear = button("×", "figure", () => (said = "", draw()), { "aria-label": t("Clear") });
      return html`
        <p>${t("On the board and in the reserves: how many are there?")}</p>
        <output>${said || "…"}</output>
        <div class="figures">${figures}${clear}</div>
        ${button(said ? t("I have counted {count}", { count: said }) : t("I have counted…"), "primary", told, {
          disabled: !said,
        })}
      `;
    },
  );
}
