// The settings of this device, which are sent nowhere.

import { onLeft } from "./dom.js";
import { keepText, keptText } from "./kept.js";

const KEY = "lalao.settings";
/** @type {Page.Settings} */
const usual = {
  language: "",
  theme: "auto",
  big: false,
  projector: false,
  speed: "auto",
  figures: "figure",
  sound: false,
  sounds: true,
  soundsInClass: false,
  spoken: "turn",
  confirm: false,
  values: false,
  engine: true,
  lines: 3,
  notation: false,
  facing: false,
  byHand: false,
  name: "",
  last: {},
  seats: {},
  latest: null,
  foretold: {},
};

/** @returns {Page.Settings} */
function load() {
  try {
    return { ...usual, ...JSON.parse(keptText(KEY) || "{}") };
  } catch {
    return { ...usual };
  }
}

export const settings = load();
/** @type {Set<(changes: Partial<Page.Settings>) => unknown>} */
const listeners = new Set();

/**
 * Call a listener when settings change.
 * @param {(changes: Partial<Page.Settings>) => unknown} listener
 * @param {AbortSignal} [left] ends that
 */
export function onSetting(listener, left) {
  listeners.add(listener);
  if (left) onLeft(left, () => listeners.delete(listener));
}

/**
 * Change settings, remember them and call the listeners; another page's changes meanwhile are kept.
 * @param {Partial<Page.Settings>} changes
 */
export function change(changes) {
  keep(changes);
  dress();
  for (const listener of [...listeners]) listener(changes);
}

/**
 * Remember settings without calling the listeners.
 * @param {Partial<Page.Settings>} changes
 */
export function keep(changes) {
  Object.assign(settings, load(), changes);
  keepText(KEY, JSON.stringify(settings));
}

/**
 * Remember the token of a seat; the latest fifty are kept.
 * @param {string} code
 * @param {string} token
 */
export function keepSeat(code, token) {
  const { [code]: _, ...others } = load().seats;
  keep({ seats: Object.fromEntries([...Object.entries(others), [code, token]].slice(-50)) });
}

/**
 * The key of the seat in a class.
 * @param {string} code
 */
export const keyOf = (code) => `class/${code}`;

/** The tokens of the seats in matches, with their codes; those of classes have a slash. */
export const ownSeats = () => Object.entries(settings.seats).filter(([code]) => !code.includes("/"));

/**
 * Forget a seat.
 * @param {string} code
 */
export function forgetSeat(code) {
  const { [code]: _, ...others } = load().seats;
  keep({ seats: others });
}

/** Apply the theme and sizes to the page. */
function dress() {
  const { classList, dataset } = document.documentElement;
  dataset.theme = settings.theme;
  dataset.figures = settings.figures;
  classList.toggle("big", settings.big);
  classList.toggle("projector", settings.projector);
  classList.toggle("notation", settings.notation);
}

/** @type {boolean | null} */
let wished = null;

/**
 * Set whether turns are sown by hand here, as a class wishes; null leaves it to this device.
 * @param {boolean | null} on
 */
export function wishByHand(on) {
  if (on === wished) return;
  wished = on;
  for (const listener of [...listeners]) listener({});
}

/** Whether turns are sown by hand, seed by seed. */
export function isByHand() {
  return wished ?? settings.byHand;
}

/** Whether nothing is to be shown step by step. */
export const isHurried = () => settings.speed === "off";

/** Whether boards are to show no motion. */
export function isStill() {
  return isHurried() || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

dress();
