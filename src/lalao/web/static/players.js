// The two players of the stage: face, name, level, reserve as seeds and as a number, clock.

import { askPosition } from "./api.js";
import { shape } from "./art.js";
import { clock } from "./clock.js";
import { face } from "./creatures.js";
import { s } from "./dom.js";
import { drawPiece } from "./ground.js";
import { html, nothing, svg } from "./lit.js";
import { drawSeed } from "./seeds.js";
import { isStill } from "./settings.js";
import { t } from "./words.js";

const MOST_LOOSE = 10;
/** Up to this many seeds a reserve that is too large for loose ones is drawn in frames of ten. */
const MOST_FRAMED = 40;
/** Milliseconds between two seeds that are counted at the end of a game, and for all of them at most. */
const COUNT_MS = 80, MOST_COUNT_MS = 1600;

/**
 * The view of a player; `held` is the number of seeds in reserve or of pieces, null where there are none. `ended`
 * is when the game was over, by the clock of this page, or 0: from then on each side's pieces or seeds are counted.
 * @param {Page.View} view
 * @param {Wire.ShownSide} side
 * @param {{ held: number | null, thinks: boolean, ended: number }} now
 */
export function playerFace(view, side, { held, thinks, ended }) {
  const who = view.names?.[side.side] ?? {};
  const levels = view.levels ?? 8;
  const rows = view.picture.kind === "rows";
  const name = html`<span class="who">${who.name ?? side.name}${
    who.away ? html`<small class="away"> ${t("away")}</small>` : nothing
  }</span>`;
  const shown = [
    who.face && (ended && view.outcome?.winner === side.side ? laureate(who.face) : face(who.face, thinks)),
    name,
    who.you && html`<span class="you">${t("you")}</span>`,
    who.level && dots(Number(who.level) || levels, levels),
    who.left !== undefined && html`<span class="clock" .textContent=${timeOf(who.left)}></span>`,
  ];
  const taken = view.outcome && view.taken?.[side.side];
  if (taken) return [...shown, ...spoils(taken, ended)];
  if (held === null) return shown;
  const told = rows && view.outcome
    ? t("{count} seed", "{count} seeds", { count: held })
    : rows
    ? t("{count} seed in reserve", "{count} seeds in reserve", { count: held })
    : t("{count} piece", "{count} pieces", { count: held });
  const lying = !rows
    ? stone(side.side)
    : ended && held <= MOST_FRAMED
    ? counted(framed(held), held, ended)
    : tiny(held);
  return [...shown, lying, ...saidCount(held, told)];
}

/** @type {(name: string) => Page.Child} the face of whoever has won */
const laureate = (name) =>
  html`<span class="laureate">${face(name)}<svg viewBox="-40 -40 80 80" aria-hidden="true">${
    shape("laurel", 80)
  }</svg></span>`;

/** @type {(count: number, told: string) => Page.Child[]} a number, and the words for its unit */
const saidCount = (count, told) => [
  html`<span class="count" aria-hidden="true">${count}</span>`,
  html`<span class="unseen">${told}</span>`,
];

/**
 * The strength of a level, as full dots of `levels`.
 * @param {number} level
 * @param {number} levels
 */
function dots(level, levels) {
  const dot = (/** @type {number} */ i) =>
    svg`<circle class=${i < level ? "full" : ""} cx=${i * 11 + 5.5} cy="5.5" r="4" />`;
  return html`<span class="dots"><svg viewBox="0 0 ${levels * 11} 11" width=${levels * 11} height="11"
    aria-hidden="true">${Array.from({ length: levels }, (_, i) => dot(i))}</svg>
    <span class="unseen">${t("level {number}", { number: level })}</span></span>`;
}

/**
 * The pieces that a player has taken, counted one by one, and their number.
 * @param {Page.Taken} taken
 * @param {number} since
 */
function spoils({ piece, count }, since) {
  const laid = counted(framed(count, (x, y) => drawPiece(piece, x, y, 4.6)), count, since);
  laid.classList.add("spoils");
  return [laid, ...saidCount(count, t("{count} piece taken", "{count} pieces taken", { count }))];
}

