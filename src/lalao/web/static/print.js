// The page that prints: which sheet, for which game, on which paper; the server makes the PDF.

import { askGame, askGames } from "./api.js";
import { reason, save, showError } from "./dom.js";
import { families } from "./families.js";
import { html, nothing, render } from "./lit.js";
import { choice, field, header } from "./page.js";
import { isServed } from "./address.js";
import { readyScreen } from "./serverless.js";
import { settings } from "./settings.js";
import { request } from "./transport.js";
import { LANGUAGES, t } from "./words.js";

const TOLD = ["slips", "scores", "certificates", "certificates-in-colour"]; // sheets about pupils

/**
 * @typedef {{
 *   sheet: string,
 *   game: string,
 *   position: string,
 *   paper: string,
 *   size: string,
 *   "per-sheet": string,
 *   lang: string,
 *   names: string,
 *   won: string,
 * }} Wanted the sheet to be printed; "" leaves it open
 */

/** @param {HTMLElement} root */
export async function printScreen(root) {
  if (!isServed) return readyScreen(root);
  const asked = location.hash.slice(1).split("/").filter(Boolean).map(decodeURIComponent);
  const [sheet = "board", game = families[0].gentlest, position = ""] = asked;
  const lang = settings.language;
  /** @type {Wanted} */
  const wanted = { sheet, game, position, paper: "A4", size: "seeds", "per-sheet": "", lang, names: "", won: "" };
  /** @type {{ games: Wire.ShownGame[], made: unknown }} */
  const state = { games: [], made: nothing };
  header({ title: t("Print"), sub: t("Sheets as PDF: print them at 100 %.") });
  const draw = () => render(page(wanted, state.games, state.made, set, print), root);
  const set = (/** @type {Partial<Wanted>} */ changes) => (Object.assign(wanted, changes), draw());
  const print = () => make(wanted, (made) => (state.made = made, draw()));
  draw();
  try {
    const listed = await askGames();
    state.games = listed.some(({ id }) => id === game) ? listed : [await askGame(game), ...listed];
    draw();
  } catch (error) {
    showError(error);
  }
}

/**
 * @param {Wanted} wanted
 * @param {Wire.ShownGame[]} games none while they are not known
 * @param {unknown} made the result of the last print
 * @param {(changes: Partial<Wanted>) => void} set
 * @param {() => unknown} print
 */
function page(wanted, games, made, set, print) {
  const submit = (/** @type {Event} */ event) => (event.preventDefault(), print());
  const form = html`
    <form class="print" @submit=${submit}>
      ${fields(wanted, games, set)}
      <button type="submit" class="primary wide">${t("Make the PDF")}</button>
    </form>
  `;
  return html`<div class="text">${
    games.length ? form : nothing
  }<div class="made" aria-live="polite">${made}</div></div>`;
}

/**
 * The fields that the wanted sheet needs.
 * @param {Wanted} wanted
 * @param {Wire.ShownGame[]} games
 * @param {(changes: Partial<Wanted>) => void} set
 */
