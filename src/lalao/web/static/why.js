// Lalao's knowledge of a position and of a move, shown on the board: hints, and why a move was good or bad.

import { askHints, askPosition, askPositions, askWhy } from "./api.js";
import { hideTool, hintTool, RUNGS } from "./answers.js";
import { showError } from "./dom.js";
import { sideOf } from "./ongoing.js";
import { look } from "./practice.js";
import { isMine } from "./seats.js";
import { tool } from "./shell.js";
import { goodSaid, hintSaid, lossSaid } from "./turns.js";
import { t } from "./words.js";

/** @typedef {import("./stage.js").Stage} Stage */
/** @typedef {import("./actions.js").Say} Say */

/**
 * Whether hints and reasons are offered: not against somebody on another device, nor where a tournament goes without.
 * @param {Wire.State} state
 * @param {number[]} seats
 */
export const isTaught = ({ mode, unaided }, seats) => mode !== "apart" && !unaided && seats.length > 0;

/** The sentence while a tournament goes without hints and values. */
export const noHints = () => t("No hints and no values until the tournament is over.");

/**
 * The tools: hints while it is one's turn, and why one's last move was good or bad.
 * @param {Stage} stage
 * @param {Wire.State} state
 * @param {number[]} seats
 * @param {Say} say
 */
export function teaching(stage, state, seats, say) {
  const ply = ownPly(state, seats), waits = state.phase !== "play" || !isMine(state, seats);
  const hint = () => stage.answers.hint().catch(showError);
  const why = () => new Reason(stage, state, ply, say).show().catch(showError);
  const { rung } = stage.answers;
  return [
    hintTool(rung, t("Hint"), hint, { disabled: waits || rung === RUNGS }),
    tool("why", t("Why?"), why, { disabled: ply < 0 }),
  ];
}

/** Why a move was good or bad: the move, its refutation, a better one. */
class Reason {
  /**
   * @param {Stage} stage
   * @param {Wire.State} state
   * @param {number} ply which move it was
   * @param {Say} say
   */
  constructor(stage, state, ply, say) {
    this.stage = stage;
    this.state = state;
    this.ply = ply;
    this.say = say;
  }

  /** Show the move and the answer to it on the board as it was then. */
  async show() {
    const { stage, state: { game, moves }, ply } = this, { answers, marks, showing } = stage;
    const positions = await askPositions(this.state), move = moves[ply];
    const why = await askWhy(game, positions[ply], move);
    const after = await askPosition(game, positions[ply + 1]);
    const own = await answers.turn({ game, position: positions[ply] }, move);
    const reply = why.refutation.length
      ? await answers.turn({ game, position: positions[ply + 1] }, why.refutation[0])
      : null;
    if (stage.showing !== showing) return;
    const other = stage.view.names?.[after.to_move]?.name || t("the other player");
    const said = reply
      ? { head: t("If you play here,"), line: lossSaid(reply.events, after.picture, why, other) }
      : goodSaid(why);
    const draw = () => [...marks.trailed(own.events, "first"), ...(reply ? marks.ghost(reply.events, "theirs") : [])];
    stage.clear();
    answers.look(after.picture, draw, said);
    const better = why.claims.find(({ kind }) => kind === "better_move" || kind === "move_wins")?.args.move;
    const isBad = Boolean(reply) || better !== undefined;
    this.#offer(isBad && tool("bulb", t("Rather?"), () => this.#better(positions[ply], better)));
  }

  /**
   * Show the better move.
   * @param {string} position
   * @param {unknown} known
   */
  async #better(position, known) {
    const { stage, state: { game } } = this, { answers, marks, showing } = stage;
    const move = typeof known === "string" ? known : (await askHints(game, position)).move;
    const [{ picture, to_move: own }, { events }] = await Promise.all([
      askPosition(game, position),
      answers.turn({ game, position }, move),
    ]);
    if (stage.showing !== showing) return;
    answers.look(picture, () => marks.ghost(events, "look"), hintSaid(events, picture, own));
    this.#offer(null);
  }

  /** @param {Page.Child} rather */
  #offer(rather) {
    const { stage, say } = this;
    const back = () => (stage.answers.hide(), say({ kind: "undo" }));
    const isLast = this.ply >= this.state.moves.length - 2;
    stage.offer(
      tool("replay", t("Once more"), () => this.show().catch(showError)),
      rather,
      isLast && tool("undo", t("Take back"), back),
      hideTool(stage),
    );
  }
}

/**
 * The proved result of a move, for the side that plays it; "" where there is none.
 * @param {Wire.ShownKnown} known
 */
function provedOf({ proved }) {
  const { value = "", half = 0, tibong = 0 } =
    /** @type {{ value?: string, half?: number, tibong?: number }} */ (proved ?? {});
  const lead = half || tibong;
  return value || !proved ? value : lead > 0 ? "win" : lead < 0 ? "loss" : "draw";
}

/**
 * The move by which a game was lost: the first one that is proved to have thrown it, else the last that gave something
 * away.
 * @param {Wire.ShownMoment[]} moments
 */
const thrownIn = (moments) =>
  moments.find(({ worth, better_worth: better }) =>
    provedOf(worth) === "loss" && ["win", "draw"].includes(provedOf(better))
  ) ?? moments.at(-1);

/**
 * Name the better result that a move has thrown away, as far as it is proved.
 * @param {Wire.ShownMoment | undefined} moment
 */
function adviceOn(moment) {
  if (!moment) return t("Next time it is you!");
  if (moment.status === "opinion") return t("I would play differently: look!");
  const might = provedOf(moment.better_worth);
  if (might === "win") return t("You could have won: look!");
  return might === "draw" ? t("You could have drawn: look!") : t("There was something better: look!");
}

/**
 * Say after a lost game which move threw it, once that is known and what was said could be read; returns what shows it
 * on the board, null where no move is to blame.
 * @param {Stage} stage
 * @param {Wire.State} state
 * @param {number[]} seats
 * @param {Say} say
 */
export async function advise(stage, state, seats, say) {
  const { showing } = stage;
  const { told } = await look(state.code, sideOf(state, seats));
  const moment = thrownIn(told.sides[0].moments);
  if (stage.showing !== showing) return null;
  const saying = { head: stage.view.saying?.head ?? "", line: adviceOn(moment) };
  stage.sentences.next(saying, () => stage.showing === showing && stage.renew({ ...stage.view, saying }));
  const shown = moment && new Reason(stage, state, moment.ply - 1, say);
  return shown ? () => shown.show().catch(showError) : null;
}

/**
 * The ply of the last move that whoever sits here has made; -1 where there is none.
 * @param {Wire.State} state
 * @param {number[]} seats
 */
function ownPly({ moves, seats: there, start, sides }, seats) {
  const first = start.split(" ").some((word) => word.toUpperCase() === sides[0].side) ? 0 : 1;
  for (let ply = moves.length - 1; ply >= 0; ply--) {
    const side = sides[(ply + first) % 2].side;
    if (seats.some((seat) => there[seat].side === side)) return ply;
  }
  return -1;
}
