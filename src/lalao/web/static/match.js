// A match: what the room says is shown, what the players choose is sent. The room alone judges.

import { askPosition, askPositions, askValues } from "./api.js";
import { freeSeat, invitation, offerBanner } from "./banners.js";
import { following } from "./changes.js";
import { button, h, reason, show, toast } from "./dom.js";
import { Editor } from "./editor.js";
import { asides, linePath } from "./line.js";
import { keepInSight, moveList, travel } from "./moves.js";
import { Line } from "./net.js";
import { endings, lookPath, newGame, sequels, starters, toPrint } from "./offered.js";
import { header, isTyping, link, panel, plyOf, table } from "./page.js";
import { clock } from "./players.js";
import { isMine, isTurned, nameOf, viewOf } from "./seated.js";
import { change, keep, keepSeat, onSetting, settings } from "./settings.js";
import { Stage } from "./stage.js";
import { t } from "./words.js";
import { worthList, Worths } from "./worth.js";

/**
 * The page of a match; `embedded` in another page that has its own header (a class).
 * @param {Element} root
 * @param {string} code
 */
export function matchScreen(root, code, { embedded = false } = {}) {
  const match = new Match(root, code.toUpperCase(), embedded);
  return () => match.close();
}

class Match {
  /** @type {number[]} the seats that this device holds */
  seats = [];
  /** @type {Wire.State | null} */
  state = null;
  /** when the state came, by the clock of this page */
  at = 0;
  /** @type {{ message: Page.InTurn, seq: number } | null} what was said and may not have been heard */
  said = null;
  /** whether the line was cut since the last state */
  cut = false;
  /** @type {Promise<unknown>} turns are shown one after the other */
  queue = Promise.resolve();
  /** @type {number | null} the ply that is looked at, null: the game as it stands */
  looking = null;
  /** @type {boolean | null} how the board was turned by hand */
  flipped = null;
  /** @type {Editor | null} */
  editor = null;
  /** which layout is being tapped in, see #layout */
  laying = "";
  /** @type {string | null} the position whose moves are appraised */
  valued = null;
  notice = h("div", { class: "notice" });
  history = h("div", {});
  tools = h("div", { class: "row tools" });
  values = h("div", { "aria-live": "off" });

