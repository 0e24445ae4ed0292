// Where the pupils of a class are on the path of a family, as the teacher sees it: whom to help, who is ready for the
// next board, the actions for the class.

import { askBook } from "./api.js";
import { disc } from "./art.js";
import { every, onLeft, showError } from "./dom.js";
import { families } from "./families.js";
import { sign } from "./icons.js";
import { html, nothing, render } from "./lit.js";
import { Line } from "./net.js";
import { choice, dialog, followLink, go, sure } from "./page.js";
import { chapters, stepAt, stonesOf, whereIs } from "./path.js";
import { keyOf } from "./settings.js";
import { taskOf } from "./step.js";
import { askPaths, saveFile } from "./teacherapi.js";
import { allChapters, drawTrail, gate, inside } from "./trail.js";
import { t } from "./words.js";

/** Milliseconds after which the paths are asked for again. */
const TICK = 5_000;
/** The room of a face with its name, in pixels. */
const WIDE = 50, HIGH = 52;
/** Pupils are handed so many puzzles. */
const HANDED = 5;

/** @typedef {{ pupil: Wire.PupilPath, at: number }} Walker a pupil, and which stone comes next, -1 for none */

/** @type {Page.Screen} */
export const classPathScreen = (root, left, code) => void new ClassPath(root, left, code.toUpperCase());

class ClassPath {
  family = families[0]?.name ?? "";
  /** @type {Wire.ShownTrail[]} */
  all = [];
  /** @type {Wire.PupilPath[]} */
  paths = [];
  /** @type {Wire.TeacherState | null} */
  state = null;

  /**
   * @param {HTMLElement} root
   * @param {AbortSignal} left
   * @param {string} code
   */
  constructor(root, left, code) {
    this.root = root;
    this.code = code;
    const watch = new ResizeObserver(() => this.#draw());
    watch.observe(root);
    onLeft(left, () => watch.disconnect());
    every(TICK, () => this.#ask(), left);
    /** @type {Line<Wire.ClassTold, Wire.ClassSaid>} */
    this.line = new Line(keyOf(code), left, (message) => this.#hear(message));
    this.#ask();
  }

  /** @param {Wire.ClassTold} message */
  #hear(message) {
    if (message.kind === "welcome" && message.role !== "teacher") go("/class");
    else if (message.kind === "refused" || message.kind === "erased") go(`/class/${this.code}`);
    else if (message.kind === "class" && message.role === "teacher") {
      this.state = message;
      document.title = `${message.title || t("Class")} · Lalao`;
      this.#draw();
    }
  }

  async #ask() {
    try {
      [this.all, this.paths] = await Promise.all([chapters(), askPaths(this.code)]);
      this.#draw();
    } catch (error) {
      showError(error);
    }
  }

  #draw() {
    if (!this.state || !this.all.length) return;
    const isFirst = !this.root.querySelector(".walk");
    render(this.#page(this.state), this.root);
    if (isFirst) render(this.#page(this.state), this.root); // now that the room of the path is known
  }

  /** @param {Wire.TeacherState} state */
  #page(state) {
    const steps = stonesOf(this.all, this.family);
    const walkers = this.paths.map((pupil) => ({
      pupil,
      at: steps.findIndex(({ stone }) => !(stone.id in pupil.stones)),
    }));
    const { family, code } = this, here = state.pupils.filter((each) => each.here).length;
    /** @type {[string, string][]} */
    const options = families.filter(({ name }) => stonesOf(this.all, name).length).map((
      { name, title },
    ) => [name, title]);
    return html`
      <div class="class-path">
        <section class="walk whole" data-family=${family} aria-label=${t("The path of the class")}>
          <header class="topline">
            <a class="plain button" href="/class/${code}" aria-label=${t("Back to the class")}
              @click=${followLink}>${sign("leave")}</a>
            <h1>${t("The path of the class")}</h1>
          </header>
          ${this.#ground(steps, walkers)}
          <footer class="walk-foot">${choice(t("Game"), options, family, (name) => (this.family = name, this.#draw()))}
          </footer>
        </section>
        <aside class="learners">
          <h2>${state.title || t("Class")} <small>${t("{count} pupil", "{count} pupils", { count: this.paths.length })},
            ${t("{count} here", { count: here })}</small></h2>
          ${this.#stuck()} ${this.#ready(steps, walkers)} ${this.#known(steps)}
          ${this.#acts(state, steps, walkers)}
        </aside>
      </div>
    `;
  }

  /**
   * The path with the pupils at their stones; of the boards that nobody has reached only the first.
   * @param {import("./step.js").Step[]} steps
   * @param {Walker[]} walkers
   */
  #ground(steps, walkers) {
    const room = this.root.querySelector(".walk") ?? this.root;
    const { clientWidth: width, clientHeight: height } = room;
    const own = [...new Set(steps.map(({ chapter }) => chapter))];
    const far = Math.max(...walkers.map(({ at }) => at < 0 ? own.length : own.indexOf(steps[at].chapter)), 0);
    const shown = own.slice(0, Math.max(2, far + 2));
    const counts = shown.map(({ stones }) => stones.length);
    const { points, spots, gates, size } = allChapters(counts, { width, height, top: 0.2 * height, foot: 84 });
    const deep = (0.8 * height - 84) / counts.length, broad = (0.65 * width) / Math.max(...counts.map((n) => n - 1));
    const columns = Math.max(1, Math.min(4, Math.floor(broad / WIDE)));
    const rows = Math.max(1, Math.floor((deep - 2.2 * size(height)) / HIGH));
    const done = (/** @type {string} */ id) => this.paths.some(({ stones }) => id in stones);
    const end = { ...gates[gates.length - 1], r: 0 };
    const places = [
      ...spots.map((spot, at) => ({ spot, at })),
      ...(shown.length === own.length ? [{ spot: end, at: -1 }] : []),
    ];
    return html`
      <svg class="trail" width=${width} height=${height} viewBox="0 0 ${width} ${height}" aria-hidden="true">
        ${drawTrail(this.family, points, size)} ${gates.map((spot, i) => gate(own[i + 1], spot, true))}
      </svg>
      ${spots.map(({ x, y, r }, at) => {
        const { stone } = steps[at], look = done(stone.id) ? "done" : "later";
        return html`
          <svg class="milepost" viewBox="-40 -40 80 80" role="img" aria-label=${taskOf(stone)}
            .style=${`left: ${x}px; top: ${y}px; width: ${2.96 * r}px`}>
            <g class=${look}>${inside(stone, look, look === "done" ? stone.count : undefined)}</g>
          </svg>
        `;
      })}
      ${places.map(({ spot, at }) => {
        const there = walkers.filter((each) => each.at === at).map(({ pupil }) => pupil);
        return this.#group(there.sort((one, other) => Number(!one.stuck) - Number(!other.stuck)), spot, columns, rows);
      })}
    `;
  }

