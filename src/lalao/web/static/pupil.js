// A pupil's page: come in, wait, play where one is seated, call the teacher. The class says what is to be done.

import { announce, button, h, renew, show, toast } from "./dom.js";
import { sign } from "./icons.js";
import { matchScreen } from "./match.js";
import { Line } from "./net.js";
import { dialog, header, link } from "./page.js";
import { picture, PICTURES } from "./pictures.js";
import { forgetSeat, keepSeat, onSetting, settings, wishByHand } from "./settings.js";
import { listed, t } from "./words.js";

export function pupilScreen(root, code) {
  const page = new PupilPage(root, code.toUpperCase());
  return () => page.close();
}

class PupilPage {
  constructor(root, code) {
    this.code = code;
    this.key = `class/${code}`;
    this.room = "";
    this.seats = null; // which seats this device holds, null: not known yet
    this.strip = h("div", { class: "strip" });
    this.middle = h("div", { class: "pupil-page" });
    this.pause = h("div", { class: "pause", role: "alert", hidden: true });
    show(root, this.strip, this.middle, this.pause);
    header({ title: "…" });
    this.unset = onSetting((changes) =>
      "language" in changes && this.line.send({ kind: "speak", language: settings.language })
    );
    this.line = new Line(
      this.key,
      (message) => this.#hear(message),
      (open) => document.documentElement.classList.toggle("offline", !open),
    );
  }

  close() {
    this.line.close();
    this.leave?.();
    wishByHand(null);
    this.unset();
  }

