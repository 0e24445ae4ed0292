// The path of a family through its landscape: its stones are lessons, rounds of puzzles or creatures. On upright and on
// low screens a chapter is a screen; on wide ones all of them are.

import { disc, littleBoard } from "./art.js";
import { changeChild, child } from "./children.js";
import { clock } from "./clock.js";
import { onLeft, showError } from "./dom.js";
import { familyOf } from "./families.js";
import { sign } from "./icons.js";
import { html, nothing, render } from "./lit.js";
import { askWhenIdle, openMenu } from "./menu.js";
import { followLink, go } from "./page.js";
import { chapters, isWalked, nextOn, starsOf } from "./path.js";
import { openCard } from "./rules.js";
import { isStill } from "./settings.js";
import { soundSwitch } from "./sound.js";
import { hearing, textsOf } from "./voice.js";
import { openStart } from "./start.js";
import { follow, goOnButton } from "./step.js";
import { allChapters, drawTrail, gate, inside, oneChapter, pin } from "./trail.js";
import { t } from "./words.js";

/** A swipe is at least so many pixels wide. */
const SWIPE = 60;
const HOP_MS = 1400;
/** How long the pin hops to the next stone, and how many pixels it leaps. */
const LEAP_MS = 700, LEAP = 46;

/**
 * @typedef {{
 *   family: string,
 *   all: Wire.ShownTrail[],
 *   at: number,
 *   tapped: string,
 *   focused: string,
 *   size: { width: number, height: number },
 * }} Walk the chapters of the family, which one is looked at, the later stone that was tapped once, the stone that the
 *   keys are on
 * @typedef {import("./step.js").Step & { number: number, stars: number | undefined, isNext: boolean }} Placed
 */

/** @type {Page.AskingScreen} */
export async function journeyScreen(root, left, family) {
  try {
    const all = await chapters();
    const own = all.filter((each) => each.family === family);
    if (!own.length) return void go("/");
    const next = nextOn(all, family);
    /** @type {Walk} */
    const state = {
      family,
      all: own,
      at: Math.max(0, own.indexOf(next?.chapter ?? own[0])),
      tapped: "",
      focused: "",
      size: { width: 0, height: 0 },
    };
    if (child()?.at !== family) changeChild({ at: family });
    document.title = `${familyOf(family).title} · Lalao`;
    begin(root, state, left);
    askWhenIdle(left);
  } catch (error) {
    showError(error);
    go("/");
  }
}

/**
 * @param {HTMLElement} root
 * @param {Walk} state
 * @param {AbortSignal} left
 */
function begin(root, state, left) {
  let hopping = 0, from = 0;
  const draw = () => render(page(state, set), root);
  /** @param {Partial<Walk>} changes */
  const set = (changes) => {
    Object.assign(state, changes);
    clearTimeout(hopping);
    if (state.tapped) hopping = setTimeout(() => set({ tapped: "" }), 4 * HOP_MS);
    draw();
  };
  const watch = new ResizeObserver(() => set({ size: { width: root.clientWidth, height: root.clientHeight } }));
  watch.observe(root);
  onLeft(left, () => (watch.disconnect(), clearTimeout(hopping)));
  root.addEventListener("pointerdown", ({ clientX }) => from = clientX, { signal: left });
  root.addEventListener("pointerup", ({ clientX }) => {
    const way = Math.abs(clientX - from) < SWIPE ? 0 : clientX < from ? 1 : -1;
    if (way && isSmall(state) && state.all[state.at + way]) set({ at: state.at + way, tapped: "" });
  }, { signal: left });
  set({ size: { width: root.clientWidth, height: root.clientHeight } });
  hop(root, state.family, nextOn(state.all, state.family)?.stone.id ?? "");
}

/**
 * Let the pin hop to the next stone from the one where it stood when this path was last seen.
 * @param {HTMLElement} root
 * @param {string} family
 * @param {string} next
 */
function hop(root, family, next) {
  const { pins = {} } = child() ?? {}, before = pins[family] ?? next;
  if (pins[family] !== next) changeChild({ pins: { ...pins, [family]: next } });
  const at = (/** @type {string} */ id) =>
    root.querySelector(`.milestone[data-stone="${id}"]`)?.getBoundingClientRect();
  const from = at(before), to = at(next);
  if (before === next || isStill() || !from || !to) return;
  const x = from.x + from.width / 2 - to.x - to.width / 2, y = from.y + from.height / 2 - to.y - to.height / 2;
  const steps = [{ translate: `${x}px ${y}px` }, { translate: `${x / 2}px ${Math.min(0, y) - LEAP}px` }, {
    translate: "0",
  }];
  root.querySelector(".pin")?.animate(steps, { duration: clock.lasts(LEAP_MS), easing: "ease-in-out" });
}

