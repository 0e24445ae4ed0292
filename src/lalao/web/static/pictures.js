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

/** A name with more letters is written smaller, on two lines at most. */
const LONG_NAME = 12;

/**
 * The class of a name that stands beside a picture.
 * @param {string} name
 */
export const nameLook = (name) => name.length > LONG_NAME ? "name long" : "name";
