// Where a path runs on the screen: a curve through a landscape, the places of its stones on it, and its drawing.

import { boardOf, faceIn, shape } from "./art.js";
import { child } from "./children.js";
import { html, nothing, svg } from "./lit.js";

/** @typedef {{ x: number, y: number }} Point */
/** @typedef {{ width: number, height: number, top: number, foot: number }} Room the path keeps off both edges */
/** @typedef {Point & { r: number }} Spot the middle of a stone, and half its width */

/** The bends of a chapter held upright, from below: shares of the room's width and height. */
const UPRIGHT = [
  [-0.05, 1.2],
  [0.16, 0.985],
  [0.27, 0.86],
  [0.57, 0.8],
  [0.8, 0.655],
  [0.55, 0.525],
  [0.29, 0.44],
  [0.19, 0.28],
  [0.5, 0.155],
  [0.72, 0.1],
  [0.81, -0.045],
];
const LEAST_DISC = 18.5, MOST_DISC = 30;
/** Points of the curve between two bends. */
const FINE = 14;
/** The parts of each landscape's path: its edge, its ground, its light, its pebbles. */
/** @type {Record<string, string[]>} */
const LOOKS = {
  fang: ["#8c3b1e", "#e0a470", "#f3d1a0", "#8a3a20"],
  fafy: ["#c79a52", "#f4e4c4", "#fff6e2", "#c9a66a"],
  fifangha: ["#6d3f1f", "#d9a873", "#efc99a", "#8a5a34"],
  fanorona: ["#2d2140", "#b9a9c2", "#d9cbdc", "#4d3c5c"],
};

/**
 * A smooth curve through some bends.
 * @param {Point[]} bends
 * @returns {Point[]}
 */
