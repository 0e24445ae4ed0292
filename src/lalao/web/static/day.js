// Tournaments on the teacher's page: beginning one, its rounds, its winners, its standings.

import { askGame, askGames, askPosition } from "./api.js";
import { button, h, reason, toast } from "./dom.js";
import { sentence } from "./choices.js";
import { families } from "./families.js";
import { formatPicture } from "./formats.js";
import { sign } from "./icons.js";
import { html, nothing } from "./lit.js";
import { choice, field, sure, toggle } from "./page.js";
import { pictureAt } from "./place.js";
import { keep, settings } from "./settings.js";
import { listed, t } from "./words.js";

/**
 * The form that begins a tournament, filled in as it was last; `onbegin` is called with it, `count` returns how many
 * pupils play.
 * @param {(chosen: Page.ChosenDay) => void} onbegin
 * @param {() => number} count
 */
export function beginForm(onbegin, count) {
  /** @type {Page.ChosenDay} */
  const chosen = {
    format: "poules",
    game: "fafy-impartial",
    on_screen: true,
    by_hand: false,
    unaided: false,
    winners: 3,
    ...settings.class,
  };
  /** @type {[string, string][]} */
  const formats = [
    ["poules", t("Poules of the day")],
    ["swiss", t("Swiss")],
    ["round-robin", t("round robin")],
    ["knockout", t("knockout")],
    ["ladder", t("Open play (a ladder)")],
  ];
  /** @type {[boolean, string][]} */
  const places = [[true, t("on screens")], [false, t("on boards of paper and wood")]];
  const winners = h("input", { id: "winners", type: "number", min: 1, max: 40, value: chosen.winners });
  const begin = () => {
    chosen.winners = Number(winners.value) || 3;
    keep({ class: chosen });
    onbegin(chosen);
  };
  /** @type {Record<string, string>} */
  const courses = {
    poules: t("Everybody plays twice; then winners advance until the winners of the day are left."),
    swiss: t("Everybody plays every round, against somebody with a similar score."),
    "round-robin": t("Everybody meets everybody once."),
    knockout: t("Lose and you are out, until one is left."),
    ladder: t("No end: free pupils are called, and winners climb a rung."),
  };
  const course = h("p", { class: "note", "aria-live": "polite" });
  const many = h("div", { class: "field" }, h("label", { for: "winners" }, t("Winners of the day (poules)")), winners);
  const explain = () => {
    course.textContent = courses[chosen.format] ?? "";
    many.hidden = chosen.format !== "poules";
  };
  /** @type {[string, ...Page.Child[]][]} */
  const faces = formats.map(([name, title]) => [name, formatPicture(name), title]);
  const format = choice(t("How"), faces, chosen.format, (wanted) => (chosen.format = wanted, explain()), "formats");
  explain();
  const needed = h("p", { class: "note", role: "status" });
  const need = async () => {
    needed.hidden = chosen.on_screen;
    const { game } = chosen;
    const told = chosen.on_screen ? "" : await material(game, count()).catch(reason);
    if (game === chosen.game) needed.textContent = told;
  };
  const where = choice(t("Where"), places, chosen.on_screen, (on) => (chosen.on_screen = on, need()));
  need();
  return h(
    "div",
    { class: "settings-grid" },
    h("div", { class: "across" }, field(t("Game"), gameChoice(chosen, need))),
    h("div", { class: "across" }, field(t("How"), h("div", {}, format, course))),
    field(t("Where"), h("div", {}, where, needed)),
    many,
    h(
      "div",
      {},
      toggle(t("The pupils sow themselves, seed by seed"), chosen.by_hand, (on) => (chosen.by_hand = on)),
      toggle(t("No hints, no values"), chosen.unaided, (on) => (chosen.unaided = on)),
    ),
    button(t("Start the tournament"), "primary wide", begin),
  );
}

/**
 * The games as options, with their titles as soon as these are known.
 * @param {string} chosen
 */
export function gameOptions(chosen) {
  const options = families.flatMap((family) => family.offered).map((id) =>
    h("option", { value: id, selected: id === chosen }, id)
  );
  askGames().then((games) => {
    const titles = new Map(games.map(({ id, title }) => [id, title]));
    for (const option of options) option.textContent = titles.get(option.value) ?? option.value;
  }, (error) => toast(reason(error)));
  return options;
}

