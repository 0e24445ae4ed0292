// A path that goes to another device: all of it is in a link after the #, shown as a QR code, never sent to a server.
// And all that is kept of a child in one file, which the browser saves, and which is read on this device or another.

import { askKept, bringKept } from "./api.js";
import { disc } from "./art.js";
import { addChild, addStones, bring, child, children, chooseChild, MOST_NAME, packed } from "./children.js";
import { button, save, showError } from "./dom.js";
import { sign } from "./icons.js";
import { html, nothing, render } from "./lit.js";
import { filePicker, followLink, go } from "./page.js";
import { chapters, starsOf } from "./path.js";
import { PICTURES } from "./pictures.js";
import { addressOf, isServed } from "./address.js";
import { keepSeat, ownSeats, settings } from "./settings.js";
import { t } from "./words.js";
// @ts-types="./vendor/uqr/uqr.d.ts"
import { encode } from "./vendor/uqr/uqr.js";

const VERSION = "1";
/** The states of a stone: not done, or done with none to five stars. */
const STATES = 7;

/**
 * The text of a path: the face, the stones of all paths as the digits of one number, the name.
 * @param {Wire.ShownTrail[]} all
 */
function written(all) {
  const digits = all.flatMap((chapter) => chapter.stones.map((stone) => (starsOf(stone, chapter) ?? -1) + 1));
  const number = digits.reduceRight((sum, digit) => sum * BigInt(STATES) + BigInt(digit), 0n);
  const { face = "", name = "" } = child() ?? {};
  return [VERSION, face, digits.length, number.toString(36), encodeURIComponent(name)].join(".");
}

/**
 * Read the text of a path; null where it is none, or one of other paths than these.
 * @param {string} text
 * @param {Wire.ShownTrail[]} all
 */
function read(text, all) {
  const [version, face, count, number, name = ""] = text.split(".");
  const ids = all.flatMap(({ stones }) => stones.map(({ id }) => id));
  if (version !== VERSION || !PICTURES.includes(face.split("-")[0]) || Number(count) !== ids.length) return null;
  if (!/^[0-9a-z]{1,80}$/.test(number)) return null;
  let left = [...number].reduce((sum, digit) => sum * 36n + BigInt(parseInt(digit, 36)), 0n);
  /** @type {Record<string, number>} */
  const stones = {};
  for (const id of ids) {
    const digit = Number(left % BigInt(STATES));
    left /= BigInt(STATES);
    if (digit) stones[id] = digit - 1;
  }
  try {
    return left ? null : { face, name: decodeURIComponent(name).slice(0, MOST_NAME), stones };
  } catch {
    return null;
  }
}

/**
 * @param {HTMLElement} root
 * @returns {Promise<void>}
 */
export async function mineScreen(root) {
  document.title = `${t("My path")} · Lalao`;
  try {
    const all = await chapters(), brought = location.hash.slice(1);
    const found = brought ? read(brought, all) : null;
    if (brought && !found) throw new Error(t("This is not a path, or it is from another version."));
    render(found ? asked(found) : page(all), root);
  } catch (error) {
    showError(error);
    go("/");
  }
}

const head = () =>
  html`<header class="topline"><a class="plain button" href="/" aria-label="${t("Back")}" @click=${followLink}>${
    sign("leave")
  }</a>
    <h1>${t("My path")}</h1></header>`;

/**
 * The link that holds the path of whoever plays.
 * @param {Wire.ShownTrail[]} all
 */
export const linkOf = (all) => new URL(addressOf(`/mine#${written(all)}`), location.href).href;

/** @param {Wire.ShownTrail[]} all */
function page(all) {
  const { size, data } = encode(linkOf(all), { ecc: "M", border: 4 });
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => on ? [`M${x} ${y}h1v1h-1z`] : []));
  return html`<div class="comers sky mine">${head()}<div class="plate">${disc(child()?.face ?? "")}
    <svg class="code-of-path" viewBox="0 0 ${size} ${size}" role="img" aria-label="${t("The QR code of your path")}">
      <path d="M0 0h${size}v${size}H0z" fill="#fff"/><path d="${
    dark.join("")
  }" fill="#000" shape-rendering="crispEdges"/></svg>
    <p>${t("Scan this on another tablet: your path goes on there.")}</p>
    <div class="row">${button(t("Save everything in a file"), "", () => trying(saveChild))}
      ${
    filePicker((file) => trying(async () => (await readChild(file), go("/"))), "child-file", ".json")
  }</div></div></div>`;
}

/** @param {() => Promise<unknown>} work */
const trying = (work) => work().catch(showError);

/** @param {{ face: string, name: string, stones: Record<string, number> }} found */
function asked(found) {
  const accept = () => {
    const same = children().find(({ face, name }) => face === found.face && name === found.name);
    if (same) chooseChild(same.id);
    else addChild({ face: found.face, name: found.name });
    addStones(found.stones);
    go("/");
  };
  return html`<div class="comers sky mine">${head()}<div class="plate">${disc(found.face)}
    ${found.name ? html`<b>${found.name}</b>` : nothing}<p>${t("Shall this path go on here?")}</p>
    <button type="button" class="primary" @click=${accept}>${t("Yes")}</button></div></div>`;
}

/** The mark of a child's file. */
const KIND = "lalao child";

/** Save all of whoever plays, with the games of this device where no server keeps them. */
async function saveChild() {
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
async function readChild(file) {
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
