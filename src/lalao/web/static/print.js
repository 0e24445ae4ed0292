// The page that prints: what, for which game, on which paper; the server makes the PDF.

import { askGame, askGames } from "./api.js";
import { button, h, reason, show, toast } from "./dom.js";
import { families } from "./families.js";
import { choice, field, header } from "./page.js";
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
 * }} Wanted what is to be printed; "" leaves it open
 */

/** @param {Element} root */
export async function printScreen(root) {
  const [sheet = "board", game = families[0].offered[0], position = ""] = location.hash.slice(1).split("/").filter(
    Boolean,
  )
    .map(
      decodeURIComponent,
    );
  /** @type {Wanted} */
  const wanted = {
    sheet,
    game,
    position,
    paper: "A4",
    size: "seeds",
    "per-sheet": "",
    lang: settings.language,
    names: "",
  };
  const form = h("form", { class: "print", onsubmit: (event) => (event.preventDefault(), make(wanted, made)) });
  const submit = button(t("Make the PDF"), "primary wide", undefined, { type: "submit" });
  const made = h("div", { class: "made", "aria-live": "polite" });
  header({ title: t("Print"), sub: t("Sheets as PDF: print them at 100 %.") });
  show(root, h("div", { class: "text" }, form, made));
  try {
    const listed = await askGames();
    const games = listed.some(({ id }) => id === game) ? listed : [await askGame(game), ...listed];
    const draw = () => show(form, fields(wanted, games, draw), submit);
    draw();
  } catch (error) {
    toast(reason(error));
  }
}

/**
 * The choice of one thing that is wanted.
 * @param {Wanted} wanted
 * @param {keyof Wanted} name
 * @param {string} label
 * @param {[string, string][]} options
 * @param {() => void} [redraw]
 */
function pick(wanted, name, label, options, redraw) {
  const pickOne = (/** @type {string} */ value) => {
    wanted[name] = value;
    redraw?.();
  };
  return field(label, choice(label, options, wanted[name], pickOne));
}

/**
 * The fields that the wanted sheet needs.
 * @param {Wanted} wanted
 * @param {Wire.ShownGame[]} games
 * @param {() => void} redraw
 */
function fields(wanted, games, redraw) {
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
  const offered = sheets.filter(([sheet]) => sheet !== "position" || wanted.position);
  const choose = (/** @type {string} */ game) => {
    wanted.game = game;
    if (!wanted.position) return;
    [wanted.position, wanted.sheet] = ["", wanted.sheet === "position" ? "board" : wanted.sheet];
    redraw();
  };
  const options = games.map(({ id, title }) => h("option", { value: id, selected: id === wanted.game }, title));
  const game = h(
    "select",
    { "aria-label": t("Game"), onchange: (event) => choose(event.currentTarget.value) },
    options,
  );
  return [
    pick(wanted, "sheet", t("What?"), offered, redraw),
    field(t("Game"), game),
    ...own(wanted),
    pick(wanted, "paper", t("Paper"), [["A4", "A4"], ["A3", "A3"]]),
    pick(wanted, "lang", t("Language"), Object.entries(LANGUAGES)),
  ];
}

/**
 * The fields that only the wanted sheet has.
 * @param {Wanted} wanted
 */
function own(wanted) {
  const names = (/** @type {string} */ label, /** @type {string} */ note) => {
    const area = h("textarea", { rows: 6, "aria-label": label }, wanted.names);
    area.addEventListener("input", () => wanted.names = area.value);
    return [field(label, area, h("p", { class: "note" }, note))];
  };
  if (wanted.sheet === "board") return boardFields(wanted);
  if (wanted.sheet === "slips") {
    return names(t("Tables: two names a line, a comma between"), t("Without names the slips are blank."));
  }
  if (!TOLD.includes(wanted.sheet)) return [];
  return names(t("Names, one a line"), t("Without names there are lines to write on."));
}

/** @param {Wanted} wanted */
function boardFields(wanted) {
  const many = h("input", {
    type: "number",
    min: 1,
    max: 50,
    value: wanted["per-sheet"],
    placeholder: t("as many as fit"),
    "aria-label": t("How many on a sheet"),
    oninput: (event) => (wanted["per-sheet"] = event.currentTarget.value),
  });
  return [
    pick(wanted, "size", t("Size"), [["seeds", t("beans, seeds, counters")], ["egg-box", t("egg boxes")]]),
    field(t("How many on a sheet"), many),
  ];
}

/**
 * What is posted about the pupils; undefined where the sheet is blank.
 * @param {Wanted} wanted
 * @returns {{ tables: string[][] } | { names: string[] } | undefined}
 */
function told({ sheet, names }) {
  const lines = names.split("\n").map((line) => line.trim()).filter(Boolean);
  if (!TOLD.includes(sheet) || !lines.length) return undefined;
  return sheet === "slips"
    ? { tables: lines.map((line) => line.split(/[,;\t]/).map((name) => name.trim())) }
    : { names: lines };
}

/**
 * Have a sheet made: it is shown in a tab of its own or, with names, saved; an error is shown in `made`.
 * @param {Wanted} wanted
 * @param {Element} made
 */
async function make(wanted, made) {
  const asked = new URLSearchParams({ lang: wanted.lang, paper: wanted.paper });
  if (wanted.sheet === "board") {
    asked.set("size", wanted.size);
    if (wanted["per-sheet"]) asked.set("per-sheet", wanted["per-sheet"]);
  }
  if (wanted.position && ["board", "position"].includes(wanted.sheet)) asked.set("position", wanted.position);
  const path = `/api/games/${wanted.game}/print/${wanted.sheet}.pdf?${asked}`;
  const sent = told(wanted);
  show(made, h("p", { class: "note" }, t("The sheet is being made…")));
  try {
    const answer = await request(path, sent && { method: "POST", body: JSON.stringify(sent) });
    if (!answer.ok) throw new Error((await answer.json()).error);
    const name = `${wanted.game}-${wanted.sheet}.pdf`;
    if (sent) {
      const href = URL.createObjectURL(await answer.blob());
      const saved = h("a", { href, download: name, class: "button" }, t("Save {file}", { file: name }));
      show(made, saved);
      saved.click();
    } else {
      show(made, h("a", { href: path, target: "_blank", class: "button" }, t("Open {file}", { file: name })));
      window.open(path, "_blank", "noopener");
    }
  } catch (error) {
    show(made, h("p", { role: "alert" }, reason(error)));
  }
}
