// The value of each position of a line, from the first side's view: exact values as steps, opinions as small rings.

import { h, s } from "./dom.js";
import { t } from "./words.js";

const SIGNS = { win: 1, draw: 0, loss: -1 };

/**
 * Draw the values of a line; a click on one goes there.
 * @param {(Wire.ShownValues & { first: boolean })[]} found whether the first side moves, beside the values
 * @param {number} current
 * @param {Wire.ShownSide[]} sides
 * @param {(ply: number) => unknown} onjump
 */
export function drawGraph(found, current, sides, onjump) {
  const [width, height] = [Math.max(found.length * 22, 220), 120];
  const seen = found.flatMap((each, i) => {
    const way = each.first ? 1 : -1;
    const known = each.value !== "unknown";
    const best = each.moves[0]?.opinion ?? null;
    const score = each.value !== "unknown" ? SIGNS[each.value] : best === null ? null : Math.tanh(best / 400);
    if (score === null) return [];
    return [{ x: 14 + i * ((width - 28) / Math.max(found.length - 1, 1)), y: height / 2 - way * score * 44, known, i }];
  });
  const path = seen.map(({ x, y }, n) => `${n ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
  const drawing = s(
    "svg",
    {
      class: "values-graph",
      viewBox: `0 0 ${width} ${height}`,
      role: "img",
      "aria-label": t("The value through the game"),
    },
    s("path", { class: "axis", d: `M8 ${height / 2}H${width - 8}` }),
    s("path", { class: "course", d: path }),
    ...seen.map(({ x, y, known, i }) =>
      s("circle", {
        class: `${known ? "known" : "guess"}${i === current ? " now" : ""}`,
        cx: x,
        cy: y,
        r: i === current ? 7 : 5,
        onclick: () => onjump(i),
      })
    ),
  );
  return h(
    "figure",
    {},
    h("figcaption", {}, t("Above the line {side} wins; rings are opinions.", { side: sides[0].name })),
    drawing,
  );
}
