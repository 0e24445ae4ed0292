// The teacher's page of a class: who is here, every table live, results, standings.

import { Assigning } from "./assignments.js";
import { invitation } from "./banners.js";
import { Board } from "./board.js";
import {
  askTitles,
  BeginForm,
  betweenDays,
  gameOptions,
  legend,
  pastChoice,
  roundHead,
  standingsTable,
  startNote,
} from "./tournament.js";
import { announce, button, every, onLeft, showError, toast } from "./dom.js";
import { dataLink, eraseDay, erasedSoon, help } from "./entrance.js";
import { Evidence } from "./evidence.js";
import { html, nothing, render, repeat } from "./lit.js";
import { Handing } from "./puzzlesets.js";
import { Line } from "./net.js";
import { go, header, link, panel, sure } from "./page.js";
import { Newcomers, pupilDialog, pupilLine } from "./pupils.js";
import { forgetSeat, keyOf, settings } from "./settings.js";
import { Together } from "./classboard.js";
import { columns, condition, tableCard } from "./pairings.js";
import { eraseClass, saveFile } from "./teacherapi.js";
import { t } from "./words.js";

const REVOKED = 403; // the status of what is said to a device that has lost the teacher's right
const TICK = 5_000; // milliseconds after which the page looks for tables that stand still

/** @type {Page.Screen} */
export const teacherScreen = (root, left, code) => void new TeacherPage(root, left, code.toUpperCase());

class TeacherPage {
  /** @type {Wire.TeacherState | null} */
  state = null;
  /** @type {Map<string, import("./pairings.js").Watched>} by the codes of their rooms */
  boards = new Map();
  /** the position at which the next tournament's games begin, if it is of this game */
  start = { game: "", position: "" };
  /** the tournament that sheets and files are about, counted from 1; 0 for the last one */
  chosen = 0;
  /** when the state came, by the clock of this page */
  at = 0;
  /** the level of school that the form was filled in for */
  grade = "";
  /** whether a tournament has been begun here whose first round is still to be called */
  begun = false;

  /**
   * @param {HTMLElement} root
   * @param {AbortSignal} left
   * @param {string} code
   */
  constructor(root, left, code) {
    this.root = root;
    this.code = code;
    this.key = keyOf(code);
    this.invited = invitation("classes", code, t("Join with this code:"), t("QR code of this class"));
    this.newcomers = new Newcomers(this.say);
    const draw = () => this.#draw();
    const begin = (/** @type {Page.ChosenDay} */ chosen) => {
      this.begun = true;
      const start = this.start.game === chosen.game ? this.start.position : "";
      this.say({ kind: "begin", days: this.state?.days ?? 0, ...chosen, start });
      this.start.position = "";
    };
    this.form = new BeginForm(begin, () => this.state?.pupils.filter(({ away }) => !away).length ?? 0, draw);
    const startAt = (/** @type {string} */ game, /** @type {string} */ position) => this.#startAt(game, position);
    this.together = new Together(left, this.say, startAt, gameOptions);
    this.evidence = new Evidence(code.toUpperCase(), this.say, draw);
    this.assigning = new Assigning(this.say, (grade) => this.#ofGrade(grade), draw);
    this.handing = new Handing(this.say, () => saveFile(this.code, "print/cards.pdf"), draw);
    header({ title: "…" });
    askTitles(draw).catch(showError);
    every(TICK, draw, left);
    onLeft(left, () => document.documentElement.classList.remove("aside"));
    /** @type {Line<Wire.ClassTold, Wire.ClassSaid>} */
    this.line = new Line(this.key, left, (message) => this.#hear(message));
  }

  /** @type {Page.Say} */
  say = (message) => this.line.send(message);

  /** @param {Wire.ClassTold} message */
  #hear(message) {
    if (message.kind === "welcome" && message.role !== "teacher") this.#leave();
    else if (message.kind === "refused") {
      if (message.status === REVOKED) this.#leave();
      toast(message.why);
      this.newcomers.refuse();
      if (message.status === 404 && !this.state) go("/class");
    } else if (message.kind === "erased") {
      this.#leave();
      toast(t("The class is erased."));
    } else if (message.kind === "board") {
      this.#watch(message);
      this.#draw();
    } else if (message.kind === "class" && message.role === "teacher") this.#show(message);
  }

  #leave() {
    this.line.close();
    forgetSeat(this.key);
    go("/class");
  }

  /** @param {Wire.TeacherState} state */
  #show(state) {
    const old = this.state;
    this.state = state;
    this.at = performance.now();
    state.boards.forEach((view) => this.#watch(view));
    if (old && old.pupils.length !== state.pupils.length) this.newcomers.accept();
    if (this.begun && isPlaying(state)) this.#call(state);
    this.#announce(state, old);
    this.together.show(state.together);
    this.handing.show(state);
    this.assigning.show(state);
    this.evidence.renew();
    this.#draw();
  }