/**
 * The choice of a game: its family by a picture, then one game of that family.
 * @param {Page.ChosenDay} chosen
 * @param {() => unknown} onchosen
 */
function gameChoice(chosen, onchosen) {
  const onchange = () => {
    chosen.game = select.value;
    mark();
    onchosen();
  };
  const select = h("select", { "aria-label": t("Game"), onchange }, gameOptions(chosen.game));
  const pictures = families.map(({ name, title, scene, offered }) =>
    h(
      "button",
      { type: "button", class: "family", "data-family": name, onclick: () => (select.value = offered[0], onchange()) },
      scene && h("img", { src: `${pictureAt(scene)}#still`, alt: "", width: 96, height: 72 }),
      h("span", {}, title),
    )
  );
  const mark = () =>
    families.forEach(({ offered }, i) =>
      pictures[i].setAttribute("aria-pressed", String(offered.includes(select.value)))
    );
  mark();
  return h("div", { class: "games row" }, pictures, select);
}

/**
 * What some pupils need to play on boards of paper: boards, and seeds or pieces for all of them.
 * @param {string} game
 * @param {number} pupils
 */
async function material(game, pupils) {
  const tables = Math.floor(pupils / 2);
  const { start } = await askGame(game);
  const { picture } = await askPosition(game, start);
  const boards = t("{count} board", "{count} boards", { count: tables });
  if (picture.kind === "lattice") {
    const pieces = tables * picture.points.filter(({ piece }) => piece === "W").length;
    return t("You need {boards}, {pieces} white and {pieces} black counters.", { boards, pieces });
  }
  const seeds = [...picture.rows.flat(), ...picture.reserves].reduce((sum, each) => sum + each.seeds, 0);
  return t("You need {boards} and {seeds} counters.", { boards, seeds: tables * seeds });
}

/**
 * What is shown before a tournament, and after it.
 * @param {Wire.TeacherState} state
 * @param {Element} form
 * @param {unknown} start where its games begin, if not as usual
 */
export function betweenDays({ day, standings }, form, start) {
  const won = !day
    ? ""
    : day.winners.length
    ? t("Winners: {names}", { names: listed(day.winners) })
    : standings.length
    ? t("It was ended early.")
    : "";
  return html`
    <section class="begin">
      ${day
        ? html`
          <div class="winners">
            <h2>${t("{format}: {game}", { format: day.format_title, game: day.game_title })}</h2>
            <p class="big">${won}</p>
          </div>
        `
        : nothing}
      <h2>${day ? t("Another tournament") : t("The tournament")}</h2>
      ${form} ${start}
    </section>
  `;
}

/**
 * The head of the round in progress: how its tables stand, and what the teacher can do next.
 * @param {Wire.ShownDay} day
 * @param {Wire.ShownClock | null} clock
 * @param {import("./tables.js").Condition[]} marks
 * @param {(message: Wire.ClassSaid) => void} say
 */
export function roundHead(day, clock, marks, say) {
  const ready = !day.waiting.length || day.format === "ladder";
  const close = () => sure(t("End the tournament here?"), () => say({ kind: "close" }));
  const call = () => say({ kind: "call", rounds: day.rounds });
  return html`
    <section class="round">
      <div class="about">
        <h2>
          ${roundTitle(day)} ${day.unaided
            ? html`<span class="unaided">${sign("unlit")}${t("No hints, no values")}</span>`
            : nothing}
        </h2>
        ${day.round?.byes.length
          ? html`<p class="byes">${t("Without opponent: {names}", { names: listed(day.round.byes) })}</p>`
          : nothing}
        <p class="note">${minutesTold(day, clock)}</p>
        ${day.start ? startNote(() => say({ kind: "from", position: "" })) : nothing}
      </div>
      <div class="row">
        <span class="dots" aria-hidden="true">${marks.map((mark) => html`<i class=${mark}></i>`)}</span>
        <button type="button" ?disabled=${day.waiting.length > 0} @click=${close}>${t("End the tournament")}</button>
        <button type="button" class="primary" ?disabled=${!ready} @click=${call}>${callLabel(day)}</button>
      </div>
    </section>
  `;
}

