// Sharing and opening a game: its link, its record, a picture of the board.

import { drawBoard, drawFilm, listGames, readRecord, writeRecord } from "./api.js";
import { save, showError } from "./dom.js";
import { html } from "./lit.js";
import { dialog, filePicker, go, isTyping } from "./page.js";
import { t } from "./words.js";

/**
 * Open the dialog with the link of a game and its record, which saves that, or the board as a picture.
 * @param {Wire.Line} line
 * @param {string} position the position of the picture
 */
export async function share(line, position) {
  const text = await writeRecord(line);
  const svg = () => drawBoard(line.game, position);
  const saved = async () => save(`${line.game}.svg`, new Blob([await svg()], { type: "image/svg+xml" }));
  const drawn = async () => save(`${line.game}.png`, await rastered(await svg()));
  const filmed = async () => save(`${line.game}-game.svg`, new Blob([await drawFilm(line)], { type: "image/svg+xml" }));
  const trying = (/** @type {() => Promise<void>} */ work) => () => work().catch(showError);
  const written = () => save(`${line.game}.lalao`, new Blob([text], { type: "text/plain" }));
  const box = dialog(
    t("Share"),
    "share",
    html`
      <label>${t("This link holds the whole game.")}<input readonly aria-label=${t("Link")} .value=${location
        .href}></label>
      <textarea readonly rows="9" aria-label=${t("Record")} .value=${text}></textarea>
      <div class="row">
        <button type="button" @click=${written}>${t("Save the record")}</button>
        <button type="button" @click=${trying(saved)}>SVG</button>
        <button type="button" @click=${trying(drawn)}>PNG</button>
        <button type="button" @click=${trying(filmed)}>${t("The game as a moving picture (SVG)")}</button>
      </div>
    `,
  );
  box.querySelector("input")?.select();
}

/**
 * The actions on the game of a text, and on the text where it holds several.
 * @typedef {(record: Wire.ShownRecord, text: string) => void} OnRead
 */

/**
 * Ask for a record.
 * @param {OnRead} onread
 */
export function openRecord(onread) {
  const read = () => readGame(area.value, (record, text) => (box.close(), onread(record, text)));
  const box = dialog(
    t("Open a record"),
    "share",
    html`
      ${filePicker(async (file) => (area.value = await file.text()))}
      <textarea rows="9" aria-label=${t("Record")}></textarea>
      <button type="button" class="primary" @click=${read}>${t("Open")}</button>
    `,
  );
  const area = /** @type {HTMLTextAreaElement} */ (box.querySelector("textarea"));
}

/**
 * Read a text; where it holds several games, ask which one is wanted.
 * @param {string} text
 * @param {OnRead} onread
 */
async function readGame(text, onread) {
  try {
    const { games } = await listGames(text);
    if (games.length < 2) return onread(await readRecord(text), "");
    const choose = (/** @type {number} */ number) => {
      box.close();
      readRecord(text, number).then((record) => onread(record, text), showError);
    };
    const box = dialog(
      t("Which game?"),
      "games",
      html`
        <ol>
          ${games.map((game, number) =>
            html`<li><button type="button" @click=${() => choose(number)}>${told(game)}</button></li>`
          )}
        </ol>
      `,
    );
  } catch (error) {
    showError(error);
  }
}

/** @param {Wire.ShownTitle} game */
const told = ({ players, result, moves }) =>
  [players.join(" – "), t("{count} move", "{count} moves", { count: moves }), result === "*" ? "" : result]
    .filter(Boolean).join(" · ");

/** A text that another page has handed to that of analysis, "" for none. */
let handed = "";

/**
 * Go to the page of analysis, which opens the games of a text.
 * @param {string} text
 */
export function analyse(text) {
  handed = text;
  go("/look");
}

/**
 * Open the games of the text that was handed over, if any was.
 * @param {OnRead} onread
 */
export function takeHanded(onread) {
  if (handed) readGame(handed, onread);
  handed = "";
}

/** The most bytes of a dropped file that are read: more than the server takes. */
const MOST_BYTES = 1_000_000;

/**
 * Take texts and files that are dropped on the page, and texts that are pasted beside its fields.
 * @param {OnRead} onread
 * @param {AbortSignal} signal
 */
export function takeTexts(onread, signal) {
  const read = (/** @type {string} */ text) => text.trim() && readGame(text, onread);
  document.addEventListener("dragover", (event) => event.preventDefault(), { signal });
  document.addEventListener("drop", async (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    read(file ? await file.slice(0, MOST_BYTES).text() : event.dataTransfer?.getData("text") ?? "");
  }, { signal });
  document.addEventListener("paste", (event) => {
    if (!isTyping(event)) read(event.clipboardData?.getData("text") ?? "");
  }, { signal });
}

/**
 * The summary of a record, in one line.
 * @param {Wire.ShownGame} game
 * @param {Required<Pick<Wire.Line, "tags" | "result">>} record
 * @param {number} count the moves of its main line
 */
export function understood({ title }, { tags, result }, count) {
  const players = [tags.White ?? tags.South, tags.Black ?? tags.North].filter((name) => name && name !== "?");
  return `${title} · ${told({ players, result, moves: count })}`;
}

/**
 * Turn an SVG into a PNG, twice as large.
 * @param {string} text
 * @returns {Promise<Blob>}
 */
async function rastered(text) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: image.width * 2, height: image.height * 2 });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? new Blob()), "image/png"));
}
