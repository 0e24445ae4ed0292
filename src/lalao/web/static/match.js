// A match: what the room says is shown, what the players choose is sent. The room alone judges.

import { ask, askPosition, askValues } from "./api.js";
import { announce, button, h, show, toast } from "./dom.js";
import { Editor } from "./editor.js";
import { keepInSight, moveList, travel } from "./moves.js";
import { dialog, go, header, link, panel } from "./page.js";
import { change, keep, keepSeat, onSetting, settings } from "./settings.js";
import { Line } from "./net.js";
import { clock, Stage } from "./stage.js";
import { asides, linePath } from "./line.js";
import { printPath } from "./print.js";
import { t } from "./words.js";
import { worthList, Worths } from "./worth.js";

/** The page of a match; `embedded` in another page that has its own header (a class). */
export function matchScreen(root, code, { embedded = false } = {}) {
  const match = new Match(root, code.toUpperCase(), embedded);
  return () => match.close();
}

class Match {
  constructor(root, code, embedded) {
    this.root = root;
    this.code = code;
    this.embedded = embedded;
    this.seats = [];
    this.state = null;
    this.queue = Promise.resolve(); // turns are shown one after the other
    this.looking = null; // the ply that is looked at, null: the game as it stands
    this.stage = new Stage({
      onmove: (move) => this.#say("move", { move }),
      onplace: (place) => this.editor?.tap(place) ?? false,
      onsown: (move, misses) => this.#say("move", { move, by_hand: true, misses }),
    });
    this.notice = h("div", { class: "notice" });
    this.history = h("div", {});
    this.tools = h("div", { class: "row tools" });
    this.values = h("div", { "aria-live": "off" });
    this.worth = panel(t("What each move is worth"), settings.values, this.values);
    this.worth.addEventListener("toggle", () => {
      if (this.worth.open !== settings.values) change({ values: this.worth.open });
    });
    this.side = h(
      "aside",
      { class: "side", "aria-label": t("The game") },
      this.worth,
      panel(t("The game"), true, this.history),
      this.tools,
    );
    show(root, h("div", { class: "table" }, h("div", { class: "middle" }, this.notice, this.stage.element), this.side));
    if (!embedded) header({ title: "…" });
    this.keys = (event) => this.#key(event);
    document.addEventListener("keydown", this.keys);
    this.unset = onSetting((changes) => this.state && this.#set(changes));
    this.ticking = setInterval(() => this.#tick(), 500);
    this.line = new Line(code, (message) => this.#hear(message), (open) => this.#line(open));
  }

  /** Draw as the settings have it now. */
  #set({ values }) {
    if (values !== undefined) this.worth.open = values;
    this.#draw();
  }

  close() {
    this.line.close();
    this.stage.close();
    this.unset();
    clearInterval(this.ticking);
    document.removeEventListener("keydown", this.keys);
  }

  #say(kind, more = {}) {
    const { turn, seq } = this.state;
    /** @type {Record<string, any>} */
    const message = { kind, turn, ...more };
    this.said = { message, seq };
    this.line.send(message);
  }

  /** Say again what was lost with the line: turn and journal tell whether it has been heard, a state alone does not. */
  #sayAgain({ turn, seq }) {
    const { message } = this.said;
    const heard = message.turn !== turn || (message.kind !== "move" && this.said.seq !== seq);
    if (heard) this.said = null;
    else if (this.cut) this.line.send(message);
  }

