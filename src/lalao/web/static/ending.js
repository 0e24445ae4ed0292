// The ends of lessons, rounds and matches: the result, the landscape it belongs to, and the next step.

import { askGame } from "./api.js";
import { disc, drawing, faceIn, shape } from "./art.js";
import { clock } from "./clock.js";
import { CREATURES } from "./creatures.js";
import { child } from "./children.js";
import { element } from "./dom.js";
import { familyOf } from "./families.js";
import { endOf } from "./ongoing.js";
import { sign } from "./icons.js";
import { html, nothing, render, svg } from "./lit.js";
import { focusIn, go } from "./page.js";
import { chapters, comesNext, isWalked, nextOn, starsOf, stonesOf } from "./path.js";
import { here } from "./address.js";
import { isStill } from "./settings.js";
import { sound } from "./sound.js";
import { arrow, goOnButton } from "./step.js";
import { hearing, textsOf } from "./voice.js";
import { sender } from "./wayback.js";
import { t } from "./words.js";

/** @typedef {import("./step.js").Step} Step */

/** Petals and seeds that fall at a win. */
const PETALS = 28;
/** Milliseconds of the count of each side's pieces or seeds, and of the board's step back where there is room. */
const COUNTED_MS = 1600, STEP_MS = 400;
const WIDE = "(min-width: 1000px) and (min-height: 620px)";
/** The height of the path that is then seen, in pixels. */
const STRIP = 170;
const COLOURS = ["#2f6b3c", "#b5432a", "#e8a12e", "#1b6a86", "#d26d9b"];

/** Praise for whoever plays. */
function praised() {
  const { name } = child() ?? {};
  return name ? t("Well done, {name}!", { name }) : t("Well done!");
}

/**
 * Show that a stone is done, in place of the board, and offer the next step.
 * @param {import("./stage.js").Stage} stage
 * @param {Step} step
 * @param {string} line the result
 * @param {number} count how many steps or puzzles there were
 * @param {number} stars how many of them were done, or solved at once
 */
export async function endOfStone(stage, step, line, count, stars) {
  const all = await chapters(), { family } = step.chapter;
  const root = stage.element.parentElement;
  if (!root) return;
  const next = comesNext(all, family), kind = step.stone.kind === "lesson" ? "bead" : "star";
  const friend = next?.stone.kind === "creature" ? next.stone.what : "Tana";
  render(
    html`<section class="walk done-scene ${isStill() ? "still" : ""}" data-family="${family}" aria-label="${
      familyOf(family).title
    }">
      <div class="plate"><h1>${stars ? praised() : t("You have tried them all.")}</h1><p role="status">${line}</p>${
      hearing(() => textsOf(".plate h1, .plate p").join(" "))
    }
        <svg class="string" viewBox="0 0 ${26 * count} 26" aria-hidden="true"><path d="M2 13H${
      26 * count - 2
    }" stroke="#cdbb95" stroke-width="2.4"/>
          ${
      Array.from({ length: count }, (_, i) =>
        shape(i < stars ? kind : kind === "star" ? "unlit" : "bead", 23, 13 + 26 * i, 13))
    }</svg></div>
      <svg class="falls" viewBox="-60 -110 120 160" aria-hidden="true">${shape("next", 110)}${
      kind === "bead" ? shape("pit", 118) : nothing
    }
        <path class="sparks" d="M-54 -8l-14 -6M54 -8l14 -6M0 -50v-14" stroke="#ffe28a" stroke-width="5"/>
        <g class="drop">${shape(kind, 46, 0, -2)}</g></svg>
      <span class="guest left">${drawing("Sokatra-cheers")}</span><span class="guest right">${
      drawing(`${friend}-cheers`)
    }</span>
      ${petals()}
      <footer class="walk-foot">${sender.path ? toClass() : waysOn(step.chapter, next)}</footer>
    </section>`,
    root,
  );
  focusIn(root, ".walk-foot button");
  sound("win");
}

/** The button that leads back to the class. */
const toClass = () =>
  html`<button type="button" class="goon" @click=${() => go(sender.path)}>${disc(child()?.face ?? "")}
    <span class="told"><b>${t("Back to the class")}</b></span><span class="go">${arrow}</span></button>`;

/**
 * The buttons that lead on from a stone: to the next one, to the path where a chapter is done, and once more.
 * @param {Wire.ShownTrail} chapter
 * @param {Step | undefined} next
 */
const waysOn = (chapter, next) => [
  next ? goOnButton(next) : nothing,
  isWalked(chapter) || !next
    ? html`<button type="button" class="card" @click=${() => go(`/path/${chapter.family}`)}>${
      disc(child()?.face ?? "")
    }<span>${t("The path")}</span></button>`
    : nothing,
  html`<button type="button" class="card" @click=${() => go(here())}>${sign("replay")}<span>${
    t("Once more")
  }</span></button>`,
];

