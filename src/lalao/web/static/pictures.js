// Pictures that a pupil may be called by: plain shapes, told apart without colour. The server knows their names.

import { s } from "./dom.js";
import { FRAMES, SHAPES, WITHIN } from "./faces.js";

/** The pictures there are. */
export const PICTURES = Object.keys(SHAPES);

/**
 * Draw a picture; nothing where there is none.
 * @param {string} name
 */
export function picture(name, size = "") {
  const [shape, frame] = name.split("-");
  if (!(shape in SHAPES)) return null;
  const [colour, path] = SHAPES[shape];
  return s(
    "svg",
    { class: `picture ${size}`, viewBox: "0 0 48 48", "aria-hidden": "true" },
    frame in FRAMES && s("path", { class: `frame ${frame}`, d: FRAMES[frame] }),
    s("path", {
      transform: frame in FRAMES ? WITHIN : undefined,
      d: path,
      fill: colour,
      "fill-rule": "evenodd",
      stroke: "var(--ink)",
      "stroke-width": 2,
      "stroke-linejoin": "round",
      "stroke-linecap": "round",
    }),
  );
}
