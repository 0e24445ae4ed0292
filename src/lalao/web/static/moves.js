// The list of moves, and the buttons that step through it.

import { button, h, show } from "./dom.js";
import { sign } from "./icons.js";
import { asides } from "./line.js";
import { t } from "./words.js";

/**
 * Show the moves of a line; `current` is the ply that is shown, 0 for the start.
 * @param {string[]} moves
 * @param {string} starter
 * @param {Wire.ShownSide[]} sides
 * @param {number} current
 * @param {(ply: number) => unknown} onjump
 * @param {Map<number, string[]>} asides words beside a move, by its number
 */
export function moveList(moves, starter, sides, current, onjump, asides = new Map()) {
  const first = sides.findIndex((each) => each.side === starter);
  const items = moves.map((move, i) => {
    const side = sides[(first + i) % 2];
    const now = current === i + 1;
    const aside = asides.get(i + 1);
    return h(
      "li",
      {},
      button(
        [
          h("span", { class: `dot ${side.first ? "first" : "second"}` }),
          h("span", { class: "unseen" }, side.name),
          ` ${move}`,
        ],
        now ? "ply now" : "ply",
        () => onjump(i + 1),
        { "aria-current": now ? "step" : undefined },
      ),
      aside && h("small", { class: "variation" }, aside.join(" ")),
    );
  });
  return h("ol", { class: "moves" }, items);
}

/**
 * Scroll a list, and nothing else, so that the current move can be seen.
 * @param {HTMLElement | null} list
 */
export function keepInSight(list) {
  /** @type {HTMLElement | null | undefined} */
  const now = list?.querySelector(".now");
  if (list && now) list.scrollTop = now.offsetTop - list.offsetTop - list.clientHeight / 2;
}

/**
 * The buttons that step through a line.
 * @param {number} current
 * @param {number} last
 * @param {(ply: number) => unknown} onjump
 */
export function travel(current, last, onjump) {
  /** @type {(name: "first" | "back" | "next" | "last", ply: number, label: string) => Element} */
  const to = (name, ply, label) =>
    button(sign(name), "square", () => onjump(ply), {
      "aria-label": label,
      title: label,
      disabled: ply < 0 || ply > last || ply === current,
    });
  return h(
    "div",
    { class: "travel" },
    to("first", 0, t("To the start")),
    to("back", Math.max(current - 1, 0), t("Back")),
    to("next", Math.min(current + 1, last), t("Forward")),
    to("last", last, t("To the end")),
  );
}

/**
 * Show the moves of a match, with those taken back beside them, and the buttons that step through them.
 * @param {Element} element
 * @param {Wire.State} state
 * @param {number} ply the ply that is shown
 * @param {(ply: number) => unknown} onjump
 */
export function showHistory(element, { moves, starter, sides, tree, notation }, ply, onjump) {
  const list = moves.length
    ? moveList(moves, starter, sides, ply, onjump, asides(tree ?? []))
    : h("p", { class: "note" }, notation);
  show(element, list, travel(ply, moves.length, onjump));
  keepInSight(element.querySelector(".moves"));
}
