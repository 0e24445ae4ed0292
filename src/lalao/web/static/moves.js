// The list of moves, and the buttons that step through it.

import { sign } from "./icons.js";
import { button } from "./dom.js";
import { asides } from "./line.js";
import { html, nothing, render } from "./lit.js";
import { t } from "./words.js";

/**
 * The moves of a line, named where that is wanted, else counted; `current` is the ply that is shown, 0 for the start.
 * @param {string[]} moves
 * @param {string} starter
 * @param {Wire.ShownSide[]} sides
 * @param {number} current
 * @param {(ply: number) => unknown} onjump
 * @param {Map<number, string[]>} beside words beside a move, by its number
 */
function moveList(moves, starter, sides, current, onjump, beside) {
  const first = sides.findIndex((each) => each.side === starter);
  return html`<ol class="moves">${
    moves.map((move, i) => {
      const side = sides[(first + i) % 2], now = current === i + 1, words = beside.get(i + 1);
      const face = html`
        <span class="dot ${side.first ? "first" : "second"}"></span>
                <span class="unseen">${side.name}</span><span class="notated"> ${move}</span><span
          class="counted"> ${i + 1}</span>
      `;
      const aside = words ? html`<small class="variation notated">${words.join(" ")}</small>` : nothing;
      return html`<li>${plyButton(face, now, () => onjump(i + 1))}${aside}</li>`;
    })
  }</ol>`;
}

/** @type {(face: unknown, now: boolean, onjump: () => unknown) => unknown} */
export const plyButton = (face, now, onjump) =>
  html`
    <button type="button" class=${now ? "ply now" : "ply"} aria-current=${now ? "step" : nothing}
      @click=${onjump}>${face}</button>
  `;

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
  /** @type {(name: "first" | "back" | "next" | "last", ply: number, label: string) => unknown} */
  const to = (name, ply, label) =>
    button(sign(name), "square", () => onjump(ply), {
      "aria-label": label,
      title: label,
      disabled: ply < 0 || ply > last || ply === current,
    });
  return html`
    <div class="travel">
      ${to("first", 0, t("To the start"))} ${to("back", Math.max(current - 1, 0), t("Back"))}
      ${to("next", Math.min(current + 1, last), t("Forward"))} ${to("last", last, t("To the end"))}
    </div>
  `;
}

/**
 * Show the moves of a match, with those taken back beside them, and the buttons that step through them.
 * @param {HTMLElement} element
 * @param {Wire.State} state
 * @param {Page.View["names"]} names
 * @param {number} ply the ply that is shown
 * @param {(ply: number) => unknown} onjump
 */
export function showHistory(element, { moves, starter, sides, tree, notation }, names, ply, onjump) {
  const called = sides.map((side) => ({ ...side, name: names?.[side.side]?.name || t("you") }));
  const list = moves.length
    ? moveList(moves, starter, called, ply, onjump, asides(tree ?? []))
    : html`<p class="note notated">${notation}</p>`;
  render([list, travel(ply, moves.length, onjump)], element);
  keepInSight(element.querySelector(".moves"));
}