function curve(bends) {
  const at = (/** @type {number} */ i) => bends[Math.max(0, Math.min(i, bends.length - 1))];
  return bends.slice(1).flatMap((_, i) =>
    Array.from({ length: FINE }, (_, k) => {
      const t = k / FINE, [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
      const mix = (/** @type {"x" | "y"} */ on) =>
        0.5 * (2 * b[on] + (c[on] - a[on]) * t + (2 * a[on] - 5 * b[on] + 4 * c[on] - d[on]) * t ** 2 +
          (3 * b[on] - a[on] - 3 * c[on] + d[on]) * t ** 3);
      return { x: mix("x"), y: mix("y") };
    })
  ).concat(bends.slice(-1));
}

/**
 * Points at equal distances along a part of a curve.
 * @param {Point[]} points
 * @param {number} count
 * @param {number} from a share of the length
 * @param {number} to
 */
function along(points, count, from, to) {
  const lengths = [0];
  points.slice(1).forEach(({ x, y }, i) => lengths.push(lengths[i] + Math.hypot(x - points[i].x, y - points[i].y)));
  const whole = lengths[lengths.length - 1];
  return Array.from({ length: count }, (_, i) => {
    const wanted = whole * (count < 2 ? (from + to) / 2 : from + ((to - from) * i) / (count - 1));
    const at = Math.max(1, lengths.findIndex((each) => each >= wanted));
    const share = (wanted - lengths[at - 1]) / (lengths[at] - lengths[at - 1] || 1);
    const [a, b] = [points[at - 1], points[at]];
    return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
  });
}

/**
 * The path of one chapter, and the places of its stones and of the gate at its end.
 * @param {number} count
 * @param {Room} room
 */
export function oneChapter(count, { width, height, top, foot }) {
  const deep = height - top - foot, wide = width > 1.2 * height;
  const bends = wide
    ? Array.from({ length: 11 }, (_, i) => ({ x: -0.06 + 0.1 * i, y: 0.58 - 0.26 * Math.sin(i * 1.15) * (i ? 1 : 0) }))
    : UPRIGHT.map(([x, y]) => ({ x, y }));
  const points = curve(bends.map(({ x, y }) => ({ x: x * width, y: top + y * deep })));
  const far = (/** @type {number} */ y) => (y - top) / deep;
  const size = (/** @type {number} */ y) =>
    wide ? 24 : Math.max(LEAST_DISC, Math.min(MOST_DISC, 18 + 10 * far(y)) * Math.min(1.5, Math.max(1, width / 480)));
  const places = along(points, count, wide ? 0.14 : 0.135, wide ? 0.88 : 0.855);
  const spots = places.map((each) => ({ ...each, r: size(each.y) }));
  const end = points[points.length - 1];
  return { points, spots, gates: [{ ...end, r: wide ? 44 : Math.max(36, 0.1 * width) }], size };
}

/**
 * The paths of all chapters in one screen, in bends from below.
 * @param {number[]} counts the stones of each
 * @param {Room} room
 */
export function allChapters(counts, { width, height, top, foot }) {
  const deep = height - top - foot, rows = counts.length, edge = 0.075 * width;
  const row = (/** @type {number} */ i) => top + deep * (1 - (i + 0.5) / rows);
  const size = (/** @type {number} */ y) =>
    Math.max(20, Math.min(MOST_DISC, (0.24 * deep) / rows)) * (0.78 + 0.28 * ((y - top) / deep));
  const wave = Math.min(16, 0.1 * deep / rows);
  /** @type {Point[]} */
  const bends = [];
  /** @type {Spot[]} */
  const spots = [], gates = /** @type {Spot[]} */ ([]);
  counts.forEach((_, i) => {
    const turned = i % 2 === 1, y = row(i);
    const xs = [0.1, 0.24, 0.38, 0.52, 0.66, 0.8, 0.92].map((share) => (turned ? 1 - share : share) * width);
    if (!i) bends.push({ x: -0.03 * width, y: y + 0.4 * deep / rows });
    bends.push(...xs.map((x, k) => ({ x, y: y + (k % 2 ? -wave : wave) })));
    if (i < rows - 1) bends.push({ x: turned ? edge * 0.62 : width - edge * 0.62, y: (y + row(i + 1)) / 2 });
  });
  const points = curve(bends);
  counts.forEach((count, i) => {
    const turned = i % 2 === 1, y = row(i);
    const [from, to] = i === 0 ? [0.1, 0.8] : [0.155, 0.8];
    const xs = Array.from({ length: count }, (_, k) => from + (to - from) * (count < 2 ? 0.5 : k / (count - 1)));
    for (const share of xs) {
      const x = (turned ? 1 - share : share) * width;
      const near = points.filter((each) => Math.abs(each.y - y) < 0.5 * deep / rows)
        .reduce((one, other) => Math.abs(other.x - x) < Math.abs(one.x - x) ? other : one);
      spots.push({ x, y: near.y, r: size(near.y) });
    }
    gates.push({
      x: turned ? edge * 1.1 : width - edge * 1.1,
      y: y - (i < rows - 1 ? 0.12 * deep / rows : 0),
      r: 1.9 * size(y),
    });
  });
  return { points, spots, gates, size };
}

/** @param {number} seed */
function chance(seed) {
  let state = seed;
  return () => (state = (state * 16807) % 2147483647) / 2147483647;
}

/**
 * Draw a path: its shadow, its edge, its ground, its light and the things on it.
 * @param {string} family
 * @param {Point[]} points
 * @param {(y: number) => number} size half the width of a stone there
 */
export function drawTrail(family, points, size) {
  const [edge, ground, light, pebble] = LOOKS[family] ?? LOOKS.fang;
  const normals = points.map((_, i) => {
    const [a, b] = [points[Math.max(0, i - 1)], points[Math.min(points.length - 1, i + 1)]];
    const long = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    return { x: -(b.y - a.y) / long, y: (b.x - a.x) / long };
  });
  const side = (/** @type {number} */ by, /** @type {number} */ down) =>
    points.map(({ x, y }, i) => {
      const w = by * size(y);
      return `${(x + normals[i].x * w).toFixed(1)} ${(y + normals[i].y * w + down).toFixed(1)}`;
    });
  const band = (/** @type {number} */ from, /** @type {number} */ to, down = 0) =>
    `M${side(from, down).join("L")}L${side(to, down).reverse().join("L")}z`;
  const random = chance(7);
  const isPaved = family === "fanorona";
  const lies = points.flatMap(({ x, y }, i) => {
    const r = size(y), { x: nx, y: ny } = normals[i];
    if (isPaved) {
      const w = 0.62 * r;
      return i % 2 ? [] : [svg`
        <path d="M${x - nx * w} ${y - ny * w}L${x + nx * w} ${y +
          ny * w}" stroke="${pebble}" stroke-width="1.4" opacity=".55" />
      `];
    }
    return Array.from({ length: 2 }, () => {
      const off = (random() - 0.5) * 1.1 * r, on = (random() - 0.5) * r, big = 0.8 + random() * 0.05 * r;
      return svg`
        <ellipse cx="${(x + nx * off + ny * on).toFixed(1)}" cy="${(y + ny * off - nx * on).toFixed(1)}"
          rx="${big.toFixed(1)}" ry="${(0.62 * big).toFixed(1)}" fill="${pebble}" opacity=".45" />
      `;
    });
  });
  return svg`
    <path d="${band(-0.7, 0.7, 6)}" fill="#20120a" opacity=".28" /><path d="${band(
      -0.72,
      0.72,
    )}" fill="${edge}" opacity=".85" />
        <path d="${band(-0.65, 0.65)}" fill="${ground}" /><path d="${band(
          -0.5,
          0.25,
          -1,
        )}" fill="${light}" opacity=".75" />${lies}
  `;
}

/**
 * The gate at the end of a chapter, with the board of the next one; without one, the flag at the end of the path.
 * @param {Wire.ShownTrail | undefined} next
 * @param {Spot} spot
 * @param {boolean} lit
 */
export function gate(next, { x, y, r }, lit) {
  const wide = 2 * r, scale = wide / 120;
  if (!next) {
    return svg`
      <g transform="translate(${x} ${y}) scale(${scale * 1.2})">
        <path d="M0 4V-62" stroke="#6b4423" stroke-width="6" stroke-linecap="round" />
        <path d="M2 -62L40 -50 2 -38z" fill="#c0392b" stroke="#7d2418" stroke-width="2" />
      </g>
    `;
  }
  const { width, height, drawn } = boardOf(next), fit = Math.min(108 / width, 60 / height);
  return svg`
    <g transform="translate(${x} ${y}) scale(${scale})" opacity="${lit ? 1 : 0.75}">
      <g transform="translate(-60 -84)">${shape("legs", 120, 60, 60)}</g>
      <g transform="translate(${(-width * fit) / 2} ${-46 - height * fit}) scale(${fit})">${drawn}</g>
    </g>
  `;
}

/**
 * The drawing on a stone.
 * @param {Wire.ShownStone} stone
 * @param {string} look
 * @param {number | undefined} stars
 */
export function inside({ kind, what, count }, look, stars) {
  const done = look === "done", small = kind === "puzzles" && look !== "later";
  const won = (/** @type {number} */ i) => i < (stars ?? 0) ? "star" : "unlit";
  const around = small
    ? Array.from({ length: count }, (_, i) => {
      const turn = (Math.PI * (i + 0.5)) / count, far = 30;
      return shape(won(i), 13, -far * Math.cos(turn), 7 + 0.86 * far * Math.sin(turn));
    })
    : [];
  const drawn = {
    lesson: done
      ? svg`${shape("pit", 80)}${shape("bead", 32)}`
      : svg`<g class="picture">${shape("book", 30, 0, 0)}</g>`,
    puzzles: svg`<g class="picture">${shape(look === "later" || !done ? "unlit" : "star", 36, 0, -1)}</g>`,
    creature: svg`<g class="picture">${shape(what, 42)}</g>${stars ? shape("laurel", 84) : nothing}`,
  }[kind];
  return svg`${shape(look, 80)}${drawn}${around}`;
}

/** Where the point of the pin may touch a stone, in radii from its middle: above it, else at one of its sides. */
const TIPS = [[0, -0.75], [-0.62, -0.42], [0.62, -0.42], [-1, 0], [1, 0], [-1.3, 0.3], [1.3, 0.3]];

/**
 * The pin with the face of whoever plays, above a stone, or beside it where it would stand before another one.
 * @param {Spot} spot
 * @param {boolean} rests
 * @param {Spot[]} [others] the other stones
 */
export function pin({ x: middle, y: level, r }, rests, others = []) {
  const wide = Math.max(34, 1.7 * r), high = (wide * 82) / 72;
  const tips = TIPS.map(([across, down]) => ({ x: middle + across * r, y: level + down * r }));
  const isFree = (/** @type {Point} */ tip) =>
    tip.x >= wide / 2 && others.every((each) => {
      const [dx, above, below] = [Math.abs(each.x - tip.x) - wide / 2, tip.y - high - each.y, each.y - tip.y];
      return Math.hypot(Math.max(0, dx), Math.max(0, above, below)) >= each.r;
    });
  const { x, y } = tips.find(isFree) ?? tips[0];
  return html`
    <svg class="pin ${rests ? "" : "hops"}" viewBox="-36 -76 72 82" aria-hidden="true"
      .style=${`width: ${wide}px; height: ${high}px; transform: translate(${x - wide / 2}px, ${y - high}px)`}>
      <g transform="translate(0 -35)">${shape("pin", 82, 0, 0)}</g>
      <g transform="translate(-24 -66)">${faceIn(child()?.face ?? "")}</g>
    </svg>
  `;
}

/** As many stones are shown of a path on which somebody has just played. */
const BESIDE = 7;

/**
 * The part of a path on which somebody has just played, from left to right, with the pin at the stone that comes next.
 * @param {string} family
 * @param {import("./step.js").Step[]} steps the whole path
 * @param {(number | undefined)[]} stars of each stone, undefined where it is not done
 * @param {number} at which stone comes next
 * @param {number} width
 * @param {number} height
 */
export function strip(family, steps, stars, at, width, height) {
  const from = Math.max(0, Math.min(at - BESIDE + 3, steps.length - BESIDE));
  const shown = steps.slice(from, from + BESIDE), r = 25;
  const bends = Array.from(
    { length: 9 },
    (_, i) => ({ x: (width * (i - 0.5)) / 7, y: height - 46 + (i % 2 ? -10 : 10) }),
  );
  const points = curve(bends);
  const spots = along(points, shown.length, 0.15, 0.85).map((spot) => ({ ...spot, r }));
  const stone = (/** @type {import("./step.js").Step} */ step, /** @type {number} */ i) => {
    const done = stars[from + i], look = from + i === at ? "next" : done === undefined ? "later" : "done";
    const big = (look === "next" ? 3.6 : 3) * r;
    return html`<svg class="milepost ${look}" viewBox="-40 -40 80 80" .style=${`left: ${spots[i].x}px; top: ${
      spots[i].y
    }px; width: ${big}px`}>
      ${inside(step.stone, look, done)}</svg>`;
  };
  return html`
    <div class="strip-of-path" .style=${`height: ${height}px`}>
      <svg class="trail" width=${width} height=${height} viewBox="0 0 ${width} ${height}">${drawTrail(
        family,
        points,
        () => r,
      )}</svg>
      ${shown.map(stone)}${at >= from && at < from + shown.length ? pin(spots[at - from], true) : nothing}</div>
  `;
}