  /**
   * @param {Element} root
   * @param {string} code
   * @param {boolean} embedded
   */
  constructor(root, code, embedded) {
    this.root = root;
    this.code = code;
    this.embedded = embedded;
    this.stage = new Stage({
      onmove: (move) => this.say({ kind: "move", move }),
      onplace: (place) => this.editor?.tap(place) ?? false,
      onsown: (move, misses) => this.say({ kind: "move", move, by_hand: true, misses }),
    });
    this.worth = panel(t("What each move is worth"), settings.values, this.values);
    this.worth.addEventListener("toggle", () => {
      if (this.worth.open !== settings.values) change({ values: this.worth.open });
    });
    const beside = [this.worth, panel(t("The game"), true, this.history), this.tools];
    show(root, table([this.notice, this.stage.element], t("The game"), beside));
    if (!embedded) header({ title: "…" });
    this.keys = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    document.addEventListener("keydown", this.keys);
    this.unset = onSetting((changes) => this.#set(changes));
    this.ticking = setInterval(() => this.#tick(), 500);
    /** @type {Line<Wire.RoomLine, Wire.RoomSaid>} */
    this.line = new Line(code, following((message) => this.#hear(message)), (open) => this.#line(open));
  }

  /**
   * Draw as the settings have it now.
   * @param {Partial<Page.Settings>} changes
   */
  #set({ values }) {
    if (!this.state) return;
    if (values !== undefined) this.worth.open = values;
    this.#draw(this.state);
  }

  close() {
    this.line.close();
    this.stage.close();
    this.unset();
    clearInterval(this.ticking);
    document.removeEventListener("keydown", this.keys);
  }

  /** @type {(saying: Page.Saying) => void} */
  say = (saying) => {
    if (!this.state) return;
    const { turn, seq } = this.state;
    const message = /** @type {Page.InTurn} */ ({ ...saying, turn });
    this.said = { message, seq };
    this.line.send(message);
  };

  /**
   * Say again what was lost with the line: turn and journal tell whether it has been heard, a state alone does not.
   * @param {Wire.State} state
   */
  #sayAgain({ turn, seq }) {
    const { message } = this.said ?? {};
    if (message?.turn !== turn || (message.kind !== "move" && this.said?.seq !== seq)) this.said = null;
    else if (this.cut) this.line.send(message);
  }

  /** @param {boolean} open */
  #line(open) {
    this.cut ||= !open;
    document.documentElement.classList.toggle("offline", !open);
    if (!open) show(this.notice, h("p", { class: "banner cut" }, t("The line is cut: it comes back by itself.")));
    else if (this.state) this.#notice(this.state);
  }

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
      const back = link("/", "button primary", t("To the games"));
      show(this.root, h("div", { class: "text" }, h("div", { class: "empty" }, h("p", {}, why), back)));
      header({ title: t("No game") });
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
    this.state = state;
    this.at = performance.now();
    const last = this.said?.message;
    const sown = last?.kind === "move" && last.by_hand && last.turn === state.turn - 1; // seen already: done here
    const follows = old && state.game === old.game && state.turn === old.turn + 1;
    const played = follows && !sown && state.moves.length === old.moves.length + 1;
    const fresh = !old || old.turn !== state.turn || old.free_seat !== state.free_seat || old.phase !== state.phase ||
      old.language !== state.language || !old.seats.every(({ side }, i) => side === state.seats[i].side);
    if (fresh) this.looking = null;
    this.#header(state);
    this.#notice(state);
    this.#history(state);
    this.#remember(state);
    this.#sayAgain(state);
    this.cut = false;
    if (old?.offer && !state.offer && state.turn === old.turn && this.seats.includes(old.offer.seat)) {
      toast(t("{side} says no.", { side: nameOf(state, 1 - old.offer.seat) }));
    }
    if (!played) this.stage.hand.finish();
    const before = played ? old.picture : undefined;
    if (fresh) this.queue = this.queue.then(() => this.state === state && this.#draw(state, before));
    else this.stage.renew(this.#view(state));
  }

  /**
   * Remember the game that is going on, so that the first page leads back to it.
   * @param {Wire.State} state
   */
  #remember({ phase, title }) {
    const { code } = this;
    const going = !this.embedded && this.seats.length && phase !== "over" ? { code, title } : null;
    const { latest } = settings;
    if (going ? latest?.code !== code || latest.title !== title : latest?.code === code) keep({ latest: going });
  }

  /** @param {Wire.State} state */
  #turned(state) {
    return this.flipped ?? isTurned(state, this.seats);
  }

  /** @param {Wire.State} state */
  #view(state) {
    return viewOf(state, this.seats, this.#turned(state));
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
    const { seats, say } = this;
    this.stage.offer(...starters(state, seats, say), ...(this.embedded ? [] : sequels(state, seats, say)));
    this.#showValues(state);
    return this.stage.show(this.#view(state), before);
  }

  /**
   * Which layout is being tapped in, and how it is shown; "" where none is.
   * @param {Wire.State} state
   */
  #layout(state) {
    const laying = state.phase === "layout" && isMine(state, this.seats);
    return laying ? `${state.turn} ${state.language} ${this.#turned(state)}` : "";
  }

