// All that is kept of a child in one file, which the browser saves, and which is read on this device or another.

import { askKept, bringKept } from "./api.js";
import { bring, packed } from "./children.js";
import { save } from "./dom.js";
import { isServed } from "./place.js";
import { keepSeat, ownSeats, settings } from "./settings.js";
import { t } from "./words.js";

const KIND = "lalao child";

/** Save all of whoever plays, with the games of this device where no server keeps them. */
export async function saveChild() {
  /** @type {Record<string, string[]>} */
  const games = {};
  for (const [code] of isServed ? [] : ownSeats()) games[code] = (await askKept(code)).lines;
  const text = JSON.stringify({ kind: KIND, ...packed(), seats: Object.fromEntries(ownSeats()), games });
  save(`${packed().child.name || "lalao"}.json`, new Blob([text], { type: "application/json" }));
}

/**
 * Read the file of a child, who plays from now on.
 * @param {File} file
 * @throws {Error} a line about the file
 */
export async function readChild(file) {
  const found = parsed(await file.text());
  if (!found || !bring(found)) {
    throw new Error(t("'{file}' is not the file of a child, or there is no room.", { file: file.name }));
  }
  for (const [code, token] of Object.entries(found.seats)) {
    const lines = found.games[code] ?? [];
    if (!isServed && lines.length) await bringKept(code, lines);
    if (!settings.seats[code]) keepSeat(code, token);
  }
}

/**
 * @param {string} text
 * @returns {Page.ChildFile | null}
 */
function parsed(text) {
  try {
    const { kind, child, own = {}, seats = {}, games = {} } = JSON.parse(text);
    const isKnown = kind === KIND &&
      [own, seats].every((each) => Object.values(each).every((one) => typeof one === "string"));
    return isKnown ? { child, own, seats, games } : null;
  } catch {
    return null;
  }
}