  /**
   * The pupils at one stone; those for whom there is no room are behind one button.
   * @type {(there: Wire.PupilPath[], spot: import("./trail.js").Spot, columns: number, rows: number) => unknown}
   */
  #group(there, { x, y, r }, columns, rows) {
    if (!there.length) return nothing;
    const most = columns * rows, shown = there.length > most ? there.slice(0, most - 1) : there;
    const others = there.length - shown.length;
    return html`<div class="walkers" .style=${`left: ${x}px; top: ${y - r}px; width: ${columns * WIDE}px`}>${
      shown.map((each) => this.#face(each))
    }${
      others
        ? html`
          <button type="button" class="walker rest" aria-label=${t("{count} more", { count: others })}
            @click=${() => this.#list(there)}><b>+${others}</b></button>
        `
        : nothing
    }</div>`;
  }

  /** @param {Wire.PupilPath} pupil */
  #face(pupil) {
    return html`<button type="button" class="walker ${pupil.stuck ? "stuck" : ""}" @click=${() => this.#show(pupil)}>
      ${disc(pupil.picture)}<span>${pupil.name}</span></button>`;
  }

  /** Whom to help: those who fail again and again. */
  #stuck() {
    const stuck = this.paths.filter((each) => each.stuck);
    const card = (/** @type {Wire.PupilPath} */ pupil) =>
      html`
        <li>${disc(pupil.picture)}<span><b>${pupil.name}</b>${this.#why(pupil)}</span>
          <button type="button" @click=${() => this.#show(pupil)}>${t("See")}</button></li>
      `;
    return html`
      <section><h3>${sign("hand")}${t("To help")}</h3>
        ${stuck.length
          ? html`<ul class="to-help">${stuck.map(card)}</ul>`
          : html`<p class="note">${t("Nobody is stuck.")}</p>`}
      </section>
    `;
  }

  /**
   * Say where a pupil fails, "" for nowhere.
   * @param {Wire.PupilPath} pupil
   */
  #why({ stuck }) {
    const { stone } = stepAt(this.all, stuck) ?? {};
    if (!stone) return "";
    return stone.kind === "creature"
      ? t("Loses to {name} again and again", { name: stone.title })
      : t("Stuck at: {title}", { title: stone.title });
  }

  /**
   * Who has finished a board, and is ready for the next.
   * @param {import("./step.js").Step[]} steps
   * @param {Walker[]} walkers
   */
  #ready(steps, walkers) {
    return boardsOf(steps).slice(1).map((chapter) => {
      const ready = walkers.filter(({ at }) => at >= 0 && steps[at].stone === chapter.stones[0]);
      return ready.length
        ? html`
          <section>
            <h3>${sign("done")}${t("Ready for {board}", { board: chapter.board })}</h3>
            <p class="ready">${ready.map(({ pupil }) => this.#face(pupil))}</p>
          </section>
        `
        : nothing;
    });
  }

  /**
   * How many pupils have done each lesson.
   * @param {import("./step.js").Step[]} steps
   */
  #known(steps) {
    const all = this.paths.length || 1;
    const line = (/** @type {Wire.ShownStone} */ { id, title }) => {
      const count = this.paths.filter(({ stones }) => id in stones).length;
      return html`
        <li><span>${title}</span><meter max=${all} value=${count} aria-label=${title}></meter><b>${count}</b></li>
      `;
    };
    const taught = steps.filter(({ stone }) => stone.kind === "lesson").map(({ stone }) => stone);
    return html`
      <section>
        <h3>${sign("book")}${t("What the class can do")}</h3>
        <ul class="known">${taught.map(line)}</ul>
      </section>
    `;
  }

  /**
   * The next step for all, and the other actions.
   * @type {(state: Wire.TeacherState, steps: import("./step.js").Step[], walkers: Walker[]) => unknown}
   */
  #acts(state, steps, walkers) {
    const at = (/** @type {Wire.ShownTrail} */ chapter) =>
      walkers.filter((each) => each.at >= 0 && steps[each.at].chapter === chapter).length;
    const [first, ...others] = boardsOf(steps);
    const most = others.reduce((best, each) => at(each) > at(best) ? each : best, first);
    const give = () => this.#give(state, most);
    return html`
      <p class="acts">
        <button type="button" class="primary" @click=${() =>
          state.set?.open ? sure(t("The pupils have puzzles already. Hand out others?"), give) : give()}>
          ${t("Puzzles for all: {board}", { board: most.board })}</button>
        <button type="button" @click=${() => saveFile(this.code, "paths.csv")}>${t("Export")}</button>
        <button type="button" @click=${() => this.#list(this.paths)}>${t("By pupil")}</button>
      </p>
    `;
  }

  /**
   * Hand out puzzles of a board to all.
   * @param {Wire.TeacherState} state
   * @param {Wire.ShownTrail} chapter
   */
  async #give({ sets }, { family, stones }) {
    const rounds = stones.filter(({ kind }) => kind === "puzzles");
    try {
      const { puzzles } = await askBook(family);
      const fit = rounds.map(({ game, what }) => puzzles.filter((each) => each.game === game && each.theme === what));
      const mixed = Array.from({ length: HANDED }, (_, i) => fit.map((each) => each[i])).flat().filter(Boolean);
      this.line.send({ kind: "handout", sets, puzzles: mixed.slice(0, HANDED).map(({ id }) => id) });
      go(`/class/${this.code}`);
    } catch (error) {
      showError(error);
    }
  }

  /**
   * List pupils, each with the next stone on this path.
   * @param {Wire.PupilPath[]} paths
   */
  #list(paths) {
    const steps = stonesOf(this.all, this.family);
    const line = (/** @type {Wire.PupilPath} */ pupil) => {
      const next = steps.find(({ stone }) => !(stone.id in pupil.stones));
      const count = steps.filter(({ stone }) => stone.id in pupil.stones).length;
      return html`
        <tr>
          <th scope="row">${pupil.name}</th>
          <td>${next ? taskOf(next.stone) : sign("done")}</td>
          <td>${count} / ${steps.length}</td>
        </tr>
      `;
    };
    dialog(
      t("By pupil"),
      "names-dialog",
      html`
        <table class="by-pupil">
          <tbody>${paths.map(line)}</tbody>
        </table>
      `,
    );
  }

  /**
   * Show where a pupil is on each path.
   * @param {Wire.PupilPath} pupil
   */
  #show(pupil) {
    const line = (/** @type {Wire.ShownFamily} */ { name, title }) => {
      const steps = stonesOf(this.all, name), next = steps.find(({ stone }) => !(stone.id in pupil.stones));
      if (!steps.length) return nothing;
      const count = steps.filter(({ stone }) => stone.id in pupil.stones).length;
      return html`
        <tr>
          <th scope="row">${title}</th>
          <td>${next
            ? [taskOf(next.stone), html`<br>`, html`<small>${whereIs(next.chapter)}</small>`]
            : sign("done")}</td>
          <td>${count} / ${steps.length}</td>
        </tr>
      `;
    };
    const why = this.#why(pupil);
    dialog(
      pupil.name,
      "names-dialog",
      html`
        ${why ? html`<p class="note">${why}</p>` : nothing}
              <table class="by-pupil">
          <tbody>${families.map(line)}</tbody>
        </table>
      `,
    );
  }
}

/**
 * The boards of a path in order.
 * @param {import("./step.js").Step[]} steps
 */
const boardsOf = (steps) => [...new Set(steps.map(({ chapter }) => chapter))];
