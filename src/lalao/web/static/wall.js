// The wall, for the projector: how to come in, who plays whom, one table large, the standings, the winners.

import { invitation } from "./banners.js";
import { askPosition } from "./api.js";
import { Board } from "./board.js";
import { sentence } from "./choices.js";
import { firstTold } from "./day.js";
import { h, show } from "./dom.js";
import { sign } from "./icons.js";
import { Line } from "./net.js";
import { header, link } from "./page.js";
import { nameLook, picture } from "./pictures.js";
import { podium, winnersOf } from "./podium.js";
import { keyOf } from "./teaching.js";
import { askedOf, votedTold } from "./together.js";
import { listed, t } from "./words.js";

/** @typedef {Wire.TeacherState | Wire.GuestState} Looking a class as onlookers see it */

/**
 * @param {Element} root
 * @param {string} code
 */
export function wallScreen(root, code) {
  const board = new Board({ small: true, label: t("the board") });
  const middle = h("div", { class: "wall" });
  const wanted = code.toUpperCase();
  const asked = t("Join with this code:");
  const invite = h("div", { class: "invite" }, invitation("classes", wanted, asked, t("QR code of this class")));
  show(root, middle);
  const close = (/** @type {string} */ why) => {
    line.close();
    header({ title: t("No class") });
    const back = link("/", "button primary", t("To the games"));
    show(middle, h("div", { class: "empty" }, h("p", {}, why), back));
  };
  let seen = 0;
  const share = async (/** @type {Wire.ShownTogether} */ together, /** @type {number} */ seq) => {
    const view = await askPosition(together.game, together.position);
    if (seq !== seen) return;
    board.show(view.picture);
    show(middle, ...shared(together, view, board));
  };
  const hear = (/** @type {Wire.ClassTold} */ message) => {
    if (message.kind === "class" && message.role !== "pupil") {
      seen = message.seq;
      header({ title: message.title || t("Class"), sub: message.code });
      if (message.together) share(message.together, message.seq);
      else {
        message.boards.forEach(({ picture }) => board.show(picture));
        show(middle, ...wall(message, board, invite));
      }
    } else if (message.kind === "board") board.show(message.picture);
    else if (message.kind === "refused") close(message.why);
    else if (message.kind === "erased") close(t("The teacher has closed this class. Nothing of it is kept here."));
  };
  /** @type {Line<Wire.ClassTold, Wire.ClassSaid>} */
  const line = new Line(keyOf(wanted), hear, { token: "" });
  return () => line.close();
}

/**
 * What is shown on the wall now.
 * @param {Looking} state
 * @param {Board} board
 * @param {Element} invite
 */
function wall(state, board, invite) {
  const { day } = state;
  if (!day) {
    const count = state.role === "guest" ? state.count : state.pupils.length;
    return [invite, h("p", { class: "big" }, t("{count} pupil is here.", "{count} pupils are here.", { count }))];
  }
  const title = h("h2", {}, `${day.format_title} · ${day.game_title}`);
  const faces = facesOf(state);
  if (day.over) {
    const winners = winnersOf(day, state.standings, faces);
    return winners.length
      ? [h("h2", { class: "glory" }, t("The winners of the day")), title, podium(winners)]
      : [title, h("p", { class: "big" }, t("It was ended early.")), standings(state)];
  }
  const table = day.round?.tables.find((each) => each.table === day.projected);
  if (table && state.boards.length) {
    return [
      h("h2", {}, h("span", { class: "number" }, table.table), ` ${table.first} – ${table.second}`),
      h("div", { class: "projected" }, board.frame),
    ];
  }
  if (!day.round) return [title, h("p", { class: "big" }, t("Wait: the teacher begins."))];
  const { tables, byes, over } = day.round;
  const count = Math.max(day.expected, day.rounds);
  return [
    h("h2", {}, t("Round {round} of {count}", { round: day.rounds, count })),
    h("ul", { class: `pairings in-${columns(tables.length)}` }, tables.map((each) => pairing(each, faces))),
    !day.on_screen && !over && h("p", {}, sentence(firstTold(day))),
    byes.length > 0 && h("p", {}, t("Without opponent: {names}", { names: listed(byes) })),
    over && standings(state),
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
  return [
    h("h2", {}, head),
    h("p", { class: "big" }, line),
    h("div", { class: "projected" }, board.frame),
    h(
      "p",
      { class: "shared-foot" },
      [title, move && t("Played: {move}", { move }), votedTold(together)].filter(Boolean).join(" · "),
    ),
  ];
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
    h(
      "span",
      { class: name === winner ? "one won" : "one" },
      picture(faces.get(name) ?? ""),
      h("span", { class: nameLook(name) }, name),
      h("b", {}, mark(name)),
    );
  return h(
    "li",
    { class: result ? "over" : "" },
    h("span", { class: "number" }, table),
    h(
      "span",
      { class: "pair" },
      player(first),
      player(second),
      referee && h("small", { class: "referee" }, sign("see"), t("The referee: {name}", { name: referee })),
    ),
  );
}

/** @param {Looking} state */
function standings({ standings: places }) {
  const lines = places.map(({ rank, name, points }) =>
    h("li", {}, h("span", { class: "number" }, rank), h("span", {}, name), h("b", {}, String(points)))
  );
  return h("ol", { class: "places" }, lines);
}