/** @param {Walk} state */
const isSmall = ({ size: { width, height } }) => height < 480 || width < 1.15 * height;

/**
 * @param {Walk} state
 * @param {(changes: Partial<Walk>) => void} set
 */
function page(state, set) {
  const { family, all, at, size } = state, here = all[at], { title } = familyOf(family);
  const step = nextOn(all, family), small = isSmall(state);
  const free = () => openStart(family);
  const foot = html`<footer class="walk-foot">
    ${
    small
      ? nothing
      : html`<button type="button" class="card me-card" @click=${() => go("/who")}>${disc(child()?.face ?? "")}
      <b>${child()?.name || t("Who plays?")}</b></button>`
  }
    ${
    step
      ? goOnButton(step, "", step.chapter.board)
      : html`<p class="goon over"><b>${t("You have walked the whole path!")}</b></p>`
  }
    <button type="button" class="card play-free" @click=${free}>${littleBoard(here)}<span>${t("Play")}</span></button>
    ${
    small ? nothing : html`<button type="button" class="card" @click=${() => openCard(here.game)}>${sign("book")}
      <span>${t("Rules")}</span></button>`
  }</footer>`;
  return html`<div class="walk ${small ? "small" : "whole"}" data-family="${family}">
    <header class="topline"><a class="plain button" href="/" aria-label="${
    t("Back to the games")
  }" @click=${followLink}>${sign("leave")}</a>
      <h1>${title}</h1>${small ? nothing : aside(state, set)}${
    hearing(() => textsOf(".far").join("") || [title, ...textsOf(".goon b, .goon span > span")].join(" "))
  }${soundSwitch("plain")}
      <button type="button" class="plain" aria-label="${t("Menu")}" @click=${openMenu}>${sign("menu")}</button></header>
    ${small ? chips(state, set) : nothing}
    ${size.width ? ground(state, set, small) : nothing}${foot}</div>`;
}

/**
 * The button that leads to the chapter beside the path, and back.
 * @param {Walk} state
 * @param {(changes: Partial<Walk>) => void} set
 */
function aside({ all, at }, set) {
  const beside = all.findIndex((each) => each.aside);
  if (beside < 0) return nothing;
  const isOff = at === beside;
  return html`
    <button type="button" class="plain beside" aria-pressed="${String(isOff)}"
      @click=${() => set({ at: isOff ? 0 : beside, tapped: "" })}>${isOff ? t("The path") : t("Other rules")}</button>
  `;
}

/**
 * The boards of the chapters, as tabs.
 * @param {Walk} state
 * @param {(changes: Partial<Walk>) => void} set
 */
function chips({ all, at, family }, set) {
  const next = nextOn(all, family)?.chapter, reached = next ? all.indexOf(next) : all.length;
  return html`<div class="chips" role="group" aria-label="${t("Chapters")}">${
    all.map((chapter, i) => {
      const walked = isWalked(chapter);
      const label = [chapter.aside ? t("Other rules") : chapter.board, walked && t("done")].filter(Boolean).join(", ");
      return html`
        <button type="button" class="${i === at ? "now" : i > reached && !walked ? "later" : ""}"
          aria-pressed="${String(i === at)}" aria-label="${label}" @click=${() => set({ at: i, tapped: "" })}>
              ${chapter.aside ? sign("others") : littleBoard(chapter)}${walked
                ? html`<i class="ticked">${sign("done")}</i>`
                : nothing}</button>
      `;
    })
  }</div>`;
}

/**
 * The ground with the path and its stones.
 * @param {Walk} state
 * @param {(changes: Partial<Walk>) => void} set
 * @param {boolean} small
 */
