// The teacher's pages: the door with its code, and the class: who is here, every table live, results, standings.

import { Board } from "./board.js";
import { announce, button, h, renew, show, toast } from "./dom.js";
import { sign } from "./icons.js";
import { Line } from "./net.js";
import { choice, dialog, go, header, link, panel, toggle } from "./page.js";
import { picture } from "./pictures.js";
import { forgetSeat, keep, keepSeat, onSetting, settings } from "./settings.js";
import { variants } from "./start.js";
import { listed, t } from "./words.js";

const STUCK = 90; // seconds without a move after which a table is marked
const keyOf = (code) => `class/${code}`;

/** Ask as a teacher: with the code of the door or the token of the class. */
async function call(path, { method = "GET", secret = "", sent = undefined, raw = false } = {}) {
  const headers = secret ? { Authorization: `Bearer ${secret}` } : {};
  const answer = await fetch(`${path}?lang=${settings.language}`, { method, headers, body: sent === undefined || typeof sent === "string" ? sent : JSON.stringify(sent) });
  if (!answer.ok) throw new Error((await answer.json()).error);
  return raw ? answer : answer.json();
}

/** Hand a file over to the browser. */
async function save(path, secret) {
  try {
    const answer = await call(path, { secret, raw: true });
    const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? "lalao";
    const address = URL.createObjectURL(await answer.blob());
    h("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  } catch (error) {
    toast(error.message);
  }
}

// The door

export function entranceScreen(root) {
  header({ title: t("Class") });
  const code = h("input", { id: "teacher-code", autocomplete: "off", maxlength: 40, value: location.hash.slice(1) });
  const found = h("div", { class: "found" });
  const mine = Object.keys(settings.seats).filter((key) => key.startsWith("class/"));
  const list = async () => {
    try {
      await showClasses(found, code.value);
    } catch (error) {
      toast(error.message);
    }
  };
  show(root, h("div", { class: "text door" },
    h("h1", {}, t("A class plays")),
    h("p", { class: "lead" }, t("The pupils come in by four letters; you see every table, and the tournament runs itself.")),
    h("form", { onsubmit: (event) => (event.preventDefault(), list()) },
      h("label", { for: "teacher-code" }, t("The teacher's code: it stands where Lalao was started.")),
      h("div", { class: "row" }, code, h("button", { type: "submit", class: "primary" }, t("Open")))),
    found,
    mine.length > 0 && h("p", { class: "row" }, t("Already open on this device:"), mine.map((key) => link(`/class/${key.slice(6)}`, "button", key.slice(6)))),
    h("p", {}, link("/referee", "", t("The referee's check, for boards of paper and wood"))),
    help(),
  ));
  if (code.value) list();
}

async function showClasses(found, secret) {
  const { classes } = await call("/api/teacher", { method: "POST", sent: { code: secret } });
  const title = h("input", { id: "class-title", maxlength: 40, autocomplete: "off", placeholder: t("CM1, Monday…") });
  const open = async (path, sent = {}) => {
    try {
      const { code, token } = await call(path, { method: "POST", sent: { code: secret, ...sent } });
      keepSeat(keyOf(code), token);
      go(`/class/${code}`);
    } catch (error) {
      toast(error.message);
      showClasses(found, secret).catch((other) => toast(other.message)); // one that turns out to be damaged can be removed
    }
  };
  const restore = async (event) => {
    try {
      const { code } = await call("/api/classes/restore", { method: "POST", secret, sent: await event.target.files[0].text() });
      await open(`/api/classes/${code}/teacher`);
    } catch (error) {
      toast(error.message);
    }
  };
  const remove = async (code) => {
    try {
      await call(`/api/classes/${code}`, { method: "DELETE", secret });
      await showClasses(found, secret);
    } catch (error) {
      toast(error.message);
    }
  };
  const damaged = (each) => h("p", { class: "row" }, h("span", {}, t("The class {code} cannot be opened: {why}", { code: each.code, why: each.damaged })), button(t("Remove it"), "danger", () => sure(t("Remove the class {code} with all its games? It cannot be brought back without a backup.", { code: each.code }), () => remove(each.code))));
  const whole = classes.filter((each) => !each.damaged);
  show(found,
    h("form", { class: "field", onsubmit: (event) => (event.preventDefault(), open("/api/classes", { title: title.value })) },
      h("label", { for: "class-title" }, t("A new class")), h("div", { class: "row" }, title, h("button", { type: "submit", class: "primary" }, t("Begin")))),
    whole.length > 0 && h("div", { class: "field" }, h("span", {}, t("Go on with a class")), h("div", { class: "row" }, whole.map((each) => button(`${each.title || each.code} · ${t("{count} pupil", "{count} pupils", { count: each.pupils })}`, "", () => open(`/api/classes/${each.code}/teacher`))))),
    classes.filter((each) => each.damaged).map(damaged),
    h("div", { class: "field" }, h("label", { for: "backup" }, t("Bring a class back from its backup")), h("input", { id: "backup", type: "file", accept: ".json", onchange: restore })),
  );
}

/** Ask before doing what cannot be undone. */
function sure(question, then) {
  const box = dialog(t("Are you sure?"), "sure", h("p", {}, question), h("div", { class: "row" }, button(t("Yes"), "primary", () => (box.close(), then())), button(t("No"), "", () => box.close())));
}

/** What to do when the tablets cannot reach the laptop. */
function help() {
  const steps = [
    t("Was Lalao started with: lalao serve --lan ? Without it this device alone is let in."),
    t("Is every device in the same wireless network? Guest networks often keep devices apart: choose another, or share the laptop's own (mobile hotspot)."),
    t("Does the laptop's firewall ask whether Python may be reached? Allow it for private networks."),
    t("Type the address with its http:// and the figures after the colon. A device that shows another page first has to accept the network's own page."),
    t("Nothing helps? Play on boards of paper: only this device is needed."),
  ];
  return h("details", { class: "panel" }, h("summary", {}, h("h2", {}, t("The tablets do not find this laptop"))), h("ol", {}, steps.map((step) => h("li", {}, step))));
}

// The class

export function teacherScreen(root, code) {
  const page = new TeacherPage(root, code.toUpperCase());
  return () => page.close();
}

class TeacherPage {
  constructor(root, code) {
    this.code = code;
    this.key = keyOf(code);
    this.boards = new Map(); // room: {board, view}
    this.join = h("div", { class: "invite" });
    this.head = h("div", { class: "day" });
    this.tables = h("div", { class: "tables" });
    this.pupils = h("ul", { class: "pupils" });
    this.standings = h("div", {});
    this.progress = h("div", {});
    this.files = h("div", { class: "row" });
    this.newcomers = this.#newcomers();
    this.count = h("h2", {}, t("Pupils"));
    const learnt = panel(t("What they have learnt"), false, this.progress);
    learnt.addEventListener("toggle", () => learnt.open && this.#progress());
    show(root, h("div", { class: "class" },
      h("div", { class: "middle" }, this.join, this.head, this.tables, panel(t("Standings"), true, this.standings), learnt),
      h("aside", { class: "side", "aria-label": t("Pupils") }, h("section", { class: "panel", }, this.count, this.pupils, this.newcomers), panel(t("Files"), false, this.files), help())));
    header({ title: "…" });
    this.#files();
    this.unset = onSetting((changes) => "language" in changes && this.line.send({ kind: "speak", language: settings.language }));
    this.ticking = setInterval(() => this.#tick(), 5000);
    this.line = new Line(this.key, (message) => this.#hear(message), (open) => document.documentElement.classList.toggle("offline", !open));
  }

  close() {
    this.line.close();
    this.unset();
    clearInterval(this.ticking);
  }

  #say(kind, more = {}) {
    this.line.send({ kind, ...more });
  }

  #hear(message) {
    if (message.kind === "welcome" && message.role !== "teacher") {
      this.line.close();
      forgetSeat(this.key);
      go("/class");
    } else if (message.kind === "refused") {
      toast(message.why);
      this.unwrite();
      if (message.status === 404 && !this.state) go("/class");
    } else if (message.kind === "erased") {
      this.line.close();
      forgetSeat(this.key);
      go("/class");
      toast(t("The class is erased."));
    } else if (message.kind === "board") this.#board(message);
    else if (message.kind === "class" && message.role === "teacher") this.#show(message);
  }

  #show(state) {
    const old = this.state;
    this.state = state;
    for (const view of state.boards) this.#board(view);
    const { day } = state;
    if (old && old.pupils.length !== state.pupils.length) this.written = "";
    this.#header();
    this.#join(!day);
    this.#announce(old);
    if (day && !day.over) renew(this.head, [day, state.clock], () => this.#round(day));
    else renew(this.head, [day?.opened, day?.winners, settings.language], () => this.#begin(day));
    this.#tables(day);
    renew(this.pupils, state.pupils, () => state.pupils.map((pupil) => this.#line(pupil)));
    this.count.textContent = t("{count} pupil", "{count} pupils", { count: state.pupils.length });
    renew(this.standings, [state.standings, settings.language], () => this.#standings());
  }

  /** Show the header anew where it has changed, and keep what was about to be pressed. */
  #header() {
    const { title, code, paused } = this.state;
    const about = JSON.stringify([title, paused, settings.language]);
    if (about === this.headed) return;
    this.headed = about;
    const pause = button(paused ? t("Let them go on") : t("Stop all"), paused ? "primary" : "", () => this.#say("pause", { on: !paused }), { "aria-pressed": String(paused) });
    const pressed = this.pause && this.pause === document.activeElement;
    this.pause = pause;
    header({ title: title || t("Class"), sub: code, actions: [pause, h("a", { class: "button", href: `/wall/${code}`, target: "lalao-wall" }, t("For the projector"))] });
    if (pressed) pause.focus();
  }

  /** Say to a screen reader who calls, and who accuses whom. */
  #announce(old) {
    const said = ({ pupils, day }) => [
      ...pupils.filter(({ hand }) => hand).map(({ name }) => t("{name} calls you.", { name })),
      ...(day?.round?.tables ?? []).filter(({ result }) => !result).flatMap(({ accusers }) => accusers.map((name) => t("{name} says that the other one cheats.", { name }))),
    ];
    const before = old ? said(old) : [];
    for (const each of said(this.state)) if (!before.includes(each)) announce(each);
  }

  #join(open) {
    if (this.joined === this.code + open) return;
    this.joined = this.code + open;
    this.join.hidden = !open;
    invitation(this.code, this.join);
  }

  // The tournament

  #begin(day) {
    const chosen = { format: "poules", game: "fafy-impartial", on_screen: true, by_hand: false, winners: 3, ...settings.class };
    const field = (label, control) => h("div", { class: "field" }, h("span", {}, label), control);
    const all = Object.values(variants).flat();
    const formats = [["poules", t("Poules of the day")], ["swiss", t("Swiss")], ["round-robin", t("everybody meets everybody")], ["knockout", t("who loses is out")], ["ladder", t("Open play (a ladder)")]];
    const winners = h("input", { id: "winners", type: "number", min: 1, max: 40, value: chosen.winners });
    const begin = () => {
      chosen.winners = Number(winners.value) || 3;
      keep({ class: chosen });
      this.#say("begin", { days: this.state.days, ...chosen });
    };
    const game = h("select", { "aria-label": t("Game"), onchange: (event) => (chosen.game = event.target.value) }, all.map((id) => h("option", { value: id, selected: id === chosen.game }, id)));
    fetch(`/api/games?lang=${settings.language}`).then((answer) => answer.json()).then((games) => {
      const names = new Map(games.map((each) => [each.id, each.title]));
      for (const option of game.options) option.textContent = names.get(option.value) ?? option.value;
    });
    return h("section", { class: "begin" },
      day && this.#winners(day),
      h("h2", {}, day ? t("Another tournament") : t("The tournament")),
      field(t("Game"), game),
      field(t("How"), choice(t("How"), formats, chosen.format, (format) => (chosen.format = format))),
      field(t("Where"), choice(t("Where"), [[true, t("on screens")], [false, t("on boards of paper and wood")]], chosen.on_screen, (on) => (chosen.on_screen = on))),
      toggle(t("The pupils sow themselves, seed by seed"), chosen.by_hand, (on) => (chosen.by_hand = on)),
      h("div", { class: "field" }, h("label", { for: "winners" }, t("Winners of the day (poules)")), winners),
      button(t("Begin the tournament"), "primary wide", begin));
  }

  #winners(day) {
    const { standings } = this.state;
    return h("div", { class: "winners" }, h("h2", {}, t("{format}: {game}", { format: day.format_title, game: day.game_title })), h("p", { class: "big" }, day.winners.length ? t("Winners: {names}", { names: listed(day.winners) }) : standings.length ? t("It was ended early.") : ""));
  }

  #round(day) {
    const { clock } = this.state;
    const done = !day.waiting.length;
    const ladder = day.format === "ladder";
    const minutes = clock.rounds.find(({ round }) => round === day.rounds);
    const left = Math.ceil(clock.left);
    const label = day.rounds === 0 ? t("Begin round 1") : ladder ? t("Call who is free") : t("Begin round {round}", { round: day.rounds + 1 });
    return h("section", { class: "round" },
      h("div", {},
        h("h2", {}, day.round ? t("Round {round} of {count}", { round: day.rounds, count: Math.max(day.expected, day.rounds) }) : day.format_title),
        h("p", { class: "note" }, [`${day.format_title} · ${day.game_title}`, minutes?.actual !== null && minutes?.actual !== undefined && t("this round took {count} minute", "this round took {count} minutes", { count: Math.round(minutes.actual) }), left > 0 && t("about {count} minute left", "about {count} minutes left", { count: left })].filter(Boolean).join(" · ")),
        day.round?.byes.length > 0 && h("p", {}, t("Without opponent: {names}", { names: listed(day.round.byes) })),
        !done && !ladder && h("p", { class: "note" }, t("{count} table still plays.", "{count} tables still play.", { count: day.waiting.length }))),
      h("div", { class: "row" },
        (done || ladder) && button(label, "primary", () => this.#say("call", { rounds: day.rounds })),
        button(t("End the tournament"), "", () => sure(t("End the tournament here?"), () => this.#say("close")), { disabled: !done })));
  }

  #tables(day) {
    const tables = day?.round ? day.round.tables : [];
    const hands = new Set(this.state.pupils.filter(({ hand }) => hand).map(({ name }) => name));
    const cards = new Map([...this.tables.children].map((card) => [card.dataset.table, card]));
    const wanted = tables.map((table) => {
      const said = JSON.stringify([table, day.projected === table.table, hands.has(table.first), hands.has(table.second), day.rounds, settings.language, this.boards.has(table.room)]);
      const old = cards.get(String(table.table));
      if (old?.said === said) return old;
      const card = this.#table(day, table, hands);
      card.said = said;
      if (old?.querySelector("details")?.open && old.dataset.room === card.dataset.room) card.querySelector("details")?.setAttribute("open", "");
      return card;
    });
    if (wanted.length !== this.tables.children.length || wanted.some((card, i) => card !== this.tables.children[i])) this.tables.replaceChildren(...wanted);
    this.#tick();
  }

  #table(day, table, hands) {
    const { room, first, second, result, accusers } = table;
    const say = (what) => this.#say("report", { round: table.round, table: table.table, game: table.games, result: what });
    const worth = { first: t("{name} has won", { name: first }), second: t("{name} has won", { name: second }), draw: t("a draw"), "both-lost": t("both have lost") };
    const on = this.state.day.projected === table.table;
    const calls = [first, second].filter((name) => hands.has(name));
    const results = [["first", first], ["second", second], ["draw", t("draw")], ["both-lost", t("both have lost")]];
    const entering = h("div", { class: "results", role: "group", "aria-label": t("Result of table {table}", { table: table.table }) }, results.map(([what, label]) => button(label, result === what ? "current" : "", () => say(what), { "aria-pressed": String(result === what) })));
    const last = this.boards.get(room);
    return h("article", { class: `tablecard${result ? " over" : ""}${accusers.length && !result ? " dispute" : ""}`, "data-table": table.table, "data-room": room },
      h("h3", {}, h("span", { class: "number" }, table.table), ` ${first} – ${second}`),
      accusers.length > 0 && !result && h("p", { class: "alarm" }, t("{name} says that the other one cheats.", { name: listed(accusers) })),
      calls.map((name) => h("p", { class: "alarm" }, sign("hand"), t("{name} calls you.", { name }), " ", button(t("Done"), "", () => this.#say("hand", { up: false, name })))),
      table.games > 1 && !result && h("p", {}, t("A draw: they play again, seats exchanged.")),
      last && h("div", { class: "mini" }, last.board.frame),
      h("p", { class: "state" }, result ? worth[result] + (table.corrected.length ? " *" : "") : last ? this.#turn(table, last.view) : t("on a board of paper or wood")),
      !result || day.round.round === table.round ? (result || room) ? h("details", { class: "more" }, h("summary", {}, result ? t("Correct it") : t("Decide it")), entering) : entering : null,
      room && h("div", { class: "row small" },
        h("a", { class: "button", href: `/m/${room}`, target: "_blank" }, t("Watch")),
        button(on ? t("Off the wall") : t("On the wall"), on ? "current" : "", () => this.#say("project", { table: on ? 0 : table.table }), { "aria-pressed": String(on) }),
        !result && button(t("Take back a move"), "", () => this.#say("takeback", { table: table.table }))));
  }

  #board(view) {
    const known = this.boards.get(view.room) ?? { board: new Board({ small: true, label: t("the board") }) };
    known.view = view;
    known.at = performance.now() - 1000 * view.still; // when the last turn was, by the clock of this page
    this.boards.set(view.room, known);
    known.board.show(view.picture);
    const table = this.state?.day?.round?.tables.find(({ room, result }) => room === view.room && !result);
    const state = table && this.tables.querySelector(`[data-room="${view.room}"] .state`);
    if (state) state.textContent = this.#turn(table, view);
    this.#tick();
  }

  /** Say whose turn it is at a table. */
  #turn(table, { phase, active }) {
    const name = active === 0 ? table.first : table.second;
    return { layout: t("{name} lays out the seeds", { name }), choose: t("{name} chooses who starts", { name }), play: t("{name} to play", { name }) }[phase] ?? "";
  }

  /** Mark the tables where nothing has happened for long. */
  #tick() {
    for (const card of this.tables.children) {
      const last = this.boards.get(card.dataset.room);
      const still = last && !card.classList.contains("over") && !this.state.paused ? (performance.now() - last.at) / 1000 : 0;
      card.classList.toggle("stuck", still > STUCK);
      card.dataset.still = still > STUCK ? t("no move for {count} minute", "no move for {count} minutes", { count: Math.floor(still / 60) }) : "";
    }
  }

  // The pupils

  #line(pupil) {
    const where = pupil.away ? t("is not here today") : !pupil.device ? t("without a device") : pupil.here ? t("is here") : t("the device is silent");
    return h("li", {}, button([picture(pupil.picture), h("span", {}, pupil.name), h("span", { class: `presence ${pupil.away ? "out" : pupil.here ? "here" : pupil.device ? "lost" : "paper"}`, title: where }, h("span", { class: "unseen" }, where)), pupil.hand && sign("hand")], "plain", () => this.#pupil(pupil, where)));
  }

  #pupil(pupil, where) {
    const { name } = pupil;
    const to = h("input", { id: "rename", value: name, maxlength: 60, autocomplete: "off" });
    const seated = this.state.day?.round?.tables.filter((table) => !table.result).flatMap((table) => [table.first, table.second]).concat(this.state.day.round.byes) ?? [];
    const plays = !pupil.away && this.state.day?.round?.tables.some((table) => !table.result && [table.first, table.second].includes(name));
    const other = h("select", { id: "other" }, seated.filter((each) => each !== name).map((each) => h("option", { value: each }, each)));
    const act = (kind, more) => () => (box.close(), this.#say(kind, { name, ...more }));
    const box = dialog(name, "pupil-dialog",
      h("p", { class: "note" }, where),
      h("form", { class: "field", onsubmit: (event) => (event.preventDefault(), act("rename", { to: to.value })()) }, h("label", { for: "rename" }, t("Name")), h("div", { class: "row" }, to, h("button", { type: "submit" }, t("Change the name")))),
      seated.includes(name) && other.options.length > 0 && h("div", { class: "field" }, h("label", { for: "other" }, t("Exchange seats with")), h("div", { class: "row" }, other, button(t("Exchange"), "", () => (box.close(), this.#say("swap", { one: name, other: other.value }))))),
      h("div", { class: "row" },
        button(pupil.away ? t("is back") : t("is not here"), "", plays ? () => sure(t("{name} is playing: is the game lost?", { name }), act("away", { away: true })) : act("away", { away: !pupil.away })),
        pupil.device && button(t("Comes by another device"), "", act("free")),
        button(t("Off the list"), "", () => sure(t("Take {name} off the list?", { name }), act("dismiss")))));
  }

  #newcomers() {
    const names = h("textarea", { id: "newcomers", rows: 3, placeholder: t("one name a line") });
    const write = (event) => {
      event.preventDefault();
      const wanted = names.value.split(/[\n;,]/).map((name) => name.trim()).filter(Boolean);
      if (wanted.length) this.#say("enrol", { names: wanted });
      this.written = names.value;
      names.value = "";
    };
    this.unwrite = () => {
      names.value ||= this.written ?? ""; // what was refused is there to be mended
      this.written = "";
    };
    return h("form", { class: "field", onsubmit: write }, h("label", { for: "newcomers" }, t("Write pupils down")), names, h("button", { type: "submit" }, t("Add")));
  }

  // What came of it

  #standings() {
    const { standings, day } = this.state;
    const head = [t("place"), t("name"), t("points"), t("won"), t("games"), t("reason")];
    return day?.rounds > 0 ? h("table", {}, h("thead", {}, h("tr", {}, head.map((each) => h("th", { scope: "col" }, each)))), h("tbody", {}, standings.map((place) => h("tr", {}, h("td", {}, place.rank), h("th", { scope: "row" }, place.name), h("td", {}, place.points), h("td", {}, place.wins), h("td", {}, place.games), h("td", {}, place.reason))))) : h("p", { class: "note" }, t("Nothing has been played yet."));
  }

  async #progress() {
    show(this.progress, h("p", { class: "note" }, t("Working it out…")));
    try {
      const told = await call(`/api/classes/${this.code}/progress`, { secret: settings.seats[this.key] });
      const { progressPlots } = await import("./plots.js");
      show(this.progress, progressPlots(told, t));
    } catch (error) {
      show(this.progress, h("p", { class: "note" }, error.message));
    }
  }

  #files() {
    const path = `/api/classes/${this.code}`;
    const get = (name) => () => save(`${path}/${name}`, settings.seats[this.key]);
    show(this.files,
      button(t("Slips for the tables (PDF)"), "", get("print/slips.pdf")),
      button(t("Score sheet (PDF)"), "", get("print/scores.pdf")),
      button(t("Certificates (PDF)"), "", get("print/certificates.pdf")),
      button(t("Standings (CSV)"), "", get("standings.csv")),
      button(t("Games (CSV)"), "", get("games.csv")),
      button(t("Records of the games"), "", get("records.txt")),
      button(t("Backup"), "", get("backup.json")),
      button(t("Erase this class"), "danger", () => sure(t("Erase this class, its pupils and all its games from this laptop? A backup cannot be made afterwards."), () => this.#erase())));
  }

  async #erase() {
    try {
      await call(`/api/classes/${this.code}`, { method: "DELETE", secret: settings.seats[this.key] });
    } catch (error) {
      toast(error.message);
    }
  }
}

/** Show how to come in: the code, the address, its QR code. */
export async function invitation(code, into) {
  show(into, h("div", {}, h("p", {}, t("Come in with these four letters:")), h("p", { class: "code" }, code), h("p", { class: "where" })), h("img", { class: "qr", src: `/api/classes/${code}/qr.svg`, alt: t("QR code of this class"), width: 180, height: 180 }));
  const { link: address, lan } = await call(`/api/classes/${code}/link`);
  show(into.querySelector(".where"), lan || !/^https?:\/\/(127\.|localhost)/.test(address) ? address : t("This server is open to this device alone. Start it with: lalao serve --lan"));
}