/**
 * The note that games begin at the position that the teacher has chosen.
 * @param {() => unknown} onreset
 */
export const startNote = (onreset) =>
  html`
    <p class="row">${t("The games of the next round begin at the position that you have chosen.")}
      <button type="button" @click=${onreset}>${t("From the start again")}</button></p>
  `;

/**
 * What the colours of the tables mean, each with its number of tables, and what the next round waits for.
 * @param {Wire.ShownDay} day
 * @param {import("./tables.js").Condition[]} marks
 */
export function legend(day, marks) {
  /** @type {[import("./tables.js").Condition, (count: number) => string][]} */
  const entries = [
    ["call", (count) => t("{count} is calling", "{count} are calling", { count })],
    ["dispute", (count) => t("{count} dispute", "{count} disputes", { count })],
    ["silent", (count) => t("{count} device not responding", "{count} devices not responding", { count })],
    ["stuck", (count) => t("{count} table stuck", "{count} tables stuck", { count })],
    ["over", (count) => t("{count} finished", "{count} finished", { count })],
    ["playing", (count) => t("{count} is playing", "{count} are playing", { count })],
  ];
  const count = (/** @type {import("./tables.js").Condition} */ mark) => marks.filter((each) => each === mark).length;
  const there = entries.filter(([mark]) => count(mark));
  return html`
    <p class="legend">
      ${there.map(([mark, said]) => html`<span><i class=${mark}></i>${said(count(mark))}</span>`)}
      ${day.on_screen ? nothing : html`<span>${sentence(firstTold(day))}</span>`}
      <span class="note">${day.waiting.length
        ? t("{count} table still playing.", "{count} tables still playing.", { count: day.waiting.length })
        : ""}</span>
    </p>
  `;
}

/** @param {Wire.ShownDay} day */
function roundTitle({ round, rounds, expected, format_title: title }) {
  return round ? t("Round {round} of {count}", { round: rounds, count: Math.max(expected, rounds) }) : title;
}

/**
 * What the first of the two pupils at a board of paper does, and the second.
 * @param {Wire.ShownDay} day
 */
export const firstTold = ({ laid_out: laidOut }) =>
  laidOut ? t("the first one lays out the seeds, the other chooses who starts") : t("the first one starts");

/** @param {Wire.ShownDay} day */
function callLabel({ rounds, format }) {
  if (rounds === 0) return t("Start round 1");
  return format === "ladder" ? t("Call the free pupils") : t("Start round {round}", { round: rounds + 1 });
}

/**
 * Say how long the round took, and how long those to come may take.
 * @param {Wire.ShownDay} day
 * @param {Wire.ShownClock | null} clock
 */
function minutesTold(day, clock) {
  const took = clock?.rounds.find(({ round }) => round === day.rounds)?.actual ?? null;
  const left = Math.ceil(clock?.left ?? 0);
  return [
    `${day.format_title} · ${day.game_title}`,
    took === null
      ? ""
      : t("this round took {count} minute", "this round took {count} minutes", { count: Math.round(took) }),
    left > 0 ? t("about {count} minute left", "about {count} minutes left", { count: left }) : "",
  ].filter(Boolean).join(" · ");
}

/** @param {Wire.TeacherState} state */
export function standingsTable({ day, standings }) {
  if (!day?.rounds) return html`<p class="note">${t("Nothing has been played yet.")}</p>`;
  const head = [t("place"), t("name"), t("points"), t("won"), t("games"), t("reason")];
  return html`
    <table>
      <thead>
        <tr>${head.map((each) => html`<th scope="col">${each}</th>`)}</tr>
      </thead>
      <tbody>
        ${standings.map((place) =>
          html`
            <tr>
              <td>${place.rank}</td>
              <th scope="row">${place.name}</th>
              <td>${place.points}</td>
              <td>${place.wins}</td>
              <td>${place.games}</td>
              <td>${place.reason}</td>
            </tr>
          `
        )}
      </tbody>
    </table>
  `;
}
