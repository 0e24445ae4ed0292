// The list of moves, and what each legal one is worth.

import { button, h, show } from "./dom.js";
import { sign } from "./icons.js";
import { t } from "./words.js";

/** Show the moves of a line; the one at `current` (0 is the start) is where we are. */
export function moveList(moves, starter, sides, current, onjump) {
  const first = sides.findIndex((each) => each.side === starter);
  const items = moves.map((move, i) => {
    const side = sides[(first + i) % 2];
    const now = current === i + 1;
    return h("li", {}, button([h("span", { class: `dot ${side.first ? "first" : "second"}` }), h("span", { class: "unseen" }, side.name), ` ${move}`], now ? "ply now" : "ply", () => onjump(i + 1), { "aria-current": now ? "step" : undefined }));
  });
  return h("ol", { class: "moves" }, items);
}

/** Scroll a list, and nothing else, so that the move where we are can be seen. */
export function keepInSight(list) {
  const now = list?.querySelector(".now");
  if (now) list.scrollTop = now.offsetTop - list.offsetTop - list.clientHeight / 2;
}

/** The buttons that go through a line. */
export function travel(current, last, onjump) {
  const to = (name, ply, label) => button(sign(name), "square", () => onjump(ply), { "aria-label": label, title: label, disabled: ply < 0 || ply > last || ply === current });
  return h("div", { class: "travel" }, to("first", 0, t("To the start")), to("back", Math.max(current - 1, 0), t("Back")), to("next", Math.min(current + 1, last), t("Forward")), to("last", last, t("To the end")));
}

const signs = { win: "✓", draw: "=", loss: "✗" };

/** Say a value: its sign, and in words. */
function valueWords({ value, plies, margin }) {
  if (margin && value !== "draw") {
    const by = Math.abs(margin.half);
    const words = by ? (value === "win" ? t("wins by {count}", { count: by }) : t("loses by {count}", { count: by })) : value === "win" ? t("wins by the tibong") : t("loses by the tibong");
    return words;
  }
  const words = { win: t("wins"), draw: t("draw"), loss: t("loses") }[value];
  return plies ? `${words} · ${t("{count} turn", "{count} turns", { count: plies })}` : words;
}

/** Show what every move is worth; opinions are marked as such. */
export function valueList(element, answer, onmove) {
  const known = answer.moves.filter(({ value }) => value !== "unknown");
  const rows = known.map((each) => row(each.move, `value ${each.value}`, signs[each.value], valueWords(each), onmove));
  const opinion = answer.opinion;
  const guessed = (opinion?.moves ?? [])
    .filter(({ move }) => !known.some((each) => each.move === move))
    .map(({ move, score, decided }) => {
      const told = decided > 0 ? t("wins, it seems") : decided < 0 ? t("loses, it seems") : `≈ ${score > 0 ? "+" : ""}${score}`;
      return row(move, "value opinion", "", told, onmove);
    });
  const list = (items) => h("ul", { class: "values", tabindex: onmove ? undefined : 0 }, items); // keys scroll what holds no button
  show(
    element,
    rows.length ? list(rows) : null,
    guessed.length ? [h("h3", {}, t("The engine's opinion")), h("p", { class: "note" }, t("Not proved: {count} turns ahead.", { count: opinion.depth })), list(guessed)] : null,
    rows.length || guessed.length ? null : h("p", { class: "note" }, answer.value === "unknown" ? t("Nobody knows yet.") : t("The game is over.")),
  );
}

function row(move, look, mark, told, onmove) {
  const face = [h("span", { class: "move" }, move), h("span", { class: look }, mark && h("span", { class: "mark" }, mark), told)];
  return h("li", {}, onmove ? button(face, "worth", () => onmove(move)) : h("div", { class: "worth" }, ...face));
}