  /**
   * Let the seeds be laid out; what has been laid already stays when the page is drawn anew.
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

  /** @param {Wire.State} state */
  #header(state) {
    const { seats, say, embedded } = this;
    const sits = seats.length > 0;
    const undo = sits && button(t("Undo"), "", () => say({ kind: "undo" }), { disabled: !state.moves.length });
    const replay = button(t("Replay"), "", () => this.#replay(), { disabled: !state.turn_told });
    const mode = { alone: t("against the computer"), here: t("two here"), apart: t("two apart") }[state.mode];
    const watching = sits ? "" : ` · ${t("you are watching")}`;
    const look = link(lookPath(state), "button", t("Analyse"));
    if (!embedded) {
      header({
        title: state.title.split(/[ ,]/)[0],
        sub: `${state.title} · ${mode}${watching}`,
        actions: [undo, replay, look, sits && newGame(state, say)],
      });
    }
    show(
      this.tools,
      ...(embedded ? [undo, replay] : []),
      button(t("Flip"), "", () => this.#flip()),
      !embedded && toPrint(state),
      ...endings(state, seats, say),
    );
  }

  #flip() {
    if (!this.state) return;
    this.flipped = !this.#turned(this.state);
    this.#draw(this.state);
  }

  /**
   * Say what is going on beside the board: an offer, a free seat, who is watching.
   * @param {Wire.State} state
   */
  #notice(state) {
    const { code, seats } = this;
    const said = [];
    if (state.free_seat !== null && seats.length) {
      const invited = invitation(
        "matches",
        code,
        t("Give these four letters to the other player:"),
        t("QR code of this game"),
      );
      said.push(h("div", { class: "invite" }, invited));
    } else if (state.free_seat !== null) said.push(freeSeat((name) => this.#sit(name)));
    if (state.offer) {
      const mayAnswer = seats.length > 0 && !seats.includes(state.offer.seat);
      said.push(offerBanner(state, state.offer, mayAnswer, (yes) => this.say({ kind: "answer", yes })));
    }
    show(this.notice, ...said);
  }

  /** @param {string} name */
  #sit(name) {
    change({ name });
    this.line.send({ kind: "sit", name });
  }

  /** @param {Wire.State} state */
  #history({ moves, starter, sides, tree, notation }) {
    const ply = this.looking ?? moves.length;
    const jump = (/** @type {number} */ to) => this.#jump(to);
    const list = moves.length
      ? moveList(moves, starter, sides, ply, jump, asides(tree ?? []))
      : h("p", { class: "note" }, notation);
    show(this.history, list, travel(ply, moves.length, jump));
    keepInSight(this.history.querySelector(".moves"));
  }

  /** @param {number} ply */
  #jump(ply) {
    const { state } = this;
    if (!state) return;
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
      !this.embedded && link(line, "button", t("Try moves from here")),
    );
    const task = t("After {count} move", "After {count} moves", { count: ply });
    this.stage.show({ ...view, sides, title, names: {}, turned: this.#turned(state), may: false, task });
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
   * What each move is worth: for oneself, never in the middle of a game between two people apart.
   * @param {Wire.State} state
   */
  async #showValues({ mode, phase, game, lead, position: now }, position = now) {
    const hidden = this.embedded || (mode === "apart" && phase !== "over" && this.seats.length > 0) ||
      phase === "layout" || phase === "choose";
    this.worth.hidden = hidden;
    this.valued = this.worth.open && !hidden ? position : null;
    this.stage.appraise(null);
    if (!this.valued) return;
    show(this.values, h("p", { class: "note" }, t("Working it out…")));
    try {
      const { values } = await askValues(game, position);
      if (this.valued !== position) return;
      const worths = new Worths(values, lead);
      show(this.values, ...worthList(worths));
      this.stage.appraise(worths);
    } catch (error) {
      if (this.valued === position) show(this.values, h("p", { class: "note" }, reason(error)));
    }
  }

  /** Let the clock of whoever plays run down. */
  #tick() {
    const { state } = this;
    if (!state?.left || state.phase !== "play" || state.active === null || !state.moves.length) return;
    const left = Math.max(state.left[state.active] - (performance.now() - this.at) / 1000, 0);
    const shown = this.stage.element.querySelector(".player.turn .clock");
    if (shown) shown.textContent = clock(left);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!this.state || isTyping(event)) return;
    const last = this.state.moves.length;
    const to = plyOf(event.key, this.looking ?? last, last);
    if (event.key === "Escape") this.stage.escape();
    else if (to !== undefined && to >= 0) this.#jump(to);
  }
}
