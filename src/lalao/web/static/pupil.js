// A pupil's page: coming in, waiting, playing at a table, calling the teacher. The class assigns the tasks.

import { openMatch } from "./api.js";
import { missing } from "./banners.js";
import { creature } from "./creatures.js";
import { announce, button, element, onLeft, showError, toast, within } from "./dom.js";
import { Door } from "./signin.js";
import { families } from "./families.js";
import { isWon } from "./ongoing.js";
import { html, nothing, render } from "./lit.js";
import { matchScreen } from "./match.js";
import { Line, secret } from "./net.js";
import { followSeat } from "./pupilpath.js";
import { header, link } from "./page.js";
import { chapters } from "./path.js";
import { picture } from "./pictures.js";
import { forgetSeat, keepSeat, keyOf, settings, wishByHand } from "./settings.js";
import { openStone } from "./start.js";
import { lastActs, refereeActs, toTable } from "./refereetask.js";
import { tool } from "./shell.js";
import { Solving, toPuzzles } from "./pupilpuzzles.js";
import { Voting } from "./classboard.js";
import { callsOf, handOf, sentenceOf, waiting } from "./waiting.js";
import { Working, workList, workTool } from "./work.js";
import { t } from "./words.js";

/** @type {Page.Screen} */
export const pupilScreen = (root, left, code) => void new PupilPage(root, left, code.toUpperCase());

class PupilPage {
  /** @type {Wire.ClassState | null} */
  state = null;
  /** the room where this device plays, "" for none, and the seats that it holds there, null until they are known */
  room = "";
  /** @type {number[] | null} */
  seats = null;
  /** @type {AbortController | null} ends the match */
  match = null;
  /** @type {Door | null} where a pupil who is not in yet comes in */
  door = null;
  /** @type {unknown} the view in place of the class */
  ended = null;
  /** the room where a waiting pupil passes the time, "" for none, and whether it is a table that he watches */
  spare = "";
  watches = false;
  /** @type {Voting | null} where moves are proposed on the board of the class */
  voting = null;
  /** whether the teacher's puzzles are being tried, and where */
  solves = false;
  /** @type {Solving | null} */
  solving = null;
  /** @type {Wire.ShownTrail[]} those that work is on, once they are known */
  paths = [];
  /** the level of the creature against which a pupil warms up: after a win the next one comes */
  level = 1;
  /** the last sentence about the present state */
  said = "";
  /** the tools that a class adds to a match: calling the teacher, accusing the opponent */
  tools = element(html`<div class="class-tools"></div>`);
  /** where there is a board */
  place = element(html`<div class="pupil-page"></div>`);

  /**
   * @param {HTMLElement} root
   * @param {AbortSignal} left
   * @param {string} code
   */
  constructor(root, left, code) {
    this.root = root;
    this.left = left;
    onLeft(left, () => wishByHand(null));
    this.code = code;
    this.key = keyOf(code);
    this.work = new Working(this.place, left, `/c/${this.code}`, this.tools);
    header({ title: "…" });
    /** @type {Line<Wire.ClassTold, Wire.ClassSaid>} */
    this.line = new Line(this.key, left, (message) => this.#hear(message));
  }

  /** @type {Page.Say} */
  say = (message) => this.line.send(message);

  /** @param {Wire.ClassTold} message */
  #hear(message) {
    if (message.kind === "welcome") {
      if (message.token) keepSeat(this.key, message.token);
      else if (settings.seats[this.key]) forgetSeat(this.key);
    } else if (message.kind === "refused") {
      if (message.status === 404 && !this.state) this.#end(message.why);
      else toast(message.why);
    } else if (message.kind === "erased") this.#erased();
    else if (message.kind === "class") this.#show(message);
  }

