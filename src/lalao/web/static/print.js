// Printing: what, for which game, on which paper; the server makes the PDF.

import { ask } from "./api.js";
import { button, h, show, toast } from "./dom.js";
import { choice, header } from "./page.js";
import { settings } from "./settings.js";
import { LANGUAGES, t } from "./words.js";

const TOLD = ["slips", "scores", "certificates"]; // sheets about pupils

/** The address of the page that prints a sheet, perhaps of a position. */
export function printPath(sheet, game, position) {
  return `/print#${[sheet, game, ...(position ? [position] : [])].map(encodeURIComponent).join("/")}`;
}

export function printScreen(root) {
  const [sheet = "board", game = "fang-8-guarded", position] = location.hash.slice(1).split("/").filter(Boolean).map(
    decodeURIComponent,
  );
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
  const made = h("div", { class: "made", "aria-live": "polite" });
  header({ title: t("Print"), sub: t("Sheets as PDF: print them at 100 %.") });
  show(root, h("div", { class: "text" }, form, made));
  const draw = (games) =>
    show(
      form,
      fields(wanted, games, () => draw(games)),
      button(t("Make the PDF"), "primary wide", undefined, { type: "submit" }),
    );
  ask("/api/games").then((games) =>
    games.some(({ id }) => id === game) ? games : ask(`/api/games/${game}`).then((own) => [own, ...games])
  ).then(draw, (error) => toast(error.message));
}

const field = (label, control, note) =>
  h("div", { class: "field" }, h("span", {}, label), control, note && h("p", { class: "note" }, note));

/** The fields that the wanted sheet needs. */
function fields(wanted, games, redraw) {
  const pick = (name, label, options, again) =>
    field(label, choice(label, options, wanted[name], (value) => ((wanted[name] = value), again && redraw())));
  const sheets = [
    ["board", t("Boards")],
    wanted.position && ["position", t("This position")],
    ["rules", t("Rules")],
    ["slips", t("Slips for the tables")],
    ["scores", t("Score sheet")],
    ["certificates", t("Certificates")],
  ].filter(Boolean);
  const write = (name) => (event) => (wanted[name] = event.target.value);
  const chooseGame = (event) => {
    wanted.game = event.target.value;
    if (!wanted.position) return;
    [wanted.position, wanted.sheet] = [undefined, wanted.sheet === "position" ? "board" : wanted.sheet];
    redraw();
  };
  const names = (label, note) =>
    field(label, h("textarea", { rows: 6, "aria-label": label, oninput: write("names") }, wanted.names), note);
  const own = {
    board: () => [
      pick("size", t("Size"), [["seeds", t("beans, seeds, counters")], ["egg-box", t("egg boxes")]]),
      field(
        t("How many on a sheet"),
        h("input", {
          type: "number",
          min: 1,
          max: 50,
          value: wanted["per-sheet"],
          placeholder: t("as many as fit"),
          "aria-label": t("How many on a sheet"),
          oninput: write("per-sheet"),
        }),
      ),
    ],
    slips: () => [names(t("Tables: two names a line, a comma between"), t("Without names the slips are blank."))],
    scores: () => [names(t("Names, one a line"), t("Without names there are lines to write on."))],
    certificates: () => [names(t("Names, one a line"), t("Without names there are lines to write on."))],
  }[wanted.sheet];
  return [
    pick("sheet", t("What?"), sheets, true),
    field(
      t("Game"),
      h(
        "select",
        { "aria-label": t("Game"), onchange: chooseGame },
        ...games.map(({ id, title }) => h("option", { value: id, selected: id === wanted.game }, title)),
      ),
    ),
    ...(own?.() ?? []),
    pick("paper", t("Paper"), [["A4", "A4"], ["A3", "A3"]]),
    pick("lang", t("Language"), Object.entries(LANGUAGES)),
  ];
}

/** What is posted about pupils; undefined where the sheet is blank. */
function told({ sheet, names }) {
  const lines = names.split("\n").map((line) => line.trim()).filter(Boolean);
  if (!TOLD.includes(sheet) || !lines.length) return undefined;
  return sheet === "slips"
    ? { tables: lines.map((line) => line.split(/[,;\t]/).map((name) => name.trim())) }
    : { names: lines };
}

/** Have a sheet made: shown in a tab of its own, or, with names, saved; what is wrong is said here. */
async function make(wanted, made) {
  const asked = new URLSearchParams({ lang: wanted.lang, paper: wanted.paper });
  if (wanted.sheet === "board") {
    for (const name of ["size", "per-sheet"]) if (wanted[name]) asked.set(name, wanted[name]);
  }
  if (wanted.position && ["board", "position"].includes(wanted.sheet)) asked.set("position", wanted.position);
  const path = `/api/games/${wanted.game}/print/${wanted.sheet}.pdf?${asked}`;
  const sent = told(wanted);
  show(made, h("p", { class: "note" }, t("The sheet is being made…")));
  try {
    const answer = await fetch(path, sent && { method: "POST", body: JSON.stringify(sent) });
    if (!answer.ok) throw new Error((await answer.json()).error);
    const name = `${wanted.game}-${wanted.sheet}.pdf`;
    const file = sent && URL.createObjectURL(await answer.blob());
    const open = h(
      "a",
      sent ? { href: file, download: name, class: "button" } : { href: path, target: "_blank", class: "button" },
      sent ? t("Save {file}", { file: name }) : t("Open {file}", { file: name }),
    );
    show(made, open);
    if (sent) open.click();
    else window.open(path, "_blank", "noopener");
  } catch (error) {
    show(made, h("p", { role: "alert" }, error.message));
  }
}
