// Sharing and opening a game: its link, its record, a picture of the board.

import { readRecord, writeRecord } from "./api.js";
import { button, h, reason, save, toast } from "./dom.js";
import { dialog, filePicker } from "./page.js";
import { settings } from "./settings.js";
import { request } from "./transport.js";
import { t } from "./words.js";

/**
 * Open the dialog with the link of a game and its record, which saves that, or the board as a picture.
 * @param {Wire.Line} line
 * @param {string} position the position of the picture
 */
export async function share(line, position) {
  const text = await writeRecord(line);
  const area = h("textarea", { readonly: true, rows: 9, "aria-label": t("Record") });
  area.value = text;
  const address = h("input", { readonly: true, value: location.href, "aria-label": t("Link") });
  const path = `/api/games/${line.game}/pictures/${encodeURIComponent(position)}?lang=${settings.language}`;
  const svg = async () => (await request(path)).text();
  const saved = async () => save(`${line.game}.svg`, new Blob([await svg()], { type: "image/svg+xml" }));
  const drawn = async () => save(`${line.game}.png`, await rastered(await svg()));
  const written = () => save(`${line.game}.lalao`, new Blob([text], { type: "text/plain" }));
  dialog(
    t("Share"),
    "share",
    h("label", {}, t("This link holds the whole game."), address),
    area,
    h(
      "div",
      { class: "row" },
      button(t("Save the record"), "", written),
      button("SVG", "", saved),
      button("PNG", "", drawn),
    ),
  );
  address.select();
}

/**
 * Ask for a record; `onread` is called with the game that it holds.
 * @param {(record: Wire.ShownRecord) => void} onread
 */
export function openRecord(onread) {
  const area = h("textarea", { rows: 9, "aria-label": t("Record") });
  const file = h("input", {
    type: "file",
    onchange: async ({ currentTarget }) => (area.value = (await currentTarget.files?.[0]?.text()) ?? ""),
  });
  const read = async () => {
    try {
      const record = await readRecord(area.value);
      box.close();
      onread(record);
    } catch (error) {
      toast(reason(error));
    }
  };
  const box = dialog(t("Open a record"), "share", filePicker(file), area, button(t("Open"), "primary", read));
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
  const canvas = h("canvas", { width: image.width * 2, height: image.height * 2 });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? new Blob()), "image/png"));
}