/** Petals and seeds in the air, unless no motion is wanted. */
function petals() {
  if (isStill()) return nothing;
  const random = (/** @type {number} */ i) => ((i * 7919) % 101) / 101;
  return html`<svg class="petals" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">${
    Array.from({ length: PETALS }, (_, i) => {
      const x = 100 * random(i + 1), turn = 360 * random(i + 5);
      return svg`
        <g class="petal" .style=${`animation-delay: ${Math.round(500 * random(i + 3))}ms`}>
          <path transform="translate(${x} ${-8 -
            60 * random(i + 2)}) rotate(${turn})" d="M-1.6 0q1.6 -1.1 3.2 0q-1.6 1.1 -3.2 0z"
            fill="${COLOURS[i % COLOURS.length]}" />
        </g>
      `;
    })
  }</svg>`;
}

/**
 * Show a match that is over before the landscape of its family; returns the next step on the path.
 * @param {HTMLElement} stage
 * @param {Wire.State} state
 * @param {number[]} seats
 * @param {Page.View} view
 * @param {Promise<unknown>} kept resolved once the end is noted on the path
 */
export async function celebrate(stage, state, seats, { names = {} }, kept) {
  const all = await kept.then(chapters).catch(() => []);
  const { family } = await askGame(state.game), here = state.mode === "here";
  const other = Object.values(names).find(({ you }) => !you)?.face ?? "";
  showEnd(stage, family, here ? "win" : endOf(state, seats), here ? "" : other);
  if (!here) setTimeout(() => stepBack(stage, family, all), clock.lasts(COUNTED_MS));
  return comesNext(all);
}

/**
 * On a wide screen, let the board step back, so that the path is seen below it.
 * @param {HTMLElement} stage
 * @param {string} family
 * @param {Wire.ShownTrail[]} all
 */
async function stepBack(stage, family, all) {
  const behind = stage.querySelector(".behind"), frame = stage.querySelector(".board-frame");
  const steps = stonesOf(all, family);
  if (!behind || !frame || !steps.length || !matchMedia(WIDE).matches) return;
  const { strip } = await import("./trail.js");
  if (!behind.isConnected) return;
  const stars = steps.map(({ stone, chapter }) => starsOf(stone, chapter)), next = nextOn(all, family);
  const at = next ? steps.findIndex(({ stone }) => stone === next.stone) : -1, below = document.createElement("div");
  render(strip(family, steps, stars, at, stage.clientWidth, STRIP), below);
  behind.append(below);
  const from = frame.getBoundingClientRect();
  stage.classList.add("stepped");
  const to = frame.getBoundingClientRect();
  if (isStill()) return;
  const x = from.x + from.width / 2 - to.x - to.width / 2, y = from.y + from.height / 2 - to.y - to.height / 2;
  const begins = `translate(${x}px, ${y}px) scale(${from.width / to.width})`;
  frame.animate([{ transform: begins }, { transform: "none" }], { duration: clock.lasts(STEP_MS), easing: "ease-out" });
}

/**
 * Let the landscape of a family come up behind a match, with its creatures.
 * @param {HTMLElement} stage
 * @param {string} family
 * @param {"win" | "draw" | "loss"} end
 * @param {string} opponent the opponent's face
 */
function showEnd(stage, family, end, opponent) {
  const behind = document.createElement("div");
  behind.className = `behind ${end} ${isStill() ? "still" : ""}`;
  behind.dataset.family = family;
  behind.setAttribute("aria-hidden", "true");
  const pose = end === "loss" ? "sits" : "cheers";
  const met = CREATURES.includes(opponent) ? opponent : "Maki";
  const mine = child()?.face ?? "";
  render(
    html`
      <span class="guest left">${drawing(
        end === "win" ? `${met === "Soky" ? "Tana" : "Soky"}-cheers` : `Sokatra-${pose}`,
      )}</span>
      <span class="guest right">${drawing(`${met}-${pose}`)}</span>
      <svg class="medal"
        viewBox="-40 -40 80 80">${end === "win"
          ? shape("laurel", 92)
          : nothing}<svg x="-24" y="-24" width="48" height="48" viewBox="0 0 48 48">${faceIn(mine)}</svg></svg>
    `,
    behind,
  );
  clearEnd(stage);
  stage.prepend(behind);
  if (end === "win" && !isStill()) stage.append(element(html`${petals()}`));
}

/**
 * Take the landscape away again.
 * @param {HTMLElement} stage
 */
export function clearEnd(stage) {
  for (const each of stage.querySelectorAll(".behind, .petals")) each.remove();
  stage.classList.remove("stepped");
}