function ground(state, set, small) {
  const { all, at, family, size: { width, height } } = state;
  const shown = small || all[at].aside ? [all[at]] : all.filter((each) => !each.aside);
  const next = nextOn(all, family);
  const low = height < 480;
  const room = small
    ? { width, height, top: low ? 58 : width < 600 ? (height < 620 ? 176 : 200) : 260, foot: low ? 74 : 114 }
    : { width, height, top: 0.3 * height, foot: 100 };
  const counts = shown.map(({ stones }) => stones.length);
  const { points, spots, gates, size } = small || shown.length < 2
    ? oneChapter(counts[0], room)
    : allChapters(counts, room);
  const placed = shown.flatMap((chapter) =>
    chapter.stones.map((stone, i) => /** @type {Placed} */ ({
      chapter,
      stone,
      number: i + 1,
      stars: starsOf(stone, chapter),
      isNext: stone.id === next?.stone.id,
    }))
  );
  const pinAt = placed.findIndex(({ stone, isNext }) => state.tapped ? stone.id === state.tapped : isNext);
  const focus = placed.find(({ stone }) => stone.id === state.focused) ?? placed.find(({ isNext }) => isNext) ??
    placed[0];
  const beyond = shown.map((chapter) => all[all.indexOf(chapter) + 1]);
  return html`
    <svg class="trail" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"
      aria-hidden="true">
          ${drawTrail(family, points, size)}
          ${gates.map((spot, i) =>
            gate(beyond[i] && !beyond[i].aside ? beyond[i] : undefined, spot, isWalked(shown[i]))
          )}</svg>
        <ol class="stones" @keydown=${walkKeys}>${placed.map((each, i) =>
          stone(each, spots[i], each === focus, state, set)
        )}</ol>
        ${pinAt >= 0 ? pin(spots[pinAt], placed[pinAt].isNext, spots.filter((_, i) => i !== pinAt)) : nothing}
        <p class="far" role="status">${state.tapped ? t("That is further on. Shall we go?") : ""}</p>
  `;
}

/**
 * A stone: a lesson, a round of puzzles or a creature; done, next or later.
 * @param {Placed} placed
 * @param {import("./trail.js").Spot} spot
 * @param {boolean} focused
 * @param {Walk} state
 * @param {(changes: Partial<Walk>) => void} set
 */
function stone({ chapter, stone: here, number, stars, isNext }, { x, y, r }, focused, state, set) {
  const { id, kind } = here, done = stars !== undefined;
  const look = isNext ? "next" : done ? "done" : "later";
  const wide = Math.max(44, 1.72 * r), big = r * (isNext ? 3.3 : 2.96);
  const walk = () =>
    done || isNext || state.tapped === id ? follow({ chapter, stone: here }) : set({ tapped: id, focused: id });
  return html`<li><button type="button" class="milestone ${look} ${kind}" data-stone="${id}" tabindex="${
    focused ? 0 : -1
  }"
    aria-label="${saidOf({ chapter, stone: here, number, stars, isNext })}" aria-current="${isNext ? "step" : nothing}"
    .style=${`left: ${x - wide / 2}px; top: ${y - wide / 2}px; width: ${wide}px; height: ${wide}px`} @click=${walk}
    @focus=${() => state.focused !== id && set({ focused: id })}>
    <svg viewBox="-40 -40 80 80" .style=${`width: ${big}px; height: ${big}px`} aria-hidden="true">${
    inside(here, look, stars)
  }</svg>
  </button></li>`;
}

/** @param {Placed} placed */
function saidOf({ chapter, stone: { kind, title, count }, number, stars, isNext }) {
  const what = {
    lesson: t("Lesson: {title}", { title }),
    puzzles: t("Puzzles: {title}", { title }),
    creature: t("Beat {name}!", { name: title }),
  }[kind];
  const place = t("stone {number} of {count}", { number, count: chapter.stones.length });
  const won = kind === "puzzles" && stars !== undefined && t("{count} of {all} stars", { count: stars, all: count });
  const how = stars !== undefined ? t("done") : isNext ? t("next") : t("later");
  return [what, place, how, won].filter(Boolean).join(", ");
}

/**
 * Walk the path by keys.
 * @param {KeyboardEvent & { currentTarget: HTMLElement }} event
 */
function walkKeys(event) {
  const stones = [...event.currentTarget.querySelectorAll("button")];
  const at = stones.findIndex((each) => each === document.activeElement);
  /** @type {Record<string, number>} */
  const to = {
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    Home: 0,
    End: stones.length - 1,
  };
  if (!(event.key in to)) return;
  event.preventDefault();
  stones[Math.max(0, Math.min(to[event.key], stones.length - 1))].focus();
}