/**
 * Have the contents of frames appear one by one since a moment; a later drawing continues from there.
 * @param {SVGElement} frames
 * @param {number} count
 * @param {number} since
 */
function counted(frames, count, since) {
  if (isStill()) return frames;
  const step = clock.lasts(Math.min(COUNT_MS, MOST_COUNT_MS / count)), gone = performance.now() - since;
  frames.querySelectorAll(".counted > *").forEach((each, i) =>
    each.animate([{ opacity: 0 }, { opacity: 1 }], { duration: step, delay: i * step - gone, fill: "backwards" })
  );
  return frames;
}

/**
 * Lay out the captures of each side between the start of a game and now; where that cannot be asked, nothing.
 * @param {import("./stage.js").Stage} stage
 * @param {Wire.State} state
 */
export async function layOutTaken(stage, { game, start }) {
  const { view, board } = stage;
  const began = view.picture.kind === "lattice" && await askPosition(game, start).catch(() => null);
  if (!began || began.picture.kind !== "lattice" || stage.view !== view) return;
  const { points } = began.picture;
  const [one, other] = view.sides.map(({ side }) => side);
  const lost = (/** @type {string} */ piece) =>
    points.filter((each) => each.piece === piece).length - (board.held(piece) ?? 0);
  const taken = { [one]: { piece: other, count: lost(other) }, [other]: { piece: one, count: lost(one) } };
  stage.renew({ ...view, taken });
}

/** @param {string} side */
function stone(side) {
  return s("svg", { class: "tiny", viewBox: "-13 -13 27 28", width: 27, height: 28, "aria-hidden": "true" }, [
    drawPiece(side, 0, 0, 12),
  ]);
}

/**
 * Draw a reserve: loose seeds, more in frames of ten, of too many only some, beside which their number stands.
 * @param {number} count
 */
function tiny(count) {
  if (count > MOST_LOOSE && count <= MOST_FRAMED) return framed(count);
  const shown = Math.min(count, MOST_LOOSE);
  const width = Math.max(shown, 1) * 21;
  const seeds = Array.from({ length: shown }, (_, i) => drawSeed(i * 21 + 10, 11, 20));
  return s("svg", { class: "tiny", viewBox: `0 0 ${width} 22`, width, height: 22, "aria-hidden": "true" }, seeds);
}

/**
 * Draw a count in frames of ten, the full ones first; seeds unless `drawn` draws something else.
 * @param {number} count
 * @param {(x: number, y: number) => Element} drawn
 */
function framed(count, drawn = (x, y) => drawSeed(x, y, 10.5)) {
  const frames = Math.max(Math.ceil(count / 10), 1);
  const width = frames * 62;
  const boxes = Array.from(
    { length: frames },
    (_, i) => s("rect", { class: "tens", x: i * 62 + 1, y: 1, width: 57, height: 24, rx: 5 }),
  );
  const cells = Array.from({ length: 10 * frames }, (_, i) => {
    const [frame, inside] = [Math.floor(i / 10), i % 10];
    return { x: frame * 62 + 8 + (inside % 5) * 10.8, y: 7.5 + Math.floor(inside / 5) * 11 };
  });
  return s(
    "svg",
    { class: "tiny", viewBox: `0 0 ${width} 26`, width, height: 26, "aria-hidden": "true" },
    boxes,
    cells.slice(count).map(({ x, y }) => s("circle", { class: "free", cx: x, cy: y, r: 4.6 })),
    s("g", { class: "counted" }, cells.slice(0, count).map(({ x, y }) => drawn(x, y))),
  );
}

/**
 * Write seconds as minutes and seconds.
 * @param {number} seconds
 */
function timeOf(seconds) {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/**
 * Count down the clock of whoever is to play.
 * @param {Element} plates
 * @param {Wire.State} state
 * @param {number} since when the state came, by the clock of this page
 */
export function runDown(plates, { left, phase, active, moves }, since) {
  if (!left || phase !== "play" || active === null || !moves.length) return;
  const shown = plates.querySelector(".player.turn .clock");
  if (shown) shown.textContent = timeOf(Math.max(left[active] - (performance.now() - since) / 1000, 0));
}