  #line(open) {
    this.cut ||= !open;
    document.documentElement.classList.toggle("offline", !open);
    if (!open) show(this.notice, h("p", { class: "banner cut" }, t("The line is cut: it comes back by itself.")));
    else if (this.state) this.#notice();
  }

  #hear(message) {
    if (message.kind === "welcome") {
      this.seats = message.seats;
      if (message.token && message.seats.length) keepSeat(this.code, message.token);
    } else if (message.kind === "refused") this.#refused(message);
    else if (message.kind === "erased") this.line.close();
    else if (message.kind === "state") this.#arrive(message);
  }

  #refused({ why, status }) {
    this.said = null;
    if (status === 404 && !this.state) {
      this.line.close();
      show(
        this.root,
        h(
          "div",
          { class: "text" },
          h("div", { class: "empty" }, h("p", {}, why), link("/", "button primary", t("To the games"))),
        ),
      );
      header({ title: t("No game") });
      return;
    }
    toast(why);
    if (this.state) this.#draw();
  }

  /** Take a new state; a turn that has just been played is shown by the hand. */
  #arrive(state) {
    const old = this.state;
    const shown = (this.state = { ...state, at: performance.now() });
    const sown = this.said?.message.by_hand && this.said.message.turn === state.turn - 1; // seen already: it was done here
    const played = old && !sown && state.game === old.game && state.moves.length === old.moves.length + 1 &&
      state.turn === old.turn + 1;
    const fresh = !old || old.turn !== state.turn || old.free_seat !== state.free_seat || old.phase !== state.phase ||
      old.language !== state.language || !old.seats.every((seat, i) => seat.side === state.seats[i].side);
    if (fresh) this.looking = null;
    this.#header();
    this.#notice();
    this.#history();
    this.#remember();
    if (this.said) this.#sayAgain(state);
    this.cut = false;
    if (old?.offer && !state.offer && state.turn === old.turn && this.seats.includes(old.offer.seat)) {
      toast(t("{side} says no.", { side: state_name(state, 1 - old.offer.seat) }));
    }
    if (!played) this.stage.hand.finish();
    if (fresh) this.queue = this.queue.then(() => this.state === shown && this.#draw(played ? old.picture : undefined));
    else this.stage.renew(this.#view());
  }

  /** Remember the game that is going on, so that the first page leads back to it. */
  #remember() {
    const { code, state } = this;
    const going = !this.embedded && this.seats.length && state.phase !== "over" ? { code, title: state.title } : null;
    const { latest } = settings;
    if (going ? latest?.code !== code || latest.title !== state.title : latest?.code === code) keep({ latest: going });
  }

  /** Which of our seats has to do something. */
  get mine() {
    return this.seats.includes(this.state.active);
  }

  get turned() {
    const { state } = this;
    if (this.flipped !== undefined) return this.flipped;
    if (settings.facing && state.mode === "here" && state.active !== null) {
      return !state.sides.find((each) => each.side === state.seats[state.active].side).first;
    }
    const seat = this.seats.length ? Math.min(...this.seats) : 0;
    const side = state.mode === "here" ? state.sides[0].side : state.seats[seat].side;
    return !state.sides.find((each) => each.side === side).first;
  }

  #view() {
    const { state } = this;
    const names = Object.fromEntries(
      state.seats.map((
        seat,
        i,
      ) => [seat.side, {
        name: this.#who(seat, i),
        level: seat.computer.replace("level:", ""),
        away: !seat.present && state.mode === "apart" && state.free_seat !== i,
        left: state.left?.[i],
      }]),
    );
    const told = state.turn_told;
    const last = told
      ? [told.events.find(({ key }) => ["drop", "lift", "step"].includes(key))].flatMap((
        event,
      ) => (event?.key === "step"
        ? [event.source, told.events.filter(({ key }) => key === "step").at(-1).target]
        : event
        ? [event.key === "drop" ? event.target : event.source]
        : [])
      )
      : [];
    return {
      ...state,
      task: this.#task(),
      may: this.mine && state.phase === "play" && state.free_seat === null,
      turned: this.turned,
      names,
      told,
      last,
    };
  }

  #who(seat, i) {
    if (seat.computer) return t("computer, {level}", { level: seat.computer.replace("level:", "") });
    if (seat.name) return seat.name;
    return this.state.mode === "apart" && this.seats.includes(i) ? t("you") : "";
  }

  #task() {
    const { state } = this;
    if (state.phase === "layout") {
      return this.mine ? t("Lay out the seeds: tap the pits.") : t("The other player lays out the seeds.");
    }
    if (state.phase === "choose") {
      return this.mine ? t("Choose: who starts?") : t("The other player chooses who starts.");
    }
    return state.task;
  }

  #draw(before) {
    const { state } = this;
    if (this.editor && !this.editor.closed && this.laying === this.#layout()) return this.stage.renew(this.#view());
    this.editor?.close();
    if (this.looking !== null && this.looking < state.moves.length) return this.#lookBack();
    if (this.#layout()) return this.#layOut();
    this.editor = null;
    this.stage.offer(...this.#choices());
    this.#showValues();
    return this.stage.show(this.#view(), before);
  }

  /** What is offered under the board beside moves. */
  #choices() {
    const { state } = this;
    if (state.phase === "choose" && this.mine) {
      const alone = this.seats.length === 1 && state.mode === "alone";
      return [
        button(t("I start"), "primary", () => this.#say("choose", { me: true })),
        button(
          alone ? t("The computer starts") : t("The other one starts"),
          "",
          () => this.#say("choose", { me: false }),
        ),
      ];
    }
    if (state.phase !== "over" || !this.seats.length || this.embedded) return [];
    return [
      button(t("New game"), "primary", () => this.#say("again")),
      state.again && button(t("Second round: Vela"), "", () => this.#say("vela")),
      button(t("Look at the game"), "", () => go(this.#lookPath())),
    ];
  }

  /** Which layout is being tapped in, and how it is shown; "" where none is. */
  #layout() {
    const { state } = this;
    return state.phase === "layout" && this.mine ? `${state.turn} ${state.language} ${this.turned}` : "";
  }

  /** Let the seeds be laid out; what has been laid already stays when the page is drawn anew. */
  #layOut() {
    const { state } = this;
    const before = this.laying?.split(" ")[0] === String(state.turn) ? this.editor : null;
    this.laying = this.#layout();
    const picture = before?.picture ?? state.picture;
    this.editor = new Editor(this.stage, {
      game: state.game,
      position: before?.laid ?? state.position,
      picture,
      sides: state.sides,
      ondone: (position) => this.#say("lay", { position }),
    });
    this.stage.show({ ...this.#view(), picture, may: false, turned: this.turned });
    this.editor.begin();
    this.#showValues();
  }

  #header() {
    const { state } = this;
    const playing = this.seats.length && state.phase === "play";
    const mode = { alone: t("against the computer"), here: t("two here"), apart: t("two apart") }[state.mode];
    const undo = this.seats.length && button(t("Undo"), "", () => this.#say("undo"), { disabled: !state.moves.length });
    const replay = button(t("Replay"), "", () => this.#replay(), { disabled: !state.turn_told });
    if (!this.embedded) {
      header({
        title: state.title.split(/[ ,]/)[0],
        sub: `${state.title} · ${mode}${this.seats.length ? "" : ` · ${t("you are watching")}`}`,
        actions: [
          undo,
          replay,
          link(this.#lookPath(), "button", t("Analyse")),
          this.seats.length && button(t("New game"), "primary", () => this.#newGame()),
        ].filter(Boolean),
      });
    }
    show(
      this.tools,
      ...(this.embedded ? [undo, replay] : []),
      button(t("Flip"), "", () => this.#flip()),
      !this.embedded && link(printPath("position", state.game, state.position), "button", t("Print")),
      playing &&
        (state.mode === "here"
          ? button(t("Agree on a draw"), "", () => this.#sure(t("Do both agree on a draw?"), () => this.#say("draw")))
          : button(t("Offer a draw"), "", () => this.#say("draw"))),
      playing && button(t("Give up"), "", () => this.#giveUp()),
    );
  }

  #flip() {
    this.flipped = !this.turned;
    this.#draw();
  }

  #newGame() {
    if (this.state.phase === "over" || !this.state.moves.length) return this.#say("again");
    this.#sure(t("Begin again? This game is left as it is."), () => this.#say("again"));
  }

  #giveUp() {
    this.#sure(t("Give this game up?"), () => this.#say("resign"));
  }

  #sure(question, then) {
    const box = dialog(
      t("Are you sure?"),
      "sure",
      h("p", {}, question),
      h(
        "div",
        { class: "row" },
        button(t("Yes"), "primary", () => (box.close(), then())),
        button(t("No"), "", () => box.close()),
      ),
    );
  }

  #lookPath() {
    const { state } = this;
    return linePath({ game: state.game, start: state.positions[0], moves: state.tree ?? state.moves });
  }

  /** Say what is going on beside the board: an offer, a free seat, who is watching. */
  #notice() {
    const { state } = this;
    const said = [];
    if (state.free_seat !== null) said.push(this.seats.length ? this.#invitation() : this.#freeSeat());
    if (state.offer) said.push(this.#offer(state.offer));
    show(this.notice, ...said);
  }

  #offer({ seat, what }) {
    const name = state_name(this.state, seat);
    const asked = {
      undo: t("{side} asks to take the last move back.", { side: name }),
      draw: t("{side} offers a draw.", { side: name }),
      again: t("{side} asks to begin again.", { side: name }),
    }[what];
    const answers = !this.seats.length || this.seats.includes(seat) ? [] : [
      button(t("Yes"), "primary", () => this.#say("answer", { yes: true })),
      button(t("No"), "", () => this.#say("answer", { yes: false })),
    ];
    announce(asked);
    return h("div", { class: "banner" }, h("p", {}, asked), ...answers);
  }

  #invitation() {
    const { code } = this;
    const where = h("p", { class: "where" });
    ask(`/api/matches/${code}/link`).then(({ link: address, lan }) => {
      show(
        where,
        lan || !/^https?:\/\/(127\.|localhost)/.test(address)
          ? address
          : t("This server is open to this device alone. Start it with: lalao serve --lan"),
      );
    }, () => {});
    return h(
      "div",
      { class: "invite" },
      h(
        "div",
        {},
        h("p", {}, t("Give these four letters to the other player:")),
        h("p", { class: "code" }, code),
        where,
      ),
      h("img", {
        class: "qr",
        src: `/api/matches/${code}/qr.svg`,
        alt: t("QR code of this game"),
        width: 150,
        height: 150,
      }),
    );
  }

  #freeSeat() {
    const name = h("input", { id: "name", maxlength: 24, value: settings.name, autocomplete: "off" });
    const sit = (event) => {
      event.preventDefault();
      change({ name: name.value });
      this.line.send({ kind: "sit", name: name.value });
    };
    return h(
      "form",
      { class: "banner", onsubmit: sit },
      h("p", {}, t("There is a free seat.")),
      h("label", { for: "name" }, t("Your first name, if you like")),
      name,
      h("button", { type: "submit", class: "primary" }, t("Sit down")),
    );
  }

  #history() {
    const { state } = this;
    const ply = this.looking ?? state.moves.length;
    const jump = (to) => this.#jump(to);
    show(
      this.history,
      state.moves.length
        ? moveList(state.moves, state.starter, state.sides, ply, jump, asides(state.tree ?? []))
        : h("p", { class: "note" }, state.notation),
      travel(ply, state.moves.length, jump),
    );
    keepInSight(this.history.querySelector(".moves"));
  }

  #jump(ply) {
    const { state } = this;
    this.looking = ply >= state.moves.length ? null : Math.max(ply, 0);
    this.#history();
    this.#draw();
  }

  async #lookBack() {
    const { state, looking } = this;
    const view = await askPosition(state.game, state.positions[looking]);
    if (this.looking !== looking) return;
    this.stage.offer(
      button(t("Back to the game"), "primary", () => this.#jump(state.moves.length)),
      !this.embedded &&
        link(
          linePath({ game: state.game, start: state.positions[0], moves: state.moves.slice(0, looking) }),
          "button",
          t("Try moves from here"),
        ),
    );
    this.stage.show({
      ...view,
      sides: state.sides,
      title: state.title,
      names: {},
      turned: this.turned,
      may: false,
      task: t("After {count} move", "After {count} moves", { count: looking }),
    });
    this.#showValues(view.position);
  }

  async #replay() {
    const { state } = this;
    const before = state.positions.at(-2);
    if (!before) return;
    this.looking = null;
    const { picture } = await askPosition(state.game, before);
    this.#draw(picture);
  }

  /** What each move is worth: for oneself, never in the middle of a game between two people apart. */
  async #showValues(position = this.state?.position) {
    if (!this.state) return;
    const { mode, phase } = this.state;
    const hidden = this.embedded || (mode === "apart" && phase !== "over" && this.seats.length > 0) ||
      phase === "layout" || phase === "choose";
    this.worth.hidden = hidden;
    this.valued = this.worth.open && !hidden ? position : null;
    this.worths = null;
    this.stage.appraise(null);
    if (!this.valued) return;
    show(this.values, h("p", { class: "note" }, t("Working it out…")));
    try {
      const { values } = await askValues(this.state.game, position);
      if (this.valued !== position) return;
      this.worths = new Worths(values, this.state.lead);
      show(this.values, worthList(this.worths));
      this.stage.appraise(this.worths);
    } catch (error) {
      if (this.valued === position) show(this.values, h("p", { class: "note" }, error.message));
    }
  }

  #tick() {
    const { state } = this;
    if (!state?.left || state.phase !== "play" || state.active === null || !state.moves.length) return;
    const left = Math.max(state.left[state.active] - (performance.now() - state.at) / 1000, 0);
    const shown = this.stage.element.querySelector(".player.turn .clock");
    if (shown) shown.textContent = clock(left);
  }

  #key(event) {
    if (!this.state || event.target.closest("input, select, textarea, dialog, [role=radiogroup]")) return;
    const ply = this.looking ?? this.state.moves.length;
    const to = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: this.state.moves.length }[event.key];
    if (event.key === "Escape") this.stage.escape();
    else if (to !== undefined && to >= 0) this.#jump(to);
  }
}

function state_name(state, seat) {
  const { side, name } = state.seats[seat];
  const called = state.sides.find((each) => each.side === side).name;
  return name ? `${called} (${name})` : called;
}
