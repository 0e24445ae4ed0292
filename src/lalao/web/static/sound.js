// Sounds: notes made on the spot, no recordings. Each device has a switch; in a class it is off until somebody turns
// it on.

import { sign } from "./icons.js";
import { html } from "./lit.js";
import { here } from "./address.js";
import { keep, settings } from "./settings.js";
import { t } from "./words.js";

/** @typedef {"seed" | "lift" | "slide" | "capture" | "refusal" | "turn" | "win" | "draw" | "loss"} Sound */
/** @typedef {{ hz: number, to?: number, at?: number, ms: number, loud?: number, shape?: OscillatorType }} Note */

/** Five notes to the octave: each sounds well after each of the others. */
const STEPS = [0, 2, 4, 7, 9];
const LOWEST = 330;
const MOST_STEPS = 16;
const LOUDNESS = 0.22;
/** How long after the last note the sound of the device is released. */
const REST_MS = 3000;

/** @type {Record<Exclude<Sound, "seed">, Note[]>} */
const notes = {
  lift: [{ hz: 220, to: 330, ms: 120, loud: 0.5 }],
  slide: [{ hz: 190, to: 150, ms: 180, loud: 0.7, shape: "triangle" }],
  capture: [{ hz: 440, ms: 90 }, { hz: 294, at: 80, ms: 160 }],
  refusal: [{ hz: 150, to: 88, ms: 110, shape: "triangle" }, { hz: 140, to: 80, at: 120, ms: 130, shape: "triangle" }],
  turn: [{ hz: 523, ms: 140, loud: 0.6 }, { hz: 659, at: 130, ms: 220, loud: 0.6 }],
  win: [523, 659, 784, 1047].map((hz, i) => ({ hz, at: 130 * i, ms: i < 3 ? 180 : 500 })),
  draw: [{ hz: 440, ms: 220 }, { hz: 440, at: 240, ms: 320 }],
  loss: [{ hz: 392, ms: 220 }, { hz: 330, at: 200, ms: 220 }, { hz: 262, at: 400, ms: 420 }],
};

/** @type {Record<Sound, number[]>} vibration: milliseconds on and off */
const felt = {
  seed: [8],
  lift: [8],
  slide: [10],
  capture: [25],
  refusal: [15, 40, 15],
  turn: [20],
  win: [30, 60, 30, 60, 90],
  draw: [30, 60, 30],
  loss: [60],
};

/** @type {AudioContext | null} */
let context = null;
let resting = 0;

/** The setting that counts here: the pages of a class have one of their own. */
const kind = () => /^\/(c|class|wall)\//.test(here()) ? "soundsInClass" : "sounds";

/** Whether sounds are on here. */
export const isHeard = () => settings[kind()];

/** @param {boolean} on */
export function setHeard(on) {
  keep({ [kind()]: on });
  for (const each of document.querySelectorAll(".sounding")) each.setAttribute("aria-pressed", String(on));
  if (on) sound("turn");
}

/**
 * Play a sound, and vibrate where the device can; a `seed` sounds the higher the more were sown.
 * @param {Sound} name
 */
export function sound(name, count = 1) {
  // browsers allow neither before the page was first touched
  if (!isHeard() || !navigator.userActivation?.hasBeenActive) return;
  navigator.vibrate?.(felt[name]);
  const { AudioContext } = globalThis;
  if (!AudioContext) return;
  context ??= new AudioContext();
  context.resume();
  clearTimeout(resting);
  resting = setTimeout(() => context?.suspend(), REST_MS);
  for (const note of name === "seed" ? seed(count) : notes[name]) play(context, note);
}

/**
 * The notes of a seed that falls on wood: a short note, and its knock.
 * @param {number} count
 * @returns {Note[]}
 */
function seed(count) {
  const step = Math.min(count, MOST_STEPS) - 1;
  const tone = 12 * Math.floor(step / STEPS.length) + STEPS[step % STEPS.length];
  const hz = LOWEST * 2 ** (tone / 12);
  return [{ hz, ms: 130, loud: 0.8 }, { hz: 3 * hz, to: hz, ms: 30, loud: 0.4, shape: "triangle" }];
}

/** @type {(context: AudioContext, note: Note) => void} */
function play(context, { hz, to = hz, at = 0, ms, loud = 1, shape = "sine" }) {
  const [begin, end] = [context.currentTime + at / 1000, context.currentTime + (at + ms) / 1000];
  const voice = context.createOscillator();
  const volume = context.createGain();
  voice.type = shape;
  voice.frequency.setValueAtTime(hz, begin);
  voice.frequency.exponentialRampToValueAtTime(to, end);
  volume.gain.setValueAtTime(0.0001, begin);
  volume.gain.exponentialRampToValueAtTime(LOUDNESS * loud, begin + 0.006);
  volume.gain.exponentialRampToValueAtTime(0.0001, end);
  voice.connect(volume).connect(context.destination);
  voice.start(begin);
  voice.stop(end);
}

/**
 * The switch of the sounds, as a picture or with a word.
 * @param {string} look
 * @param {unknown} [word]
 */
export const soundSwitch = (look, word) =>
  html`
    <button type="button" class="sounding ${look}" aria-label=${t("Sounds")} title=${t("Sounds")}
      aria-pressed=${String(isHeard())} @click=${() => setHeard(!isHeard())}>
        ${sign("sound")}${sign("silence")}${word}</button>
  `;
