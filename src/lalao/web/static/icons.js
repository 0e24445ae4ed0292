// Small drawings: who plays, how strong the computer is, what a button does. No reading needed.

import { s } from "./dom.js";

const line = {
  fill: "none",
  stroke: "currentColor",
  "stroke-width": 3,
  "stroke-linecap": "round",
  "stroke-linejoin": "round",
};

/** @param {Page.Children} drawn */
function icon(...drawn) {
  return s("svg", { class: "icon", viewBox: "0 0 48 48", "aria-hidden": "true" }, ...drawn);
}

/** @type {(x: number, y: number, size?: number) => Element[]} */
const person = (x, y, size = 1) => [
  s("circle", { cx: x, cy: y, r: 6 * size, fill: "currentColor" }),
  s("path", { d: `M${x - 11 * size} ${y + 22 * size}a11 13 0 0 1 ${22 * size} 0z`, fill: "currentColor" }),
];

/** How a match is played: against the computer, two here, two apart. */
export const modes = {
  alone: () =>
    icon(
      ...person(13, 15),
      s("rect", { x: 27, y: 16, width: 17, height: 15, rx: 4, ...line }),
      s("path", { d: "M35.500 16v-5", ...line }),
      s("circle", { cx: 32, cy: 23, r: 2, fill: "currentColor" }),
      s("circle", { cx: 39, cy: 23, r: 2, fill: "currentColor" }),
      s("path", { d: "M31 37h9", ...line }),
    ),
  here: () =>
    icon(
      ...person(12, 12, 0.85),
      ...person(36, 12, 0.85),
      s("rect", { x: 6, y: 35, width: 36, height: 8, rx: 3, ...line }),
    ),
  apart: () =>
    icon(
      ...person(11, 10, 0.75),
      ...person(37, 10, 0.75),
      s("rect", { x: 3, y: 30, width: 16, height: 13, rx: 3, ...line }),
      s("rect", { x: 29, y: 30, width: 16, height: 13, rx: 3, ...line }),
      s("path", { d: "M22 37h4", ...line, "stroke-dasharray": "1 5" }),
    ),
};

/**
 * A level of so many: a seed that grows into a baobab, in eight sizes.
 * @param {number} number
 * @param {number} strongest
 */
export function levelPicture(number, strongest) {
  const level = 1 + Math.round((7 * (number - 1)) / (strongest - 1));
  const top = 43 - level * 3.6;
  const trunk = 1.5 + (level - 1) * 1.15;
  /** @type {(x: number, y: number, r: number) => Element} */
  const leaf = (x, y, r) => s("circle", { cx: x, cy: y, r, fill: "var(--leaf)" });
  /** @type {Element[]} */
  const drawn = [s("path", { d: "M6 43h36", ...line, stroke: "var(--soft)" })];
  if (level === 1) drawn.push(s("ellipse", { cx: 24, cy: 38, rx: 6, ry: 5, fill: "var(--soft)" }));
  else {
    drawn.push(
      s("path", {
        d: `M${24 - trunk} 43L${24 - trunk * 0.7} ${top}h${trunk * 1.4}L${24 + trunk} 43z`,
        fill: "var(--bark)",
      }),
    );
    const reach = 3 + level * 1.7;
    for (let i = 0; i <= level; i++) {
      const turn = Math.PI * (i / level);
      drawn.push(leaf(24 - Math.cos(turn) * reach, top - 1 - Math.sin(turn) * reach * 0.35, 2.4 + level * 0.42));
    }
  }
  return icon(...drawn);
}

const shapes = {
  first: "M14 12v24M36 12L20 24l16 12z",
  back: "M32 10L14 24l18 14z",
  next: "M16 10l18 14-18 14z",
  last: "M34 12v24M12 12l16 12-16 12z",
  pause: "M17 11v26M31 11v26",
  step: "M12 11l16 13-16 13zM34 11v26",
  again: "M38 24a14 14 0 1 1-5-11M34 6v8h-8",
  flip: "M16 8v32M16 40l-7-8M16 40l7-8M32 40V8M32 8l-7 8M32 8l7 8",
  hand: "M14 26V12a3 3 0 0 1 6 0v10V8a3 3 0 0 1 6 0v14V10a3 3 0 0 1 6 0v13-7a3 3 0 0 1 6 0v12" +
    "c0 9-5 15-13 15-7 0-10-3-13-9l-4-8a3 3 0 0 1 5-3z",
  menu: "M8 14h32M8 24h32M8 34h32",
  sun: "M24 16a8 8 0 1 0 .1 0M24 4v5M24 39v5M4 24h5M39 24h5M10 10l3 3M35 35l3 3M38 10l-3 3M13 35l-3 3",
};

/**
 * A sign on a button.
 * @param {keyof typeof shapes} name
 */
export function sign(name) {
  return icon(s("path", { d: shapes[name], ...line }));
}
