// A pupil's instructions, and her view without a board: a picture, the task, the offers meanwhile. And how she calls
// the teacher.

import { sign } from "./icons.js";
import { html, nothing } from "./lit.js";
import { sure } from "./page.js";
import { picture } from "./pictures.js";
import { refereesOf, taskOf } from "./refereetask.js";
import { hasPuzzles } from "./pupilpuzzles.js";
import { listed, t } from "./words.js";
import { hasWork } from "./work.js";

/**
 * Describe the present state, in one sentence.
 * @param {Wire.PupilState} state
 */
export function sentenceOf(state) {
  const { day, table, you, plays, bye, cheated, still_in: stillIn, referees: watched } = state;
  if (!day && hasWork(state)) return t("Your teacher has work for you.");
  if (!day) return hasPuzzles(state) ? t("Your teacher has puzzles for you.") : t("Wait: the teacher begins.");
  if (day.over) return dayOver(day, you.name);
  if (watched) {
    const { table: number, first, second } = watched;
    return t("You are the referee of table {table}: {first} and {second}.", { table: number, first, second });
  }
  if (!plays) return t("Wait for the next tournament.");
  if (bye) return t("You have no opponent this round.");
  if (!table?.now && stillIn) return t("Wait: the next round is coming.");
  if (!table?.now) return cheated ? t("You play no more in this tournament.") : t("You are out. Well played!");
  const blanks = { table: table.table, name: table.opponent };
  if (!table.result && table.accused) {
    return t("Table {table}: the teacher decides between you and {name}.", blanks);
  }
  if (!table.result && table.games > 1) {
    return t("Table {table}: a draw. Play {name} again, with seats swapped.", blanks);
  }
  if (!table.result) {
    return table.second_chance
      ? t("Table {table}, second chance: you play with {name}.", blanks)
      : t("Table {table}: you play with {name}.", blanks);
  }
  if (table.result === "both-lost") return t("Table {table}: both of you have lost.", blanks);
  if (table.result === "draw") return t("Table {table}: a draw with {name}.", blanks);
  return table.winner === you.name
    ? t("Table {table}: you have won against {name}!", blanks)
    : t("Table {table}: {name} has won.", blanks);
}

/** @type {(day: Wire.ShownDay, name: string) => string} */
function dayOver({ winners }, name) {
  if (!winners.length) return t("The tournament is over.");
  return winners.includes(name)
    ? t("You are a winner of the day!")
    : t("The tournament is over. Winners: {names}", { names: listed(winners) });
}

/**
 * The view where there is no board: a picture, the task, the offers meanwhile.
 * @param {Wire.PupilState} state
 * @param {unknown} offered
 */
export function waiting(state, offered) {
  const { day, table, you, referees } = state;
  const paper = day && table?.now && !table.result ? table : null;
  return html`
    <div class="waiting">
      <div class="faces">
        ${picture(you.picture || "sun", "large")} ${paper ? picture(paper.picture || "moon", "large") : nothing}
      </div>
      <p class="big">${sentenceOf(state)}</p>
      ${paper && day?.on_screen === false ? html`<p>${t("Play on the board in front of you.")}</p>` : nothing}
      ${paper && day && !paper.room ? html`<p class="todo">${todo(day, paper)}</p>` : nothing}
      ${paper?.referees.length ? html`<p>${refereesOf(paper)}</p>` : nothing}
      ${referees && !paper ? html`<p class="todo">${taskOf(referees, you.name)}</p>` : nothing}
      ${offered === nothing ? nothing : html`<div class="meanwhile">${offered}</div>`}
    </div>
  `;
}

/**
 * Say what to do first on a board of paper or wood.
 * @param {Wire.ShownDay} day
 * @param {Wire.ShownOwnTable} table
 */
function todo({ laid_out: laidOut, sides }, { is_first: isFirst }) {
  if (laidOut) return isFirst ? t("You lay out the seeds.") : t("You choose who starts.");
  return isFirst
    ? t("You start: {side}.", { side: sides[0].name })
    : t("The other player starts: you are {side}.", { side: sides[1].name });
}

/**
 * The button that calls the teacher, or stops calling.
 * @param {Wire.PupilState} state
 * @param {Page.Say} say
 */
export function handOf({ you }, say) {
  const call = () => say({ kind: "hand", up: !you.hand });
  const look = you.hand ? "tool raised" : "tool";
  return html`
    <button type="button" class=${look} aria-pressed=${String(you.hand)} @click=${call}>
      ${sign("hand")}<span>${you.hand ? t("Teacher called") : t("Call the teacher")}</span>
    </button>
  `;
}

/**
 * The buttons that call the teacher, and that say that the opponent does not play by the rules.
 * @param {Wire.PupilState} state
 * @param {Page.Say} say
 */
export function callsOf(state, say) {
  const { table } = state;
  if (!table?.now || table.result || table.accused) return handOf(state, say);
  const question = t("Is {name} cheating? If you accuse each other, you both lose.", { name: table.opponent });
  const accuse = () => sure(question, () => say({ kind: "accuse", table: table.table }));
  return html`
    ${handOf(state, say)}
    <button type="button" class="tool" @click=${accuse}>
      ${sign("flag")}<span>${t("I disagree")}</span>
    </button>
  `;
}
