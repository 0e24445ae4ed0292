// The wall, for the projector: how to come in, who is missing, who plays whom, one table large, the winners.

import { invitation, missing } from "./banners.js";
import { askPosition } from "./api.js";
import { Board } from "./board.js";
import { firstTold } from "./tournament.js";
import { every, onLeft } from "./dom.js";
import { arrange, fit } from "./nametags.js";
import { sign } from "./icons.js";
import { html, nothing, render } from "./lit.js";
import { Line } from "./net.js";
import { header } from "./page.js";
import { picture } from "./pictures.js";
import { podium } from "./podium.js";
import { refereesOf } from "./refereetask.js";
import { askedOf, votedTold } from "./seats.js";
import { keyOf } from "./settings.js";
import { sentence, t } from "./words.js";

const TURN = 8_000; // milliseconds for which a part of a long list is shown

/** @typedef {Wire.TeacherState | Wire.GuestState} Looking a class as onlookers see it */

/** @type {Page.Screen} */
export function wallScreen(root, left, code) {
  const board = new Board({ small: true, label: t("the board") });
  const wanted = code.toUpperCase();
  const asked = t("Join with this code:");
  const invite = html`<div class="invite">${invitation("classes", wanted, asked, t("QR code of this class"))}</div>`;
  let turn = 0;
  const lay = () => {
    for (const each of root.querySelectorAll(".fitted, .podium")) {
      const element = /** @type {HTMLElement} */ (each);
      if (element.matches(".fitted")) arrange(element, turn);
      else if (!fit(element)) fit(element, 1);
    }
  };
  const watch = new ResizeObserver(lay); // their room changes with what comes above them
  const draw = (/** @type {unknown} */ shown) => {
    render(html`<div class="wall">${shown}</div>`, root);
    lay();
    watch.disconnect();
    for (const each of root.querySelectorAll(".fitted, .wall > *")) watch.observe(each);
    document.fonts.ready.then(() => requestAnimationFrame(lay)); // letters that are loaded by now tell nobody
  };
  every(TURN, () => (turn++, lay()), left);
  root.addEventListener("load", lay, true); // of the pictures that names make room for
  addEventListener("resize", lay, { signal: left });
  document.fonts.addEventListener("loadingdone", lay, { signal: left });
  onLeft(left, () => watch.disconnect());
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
  const line = new Line(keyOf(wanted), left, hear, { token: "" });
  draw(nothing);
}

/**
 * The present view of the wall.
 * @param {Looking} state
 * @param {Board} board
 * @param {unknown} invite
 */
function wall(state, board, invite) {
  const { day, podium: past } = state;
  const big = (/** @type {string} */ text) => html`<p class="big">${text}</p>`;
  if (past) {
    return [
      html`<h2 class="glory">${t("The winners of the day")}</h2>`,
      html`<h2>${past.title} · ${past.game}</h2>`,
      podium(past.steps),
    ];
  }
  if (!day) return [invite, ...present(state)];
  const title = html`<h2>${day.format_title} · ${day.game_title}</h2>`;
  if (day.over) return [title, big(t("It was ended early."))];
  const table = day.round?.tables.find((each) => each.table === day.projected);
  if (table && state.boards.length) {
    return html`
      <h2><span class="number">${table.table}</span> ${table.first} – ${table.second}</h2>
      <div class="projected">${board.frame}</div>
    `;
  }
  if (!day.round) return [title, big(t("Wait: the teacher begins."))];
  const { tables, byes, over, title: round } = day.round, faces = facesOf(state);
  return html`
    <h2>${round}</h2>
    <ul class="pairings fitted">
      ${tables.map((each) => pairing(each, faces))}
      ${byes.map((name) => html`<li class="bye">${player(name, faces)}<small>${t("Without opponent")}</small></li>`)}
    </ul>
    ${day.on_screen || over ? nothing : html`<p>${sentence(firstTold(day))}</p>`}
  `;
}

/**
 * How many pupils are here, and who is missing; where nobody has a device, how many are on the list.
 * @param {Looking} state
 */
function present(state) {
  const listed = state.role === "guest" ? null : state.pupils.filter(({ away }) => !away);
  const count = state.role === "guest" ? state.count : listed?.length ?? 0;
  const away = state.role === "guest"
    ? state.missing
    : listed?.filter(({ here }) => !here).map(({ name }) => name) ?? [];
  const here = count - away.length;
  const said = !here
    ? t("{count} pupil in the class", "{count} pupils in the class", { count })
    : away.length
    ? t("{here} of {count} are here. Missing:", { here, count })
    : t("{count} pupil is here.", "{count} pupils are here.", { count });
  return [
    html`<p class="big">${said}</p>`,
    here && away.length
      ? html`<ul class="fitted missing">${away.map((name) => html`<li><span class="name">${name}</span></li>`)}</ul>`
      : nothing,
  ];
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
 * A player with picture and name, and a mark: has won, has lost by cheating, a draw.
 * @param {string} name
 * @param {Map<string, string>} faces
 */
const player = (name, faces, mark = "") =>
  html`
    <span class=${mark === "✓" ? "one won" : "one"}>${picture(faces.get(name) ?? "")}
      <span class="name">${name}</span><b>${mark}</b></span>
  `;

/**
 * Who plays whom, and who has won.
 * @param {Wire.ShownTable} pair
 * @param {Map<string, string>} faces
 */
function pairing(pair, faces) {
  const { table, first, second, result, winner, second_chance: chance } = pair, watched = refereesOf(pair);
  const mark = (/** @type {string} */ name) =>
    name === winner ? "✓" : result === "draw" ? "=" : result === "both-lost" ? "✗" : "";
  return html`
    <li class="${result ? "over" : ""} ${chance ? "chance" : ""}">
      <span class="number">${table}</span>
      <span class="pair">
        ${chance ? html`<small>${t("Second chance")}</small>` : nothing}
        ${player(first, faces, mark(first))} ${player(second, faces, mark(second))}
        ${watched ? html`<small class="referee">${sign("see")}${watched}</small>` : nothing}
      </span>
    </li>
  `;
}
