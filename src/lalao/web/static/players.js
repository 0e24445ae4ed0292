// The two players of the stage: name, level, reserve as seeds and as a figure, clock.

import { h, s } from "./dom.js";
import { levelPicture } from "./icons.js";
import { drawSeed } from "./seeds.js";
import { t } from "./words.js";

/**
 * What is shown of a player; `held` are the seeds in reserve or the pieces, null where there are none.
 * @param {Page.View} view
 * @param {Wire.ShownSide} side
 * @param {number | null} held
 */
export function playerFace(view, side, held) {
  const who = view.names?.[side.side] ?? {};
  const levels = view.levels ?? 8;
  const rows = view.picture.kind === "rows";
  const level = who.level && levelPicture(Math.min(Number(who.level) || levels, levels), levels);
  const name = [
    side.name,
    level,
    who.name && h("small", { class: who.level ? "unseen" : "" }, ` ${who.name}`),
    who.away && h("small", { class: "away" }, ` ${t("away")}`),
  ];
  const left = who.left === undefined ? null : h("span", { class: "clock" }, clock(who.left));
  if (held === null) return [h("span", { class: "who" }, name), left];
  const told = rows
    ? t("{count} seed in reserve", "{count} seeds in reserve", { count: held })
    : t("{count} piece", "{count} pieces", { count: held });
  return [
    h("span", { class: "who" }, name),
    rows && tiny(held),
    left,
    h("span", { class: "count", "aria-hidden": "true" }, String(held)),
    h("span", { class: "unseen" }, told),
  ];
}

/**
 * Draw a reserve as small seeds, at most thirty.
 * @param {number} count
 */
function tiny(count) {
  const shown = Math.min(count, 30);
  const [across, down] = [Math.min(shown, 15) || 1, Math.ceil(shown / 15) || 1];
  const [width, height] = [across * 20, down * 20];
  const seeds = Array.from({ length: shown }, (_, i) => drawSeed((i % 15) * 20 + 10, Math.floor(i / 15) * 20 + 10, 19));
  return s("svg", { class: "tiny", viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" }, seeds);
}

/**
 * Say seconds as minutes and seconds.
 * @param {number} seconds
 */
export function clock(seconds) {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
