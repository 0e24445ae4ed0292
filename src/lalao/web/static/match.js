// A match: shows the messages of the room and sends the choices of the players. The room alone judges.

import { hideTool } from "./answers.js";
import { askPosition, askPositions } from "./api.js";
import { noGame, waitingNotice } from "./banners.js";
import { following } from "./changes.js";
import { announce, button, element, every, show, toast } from "./dom.js";
import { Editor } from "./editor.js";
import { celebrate, clearEnd } from "./ending.js";
import { isLost, newsOf, remember } from "./ongoing.js";
import { linePath } from "./line.js";
import { showHistory } from "./moves.js";
import { html, render } from "./lit.js";
import { Line } from "./net.js";
import { answers, drawer, newGame, sequels, starters } from "./actions.js";
import { focusIn, isTyping, link, panel, plyOf } from "./page.js";
import { layOutTaken, runDown } from "./players.js";
import { seeAgain } from "./replay.js";
import { openCard } from "./rules.js";
import { isMine, isTurned, nameOf, viewOf } from "./seats.js";
import { change, keepSeat, onSetting } from "./settings.js";
import { Shell, tool } from "./shell.js";
import { Pace } from "./pace.js";
import { sound } from "./sound.js";
import { Stage } from "./stage.js";
import { advise, isTaught, teaching } from "./why.js";
import { t } from "./words.js";
import { Appraisal } from "./worth.js";

/**
 * The page of a match; a class seats its pupils with faces and with tools of its own.
 * @param {HTMLElement} root
 * @param {AbortSignal} left
 * @param {string} code
 * @param {Page.Seating | null} seating
 */
export const matchScreen = (root, left, code, seating = null) =>
  void new Match(root, left, code.toUpperCase(), seating);

class Match {
  /** @type {number[]} the seats that this device holds */
  seats = [];
  /** @type {Wire.State | null} */
  state = null;
  /** when the state came, by the clock of this page */
  at = 0;
  /** @type {Page.InTurn | null} the last message */
  said = null;
  /** @type {Promise<unknown>} turns are shown one after the other */
  queue = Promise.resolve();
  /** @type {number | null} the ply that is looked at, null for the game as it stands */
  looking = null;
  /** @type {boolean | null} how the board was turned by hand, null if it was not */
  flipped = null;
  /** @type {Editor | null} */
  editor = null;
  /** which layout is being laid out, see #layout */
  laying = "";
  history = element(html`<div></div>`);
  /** the replay of a game under way: a new object for each */
  again = {};
  /** @type {Promise<unknown>} resolved once the end of a game is noted on the path */
  kept = Promise.resolve();
  /** whether the end of this game has been shown */
  ended = false;
  /** @type {number | null} the last turn whose sound (one's turn, or the end) was played */
  heard = null;
  /** @type {import("./step.js").Step | undefined} the next step on the path, once a game is over */
  next;
  thrown = /** @type {(() => unknown) | null} shows the move by which a game was lost */ (null);
  more = element(html`<div class="row"></div>`);
  worth = new Appraisal();

