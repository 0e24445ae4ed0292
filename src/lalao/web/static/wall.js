// The wall, for the projector: how to come in, who plays whom, one table large, the standings, the winners.

import { invitation, missing } from "./banners.js";
import { askPosition } from "./api.js";
import { Board } from "./board.js";
import { firstTold } from "./day.js";
import { sign } from "./icons.js";
import { html, nothing, render } from "./lit.js";
import { Line } from "./net.js";
import { header } from "./page.js";
import { nameLook, picture } from "./pictures.js";
import { podium, winnersOf } from "./podium.js";
import { keyOf } from "./teaching.js";
import { askedOf, votedTold } from "./together.js";
import { listed, sentence, t } from "./words.js";

/** @typedef {Wire.TeacherState | Wire.GuestState} Looking a class as onlookers see it */

/**
 * @param {HTMLElement} root
 * @param {string} code
 */
export function wallScreen(root, code) {
  const board = new Board({ small: true, label: t("the board") });
  const wanted = code.toUpperCase();
  const asked = t("Join with this code:");
  const invite = html`<div class="invite">${invitation("classes", wanted, asked, t("QR code of this class"))}</div>`;
  const draw = (/** @type {unknown} */ shown) => render(html`<div class="wall">${shown}</div>`, root);
  const close = (/** @type {string} */ why) => {
    line.close();
    draw(missing(t("No class"), why));
  };
  let seen = 0;
  const share = async (/** @type {Wire.ShownTogether} */ together, /** @type {number} */ seq) => {
    const view = await askPosition(together.game, together.position);
    if (seq !== seen) return;
    board.show(view.picture);
    draw(shared(together, view, board));
  };
  const hear = (/** @type {Wire.ClassTold} */ message) => {
    if (message.kind === "class" && message.role !== "pupil") {
      seen = message.seq;
      header({ title: message.title || t("Class"), sub: message.code });
      if (message.together) share(message.together, message.seq);
      else {
        message.boards.forEach(({ picture }) => board.show(picture));
        draw(wall(message, board, invite));
      }
    } else if (message.kind === "board") board.show(message.picture);
    else if (message.kind === "refused") close(message.why);
    else if (message.kind === "erased") close(t("The teacher has closed this class. Nothing of it is kept here."));
  };
  /** @type {Line<Wire.ClassTold, Wire.ClassSaid>} */
  const line = new Line(keyOf(wanted), hear, { token: "" });
  draw(nothing);
  return () => line.close();
}

/**
 * What is shown on the wall now.
 * @param {Looking} state
 * @param {Board} board
 * @param {unknown} invite
 */
function wall(state, board, invite) {
  const { day } = state;
  const big = (/** @type {string} */ text) => html`<p class="big">${text}</p>`;
  if (!day) {
    const count = state.role === "guest" ? state.count : state.pupils.length;
    return [invite, big(t("{count} pupil is here.", "{count} pupils are here.", { count }))];
  }
  const title = html`<h2>${day.format_title} · ${day.game_title}</h2>`;
  const faces = facesOf(state);
  if (day.over) {
    const winners = winnersOf(day, state.standings, faces);
    return winners.length
      ? [html`<h2 class="glory">${t("The winners of the day")}</h2>`, title, podium(winners)]
      : [title, big(t("It was ended early.")), standings(state)];
  }
  const table = day.round?.tables.find((each) => each.table === day.projected);
  if (table && state.boards.length) {
    return html`
      <h2><span class="number">${table.table}</span> ${table.first} – ${table.second}</h2>
      <div class="projected">${board.frame}</div>
    `;
  }
  if (!day.round) return [title, big(t("Wait: the teacher begins."))];
  const { tables, byes, over } = day.round;
  const count = Math.max(day.expected, day.rounds);
  return html`
    <h2>${t("Round {round} of {count}", { round: day.rounds, count })}</h2>
    <ul class="pairings in-${columns(tables.length)}">${tables.map((each) => pairing(each, faces))}</ul>
    ${day.on_screen || over ? nothing : html`<p>${sentence(firstTold(day))}</p>`}
    ${byes.length ? html`<p>${t("Without opponent: {names}", { names: listed(byes) })}</p>` : nothing}
    ${over ? standings(state) : nothing}
  `;
}

/**
 * The board of the class, on which the pupils propose moves.
 * @param {Wire.ShownTogether} together
 * @param {Wire.ShownPosition} view
 * @param {Board} board
 */
function shared(together, view, board) {
  const { head, line } = askedOf(together, view);
  const { move, title } = together;
  const foot = [title, move && t("Played: {move}", { move }), votedTold(together)].filter(Boolean).join(" · ");
  return html`
    <h2>${head}</h2>
    <p class="big">${line}</p>
    <div class="projected">${board.frame}</div>
    <p class="shared-foot">${foot}</p>
  `;
}

/**
 * The number of columns in which `count` pairs are shown, on a wall that is wider than high.
 * @param {number} count
 */
const columns = (count) => Math.min(4, Math.ceil(count / 3));

/**
 * The pictures of those who play, by their names.
 * @param {Looking} state
 */
function facesOf(state) {
  const faces = state.role === "guest"
    ? Object.entries(state.faces)
    : state.pupils.map((each) => [each.name, each.picture]);
  return new Map(/** @type {[string, string][]} */ (faces));
}

/**
 * Who plays whom, and who has won.
 * @param {Wire.ShownTable} table
 * @param {Map<string, string>} faces
 */
function pairing({ table, first, second, result, winner, referee }, faces) {
  const mark = (/** @type {string} */ name) =>
    name === winner ? "✓" : result === "draw" ? "=" : result === "both-lost" ? "✗" : "";
  const player = (/** @type {string} */ name) =>
    html`
      <span class=${name === winner ? "one won" : "one"}>${picture(faces.get(name) ?? "")}
        <span class=${nameLook(name)}>${name}</span><b>${mark(name)}</b></span>
    `;
  return html`
    <li class=${result ? "over" : ""}>
      <span class="number">${table}</span>
      <span class="pair">${player(first)}${player(second)}${referee
        ? html`<small class="referee">${sign("see")}${t("The referee: {name}", { name: referee })}</small>`
        : nothing}</span>
    </li>
  `;
}

/** @param {Looking} state */
const standings = ({ standings: places }) =>
  html`<ol class="places">${
    places.map(({ rank, name, points }) =>
      html`<li><span class="number">${rank}</span><span>${name}</span><b>${points}</b></li>`
    )
  }</ol>`;
