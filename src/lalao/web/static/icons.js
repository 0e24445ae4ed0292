// Small drawings for those who do not read: who plays, how strong the computer is, what a button does.

import { html, svg } from "./lit.js";

/** @param {unknown} drawn */
export const icon = (drawn) => html`<svg class="icon" viewBox="0 0 48 48" aria-hidden="true">${drawn}</svg>`;

/** @param {string} path */
const stroked = (path) =>
  svg`
    <path d=${path} fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" />
  `;

/** @param {string} path */
const filled = (path) => svg`<path d=${path} fill="currentColor" />`;

/** Pictures of how a match is played: against the computer, same screen, two devices. */
export const modes = {
  alone: icon([
    filled("M13 9a6 6 0 1 0 .1 0zM2 37a11 13 0 0 1 22 0zM32 21a2 2 0 1 0 .1 0zM39 21a2 2 0 1 0 .1 0z"),
    stroked("M31 16h9a4 4 0 0 1 4 4v7a4 4 0 0 1-4 4h-9a4 4 0 0 1-4-4v-7a4 4 0 0 1 4-4zM35.5 16v-5M31 37h9"),
  ]),
  here: icon([
    filled("M12 6.9a5.1 5.1 0 1 0 .1 0zM2.65 30.7a9.35 11 0 0 1 18.7 0z"),
    filled("M36 6.9a5.1 5.1 0 1 0 .1 0zM26.65 30.7a9.35 11 0 0 1 18.7 0z"),
    stroked("M9 35h30a3 3 0 0 1 3 3v2a3 3 0 0 1-3 3H9a3 3 0 0 1-3-3v-2a3 3 0 0 1 3-3z"),
  ]),
  apart: icon([
    filled("M11 5.5a4.5 4.5 0 1 0 .1 0zM2.75 26.5a8.25 9.75 0 0 1 16.5 0z"),
    filled("M37 5.5a4.5 4.5 0 1 0 .1 0zM28.75 26.5a8.25 9.75 0 0 1 16.5 0z"),
    stroked("M5 30h12a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2z"),
    stroked("M31 30h12a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H31a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2zM23.5 37h1"),
  ]),
};

const shapes = {
  first: "M14 12v24M36 12L20 24l16 12z",
  back: "M32 10L14 24l18 14z",
  next: "M16 10l18 14-18 14z",
  last: "M34 12v24M12 12l16 12-16 12z",
  way: "M8 24h30M27 12l12 12-12 12",
  fast: "M9 12l14 12L9 36zM25 12l14 12-14 12z",
  pause: "M17 11v26M31 11v26",
  step: "M12 11l16 13-16 13zM34 11v26",
  flip: "M16 8v32M16 40l-7-8M16 40l7-8M32 40V8M32 8l-7 8M32 8l7 8",
  hand: "M14 26V12a3 3 0 0 1 6 0v10V8a3 3 0 0 1 6 0v14V10a3 3 0 0 1 6 0v13-7a3 3 0 0 1 6 0v12" +
    "c0 9-5 15-13 15-7 0-10-3-13-9l-4-8a3 3 0 0 1 5-3z",
  sound: "M18 37V12l21-5v25M18 37a5.5 5 0 1 1-11 0a5.5 5 0 0 1 11 0zM39 32a5.5 5 0 1 1-11 0a5.5 5 0 0 1 11 0z",
  silence: "M18 37V23m0-8v-3l21-5v25M18 37a5.5 5 0 1 1-11 0a5.5 5 0 0 1 11 0zM39 32a5.5 5 0 0 1-6 5M6 6l36 36",
  class: "M10 42V14q0-8 8-8h12q8 0 8 8v28M5 42h38M31 25v2",
  letters: "M6 15h14v20H6zM28 15h14v20H28zM11 29l2-8 2 8M12 27h3M33 21h3a2 2 0 0 1 0 4h-3zm0 4h4a2 2 0 0 1 0 4h-4z",
  look: "M21 8a13 13 0 1 0 .1 0zM30 31l11 11M15 21h12M21 15v12",
  away: "M6 18a26 26 0 0 1 36 0M13 26a16 16 0 0 1 22 0M20 33a7 7 0 0 1 8 0M24 39v1M8 8l32 32",
  pupils: "M17 10a7 7 0 1 0 .1 0M5 40a12 13 0 0 1 24 0M33 14a6 6 0 1 0 .1 0M31 29a10 11 0 0 1 13 11",
  menu: "M9 14h30M9 24h30M9 34h30",
  leave: "M30 10L16 24l14 14",
  tab: "M28 14L18 24l10 10",
  undo: "M18 10L8 19l10 9M9 19h19a10 10 0 0 1 0 20H17",
  replay: "M38 24a14 14 0 1 1-5-11M34 6v8h-8",
  bulb: "M18 36h12M20 42h8M24 6a13 13 0 0 0-8 23c2 2 2 4 2 7h12c0-3 0-5 2-7a13 13 0 0 0-8-23z",
  unlit: "M18 36h12M20 42h8M24 6a13 13 0 0 0-8 23c2 2 2 4 2 7h12c0-3 0-5 2-7a13 13 0 0 0-8-23zM7 9l34 34",
  why: "M16 17a8 8 0 1 1 12 7c-3 2-4 3-4 7M24 38v1",
  book: "M24 12c-5-4-11-4-17-3v28c6-1 12-1 17 3 5-4 11-4 17-3V9c-6-1-12-1-17 3zM24 12v28",
  flag: "M13 42V7h23l-5 8 5 8H13",
  more: "M24 10v28M10 24h28",
  others: "M11 24h.1M24 24h.1M37 24h.1",
  less: "M10 24h28",
  longer: "M12 14a10 10 0 1 0 .1 0zM38 16v16M30 24h16",
  shorter: "M12 14a10 10 0 1 0 .1 0zM30 24h16",
  hear: "M8 19v10h7l9 8V11l-9 8zM31 17a9 9 0 0 1 0 14M35 12a16 16 0 0 1 0 24",
  done: "M9 25l10 10 20-22",
  cross: "M12 12l24 24M36 12L12 36",
  other: "M9 9h12v12H9zM27 9h12v12H27zM9 27h12v12H9zM27 27h12v12H27z",
  see: "M16 10l20 14-20 14z",
};

/**
 * A sign on a button.
 * @param {keyof typeof shapes} name
 */
export const sign = (name) => icon(stroked(shapes[name]));