  /**
   * @param {HTMLElement} root
   * @param {AbortSignal} left
   * @param {string} code
   * @param {Page.Seating | null} seating
   */
  constructor(root, left, code, seating) {
    this.root = root;
    this.code = code;
    this.seating = seating;
    this.shell = new Shell([this.more, panel(t("The moves"), true, this.history), this.worth.panel]);
    this.stage = new Stage({
      left,
      onmove: (move) => this.say({ kind: "move", move }),
      onplace: (place) => this.editor?.tap(place) ?? this.line.unsent.length > 0,
      onsown: (move, { misses, first }) => this.say({ kind: "move", move, by_hand: true, misses, first }),
      arrange: (stage) => this.shell.arrange(stage),
    });
    this.stage.answers.onchange = () => this.state && (this.#tools(this.state), this.#offer(this.state));
    this.worth.onworths = (worths) => this.stage.appraise(worths);
    render(this.stage.element, root);
    this.shell.head("…", seating ? undefined : "/");
    document.addEventListener("keydown", (event) => this.#key(event), { signal: left });
    onSetting((changes) => this.#set(changes), left);
    every(500, () => this.#tick(), left);
    /** @type {Line<Wire.RoomLine, Wire.RoomSaid>} */
    this.line = new Line(code, left, following((message) => this.#hear(message)), { onwaiting: () => this.#wait() });
  }

  /** @param {Partial<Page.Settings>} changes */
  #set({ values }) {
    if (!this.state) return;
    if (values !== undefined) this.worth.panel.open = values;
    this.#draw(this.state);
  }

  /** @type {(saying: Page.Saying) => void} */
  say = (saying) => {
    if (!this.state) return;
    const { turn } = this.state;
    this.said = /** @type {Page.InTurn} */ ({ ...saying, turn });
    this.line.send(this.said);
  };

  /** Say that a choice is not sent yet, or that it is. */
  #wait = () => this.state && this.stage.renew(this.#view(this.state));

  /** @param {Wire.RoomTold} message */
  #hear(message) {
    if (message.kind === "welcome") {
      this.seats = message.seats;
      if (message.token && message.seats.length) keepSeat(this.code, message.token);
    } else if (message.kind === "refused") this.#refused(message);
    else if (message.kind === "erased") this.line.close();
    else this.#arrive(message);
  }

  /** @param {Wire.Refused} refused */
  #refused({ why, status }) {
    this.said = null;
    if (status === 404 && !this.state) {
      this.line.close();
      noGame(this.root, why);
      return;
    }
    toast(why);
    if (this.state) this.#draw(this.state);
  }

  /**
   * Take a new state; a turn that has just been played is shown by the hand.
   * @param {Wire.State} state
   */
  #arrive(state) {
    const old = this.state;
    if (old?.game !== state.game) this.stage.pace = new Pace(state.game);
    this.state = state;
    this.at = performance.now();
    const last = this.said;
    const sown = last?.kind === "move" && last.by_hand && last.turn === state.turn - 1; // seen here already
    const follows = old && state.game === old.game && state.turn === old.turn + 1;
    const played = follows && !sown && state.moves.length === old.moves.length + 1;
    const fresh = !old || old.turn !== state.turn || old.unaided !== state.unaided ||
      old.free_seat !== state.free_seat ||
      old.phase !== state.phase ||
      old.language !== state.language || !old.seats.every(({ side }, i) => side === state.seats[i].side);
    if (fresh) this.looking = null;
    this.#tools(state);
    this.#notice(state);
    this.#history(state);
    if (!this.seating) this.kept = remember(state, this.seats, this.#view(state));
    if (state.offer && state.offer.seat !== old?.offer?.seat) announce(this.#view(state).saying?.head ?? "");
    if (old?.offer && !state.offer && state.turn === old.turn && this.seats.includes(old.offer.seat)) {
      toast(t("{side} declined.", { side: nameOf(state, 1 - old.offer.seat) }));
    }
    if (!played) this.stage.hand.finish();
    const before = played ? old.picture : undefined;
    if (fresh) this.queue = this.queue.then(() => this.state === state && this.#draw(state, before));
    else {
      this.stage.renew(this.#view(state));
      this.#offer(state);
    }
  }

  /** @type {(state: Wire.State) => boolean} */
  #turned = (state) => this.flipped ?? isTurned(state, this.seats);

  /** @param {Wire.State} state */
  #view(state) {
    const view = viewOf(state, this.seats, this.#turned(state), this.seating?.faces());
    if (!this.line.isWaiting) return view;
    return { ...view, saying: { head: t("Not sent yet."), line: t("It will be sent when you are back online.") } };
  }

  /**
   * @param {Wire.State} state
   * @param {Wire.ShownBoard} [before]
   */
  #draw(state, before) {
    const layout = this.#layout(state);
    if (this.editor && !this.editor.closed && this.laying === layout) return this.stage.renew(this.#view(state));
    this.editor?.close();
    if (this.looking !== null && this.looking < state.moves.length) return this.#lookBack(state, this.looking);
    if (layout) return this.#layOut(state);
    this.editor = null;
    this.#offer(state);
    this.#showValues(state);
    return this.stage.show(this.#view(state), before).then(() => this.#end(state));
  }

  /**
   * Offer the choices besides moves: who starts, yes or no, the sequels of a game.
   * @param {Wire.State} state
   */
  #offer(state) {
    const { seats, say } = this;
    if (this.editor || this.looking !== null || this.stage.answers.aside) return;
    const after = this.seating?.after(state, seats) ??
      sequels(state, seats, say, () => this.#seeAgain(), this.next, this.thrown);
    this.stage.offer(...starters(state, seats, say), ...answers(state, seats, say), ...after);
  }

  /**
   * Once the end of a game has been shown, offer the sequels.
   * @param {Wire.State} state
   */
  #end(state) {
    const { phase, seq, turn } = state;
    const over = phase === "over" && this.state?.seq === seq;
    if (over && this.seats.length) this.stage.pace.end(`${state.code} ${turn}`);
    if (over && !this.ended) this.#celebrate(state);
    if (!over) clearEnd(this.stage.element);
    if (over) layOutTaken(this.stage, state);
    const news = this.heard === null || this.heard === turn ? null : newsOf(state, this.seats);
    this.heard = turn;
    if (news) sound(news);
    this.ended = over;
  }

  /** @param {Wire.State} state a game that is over: its landscape comes up, the next step, where it was lost */
  async #celebrate(state) {
    const { seats, seating, stage } = this, isOwn = !seating && seats.length > 0;
    this.thrown = null;
    if (isOwn) {
      this.next = await celebrate(stage.element, state, seats, this.#view(state), this.kept);
      if (this.state?.seq !== state.seq) return clearEnd(stage.element);
      this.#offer(state);
    }
    focusIn(stage.bar, ".rematch");
    if (!isOwn || !isTaught(state, seats) || !isLost(state, seats)) return;
    this.thrown = await advise(stage, state, seats, this.say).catch(() => null);
    if (!this.thrown || this.state?.seq !== state.seq) return;
    const isHere = stage.bar.contains(document.activeElement);
    this.#offer(state);
    if (isHere) focusIn(stage.bar, ".rematch");
  }

  async #seeAgain() {
    const { state } = this;
    if (!state) return;
    const again = (this.again = {});
    const isWanted = () => this.again === again && this.state?.seq === state.seq;
    this.stage.offer(button(t("Back to the game"), "primary", () => this.#jump(state.moves.length)));
    await seeAgain(this.stage, state, this.#view(state), isWanted);
    if (isWanted()) this.#draw(state);
  }

  /**
   * A key for the layout that is being laid out and how it is shown; "" where there is none.
   * @param {Wire.State} state
   */
  #layout(state) {
    const laying = state.phase === "layout" && isMine(state, this.seats);
    return laying ? `${state.turn} ${state.language} ${this.#turned(state)}` : "";
  }

  /**
   * Have the seeds laid out; seeds laid already stay when the page is drawn again.
   * @param {Wire.State} state
   */
  #layOut(state) {
    const { game, sides } = state;
    const before = this.laying.split(" ")[0] === String(state.turn) ? this.editor : null;
    this.laying = this.#layout(state);
    const picture = before?.picture ?? state.picture;
    const position = before?.laid ?? state.position;
    const ondone = (/** @type {string} */ laid) => this.say({ kind: "lay", position: laid });
    this.editor = new Editor(this.stage, { game, position, picture, sides, ondone });
    this.stage.show({ ...this.#view(state), picture, may: false });
    this.editor.begin();
    this.#showValues(state);
  }

  /**
   * Show the tools below the board, and all others in the drawer.
   * @param {Wire.State} state
   */
  #tools(state) {
    const { seats, say, seating } = this;
    this.shell.head(state.title, seating ? undefined : "/");
    const sits = seats.length > 0;
    const rules = () => openCard(state.game);
    const undo = sits &&
      tool("undo", t("Take back"), () => say({ kind: "undo" }), { disabled: !state.moves.length });
    const taught = !seating && isTaught(state, seats), shown = this.stage.answers.isShown && hideTool(this.stage);
    const begin = sits && !seating && !taught && tool("replay", t("Start again"), () => newGame(state, say));
    show(
      this.shell.tools,
      seating?.tools,
      tool("book", t("Rules"), rules),
      taught && teaching(this.stage, state, seats, say),
      shown || !seating && undo,
      begin,
    );
    const views = [
      button(t("Last move again"), "", () => this.#replay(), { disabled: !state.turn_told }),
      state.phase === "over" && button(t("See it again"), "", () => this.#seeAgain()),
      button(t("Flip"), "", () => (this.flipped = !this.#turned(state), this.#draw(state))),
    ];
    show(this.more, ...drawer(state, seats, say, { inClass: Boolean(seating), taught, views, rules }));
  }

  /** @param {Wire.State} state */
  #notice(state) {
    waitingNotice(this.shell.notice, state, this.seats, (name) => {
      change({ name });
      this.line.send({ kind: "sit", name });
    });
  }

  /** @param {Wire.State} state */
  #history(state) {
    const { names } = this.#view(state);
    showHistory(this.history, state, names, this.looking ?? state.moves.length, (to) => this.#jump(to));
  }

  /** @param {number} ply */
  #jump(ply) {
    const { state } = this;
    if (!state) return;
    this.again = {};
    this.looking = ply >= state.moves.length ? null : Math.max(ply, 0);
    this.#history(state);
    this.#draw(state);
  }

  /**
   * @param {Wire.State} state
   * @param {number} ply
   */
  async #lookBack(state, ply) {
    const { game, start, moves, sides, title } = state;
    const position = (await askPositions(state))[ply];
    if (!position || this.looking !== ply) return;
    const view = await askPosition(game, position);
    if (this.looking !== ply) return;
    const line = linePath({ game, start, moves: moves.slice(0, ply) });
    this.stage.offer(
      button(t("Back to the game"), "primary", () => this.#jump(moves.length)),
      !this.seating && !state.unaided && link(line, "button", t("Try moves from here")),
    );
    const saying = { head: t("After {count} move", "After {count} moves", { count: ply }), line: "" };
    const { names } = this.#view(state);
    this.stage.show({ ...view, sides, title, names, turned: this.#turned(state), may: false, saying });
    this.#showValues(state, view.position);
  }

  async #replay() {
    const { state } = this;
    if (!state) return;
    const before = (await askPositions(state))[state.moves.length - 1];
    if (!before || this.state !== state) return;
    this.looking = null;
    const { picture } = await askPosition(state.game, before);
    this.#draw(state, picture);
  }

  /**
   * Show the worth of each move, but never during a game between two people on two devices.
   * @param {Wire.State} state
   */
  #showValues({ mode, phase, game, lead, unaided, position: now }, position = now) {
    const apart = mode === "apart" && phase !== "over" && this.seats.length > 0;
    const hidden = Boolean(this.seating) || unaided || apart || phase === "layout" || phase === "choose";
    this.worth.show(hidden ? null : { game, position, lead });
  }

  /** Count down the clock of whoever is to play. */
  #tick = () => this.state && runDown(this.stage.element, this.state, this.at);

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!this.state || isTyping(event)) return;
    const last = this.state.moves.length;
    const to = plyOf(event.key, this.looking ?? last, last);
    if (event.key === "Escape") return this.line.unsent.length || this.stage.escape();
    if (event.key === "?") openCard(this.state.game);
    else if (to !== undefined && to >= 0) this.#jump(to);
  }
}
