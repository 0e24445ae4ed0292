// The actions in a match besides moves, as buttons and links.

import { button } from "./dom.js";
import { isWon, sideOf } from "./ongoing.js";
import { sign } from "./icons.js";
import { linePath } from "./line.js";
import { html } from "./lit.js";
import { followLink, link, openSettings, printPath, sure } from "./page.js";
import { whereIs } from "./path.js";
import { isMine, nameOf } from "./seats.js";
import { soundSwitch } from "./sound.js";
import { tool } from "./shell.js";
import { goOnWith, nextStep } from "./start.js";
import { follow, pictureOf, taskOf } from "./step.js";
import { noHints } from "./why.js";
import { t } from "./words.js";

/** @typedef {(saying: Page.Saying) => void} Say */

/**
 * The buttons that choose who starts, where that is for a seat held here.
 * @param {Wire.State} state
 * @param {number[]} seats
 * @param {Say} say
 */
export function starters(state, seats, say) {
  const { phase, mode, active } = state;
  if (phase !== "choose" || active === null || !isMine(state, seats)) return [];
  const choose = (/** @type {boolean} */ me) => () => say({ kind: "choose", me });
  if (mode === "here") {
    const named = (/** @type {number} */ seat) => t("{name} starts", { name: nameOf(state, seat) });
    return [button(named(active), "primary", choose(true)), button(named(1 - active), "", choose(false))];
  }
  const other = mode === "alone" ? t("The computer starts") : t("The other player starts");
  return [button(t("I start"), "primary", choose(true)), button(other, "", choose(false))];
}

/**
 * The buttons yes and no, where the other player asks for something.
 * @param {Wire.State} state
 * @param {number[]} seats
 * @param {Say} say
 */
export function answers({ offer }, seats, say) {
  if (!offer || !seats.length || seats.includes(offer.seat)) return [];
  return [
    button([sign("done"), t("Yes")], "primary", () => say({ kind: "answer", yes: true })),
    button(t("No"), "", () => say({ kind: "answer", yes: false })),
  ];
}

/**
 * The sequels of a game.
 * @param {Wire.State} state
 * @param {number[]} seats
 * @param {Say} say
 * @param {() => unknown} onagain
 * @param {import("./step.js").Step} [step] the next one on the path
 * @param {(() => unknown) | null} [onthrown] shows the move that threw the game
 */
export function sequels(state, seats, say, onagain, step, onthrown) {
  if (state.phase !== "over" || !seats.length) return [];
  if (state.mode === "alone" && step) return onThePath(state, seats, say, onagain, step, onthrown);
  const next = state.mode === "alone" && !state.again && isWon(state, seats) ? nextStep(state.game) : null;
  return [
    tool("replay", t("Rematch"), () => say({ kind: "again" }), { look: "primary rematch tool" }),
    state.again && vela(say),
    next && tool("next", t("Next step"), () => goOnWith(next)),
    !state.again && !next && tool("last", t("See it again"), onagain),
    !state.unaided && toReview(state, seats),
    link("/", "button tool", sign("other"), html`<span>${t("Another game")}</span>`),
  ];
}

/** @param {Say} say */
const vela = (say) =>
  button([sign("see"), html`<span>Vela</span>`], "tool", () => say({ kind: "vela" }), {
    "aria-label": t("Second round: Vela"),
  });

/**
 * The sequels of a game against the computer: after a win the next stone of the path, else another try.
 * @param {Wire.State} state
 * @param {number[]} seats
 * @param {Say} say
 * @param {() => unknown} onagain
 * @param {import("./step.js").Step} step
 * @param {(() => unknown) | null} [onthrown]
 */
function onThePath(state, seats, say, onagain, step, onthrown) {
  const won = isWon(state, seats), { stone, chapter } = step;
  const look = won ? "tool" : "tool primary rematch";
  const again = tool("replay", t("Rematch"), () => say({ kind: "again" }), { look });
  const face = html`<i class="ahead">${pictureOf(stone)}</i><span>${t("Next")}</span>${sign("see")}`;
  const onward = button(face, "suite rematch", () => follow(step), {
    "aria-label": t("Continue: {title}", { title: `${taskOf(stone)} ${whereIs(chapter)}` }),
  });
  return [
    won && onward,
    again,
    state.again && vela(say),
    won && tool("last", t("See it again"), onagain),
    !won && (onthrown ? tool("look", t("Show me"), onthrown) : toReview(state, seats)),
    !won && link(`/path/${chapter.family}`, "button tool", sign("other"), html`<span>${t("The path")}</span>`),
  ];
}

/**
 * The link to the review of a game.
 * @param {Wire.State} state
 * @param {number[]} seats
 */
function toReview(state, seats) {
  const path = ["/review", state.code, sideOf(state, seats)].filter(Boolean).join("/");
  return html`
    <a href=${path} class="button tool" aria-label=${t("What decided the game?")}
      @click=${followLink}>${sign("look")}<span>${t("Key moments")}</span></a>
  `;
}

/**
 * Begin again; a game in progress is left only once that is confirmed.
 * @param {Wire.State} state
 * @param {Say} say
 */
export function newGame(state, say) {
  const again = () => say({ kind: "again" });
  if (state.phase === "over" || !state.moves.length) again();
  else sure(t("Start a new game? This one stays unfinished."), again);
}

/**
 * The buttons that end a game early.
 * @param {Wire.State} state
 * @param {number[]} seats
 * @param {Say} say
 */
function endings(state, seats, say) {
  if (state.phase !== "play" || !seats.length) return [];
  const draw = () => say({ kind: "draw" });
  const agree = () => sure(t("Do you both agree to a draw?"), draw);
  const resign = () => sure(t("Resign this game?"), () => say({ kind: "resign" }));
  return [
    state.mode === "here" ? button(t("Agree to a draw"), "", agree) : button(t("Offer a draw"), "", draw),
    button(t("Resign"), "", resign),
  ];
}

/**
 * The line with the game and the mode of the match.
 * @param {Wire.State} state
 * @param {boolean} sits whether somebody plays here
 */
function about({ title, mode }, sits) {
  const how = { alone: t("against the computer"), here: t("same screen"), apart: t("two devices") }[mode];
  return html`<p class="note">${[title, how, ...(sits ? [] : [t("you are watching")])].join(" · ")}</p>`;
}

/**
 * The drawer beside a match. In a class there is no analysis, and taking back stands here. `views`
 * are the buttons that show the game otherwise.
 * @param {Wire.State} state
 * @param {number[]} seats
 * @param {Say} say
 * @param {{ inClass: boolean, taught: boolean, views: Page.Child[], rules: () => void }} around
 * @returns {Page.Child[]}
 */
export function drawer(state, seats, say, { inClass, taught, views, rules }) {
  const sits = seats.length > 0, { game, start, position, moves, tree } = state;
  const line = linePath({ game, start, moves: tree ?? moves });
  const take = () => button(t("Take back"), "", () => say({ kind: "undo" }), { disabled: !moves.length });
  return [
    about(state, sits),
    state.unaided && html`<p class="note">${noHints()}</p>`,
    !inClass && !state.unaided && link(line, "button", t("Analyse")),
    inClass && sits && take(),
    taught && button(t("Start again"), "", () => newGame(state, say)),
    ...views,
    !inClass && link(printPath("position", game, position), "button", t("Print")),
    ...endings(state, seats, say),
    button(t("Rules"), "", rules),
    soundSwitch("", html`<span>${t("Sounds")}</span>`),
    button(t("Settings"), "", () => openSettings()),
  ];
}