  /**
   * Propose the settings of a level of school for the first tournament: its board, and whether pupils sow by hand.
   * @param {Wire.Grade} grade
   */
  #ofGrade({ id, game, by_hand }) {
    if (id === this.grade || this.state?.days) return;
    this.grade = id;
    this.form.choose({ game, by_hand });
  }

  /**
   * Call the first round of a tournament that was begun here.
   * @param {Wire.TeacherState} state
   */
  #call({ day }) {
    this.begun = false;
    if (!day?.rounds) this.say({ kind: "call", rounds: 0 });
  }

  /**
   * Have games begin at a position: those of the next round, or of the next tournament.
   * @param {string} game
   * @param {string} position
   */
  #startAt(game, position) {
    const { state } = this;
    if (!state) return;
    if (!isPlaying(state)) {
      this.start = { game, position };
      this.form.choose({ game });
    } else if (state.day?.game === game) this.say({ kind: "from", position });
    else return toast(t("This tournament plays {game}.", { game: state.day?.game_title ?? "" }));
    toast(t("The games of the next round begin at the position that you have chosen."));
    this.#draw();
  }

  /**
   * Update the board of a table.
   * @param {Wire.ShownMatch} view
   */
  #watch(view) {
    const board = this.boards.get(view.room)?.board ?? new Board({ small: true, label: t("the board") });
    this.boards.set(view.room, { board, view, at: performance.now() - 1000 * view.still });
    board.show(view.picture);
  }

  /**
   * Have a screen reader say who calls, and who accuses whom.
   * @param {Wire.TeacherState} state
   * @param {Wire.TeacherState | null} old
   */
  #announce(state, old) {
    const before = old ? alarms(old) : [];
    alarms(state).filter((each) => !before.includes(each)).forEach(announce);
  }

  /** @param {Wire.TeacherState} state */
  #header({ title, code, paused, pupils, day }) {
    const aside = () => document.documentElement.classList.toggle("aside");
    header({
      title: title || t("Class"),
      sub: code,
      actions: html`
        <button type="button" ?hidden=${!day || day.over} @click=${aside}>
          ${t("{count} pupil", "{count} pupils", { count: pupils.length })}</button>
        ${button(
          paused ? t("Resume") : t("Pause all games"),
          paused ? "primary" : "",
          () => this.say({ kind: "pause", on: !paused }),
          { "aria-pressed": String(paused) },
        )}
        ${link(`/class/${code}/path`, "button", t("The path"))}
        <a class="button" href="/wall/${code}" target="lalao-wall">${t("For the projector")}</a>
      `,
    });
  }

  /** Show the state on the page. */
  #draw() {
    const { state } = this;
    if (!state) return;
    this.#header(state);
    render(this.#page(state), this.root);
  }

  /** @param {Wire.TeacherState} state */
  #page(state) {
    const { day, clock } = state;
    const { say, boards } = this;
    const tables = day?.round?.tables ?? [];
    const around = day && { state, day, boards, say };
    const marks = around ? tables.map((table) => condition(table, around)) : [];
    const playing = day && isPlaying(state);
    const standings = state.standings.some(({ games }) => games)
      ? panel(t("Standings"), true, html`<div>${standingsTable(state)}</div>`)
      : nothing;
    const learnt = this.evidence.element();
    const start = this.start.position
      ? startNote(() => {
        this.start.position = "";
        this.#draw();
      })
      : nothing;
    return html`
      <div class=${playing ? "class playing" : "class"}>
        <div class="middle">
          ${erasedSoon(state)}
          <div class="invite" ?hidden=${day !== null || state.together !== null}>${this.invited}</div>
          ${playing || !state.together ? nothing : this.together.element()}
          <div class="day">${playing
            ? roundHead(day, clock, (performance.now() - this.at) / 60_000, marks, say)
            : betweenDays(state, this.form.element(), start)}</div>
          <div class="tables" data-columns=${columns(tables.length)}>
            ${repeat(
              tables,
              ({ round, table }) => `${round} ${table}`,
              (table, number) => around && tableCard(table, marks[number], around),
            )}
          </div>
          ${playing ? legend(day, marks) : nothing} ${playing ? nothing : standings}
          ${playing || state.together ? nothing : this.together.element()} ${playing
            ? nothing
            : [this.assigning.element(), this.handing.element(), learnt]}
        </div>
        <aside class="side" aria-label=${t("Pupils")}>
          ${this.#pupils(state)} ${playing
            ? [this.together.element(), this.assigning.element(), this.handing.element(), standings, learnt]
            : nothing} ${this.#devices(state)} ${this.#files(state)} ${help()}
        </aside>
      </div>
    `;
  }

  /** @param {Wire.TeacherState} state */
  #pupils(state) {
    const { pupils, open: isOpen } = state, unaided = state.day?.unaided ?? false;
    const open = (/** @type {Wire.ShownPupil} */ pupil) => () => pupilDialog(pupil, state, this.say);
    return html`
      <section class="panel">
        <h2>${t("{count} pupil", "{count} pupils", { count: pupils.length })}</h2>
        <ul class="pupils">
          ${repeat(pupils, ({ name }) => name, (pupil) => pupilLine(pupil, open(pupil)))}
        </ul>
        ${this.newcomers.element}
        <p class="row below">
          ${button(
            isOpen ? t("Close to newcomers") : t("Open to newcomers"),
            "door",
            () => this.say({ kind: "door", open: !isOpen }),
            { "aria-pressed": String(!isOpen) },
          )}
          <span class="note">${isOpen ? nothing : t("New pupils and guests cannot join.")}</span>
        </p>
        ${isPlaying(state)
          ? html`
            <p class="row below">
              ${button(unaided ? t("Allow hints and values") : t("No hints, no values"), "unaided", () =>
                this.say({ kind: "unaided", on: !unaided }))}
              <span class="note">${unaided ? t("Until the tournament is over.") : nothing}</span>
            </p>
          `
          : nothing}
      </section>
    `;
  }

  /** @param {Wire.TeacherState} state */
  #devices({ devices }) {
    const question = t(
      "Take the class from all other devices? Anyone who knows the teacher's code can open it again.",
    );
    const only = () => sure(question, () => this.say({ kind: "revoke" }));
    return html`
      <details class="panel devices">
        <summary>
          <h2>${t("Devices that lead this class")}</h2>
        </summary>
        <ul>
          ${devices.map((device) =>
            html`
              <li>
                <span class="presence ${device.here ? "here" : "lost"}"></span>
                <span><b>${device.mine ? t("This device") : t("Another device")}</b>
                  <span class="note">${visits(device)}</span></span>
              </li>
            `
          )}
        </ul>
        <p class="row below">
          <button type="button" ?disabled=${devices.length < 2} @click=${only}>${t("Only this device")}</button>
        </p>
      </details>
    `;
  }

  /** @param {Wire.TeacherState} state */
  #files(state) {
    const chosen = this.chosen || state.days, about = chosen ? `&day=${chosen}` : "";
    const choose = (/** @type {number} */ day) => (this.chosen = day === state.days ? 0 : day, this.#draw());
    const question = t(
      "Erase this class, its pupils and all its games from this laptop? Make a backup first if you need one.",
    );
    const erase = () => eraseClass(this.code, settings.seats[this.key]).catch(showError);
    /** @type {[string, string, string?][]} */
    const files = [
      ["print/slips.pdf", t("Slips for the tables (PDF)")],
      ["print/scores.pdf", t("Score sheet (PDF)")],
      ["print/certificates-in-colour.pdf", t("Certificates in colour (PDF)")],
      ["print/certificates.pdf", t("Certificates that save ink (PDF)")],
      ["print/certificates-in-colour.pdf", t("A certificate for everybody, in colour (PDF)"), "&for=all"],
      ["print/certificates.pdf", t("A certificate for everybody, saving ink (PDF)"), "&for=all"],
      ["standings.csv", t("Standings (CSV)")],
      ["games.csv", t("Games (CSV)")],
      ["puzzles.csv", t("Puzzles (CSV)")],
      ["records.txt", t("Records of the games")],
      ["backup.json", t("Backup")],
    ];
    return panel(
      t("Files"),
      false,
      html`
        ${pastChoice(state, chosen, choose, this.say)}
        <div class="row">
          ${files.map(([file, word, more = ""]) => button(word, "", () => saveFile(this.code, file, about + more)))}
          ${button(t("Erase this class"), "danger", () => sure(question, erase))}
          ${dataLink()}
        </div>
        ${eraseDay(state, this.say)}
      `,
    );
  }
}

/**
 * Since when a device leads the class, and when it was last here.
 * @param {Wire.ShownDevice} device
 */
function visits({ since, seen, here }) {
  return [
    since ? t("since {date}", { date: dateOf(since) }) : t("since an earlier version"),
    here ? t("connected") : seen ? t("last seen {date}", { date: dateOf(seen) }) : "",
  ].filter(Boolean).join(" · ");
}

/** @param {number} seconds since 1970 */
const dateOf = (seconds) =>
  new Intl.DateTimeFormat([settings.language, "fr"], { day: "numeric", month: "long", year: "numeric" })
    .format(1000 * seconds);

/**
 * Whether a tournament is in progress.
 * @param {Wire.TeacherState} state
 */
const isPlaying = ({ day }) => day !== null && !day.over;

/**
 * The news for a teacher: who calls, and who accuses whom.
 * @param {Wire.TeacherState} state
 */
function alarms({ pupils, day }) {
  const accused = (day?.round?.tables ?? []).filter(({ result }) => !result).flatMap(({ accusers }) => accusers);
  return [
    ...pupils.filter(({ hand }) => hand).map(({ name }) => t("{name} needs you.", { name })),
    ...accused.map((name) => t("{name} disagrees.", { name })),
  ];
}