function fields(wanted, games, set) {
  const { sheet, position } = wanted;
  /** @type {(name: keyof Wanted, label: string, options: [string, string][]) => unknown} */
  const pick = (name, label, options) =>
    field(label, choice(label, options, wanted[name], (value) => set({ [name]: value })));
  const type = (/** @type {keyof Wanted} */ name) => (/** @type {Page.From<HTMLInputElement>} */ { currentTarget }) =>
    set({ [name]: currentTarget.value });
  /** @type {[string, string][]} */
  const sheets = [
    ["board", t("Boards")],
    ["position", t("This position")],
    ["rules", t("Rules")],
    ["slips", t("Slips for the tables")],
    ["scores", t("Score sheet")],
    ["certificates-in-colour", t("Certificates in colour")],
    ["certificates", t("Certificates that save ink")],
  ];
  const choose = (/** @type {Page.From<HTMLSelectElement>} */ { currentTarget: { value: game } }) =>
    set({ game, position: "", sheet: sheet === "position" ? "board" : sheet });
  const names = (/** @type {string} */ label, /** @type {string} */ note) =>
    field(
      label,
      html`
        <textarea rows="6" aria-label=${label} .value=${wanted.names} @input=${type("names")}></textarea>
        <p class="note">${note}</p>
      `,
    );
  return html`
    ${pick("sheet", t("What?"), sheets.filter(([name]) => name !== "position" || position))}
    ${field(
      t("Game"),
      html`<select aria-label=${t("Game")} @change=${choose}>
        ${games.map(({ id, title }) => html`<option value=${id} .selected=${id === wanted.game}>${title}</option>`)}
      </select>`,
    )}
    ${sheet === "board"
      ? html`
        ${pick("size", t("Size"), [["seeds", t("beans, seeds, counters")], ["egg-box", t("egg boxes")]])}
        ${field(
          t("How many on a sheet"),
          html`
            <input type="number" min="1" max="50" .value=${wanted["per-sheet"]} placeholder=${t("as many as fit")}
              aria-label=${t("How many on a sheet")} @input=${type("per-sheet")}>
          `,
        )}
      `
      : sheet === "slips"
      ? names(t("Tables: two names a line, a comma between"), t("Without names the slips are blank."))
      : TOLD.includes(sheet)
      ? names(t("Names, one a line"), t("Without names there are lines to write on."))
      : nothing}
    ${sheet.startsWith("certificates")
      ? pick("won", t("They…"), [["", t("have taken part")], ["yes", t("have won")]])
      : nothing}
    ${pick("paper", t("Paper"), [["A4", "A4"], ["A3", "A3"]])}
    ${pick("lang", t("Language"), Object.entries(LANGUAGES))}
  `;
}

/**
 * The data posted about the pupils; undefined where the sheet is blank.
 * @param {Wanted} wanted
 * @returns {{ tables: string[][] } | { names: string[], won: boolean } | undefined}
 */
function told({ sheet, names, won }) {
  const lines = names.split("\n").map((line) => line.trim()).filter(Boolean);
  if (!TOLD.includes(sheet) || !(lines.length || won)) return undefined;
  return sheet === "slips"
    ? { tables: lines.map((line) => line.split(/[,;\t]/).map((name) => name.trim())) }
    : { names: lines, won: sheet.startsWith("certificates") && won !== "" };
}

/**
 * Have a sheet made: it is shown in a tab of its own or, with names, saved; `show` shows how that goes.
 * @param {Wanted} wanted
 * @param {(made: unknown) => void} show
 */
async function make(wanted, show) {
  const asked = new URLSearchParams({ lang: wanted.lang, paper: wanted.paper });
  if (wanted.sheet === "board") {
    asked.set("size", wanted.size);
    if (wanted["per-sheet"]) asked.set("per-sheet", wanted["per-sheet"]);
  }
  if (wanted.position && ["board", "position"].includes(wanted.sheet)) asked.set("position", wanted.position);
  const path = `/api/games/${wanted.game}/print/${wanted.sheet}.pdf?${asked}`;
  const sent = told(wanted);
  show(html`<p class="note">${t("The sheet is being made…")}</p>`);
  try {
    const answer = await request(path, sent && { method: "POST", body: JSON.stringify(sent) });
    if (!answer.ok) throw new Error((await answer.json()).error);
    const file = `${wanted.game}-${wanted.sheet}.pdf`;
    if (sent) {
      const sheet = await answer.blob(), href = URL.createObjectURL(sheet);
      show(html`<a href=${href} download=${file} class="button">${t("Save {file}", { file })}</a>`);
      save(file, sheet);
    } else {
      show(html`<a href=${path} target="_blank" class="button">${t("Open {file}", { file })}</a>`);
      window.open(path, "_blank", "noopener");
    }
  } catch (error) {
    show(html`<p role="alert">${reason(error)}</p>`);
  }
}
