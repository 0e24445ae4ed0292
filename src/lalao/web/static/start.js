// Beginning a match: who plays, how strong, which board, who starts. The last choice comes first.

import { ask } from "./api.js";
import { button, h, show, toast } from "./dom.js";
import { levelPicture, modes } from "./icons.js";
import { choice, dialog, go } from "./page.js";
import { change, keepSeat, settings } from "./settings.js";
import { t } from "./words.js";

export const variants = {
  fang: ["fang-8-guarded", "fang-8", "fang-6-guarded", "fang-6", "fang-4-guarded", "fang-4"],
  fafy: ["fafy-impartial", "fafy", "sowing-impartial", "sowing", "fafy-impartial-misere", "fafy-misere"],
  fifangha: ["fifangha", "fifangha-6", "fifangakely"],
  fanorona: ["", "-strict", "-libre", "-souffle"].flatMap((rules) =>
    ["", "-dimy", "-telo"].map((board) => `fanorona${rules}${board}`)
  ),
};
const usual = { mode: "alone", level: "2", who: "me", clock: 0 };

function lastChoice(family) {
  return { ...usual, game: variants[family][0], ...settings.last[family] };
}

/** The name of a level of a game that has so many; what was chosen last may have been another game's. */
function levelName(level, levels) {
  return `level:${Math.min(level, levels)}`;
}

/** Begin a match as it was chosen last, in this mode. */
export async function startMatch(family, mode) {
  await begin(family, { ...lastChoice(family), mode });
}

async function begin(family, chosen) {
  change({ last: { ...settings.last, [family]: chosen } });
  const { game, mode, who, clock } = chosen;
  try {
    const { levels } = await ask(`/api/games/${game}`);
    const { code, token } = await ask("/api/matches", {
      game,
      mode,
      who,
      level: levelName(chosen.level, levels),
      seconds: clock * 60,
      increment: clock ? 5 : 0,
    });
    keepSeat(code, token);
    go(`/m/${code}`);
  } catch (error) {
    toast(error.message);
  }
}

/** The levels that a game has, as pictures. */
function levelChoices(strongest) {
  return Array.from(
    { length: strongest },
    (
      _,
      i,
    ) => [
      String(i + 1),
      levelPicture(i + 1, strongest),
      h("span", { class: "unseen" }, t("level {number}", { number: i + 1 })),
      h("small", { "aria-hidden": "true" }, String(i + 1)),
    ],
  );
}

/** Open the ways to play a game. */
export async function openStart(family, mode) {
  const chosen = lastChoice(family);
  if (mode) chosen.mode = mode;
  const games = await ask("/api/games");
  const names = new Map(games.map((each) => [each.id, each.title]));
  const rest = h("div", { class: "rest" });
  const set = (name) => (value) => {
    chosen[name] = value;
    if (name === "mode" || name === "game") draw();
  };
  const field = (label, control) => h("div", { class: "field" }, h("span", {}, label), control);
  const levels = new Map(games.map((each) => [each.id, each.levels]));
  const draw = () => {
    const strongest = levels.get(chosen.game);
    chosen.level = String(Math.min(chosen.level, strongest));
    const two = chosen.mode !== "alone";
    const first = two ? t("the one who opens the table") : t("me");
    const second = two ? t("the other one") : t("the computer");
    show(
      rest,
      chosen.mode === "alone" &&
        field(
          t("How strong?"),
          choice(t("How strong?"), levelChoices(strongest), chosen.level, set("level"), "levels"),
        ),
      button(t("Play"), "primary wide", () => {
        box.close();
        begin(family, chosen);
      }),
      h(
        "details",
        { class: "more" },
        h("summary", {}, t("Board, who starts, clock")),
        field(
          t("Board and rules"),
          h(
            "select",
            { "aria-label": t("Board and rules"), onchange: (event) => set("game")(event.target.value) },
            ...variants[family].map((id) =>
              h("option", { value: id, selected: id === chosen.game }, names.get(id) ?? id)
            ),
          ),
        ),
        field(
          t("Who starts?"),
          choice(
            t("Who starts?"),
            [["me", first], ["other", second], ["lot", t("by lot")], ["cake", t("cake rule")]],
            chosen.who,
            set("who"),
          ),
        ),
        field(
          t("Clock"),
          choice(
            t("Clock"),
            [[0, t("none")], [3, "3 min"], [10, "10 min"], [30, "30 min"]],
            chosen.clock,
            set("clock"),
          ),
        ),
      ),
    );
  };
  const ways = [
    ["alone", modes.alone(), h("span", {}, t("Alone"))],
    ["here", modes.here(), h("span", {}, t("Two here"))],
    ["apart", modes.apart(), h("span", {}, t("Two apart"))],
  ];
  const box = dialog(
    names.get(chosen.game) ?? family,
    "start",
    choice(t("Who plays?"), ways, chosen.mode, set("mode"), "ways"),
    rest,
  );
  draw();
  box.querySelector(".primary").focus();
}

/** Begin a match against the computer from a position, with the side to move. */
export async function startFrom(game, position, toMove) {
  try {
    const level = levelName(lastChoice(game.family).level, game.levels);
    const { code, token } = await ask("/api/matches", {
      game: game.id,
      mode: "alone",
      who: toMove === game.sides[0].side ? "me" : "other",
      start: position,
      level,
    });
    keepSeat(code, token);
    go(`/m/${code}`);
  } catch (error) {
    toast(error.message);
  }
}
