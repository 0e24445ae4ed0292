// Beginning a match: who plays, how strong, which board, who starts; each as it was chosen last.

import { askGame, askGames, openMatch } from "./api.js";
import { creature, creatureOf } from "./creatures.js";
import { button, showError } from "./dom.js";
import { families, familyOf } from "./families.js";
import { modes, sign } from "./icons.js";
import { html, nothing } from "./lit.js";
import { choice, dialog, field, focusIn, go } from "./page.js";
import { isBeaten } from "./path.js";
import { isServed } from "./address.js";
import { needsServer } from "./serverless.js";
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
 * The sequel of a game on the ladder of its family, once it was won against the computer.
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

let beginning = false;

/**
 * Open a match, unless one is being opened: two quick taps open only one.
 * @param {() => Promise<unknown>} open
 */
async function once(open) {
  if (beginning) return;
  beginning = true;
  try {
    await open();
  } finally {
    beginning = false;
  }
}

/** @type {(family: string, chosen: Page.Chosen) => Promise<void>} */
const begin = (family, chosen) =>
  once(async () => {
    change({ last: { ...settings.last, [family]: chosen } });
    const { game, mode, who, clock } = chosen, { levels } = await askGame(game);
    const level = levelName(chosen.level, levels);
    await enter(openMatch({ game, mode, who, level, seconds: clock * 60, increment: clock ? 5 : 0 }));
  }).catch(showError);

/**
 * Go to a match that is being opened.
 * @param {Promise<Wire.Ticket>} opening
 */
async function enter(opening) {
  const { code, token } = await opening;
  keepSeat(code, token);
  go(`/m/${code}`);
}

/**
 * Open the match of a stone against its creature.
 * @param {import("./step.js").Step} step
 */
export const openStone = ({ chapter: { game, start }, stone: { count } }) =>
  openMatch({ game, mode: "alone", who: "me", level: `level:${count}`, start });

/**
 * Begin the match of a stone against its creature.
 * @param {import("./step.js").Step} step
 */
export const beginStone = (step) => once(() => enter(openStone(step)));

/**
 * The levels that a game has, as the creatures that play at them.
 * @param {number} strongest
 */
function levelChoices(strongest) {
  return Array.from({ length: strongest }, (_, i) => {
    const name = creatureOf(i + 1, strongest);
    const level = html`<span class="unseen">, ${t("level {number}", { number: i + 1 })}</span>`;
    const face = html`${creature(name)}<span class="creature">${name}</span>${level}<small aria-hidden="true">${
      i + 1
    }</small>`;
    return /** @type {[string, unknown]} */ ([String(i + 1), face]);
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
 * The boards of a family, the smallest first, and the rules for the chosen one, each with its special features.
 * @type {(games: Wire.ShownGame[], here: Wire.ShownGame, set: (game: string) => unknown) => unknown}
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
  ) => /** @type {[string, unknown]} */ ([id, html`<b>${name}</b><small>${difference}</small>`]));
  return [
    boards.length > 1
      ? field(t("Board"), choice(t("Board"), boards.map((each) => [each, each]), here.board, toBoard))
      : nothing,
    field(
      t("Rules"),
      own.length > 1 ? choice(t("Rules"), rules, here.id, set, "list") : html`<p>${here.difference}</p>`,
    ),
  ];
}

/**
 * Open the dialog with the ways to play a game.
 * @param {string} family
 */
export async function openStart(family) {
  const chosen = lastChoice(family);
  const { title, age, offered, second_rounds: rounds } = familyOf(family);
  const listed = new Map((await askGames()).map((each) => [each.id, each]));
  const games = [...offered, ...rounds].flatMap((id) => listed.get(id) ?? []);
  const play = () => (box.close(), begin(family, chosen));
  const box = dialog(title, "start", (/** @type {() => void} */ draw) => {
    /** @type {<K extends keyof Page.Chosen>(name: K) => (value: Page.Chosen[K]) => void} */
    const set = (name) => (value) => {
      chosen[name] = value;
      draw();
    };
    const here = games.find(({ id }) => id === chosen.game) ?? games[0], alone = chosen.mode === "alone";
    chosen.game = here.id;
    chosen.level = String(Math.min(Number(chosen.level), here.levels));
    const levels = choice(t("How strong?"), levelChoices(here.levels), chosen.level, set("level"), "levels");
    const onward = games.find(({ id }) => id === nextStep(here.id)?.game);
    /** @type {[Page.Who, string][]} */
    const starters = [
      ["me", alone ? t("me") : t("whoever opens the game")],
      ["other", alone ? t("the computer") : t("the other player")],
      ["lot", t("at random")],
      ["cake", t("cake rule")],
    ];
    /** @type {[number, string][]} */
    const clocks = [[0, t("none")], [3, "3 min"], [10, "10 min"], [30, "30 min"]];
    /** @type {[Page.Mode, ...unknown[]][]} */
    const ways = [
      ["alone", modes.alone, html`<span>${t("Against the computer")}</span>`],
      ["here", modes.here, html`<span>${t("Same screen")}</span>`],
      ["apart", modes.apart, html`<span>${t("Two devices")}</span>`],
    ];
    const face = html`${t("Play")}<small>${named(here.board, here.rules, games)}</small>`;
    const step = onward && t("Next step: {board}", { board: named(onward.board, onward.rules, games) });
    const who = choice(t("Who plays?"), ways, chosen.mode, set("mode"), "ways");
    if (chosen.mode === "apart" && !isServed) return html`${who}<p class="rest">${needsServer()}</p>`;
    return html`
      ${who}
      <div class="rest">
        ${alone ? field(t("How strong?"), levels) : nothing}
        ${button(face, "primary wide play", play)}
        ${onward ? button([sign("next"), step], "onward", () => set("game")(onward.id)) : nothing}
        <details class="more">
          <summary>${t("Board, rules, who starts, clock")}</summary>
          ${boardsAndRules(games, here, set("game"))} ${age ? html`<p class="note">${age}</p>` : nothing}
          ${field(t("Who starts?"), choice(t("Who starts?"), starters, chosen.who, set("who")))}
          ${field(t("Clock"), choice(t("Clock"), clocks, chosen.clock, set("clock")))}
        </details>
      </div>
    `;
  });
  focusIn(box, ".primary");
}

/**
 * Begin a match against the computer from a position, with the side to move.
 * @param {Wire.ShownGame} game
 * @param {string} position
 * @param {string} toMove
 */
export function startFrom(game, position, toMove) {
  const who = toMove === game.sides[0].side ? "me" : "other";
  const level = levelName(lastChoice(game.family).level, game.levels);
  enter(openMatch({ game: game.id, mode: "alone", who, start: position, level })).catch(showError);
}
