// Beginning a match: who plays, how strong, which board, who starts. The last choice comes first.

import { askGame, askGames, openMatch } from "./api.js";
import { button, h, reason, show, toast } from "./dom.js";
import { familyOf } from "./families.js";
import { levelPicture, modes } from "./icons.js";
import { choice, dialog, field, focusIn, go } from "./page.js";
import { change, keepSeat, settings } from "./settings.js";
import { t } from "./words.js";

/**
 * @param {string} family
 * @returns {Page.Chosen}
 */
function lastChoice(family) {
  return {
    mode: "alone",
    level: "2",
    who: "me",
    clock: 0,
    game: familyOf(family).offered[0],
    ...settings.last[family],
  };
}

/**
 * The name of a level of a game that has so many; what was chosen last may have been another game's.
 * @param {string} level
 * @param {number} levels
 */
function levelName(level, levels) {
  return `level:${Math.min(Number(level), levels)}`;
}

/**
 * Begin a match as it was chosen last, in this mode.
 * @param {string} family
 * @param {Page.Mode} mode
 */
export async function startMatch(family, mode) {
  await begin(family, { ...lastChoice(family), mode });
}

/**
 * @param {string} family
 * @param {Page.Chosen} chosen
 */
async function begin(family, chosen) {
  change({ last: { ...settings.last, [family]: chosen } });
  const { game, mode, who, clock } = chosen;
  try {
    const { levels } = await askGame(game);
    const level = levelName(chosen.level, levels);
    await enter({ game, mode, who, level, seconds: clock * 60, increment: clock ? 5 : 0 });
  } catch (error) {
    toast(reason(error));
  }
}

/**
 * Open a match and go there.
 * @param {Wire.Opening} opening
 */
async function enter(opening) {
  const { code, token } = await openMatch(opening);
  keepSeat(code, token);
  go(`/m/${code}`);
}

/**
 * The levels that a game has, as pictures.
 * @param {number} strongest
 */
function levelChoices(strongest) {
  return Array.from({ length: strongest }, (_, i) => /** @type {[string, ...Page.Child[]]} */ ([
    String(i + 1),
    levelPicture(i + 1, strongest),
    h("span", { class: "unseen" }, t("level {number}", { number: i + 1 })),
    h("small", { "aria-hidden": "true" }, String(i + 1)),
  ]));
}

/**
 * Open the ways to play a game.
 * @param {string} family
 * @param {Page.Mode} [mode]
 */
export async function openStart(family, mode) {
  const chosen = lastChoice(family);
  if (mode) chosen.mode = mode;
  const games = new Map((await askGames()).map((each) => [each.id, each]));
  const rest = h("div", { class: "rest" });
  /** @type {<K extends keyof Page.Chosen>(name: K) => (value: Page.Chosen[K]) => void} */
  const set = (name) => (value) => {
    chosen[name] = value;
    if (name === "mode" || name === "game") draw();
  };
  const draw = () => {
    const strongest = games.get(chosen.game)?.levels ?? 1;
    chosen.level = String(Math.min(Number(chosen.level), strongest));
    const levels = choice(t("How strong?"), levelChoices(strongest), chosen.level, set("level"), "levels");
    const play = () => (box.close(), begin(family, chosen));
    show(
      rest,
      chosen.mode === "alone" && field(t("How strong?"), levels),
      button(t("Play"), "primary wide", play),
      h("details", { class: "more" }, h("summary", {}, t("Board, who starts, clock")), ...more()),
    );
  };
  const more = () => {
    const two = chosen.mode !== "alone";
    const first = two ? t("the one who opens the table") : t("me");
    const second = two ? t("the other one") : t("the computer");
    const boards = familyOf(family).offered.map((id) =>
      h("option", { value: id, selected: id === chosen.game }, games.get(id)?.title ?? id)
    );
    const board = h(
      "select",
      { "aria-label": t("Board and rules"), onchange: (event) => set("game")(event.currentTarget.value) },
      boards,
    );
    /** @type {[Page.Who, string][]} */
    const starters = [["me", first], ["other", second], ["lot", t("by lot")], ["cake", t("cake rule")]];
    /** @type {[number, string][]} */
    const clocks = [[0, t("none")], [3, "3 min"], [10, "10 min"], [30, "30 min"]];
    return [
      field(t("Board and rules"), board),
      field(t("Who starts?"), choice(t("Who starts?"), starters, chosen.who, set("who"))),
      field(t("Clock"), choice(t("Clock"), clocks, chosen.clock, set("clock"))),
    ];
  };
  /** @type {[Page.Mode, ...Page.Child[]][]} */
  const ways = [
    ["alone", modes.alone(), h("span", {}, t("Alone"))],
    ["here", modes.here(), h("span", {}, t("Two here"))],
    ["apart", modes.apart(), h("span", {}, t("Two apart"))],
  ];
  const way = choice(t("Who plays?"), ways, chosen.mode, set("mode"), "ways");
  const box = dialog(games.get(chosen.game)?.title ?? family, "start", way, rest);
  draw();
  focusIn(box, ".primary");
}

/**
 * Begin a match against the computer from a position, with the side to move.
 * @param {Wire.ShownGame} game
 * @param {string} position
 * @param {string} toMove
 */
export async function startFrom(game, position, toMove) {
  const who = toMove === game.sides[0].side ? "me" : "other";
  const level = levelName(lastChoice(game.family).level, game.levels);
  try {
    await enter({ game: game.id, mode: "alone", who, start: position, level });
  } catch (error) {
    toast(reason(error));
  }
}
