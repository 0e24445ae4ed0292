// Beginning a match: who plays, how strong, which board, who starts; each as it was chosen last.

import { askGame, askGames, openMatch } from "./api.js";
import { creature, creatureOf } from "./creatures.js";
import { button, h, reason, show, toast } from "./dom.js";
import { families, familyOf } from "./families.js";
import { modes, sign } from "./icons.js";
import { choice, dialog, field, focusIn, go } from "./page.js";
import { isBeaten } from "./path.js";
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
    game: familyOf(family).gentlest,
    ...settings.last[family],
  };
}

/**
 * The name of a level in a game with `levels`; the one chosen last may have been another game's.
 * @param {string} level
 * @param {number} levels
 */
function levelName(level, levels) {
  return `level:${Math.min(Number(level), levels)}`;
}

/**
 * What comes after a game on the ladder of its family, once it was won against the computer.
 * @param {string} game
 */
export function nextStep(game) {
  if (!isBeaten(game)) return null;
  for (const { name: family, gentlest, ladder } of families) {
    const steps = [gentlest, ...ladder];
    const next = steps[steps.indexOf(game) + 1];
    if (steps.includes(game) && next) return { family, game: next };
  }
  return null;
}

/**
 * Begin another game of a family against the computer, all else as it was chosen last.
 * @param {{ family: string, game: string }} step
 */
export const goOnWith = ({ family, game }) => begin(family, { ...lastChoice(family), mode: "alone", game });

/** whether a match is being opened: two quick taps open only one */
let beginning = false;

/**
 * @param {string} family
 * @param {Page.Chosen} chosen
 */
async function begin(family, chosen) {
  if (beginning) return;
  beginning = true;
  change({ last: { ...settings.last, [family]: chosen } });
  const { game, mode, who, clock } = chosen;
  try {
    const { levels } = await askGame(game);
    const level = levelName(chosen.level, levels);
    await enter({ game, mode, who, level, seconds: clock * 60, increment: clock ? 5 : 0 });
  } catch (error) {
    toast(reason(error));
  } finally {
    beginning = false;
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
 * Begin the match of a stone against its creature.
 * @param {Wire.ShownTrail} chapter
 * @param {Wire.ShownStone} stone
 */
export async function beginStone({ game, start }, { count }) {
  if (beginning) return;
  beginning = true;
  try {
    await enter({ game, mode: "alone", who: "me", level: `level:${count}`, start });
  } finally {
    beginning = false;
  }
}

/**
 * The levels that a game has, as the creatures that play at them.
 * @param {number} strongest
 */
function levelChoices(strongest) {
  return Array.from({ length: strongest }, (_, i) => {
    const name = creatureOf(i + 1, strongest);
    return /** @type {[string, ...Page.Child[]]} */ ([
      String(i + 1),
      creature(name),
      h("span", { class: "creature" }, name),
      h("span", { class: "unseen" }, `, ${t("level {number}", { number: i + 1 })}`),
      h("small", { "aria-hidden": "true" }, String(i + 1)),
    ]);
  });
}

/**
 * The name of a board with its rules, each only where the family has several.
 * @type {(board: string, rules: string, games: Wire.ShownGame[]) => string}
 */
function named(board, rules, games) {
  const boards = games.some((each) => each.board !== board);
  const several = games.some((each) => each.board === board && each.rules !== rules);
  return [boards && board, several && rules].filter(Boolean).join(" · ");
}

/**
 * The boards of a family, the smallest first, and the rules for the chosen one, each with what is special about them.
 * @type {(games: Wire.ShownGame[], here: Wire.ShownGame, set: (game: string) => unknown) => Page.Child[]}
 */
function boardsAndRules(games, here, set) {
  const boards = [...new Set(games.map(({ board }) => board))].reverse();
  const own = games.filter(({ board }) => board === here.board);
  const toBoard = (/** @type {string} */ wanted) => {
    const there = games.filter(({ board }) => board === wanted);
    set((there.find(({ rules }) => rules === here.rules) ?? there[0]).id);
  };
  const rules = own.map((
    { id, rules: name, difference },
  ) => /** @type {[string, ...Page.Child[]]} */ ([id, h("b", {}, name), h("small", {}, difference)]));
  return [
    boards.length > 1 &&
    field(t("Board"), choice(t("Board"), boards.map((each) => [each, each]), here.board, toBoard)),
    field(t("Rules"), own.length > 1 ? choice(t("Rules"), rules, here.id, set, "list") : h("p", {}, here.difference)),
  ];
}

/**
 * Open the dialog with the ways to play a game.
 * @param {string} family
 * @param {Page.Mode} [mode]
 */
export async function openStart(family, mode) {
  const chosen = lastChoice(family);
  if (mode) chosen.mode = mode;
  const { title, age, offered, second_rounds: rounds } = familyOf(family);
  const listed = new Map((await askGames()).map((each) => [each.id, each]));
  const games = [...offered, ...rounds].flatMap((id) => listed.get(id) ?? []);
  if (!games.some(({ id }) => id === chosen.game)) chosen.game = games[0].id;
  const here = () => games.find(({ id }) => id === chosen.game) ?? games[0];
  const rest = h("div", { class: "rest" });
  /** @type {<K extends keyof Page.Chosen>(name: K) => (value: Page.Chosen[K]) => void} */
  const set = (name) => (value) => {
    chosen[name] = value;
    if (name === "mode" || name === "game") draw();
  };
  const draw = () => {
    const { board, rules, levels: strongest } = here();
    chosen.level = String(Math.min(Number(chosen.level), strongest));
    const levels = choice(t("How strong?"), levelChoices(strongest), chosen.level, set("level"), "levels");
    const play = () => (box.close(), begin(family, chosen));
    const onward = games.find(({ id }) => id === nextStep(chosen.game)?.game);
    show(
      rest,
      chosen.mode === "alone" && field(t("How strong?"), levels),
      button([t("Play"), h("small", {}, named(board, rules, games))], "primary wide play", play),
      onward && button(
        [sign("next"), t("Next step: {board}", { board: named(onward.board, onward.rules, games) })],
        "onward",
        () => set("game")(onward.id),
      ),
      more,
    );
    show(more, h("summary", {}, t("Board, rules, who starts, clock")), ...options());
  };
  const more = h("details", { class: "more" });
  const options = () => {
    const two = chosen.mode !== "alone";
    const first = two ? t("whoever opens the game") : t("me");
    const second = two ? t("the other player") : t("the computer");
    /** @type {[Page.Who, string][]} */
    const starters = [["me", first], ["other", second], ["lot", t("at random")], ["cake", t("cake rule")]];
    /** @type {[number, string][]} */
    const clocks = [[0, t("none")], [3, "3 min"], [10, "10 min"], [30, "30 min"]];
    return [
      ...boardsAndRules(games, here(), set("game")),
      age && h("p", { class: "note" }, age),
      field(t("Who starts?"), choice(t("Who starts?"), starters, chosen.who, set("who"))),
      field(t("Clock"), choice(t("Clock"), clocks, chosen.clock, set("clock"))),
    ];
  };
  /** @type {[Page.Mode, ...Page.Child[]][]} */
  const ways = [
    ["alone", modes.alone, h("span", {}, t("Against the computer"))],
    ["here", modes.here, h("span", {}, t("Same screen"))],
    ["apart", modes.apart, h("span", {}, t("Two devices"))],
  ];
  const way = choice(t("Who plays?"), ways, chosen.mode, set("mode"), "ways");
  const box = dialog(title, "start", way, rest);
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