  #hear(message) {
    if (message.kind === "welcome") {
      if (message.token) keepSeat(this.key, message.token);
      else if (settings.seats[this.key]) forgetSeat(this.key);
    } else if (message.kind === "refused") this.#refused(message);
    else if (message.kind === "erased") this.#erased();
    else if (message.kind === "class") this.#show(message);
  }

  #refused({ why, status }) {
    if (status === 404 && !this.state) {
      this.line.close();
      header({ title: t("No class") });
      show(this.middle, h("div", { class: "empty" }, h("p", {}, why), link("/", "button primary", t("To the games"))));
    } else toast(why);
  }

  #erased() {
    this.line.close();
    forgetSeat(this.key);
    this.#sit("");
    this.#unstrip();
    header({ title: t("No class") });
    show(
      this.middle,
      h(
        "div",
        { class: "empty" },
        h("p", {}, t("The teacher has closed this class. Nothing of it is kept here.")),
        link("/", "button primary", t("To the games")),
      ),
    );
  }

  #show(state) {
    const old = this.state;
    this.state = state;
    const named = JSON.stringify([state.title, settings.language]);
    if (named !== this.named) header({ title: state.title || t("Class"), sub: state.code });
    this.named = named;
    this.pause.hidden = !(state.paused && state.role === "pupil");
    renew(
      this.pause,
      [this.pause.hidden, settings.language],
      () => [!this.pause.hidden && h("p", {}, t("Look at the teacher: the games wait."))],
    );
    if (state.role === "teacher") {
      return show(
        this.middle,
        h(
          "div",
          { class: "empty" },
          h("p", {}, t("You are the teacher of this class.")),
          link(`/class/${this.code}`, "button primary", t("To the teacher's page")),
        ),
      );
    }
    if (state.role === "guest") return this.#door(old);
    const { table } = state;
    wishByHand(state.day?.by_hand ? true : null);
    this.#strip();
    this.#sit(table?.now && table.room ? table.room : "", state.seats);
    const said = this.#sentence();
    if (!this.room) show(this.middle, this.#waiting());
    if (said !== this.said) announce(this.said = said);
  }

  /** Play at a table: the page of the match stands below the strip; it comes anew where seats change hands. */
  #sit(room, seats = null) {
    const kept = seats === null || this.seats === null || String(seats) === String(this.seats);
    if (room === this.room && kept) return (this.seats ??= seats);
    this.leave?.();
    this.leave = null;
    this.room = room;
    this.seats = seats;
    show(this.middle);
    if (!room) return;
    const token = settings.seats[this.key];
    keepSeat(room, token);
    keepSeat(this.key, token);
    this.leave = matchScreen(this.middle, room, { embedded: true });
  }

  // Coming in

  #door(old) {
    this.#sit("");
    wishByHand(null);
    this.#unstrip();
    if (old?.role === "guest" && this.form) return this.#names();
    this.chosen = "";
    this.name = h("input", { id: "first-name", maxlength: 60, autocomplete: "off", placeholder: t("your first name") });
    this.names = h("div", { class: "row" });
    this.form = h(
      "form",
      { class: "door", onsubmit: (event) => (event.preventDefault(), this.#join(this.name.value)) },
      h("h2", {}, t("Who are you?")),
      this.names,
      h("label", { for: "first-name" }, t("Write your first name")),
      this.name,
      h("p", { class: "unseen", id: "or" }, t("Choose a picture")),
      this.grid = h(
        "div",
        { class: "pictures", role: "group", "aria-labelledby": "or" },
        PICTURES.map((each) =>
          button(picture(each), "", () => this.#pick(each), {
            "data-picture": each,
            "aria-label": t("picture {name}", { name: each }),
            "aria-pressed": "false",
          })
        ),
      ),
      h("button", { type: "submit", class: "primary wide" }, t("Come in")),
    );
    show(this.middle, this.form);
    this.#names();
  }

  #names() {
    const { free } = this.state;
    show(
      this.names,
      free.length > 0 && h("span", { class: "note" }, t("I am on the list:")),
      free.map((name) => button(name, "", () => this.#join(name))),
    );
  }

  #pick(name) {
    this.chosen = this.chosen === name ? "" : name;
    for (const each of this.grid.children) {
      each.setAttribute("aria-pressed", String(each.dataset.picture === this.chosen));
    }
  }

  #join(name) {
    if (!name.trim() && !this.chosen) return toast(t("Write your first name or choose a picture."));
    const token = [...crypto.getRandomValues(new Uint8Array(18))].map((byte) => byte.toString(16).padStart(2, "0"))
      .join("");
    keepSeat(this.key, token); // kept before it is sent: if the answer is lost, this device still knows who it is
    this.line.send({ kind: "join", name, picture: this.chosen, token });
  }

  // In the class

  #unstrip() {
    renew(this.strip, "", () => []);
  }

  #strip() {
    const { you, table } = this.state;
    const playing = table && table.now && !table.result;
    renew(this.strip, [you, playing, table?.table, table?.accused, this.#sentence(), settings.language], () => [
      h("span", { class: "me" }, picture(you.picture), h("b", {}, you.name)),
      h("p", { class: "sentence" }, this.#sentence()),
      h(
        "span",
        { class: "row" },
        playing && !table.accused && button(t("The other one cheats"), "", () => this.#accuse(table)),
        button(
          [sign("hand"), you.hand ? t("You have called") : t("Call the teacher")],
          you.hand ? "raised" : "",
          () => this.line.send({ kind: "hand", up: !you.hand }),
          { "aria-pressed": String(you.hand) },
        ),
      ),
    ]);
  }

  #accuse(table) {
    const box = dialog(
      t("Are you sure?"),
      "sure",
      h(
        "p",
        {},
        t("Does {name} cheat? If each of you says so of the other, both have lost.", { name: table.opponent }),
      ),
      h(
        "div",
        { class: "row" },
        button(t("Yes"), "primary", () => (box.close(), this.line.send({ kind: "accuse", table: table.table }))),
        button(t("No"), "", () => box.close()),
      ),
    );
  }

  /** Say what is going on, in one sentence. */
  #sentence() {
    const { day, table, you, plays, bye, still_in: stillIn } = this.state;
    if (!day) return t("Wait: the teacher begins.");
    if (day.over && day.winners.length) {
      return day.winners.includes(you.name)
        ? t("You are a winner of the day!")
        : t("The tournament is over. Winners: {names}", { names: listed(day.winners) });
    }
    if (day.over) return t("The tournament is over.");
    if (!plays) return t("Wait for the next tournament.");
    if (bye) return t("Nobody for you in this round: you may be the referee.");
    if (!table?.now) return stillIn ? t("Wait: the next round is coming.") : t("You are out: you may be the referee.");
    const blanks = { table: table.table, name: table.opponent };
    if (!table.result && table.games > 1 && !table.accused) {
      return t("Table {table}: a draw. You play with {name} again, seats exchanged.", blanks);
    }
    if (!table.result) {
      return table.accused
        ? t("Table {table}: the teacher decides between you and {name}.", blanks)
        : t("Table {table}: you play with {name}.", blanks);
    }
    if (table.result === "both-lost") return t("Table {table}: both of you have lost.", blanks);
    if (table.result === "draw") return t("Table {table}: a draw with {name}.", blanks);
    return table.winner === you.name
      ? t("Table {table}: you have won against {name}!", blanks)
      : t("Table {table}: {name} has won.", blanks);
  }

  /** What is shown where there is no board: a picture, what to do. */
  #waiting() {
    const { day, table, you } = this.state;
    const paper = day && table?.now && !table.result;
    const todo = paper &&
      (day.laid_out
        ? (table.is_first ? t("You lay out the seeds.") : t("You choose who starts."))
        : table.is_first
        ? t("You start: {side}.", { side: day.sides[0].name })
        : t("The other one starts: you are {side}.", { side: day.sides[1].name }));
    return h(
      "div",
      { class: "waiting" },
      h(
        "div",
        { class: "faces" },
        picture(you.picture || "sun", "large"),
        paper && picture(table.picture || "moon", "large"),
      ),
      h("p", { class: "big" }, this.#sentence()),
      paper && day.on_screen === false && h("p", {}, t("Play on the board in front of you.")),
      paper && !table.room && h("p", { class: "todo" }, todo),
    );
  }
}
