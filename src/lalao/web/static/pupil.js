// A pupil's page: coming in, waiting, playing at a table, calling the teacher. The class says what is to be done.

import { openMatch } from "./api.js";
import { creature } from "./creatures.js";
import { announce, button, h, reason, show, toast } from "./dom.js";
import { Door } from "./door.js";
import { families } from "./families.js";
import { isWon } from "./goingon.js";
import { sign } from "./icons.js";
import { html, nothing, render } from "./lit.js";
import { matchScreen } from "./match.js";
import { Line, secret } from "./net.js";
import { followSeat } from "./ownpath.js";
import { header, link, sure } from "./page.js";
import { picture } from "./pictures.js";
import { forgetSeat, keepSeat, settings, wishByHand } from "./settings.js";
import { Solving, toPuzzles } from "./solving.js";
import { keyOf } from "./teaching.js";
import { Voting } from "./together.js";
import { sentenceOf, waiting } from "./waiting.js";
import { t } from "./words.js";

/**
 * @param {Element} root
 * @param {string} code
 */
export function pupilScreen(root, code) {
  const page = new PupilPage(root, code.toUpperCase());
  return () => page.close();
}

class PupilPage {
  /** @type {Wire.ClassState | null} */
  state = null;
  /** the room where this device plays, "" for none, and the seats that it holds there, null until they are known */
  room = "";
  /** @type {number[] | null} */
  seats = null;
  /** @type {(() => void) | null} what leaves the match */
  leave = null;
  /** @type {Door | null} where a pupil who is not in yet comes in */
  door = null;
  /** the room where a waiting pupil passes the time, "" for none, and whether it is a table that he watches */
  spare = "";
  watches = false;
  /** @type {Voting | null} where moves are proposed on the board of the class */
  voting = null;
  /** whether the teacher's puzzles are being tried, and where */
  solves = false;
  /** @type {Solving | null} */
  solving = null;
  /** the level of the creature against which a pupil warms up: after a win the next one comes */
  level = 1;
  /** the last sentence about what is going on */
  said = "";
  strip = h("div", { class: "strip" });
  /** what a class adds to the tools of a match: calling the teacher, accusing the opponent */
  tools = h("div", { class: "class-tools" });
  middle = h("div", { class: "pupil-page" });
  pause = h("div", { class: "pause", role: "alert", hidden: true });

  /**
   * @param {Element} root
   * @param {string} code
   */
  constructor(root, code) {
    this.code = code;
    this.key = keyOf(code);
    show(root, this.strip, this.middle, this.pause);
    header({ title: "…" });
    /** @type {Line<Wire.ClassTold, Wire.ClassSaid>} */
    this.line = new Line(this.key, (message) => this.#hear(message));
  }

  close() {
    this.line.close();
    this.leave?.();
    this.voting?.close();
    this.solving?.close();
    wishByHand(null);
  }

  /** @param {Wire.ClassTold} message */
  #hear(message) {
    if (message.kind === "welcome") {
      if (message.token) keepSeat(this.key, message.token);
      else if (settings.seats[this.key]) forgetSeat(this.key);
    } else if (message.kind === "refused") this.#refused(message);
    else if (message.kind === "erased") this.#erased();
    else if (message.kind === "class") this.#show(message);
  }

