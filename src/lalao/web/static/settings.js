// What somebody has chosen on this device; nothing of it leaves it.

const KEY = "lalao.settings";
const usual = {
  language: "",
  theme: "auto", // auto, light, dark
  big: false,
  projector: false,
  speed: "normal", // slow, normal, fast, off
  figures: "figure", // figure, frame, off
  sound: false,
  spoken: "turn", // turn, gesture: what a screen reader is told
  confirm: false,
  values: false,
  facing: false,
  byHand: false,
  name: "",
  last: {}, // family: what was chosen last
  seats: {}, // code: token
  latest: null, // the game that was left: {code, title}
};

function load() {
  try {
    return { ...usual, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...usual };
  }
}

export const settings = load();
const listeners = new Set();

/** Be told when a setting changes; returns how to stop. */
export function onSetting(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Change settings and remember them; what another page has changed meanwhile is kept. */
export function change(changes) {
  keep(changes);
  dress();
  for (const listener of [...listeners]) listener(changes);
}

/** Remember something that changes no page. */
export function keep(changes) {
  Object.assign(settings, load(), changes);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // a browser that remembers nothing still plays
  }
}

/** Remember the token of a seat, the latest fifty. */
export function keepSeat(code, token) {
  const { [code]: _, ...others } = load().seats;
  keep({ seats: Object.fromEntries([...Object.entries(others), [code, token]].slice(-50)) });
}

/** Forget a seat. */
export function forgetSeat(code) {
  const { [code]: _, ...others } = load().seats;
  keep({ seats: others });
}

/** Put the theme and sizes on the page. */
export function dress() {
  const { classList, dataset } = document.documentElement;
  dataset.theme = settings.theme;
  dataset.figures = settings.figures;
  classList.toggle("big", settings.big);
  classList.toggle("projector", settings.projector);
}

let wished = null;

/** Let a class say whether turns are sown by hand here; null leaves it to this device. */
export function wishByHand(on) {
  if (on === wished) return;
  wished = on;
  for (const listener of [...listeners]) listener({});
}

/** Whether turns are sown by hand, seed by seed. */
export function isByHand() {
  return wished ?? settings.byHand;
}

/** Whether motion is not wanted. */
export function isStill() {
  return settings.speed === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

dress();
