// Pictures that stand for pupils: plain shapes that differ even without colour. The server knows their names.

import { FRAMES, SHAPES, WITHIN } from "./faces.js";
import { html, nothing, svg } from "./lit.js";

/** The names of all pictures. */
export const PICTURES = Object.keys(SHAPES);

/**
 * Draw the picture of a name, perhaps in a frame; nothing where there is none.
 * @param {string} name
 */
export function picture(name, size = "") {
  const [shape, frame] = name.split("-");
  if (!(shape in SHAPES)) return null;
  const [colour, path] = SHAPES[shape], framed = frame in FRAMES;
  return html`
    <svg class="picture ${size}" viewBox="0 0 48 48" aria-hidden="true">
      ${framed ? svg`<path class="frame ${frame}" d=${FRAMES[frame]} />` : nothing}
      <path d=${path} fill=${colour} transform=${framed ? WITHIN : nothing} fill-rule="evenodd" stroke="var(--ink)"
        stroke-width="2" stroke-linejoin="round" stroke-linecap="round" />
    </svg>
  `;
}

/**
 * A name as small as its room makes its widest word, which is never broken; a hyphen ends a word.
 * @param {string} name
 */
export function roomyName(name) {
  const widest = Math.max(...(name.match(/[^\s-]+-?/g) ?? [name]).map(widthOf));
  return html`
    <span class="room"><span class="name" .style=${`--widest: ${widest}`}>${name}</span></span>
  `;
}

/**
 * How wide a text in bold letters is at most, in em.
 * @param {string} text
 */
export const widthOf = (text) =>
  [...text].reduce(
    (sum, letter) => sum + (WIDE.test(letter) ? 0.95 : NARROW.test(letter) ? 0.34 : CAPITAL.test(letter) ? 0.75 : 0.62),
    0,
  );
const WIDE = /[mwMW]|\p{Lo}/u, NARROW = /[ijl'’]/u, CAPITAL = /\p{Lu}/u;