  /** @param {Wire.Refused} refused */
  #refused({ why, status }) {
    if (status === 404 && !this.state) this.#end(why);
    else toast(why);
  }

  #erased() {
    forgetSeat(this.key);
    followSeat(this.key, "guest");
    this.#sit("");
    render(nothing, this.strip);
    this.#end(t("The teacher has closed this class. Nothing of it is kept here."));
  }

  /** @param {string} why */
  #end(why) {
    this.line.close();
    header({ title: t("No class") });
    const back = link("/", "button primary", t("To the games"));
    show(this.middle, h("div", { class: "empty" }, h("p", {}, why), back));
  }

  /** @param {Wire.ClassState} state */
  #show(state) {
    if (!this.state) header({ title: state.title || t("Class"), sub: state.code });
    if (state.role !== this.state?.role) followSeat(this.key, state.role);
    this.state = state;
    const stopped = state.paused && state.role === "pupil";
    this.pause.hidden = !stopped;
    render(stopped ? html`<p>${t("Look at the teacher: games are paused.")}</p>` : nothing, this.pause);
    if (state.role === "teacher") this.#toTeacher();
    else if (state.role === "guest") this.#comeIn(state);
    else this.#attend(state);
  }

  #toTeacher() {
    const to = link(`/class/${this.code}`, "button primary", t("To the teacher's page"));
    show(this.middle, h("div", { class: "empty" }, h("p", {}, t("You are the teacher of this class.")), to));
  }

  /**
   * Show the door to a pupil who is not in yet.
   * @param {Wire.GuestState} state
   */
  #comeIn({ free }) {
    this.#sit("");
    wishByHand(null);
    render(nothing, this.strip);
    if (!this.door) {
      this.door = new Door((name, chosen) => this.#join(name, chosen));
      show(this.middle, this.door.element);
    }
    this.door.offer(free);
  }

  /** @type {(name: string, chosen: string) => void} */
  #join(name, chosen) {
    const token = secret();
    keepSeat(this.key, token); // kept before it is sent: if the answer is lost, this device can still prove who it is
    this.line.send({ kind: "join", name, picture: chosen, token });
  }

  /**
   * Show a pupil what is to be done.
   * @param {Wire.PupilState} state
   */
  #attend(state) {
    const { table, seats } = state;
    const said = sentenceOf(state);
    this.door = null;
    wishByHand(state.day?.by_hand ? true : null);
    if (this.#isCalled(state)) {
      this.spare = "";
      this.solves = false;
      toast(said);
    }
    const own = table?.now && table.room ? table.room : "";
    const votes = Boolean(state.together) && !(table?.now && !table.result);
    if (votes) this.spare = "";
    if (this.solving && !state.set) toast(t("The teacher has taken these puzzles back."));
    this.solves &&= !votes && state.set !== null;
    if (this.solving && (!this.solves || this.solving.set.number !== state.set?.number)) this.#unsolve();
    this.#sit(votes || this.solves ? "" : this.spare || own, this.spare ? null : seats);
    this.#vote(votes ? state.together : null);
    this.#solve(this.solves ? state.set : null);
    render(this.#strip(state), this.strip);
    const onBoard = Boolean(this.room || this.voting || this.solving);
    render(onBoard ? this.#calls(state) : nothing, this.tools);
    this.strip.classList.toggle("unseen", onBoard);
    if (!onBoard) show(this.middle, waiting(state, this.#meanwhile(state)));
    if (said !== this.said) announce(this.said = said);
  }

  /**
   * Have moves proposed on the board of the class, or stop that where there is no board.
   * @param {Wire.ShownTogether | null} together
   */
  #vote(together) {
    if (together) {
      this.voting ??= new Voting(this.middle, this.tools, (message) => this.line.send(message));
      this.voting.show(together);
    } else {
      this.voting?.close();
      this.voting = null;
    }
  }

  /** Leave the puzzles. */
  #unsolve() {
    this.solving?.close();
    this.solving = null;
    show(this.middle);
  }

  /**
   * Show the teacher's puzzles, or leave them where there are none.
   * @param {Wire.ShownOwnSet | null} set
   */
  #solve(set) {
    if (!set) return;
    this.solving ??= new Solving(this.middle, {
      tools: this.tools,
      path: `/c/${this.code}`,
      set,
      say: (message) => this.line.send(message),
      isUnaided: () => this.state?.day?.unaided ?? false,
      onend: () => this.#toPuzzles(false),
    });
    this.solving.show(set);
  }

  /**
   * Go to the puzzles of the teacher, or back.
   * @param {boolean} solves
   */
  #toPuzzles(solves) {
    this.solves = solves;
    if (solves) this.#pass("");
    else if (this.state?.role === "pupil") {
      this.#unsolve();
      this.#attend(this.state);
    }
  }

  /**
   * Whether a pupil who passes the time is called away: to a table, or to watch another one.
   * @param {Wire.PupilState} state
   */
  #isCalled({ table, referees }) {
    if (!this.spare && !this.solving) return false;
    return Boolean(table?.now && !table.result) || (this.watches && referees !== null && referees.room !== this.spare);
  }

  /**
   * What a waiting pupil may do: watch the table that he referees, solve puzzles, play against a creature.
   * @param {Wire.PupilState} state
   * @returns {Page.Child[]}
   */
  #meanwhile({ day, table, referees, set }) {
    if (table?.now && !table.result) return [];
    const puzzles = set && toPuzzles(set, () => this.#toPuzzles(true));
    if (day?.over) return puzzles ? [puzzles] : [];
    const watch = referees?.room
      ? button(
        [sign("see"), t("Watch table {table}", { table: referees.table })],
        "primary",
        () => this.#watch(referees),
      )
      : referees && link("/referee", "button primary", sign("see"), t("The referee's check"));
    return [watch, puzzles, button([creature("Soky"), t("Warm up against a creature")], "", () => this.#warmUp())];
  }

  /** @param {Wire.ShownTable} table */
  #watch({ room }) {
    this.watches = true;
    this.#pass(room);
  }

  /** Play against a creature until called away. */
  async #warmUp() {
    const game = this.state?.day?.game ?? families[0].offered[0];
    try {
      const { code, token } = await openMatch({ game, mode: "alone", level: `level:${this.level}` });
      keepSeat(code, token);
      this.watches = false;
      this.#pass(code);
    } catch (error) {
      toast(reason(error));
    }
  }

  /**
   * Pass the time at a board, "" for no more.
   * @param {string} room
   */
  #pass(room) {
    if (this.spare && !this.watches) forgetSeat(this.spare);
    this.spare = room;
    if (this.state?.role === "pupil") this.#attend(this.state);
  }

  /**
   * What can be done after a game: warm up, against the next creature where this one has lost.
   * @type {(state: Wire.State, seats: number[]) => Page.Child[]}
   */
  #after(room, seats) {
    const state = this.state?.role === "pupil" ? this.state : null;
    if (room.phase !== "over" || !state) return [];
    const puzzles = state.set &&
      button([sign("bulb"), h("span", {}, t("Puzzles"))], "tool", () => this.#toPuzzles(true));
    if (state.day?.over) return [puzzles];
    const warm = () => {
      if (this.spare && isWon(room, seats)) this.level = Math.min(this.level + 1, room.levels);
      this.#warmUp();
    };
    return [puzzles, button([creature("Soky"), h("span", {}, t("Warm up"))], "tool", warm)];
  }

  /**
   * Play at a table: the match is shown below the strip, and made anew where seats change hands.
   * @param {string} room
   * @param {number[] | null} seats
   */
  #sit(room, seats = null) {
    const kept = seats === null || this.seats === null || String(seats) === String(this.seats);
    if (room === this.room && kept) {
      this.seats ??= seats;
      return;
    }
    this.leave?.();
    this.leave = null;
    this.room = room;
    this.seats = seats;
    show(this.middle);
    if (!room) return;
    const token = settings.seats[this.key];
    if (!this.spare) keepSeat(room, token);
    keepSeat(this.key, token);
    const after = (/** @type {Wire.State} */ state, /** @type {number[]} */ mine) => this.#after(state, mine);
    this.leave = matchScreen(this.middle, room, { tools: this.tools, faces: () => this.#faces(), after });
  }

  /** The faces of both pupils of the table. */
  #faces() {
    const state = this.state?.role === "pupil" ? this.state : null;
    const other = this.spare ? undefined : state?.table?.picture;
    return { own: state?.you.picture || undefined, other: other || undefined };
  }

  /**
   * Show who the pupil is, what is going on, and how to call the teacher.
   * @param {Wire.PupilState} state
   */
  #strip(state) {
    const { you } = state;
    return html`
      <span class="me">${picture(you.picture) ?? nothing}<b>${you.name}</b></span>
      <p class="sentence unseen">${sentenceOf(state)}</p>
      ${this.room ? nothing : html`<span class="row">${this.#calls(state)}</span>`}
    `;
  }

  /**
   * The buttons that call the teacher, and that say that the opponent does not play by the rules.
   * @param {Wire.PupilState} state
   */
  #calls({ you, table }) {
    const call = () => this.line.send({ kind: "hand", up: !you.hand });
    const look = you.hand ? "tool raised" : "tool";
    return html`
      <button type="button" class=${look} aria-pressed=${String(you.hand)} @click=${call}>
        ${sign("hand")}<span>${you.hand ? t("Teacher called") : t("Call the teacher")}</span>
      </button>
      ${this.spare
        ? html`
          <button type="button" class="tool" @click=${() => this.#pass("")}>
            ${sign("leave")}<span>${t("Back")}</span>
          </button>
        `
        : table?.now && !table.result && !table.accused
        ? html`
          <button type="button" class="tool" @click=${() => this.#accuse(table)}>
            ${sign("flag")}<span>${t("I disagree")}</span>
          </button>
        `
        : nothing}
    `;
  }

  /** @param {Wire.ShownOwnTable} table */
  #accuse({ table, opponent }) {
    const question = t("Is {name} cheating? If you accuse each other, you both lose.", { name: opponent });
    sure(question, () => this.line.send({ kind: "accuse", table }));
  }
}