  #erased() {
    forgetSeat(this.key);
    followSeat(this.key, "guest");
    this.#sit("");
    this.work.close();
    this.#end(t("The teacher has closed this class. Nothing of it is kept here."));
  }

  /** @param {string} why */
  #end(why) {
    this.line.close();
    this.ended = missing(t("No class"), why);
    this.#draw();
  }

  /** @param {Wire.ClassState} state */
  #show(state) {
    if (!this.state) header({ title: state.title || t("Class"), sub: state.code });
    if (state.role !== this.state?.role) followSeat(this.key, state.role);
    this.state = state;
    if (state.role === "pupil") {
      if (state.work && !this.paths.length) chapters().then((all) => (this.paths = all, this.#draw()), showError);
      return this.#attend(state);
    }
    if (state.role === "guest") {
      this.#sit("");
      this.work.close();
      wishByHand(null);
      this.door ??= new Door((name, chosen) => this.#join(name, chosen), () => this.#draw());
    }
    this.#draw();
  }

  get #hasBoard() {
    return Boolean(this.room || this.voting || this.solving || this.work.isOpen);
  }

  /** Show the state on the page. */
  #draw() {
    const { state, ended, root, place } = this;
    const pupil = state?.role === "pupil" && !ended ? state : null;
    const stopped = pupil?.paused ?? false, hasBoard = pupil !== null && this.#hasBoard;
    render(pupil && hasBoard ? this.#calls(pupil) : nothing, this.tools);
    render(
      html`
        <div class=${hasBoard ? "strip unseen" : "strip"}>${pupil ? this.#strip(pupil) : nothing}</div>
        ${hasBoard ? place : html`<div class="pupil-page">${ended ?? this.#middle()}</div>`}
        <div class="pause" role="alert" ?hidden=${!stopped}>
          ${stopped ? html`<p>${t("Look at the teacher: games are paused.")}</p>` : nothing}
        </div>
      `,
      root,
    );
  }

  /** The view where there is no board. */
  #middle() {
    const { state } = this;
    if (!state) return nothing;
    if (state.role === "guest") return this.door?.element(state.free, state.faces);
    if (state.role === "pupil") return waiting(state, this.#meanwhile(state));
    const to = link(`/class/${this.code}`, "button primary", t("To the teacher's page"));
    return html`<div class="empty"><p>${t("You are the teacher of this class.")}</p>${to}</div>`;
  }

  /** @type {(name: string, chosen: string) => void} */
  #join(name, chosen) {
    const token = secret();
    keepSeat(this.key, token); // kept before it is sent: if the answer is lost, this device can still prove who it is
    this.line.send({ kind: "join", name, picture: chosen, token });
  }

  /**
   * Show a pupil his task.
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
      this.work.close();
      toast(said);
    }
    const own = table?.now && table.room ? table.room : "";
    const votes = Boolean(state.together) && !(table?.now && !table.result);
    if (votes) this.spare = "", this.work.close();
    if (this.solving && !state.set) toast(t("The teacher has taken these puzzles back."));
    this.solves &&= !votes && state.set !== null;
    if (this.solving && (!this.solves || this.solving.set.number !== state.set?.number)) this.#unsolve();
    this.#sit(votes || this.solves || this.work.isOpen ? "" : this.spare || own, this.spare ? null : seats);
    this.#vote(votes ? state.together : null);
    this.#solve(this.solves ? state.set : null);
    this.#draw();
    if (said !== this.said) announce(this.said = said);
  }

  /**
   * Have moves proposed on the board of the class, or stop that where there is no board.
   * @param {Wire.ShownTogether | null} together
   */
  #vote(together) {
    if (together) {
      this.voting ??= new Voting(this.place, this.left, this.tools, this.say);
      this.voting.show(together);
    } else {
      this.voting?.shown.abort();
      this.voting = null;
    }
  }

  /** Leave the puzzles. */
  #unsolve() {
    this.solving?.shown.abort();
    this.solving = null;
    render(nothing, this.place);
  }

  /**
   * Show the teacher's puzzles, or leave them where there are none.
   * @param {Wire.ShownOwnSet | null} set
   */
  #solve(set) {
    if (!set) return;
    this.solving ??= new Solving(this.place, this.left, {
      tools: this.tools,
      path: `/c/${this.code}`,
      set,
      say: this.say,
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
    if (!this.spare && !this.solving && !this.work.isOpen) return false;
    return Boolean(table?.now && !table.result) || (this.watches && referees !== null && referees.room !== this.spare);
  }

  /**
   * The offers to a waiting pupil: watch the table that he referees, solve puzzles, play against a creature.
   * @param {Wire.PupilState} state
   */
  #meanwhile(state) {
    const { day, table, referees, set, work } = state;
    if (table?.now && !table.result) return nothing;
    const puzzles = [
      work ? workList(work, this.paths, (one) => this.#do(one)) : nothing,
      set ? toPuzzles(set, () => this.#toPuzzles(true)) : nothing,
    ];
    if (day?.over) return puzzles;
    const watch = referees ? toTable(referees, () => this.#pass(referees.room, true)) : nothing;
    return [
      watch,
      refereeActs(state, this.say),
      puzzles,
      button([creature("Soky"), t("Warm up against a creature")], "", () => this.#warmUp()),
    ];
  }

  /** Play against a creature until called away. */
  #warmUp() {
    const game = this.state?.day?.game ?? families[0].gentlest;
    return this.#passAt(openMatch({ game, mode: "alone", level: `level:${this.level}` }));
  }

  /** @param {Promise<Wire.Ticket>} opening the match at which the time is passed */
  async #passAt(opening) {
    try {
      const { code, token } = await opening;
      keepSeat(code, token);
      this.#pass(code);
    } catch (error) {
      showError(error);
    }
  }

  /**
   * Do a piece of work here: a match, or a task in place of the class, to which it leads back.
   * @param {import("./work.js").Work} one
   */
  #do(one) {
    if (one.step?.stone.kind === "creature") return this.#passAt(openStone(one.step));
    this.#pass("");
    this.work.open(one);
    this.#draw();
  }

  /**
   * Pass the time at a board, "" for no more, or watch a table there.
   * @param {string} room
   * @param {boolean} watches
   */
  #pass(room, watches = false) {
    if (this.spare && !this.watches) forgetSeat(this.spare);
    this.spare = room;
    this.watches = watches;
    if (this.state?.role === "pupil") this.#attend(this.state);
  }

  /**
   * The offers after a game: warm up, against the next creature where this one has lost.
   * @type {(state: Wire.State, seats: number[]) => Page.Child[]}
   */
  #after(room, seats) {
    const state = this.state?.role === "pupil" ? this.state : null;
    if (room.phase !== "over" || !state) return [];
    if (this.watches && state.referees) return lastActs(state, this.say, () => this.#pass(""));
    const puzzles = state.set && tool("bulb", t("Puzzles"), () => this.#toPuzzles(true));
    const work = workTool(state, this.paths, (one) => this.#do(one));
    if (state.day?.over) return [work, puzzles];
    const warm = () => {
      if (this.spare && isWon(room, seats)) this.level = Math.min(this.level + 1, room.levels);
      this.#warmUp();
    };
    return [work, puzzles, button([creature("Soky"), html`<span>${t("Warm up")}</span>`], "tool", warm)];
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
    this.match?.abort();
    this.room = room;
    this.seats = seats;
    render(nothing, this.place);
    if (!room) return;
    const token = settings.seats[this.key];
    if (!this.spare) keepSeat(room, token);
    keepSeat(this.key, token);
    const after = (/** @type {Wire.State} */ state, /** @type {number[]} */ mine) => this.#after(state, mine);
    this.match = within(this.left);
    matchScreen(this.place, this.match.signal, room, { tools: this.tools, faces: () => this.#faces(), after });
  }

  /** @returns {Page.Faces} those of both pupils of the table: where one tablet serves both, each has her own too */
  #faces() {
    const { you, table = null } = this.state?.role === "pupil" ? this.state : {};
    const both = [you?.picture ?? "", table?.picture ?? ""];
    const seats = table && !this.spare ? (table.is_first ? both : both.reverse()) : undefined;
    return { own: you?.picture, seats };
  }

  /**
   * Show who the pupil is, the present state, and how to call the teacher.
   * @param {Wire.PupilState} state
   */
  #strip(state) {
    const { you } = state;
    return html`
      <span class="me">${picture(you.picture)}<b>${you.name}</b></span>
      <p class="sentence unseen">${sentenceOf(state)}</p>
      ${this.#hasBoard ? nothing : html`<span class="row">${this.#calls(state)}</span>`}
    `;
  }

  /** @param {Wire.PupilState} state */
  #calls(state) {
    if (!this.spare) return callsOf(state, this.say);
    const back = tool("leave", t("Back"), () => this.#pass(""));
    return [this.watches && state.referees ? refereeActs(state, this.say, "tool") : handOf(state, this.say), back];
  }
}
