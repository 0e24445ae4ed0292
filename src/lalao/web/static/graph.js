// A graph of the values of a line's positions, as the first side sees them: exact ones as steps, opinions as rings.

import { askWorth } from "./api.js";
import { html, nothing, svg } from "./lit.js";
import { t } from "./words.js";
import { leaning } from "./worth.js";

const SIGNS = { win: 1, draw: 0, loss: -1 };

/** The lead in seeds that is drawn half-way up, and the height of a lead in the tibongs alone. */
const HALF_LEAD = 6, TIBONG_LEAD = 0.15;

/**
 * How the first side stands, from -1 to 1; null where nobody knows.
 * @typedef {{ score: number, known: boolean } | null} Standing
 */

/**
 * Draw the values of the positions of a line, once they have come; a click on one goes there.
 * @param {Wire.ShownGame} game
 * @param {string[]} positions
 * @param {number} current
 * @param {(ply: number) => unknown} onjump
 * @param {() => boolean} isWanted whether the answers are still waited for
 */
export async function drawCourse({ id, sides }, positions, current, onjump, isWanted) {
  const standings = [];
  for (const position of positions) {
    const { values: { value, moves }, to_move: toMove } = await askWorth(id, position);
    if (!isWanted()) return nothing;
    const way = toMove === sides[0].side ? 1 : -1, best = moves[0]?.opinion ?? null;
    if (value !== "unknown") standings.push({ score: way * SIGNS[value], known: true });
    else standings.push(best === null ? null : { score: way * leaning(best), known: false });
  }
  return draw(standings, [current], sides, onjump);
}

/**
 * Draw how a game stood, as a review has it.
 * @param {Wire.ReviewedPoint[]} points
 * @param {number[]} marked plies
 * @param {Wire.ShownSide[]} sides
 */
export function drawReview(points, marked, sides) {
  return draw(points.map(standing), marked, sides);
}

/**
 * @param {Wire.ShownKnown} point
 * @returns {Standing}
 */
function standing({ proved, opinion }) {
  if (proved) return { score: Number(scoreOf(proved)), known: true };
  return opinion === null ? null : { score: leaning(opinion), known: false };
}

/** @param {Record<string, unknown>} proved the result, or the lead in seeds */
function scoreOf({ value, half, tibong }) {
  if (value === "win" || value === "draw" || value === "loss") return SIGNS[value];
  return half ? Math.tanh(Number(half) / HALF_LEAD) : TIBONG_LEAD * Math.sign(Number(tibong));
}

/**
 * @param {Standing[]} standings
 * @param {number[]} marked
 * @param {Wire.ShownSide[]} sides
 * @param {(ply: number) => unknown} [onjump]
 */
function draw(standings, marked, sides, onjump) {
  const [width, height] = [Math.max(standings.length * 22, 220), 120];
  const step = (width - 28) / Math.max(standings.length - 1, 1);
  const seen = standings.flatMap((each, i) =>
    each ? [{ x: 14 + i * step, y: height / 2 - each.score * 44, known: each.known, i }] : []
  );
  const path = seen.map(({ x, y }, n) => `${n ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
  return html`
    <figure>
      <figcaption>${t("Above the line {side} wins; rings are opinions.", { side: sides[0].name })}</figcaption>
      <svg class="values-graph" viewBox="0 0 ${width} ${height}" role="img" aria-label=${t(
        "The value through the game",
      )}>
        <path class="axis" d="M8 ${height / 2}H${width - 8}" />
        <path class="course" d=${path} />
        ${seen.map(({ x, y, known, i }) =>
          svg`
            <circle class="${known ? "known" : "guess"} ${marked.includes(i) ? "now" : ""}" cx=${x} cy=${y}
              r=${marked.includes(i) ? 7 : 5} @click=${() => onjump?.(i)} />
          `
        )}
      </svg>
    </figure>
  `;
}
