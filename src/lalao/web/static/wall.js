// The wall, for the projector: how to come in, who plays whom, one table large, the standings, the winners.

import { Board } from "./board.js";
import { h, show } from "./dom.js";
import { Line } from "./net.js";
import { header, link } from "./page.js";
import { onSetting, settings } from "./settings.js";
import { invitation } from "./teacher.js";
import { listed, t } from "./words.js";

export function wallScreen(root, code) {
  const board = new Board({ small: true, label: t("the board") });
  const middle = h("div", { class: "wall" });
  show(root, middle);
  let state = null;
  const draw = () => {
    header({ title: state.title || t("Class"), sub: state.code });
    show(middle, ...wall(state, board));
    const into = middle.querySelector(".invite");
    if (into) invitation(state.code, into);
  };
  const hear = (message) => {
    if (message.kind === "class") {
      state = message;
      for (const view of state.boards ?? []) board.show(view.picture);
      draw();
    } else if (message.kind === "board") board.show(message.picture);
    else if (message.kind === "refused" || message.kind === "erased") {
      line.close();
      header({ title: t("No class") });
      show(
        middle,
        h(
          "div",
          { class: "empty" },
          h("p", {}, message.why ?? t("The teacher has closed this class. Nothing of it is kept here.")),
          link("/", "button primary", t("To the games")),
        ),
      );
    }
  };
  const line = new Line(`class/${code.toUpperCase()}`, hear, () => {}, "");
  const unset = onSetting((changes) =>
    "language" in changes && line.send({ kind: "speak", language: settings.language })
  );
  return () => (line.close(), unset());
}

function wall(state, board) {
  const { day } = state;
  if (!day) {
    return [
      h("div", { class: "invite" }),
      h("p", { class: "big" }, t("{count} pupil is here.", "{count} pupils are here.", { count: state.count })),
    ];
  }
  const title = h("h2", {}, `${day.format_title} · ${day.game_title}`);
  if (day.over) {
    return [
      title,
      h(
        "p",
        { class: "big" },
        day.winners.length ? t("Winners: {names}", { names: listed(day.winners) }) : t("It was ended early."),
      ),
      standings(state),
    ];
  }
  const table = day.round?.tables.find((each) => each.table === day.projected);
  if (table && state.boards.length) {
    return [
      h("h2", {}, h("span", { class: "number" }, table.table), ` ${table.first} – ${table.second}`),
      h("div", { class: "projected" }, board.frame),
    ];
  }
  if (!day.round) return [title, h("p", { class: "big" }, t("Wait: the teacher begins."))];
  const won = (name, each) => (each.winner === name ? h("b", {}, `${name} ✓`) : name);
  return [
    h("h2", {}, t("Round {round} of {count}", { round: day.rounds, count: Math.max(day.expected, day.rounds) })),
    h(
      "ul",
      { class: "pairings" },
      day.round.tables.map((each) =>
        h(
          "li",
          { class: each.result ? "over" : "" },
          h("span", { class: "number" }, each.table),
          h(
            "span",
            {},
            won(each.first, each),
            " – ",
            won(each.second, each),
            each.result === "draw" ? " =" : each.result === "both-lost" ? " ✗ ✗" : "",
          ),
        )
      ),
    ),
    day.round.byes.length > 0 && h("p", {}, t("Without opponent: {names}", { names: listed(day.round.byes) })),
    day.round.over && standings(state),
  ].filter(Boolean);
}

function standings({ standings: places }) {
  return h(
    "ol",
    { class: "places" },
    places.map((place) =>
      h(
        "li",
        {},
        h("span", { class: "number" }, place.rank),
        h("span", {}, place.name),
        h("b", {}, String(place.points)),
      )
    ),
  );
}
