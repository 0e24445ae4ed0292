// The child's first page: the next step, a scene for each game with the beads of its path, doors to everything else.
// On a device where nobody has played yet it asks first who is there.

import { askCode, askPuzzles } from "./api.js";
import { beads, disc, drawing, littleBoard } from "./art.js";
import { child, children, isIdle } from "./children.js";
import { showError } from "./dom.js";
import { families } from "./families.js";
import { sign } from "./icons.js";
import { html, nothing, render } from "./lit.js";
import { askWhenIdle, openMenu, whoScreen } from "./menu.js";
import { followLink, go, languages } from "./page.js";
import { chapters, comesNext, nextOn, starsOf, stonesOf } from "./path.js";
import { fileAt, isServed } from "./address.js";
import { isStill, onSetting, settings } from "./settings.js";
import { soundSwitch } from "./sound.js";
import { hearing, textsOf } from "./voice.js";
import { openStart } from "./start.js";
import { arrow, goOnButton, headLook } from "./step.js";
import { t } from "./words.js";

/**
 * @param {HTMLElement} root
 * @param {AbortSignal} left
 */
export function homeScreen(root, left) {
  document.title = "Lalao";
  if (!children().length) return import("./first.js").then(({ firstScreen }) => firstScreen(root));
  if (isIdle()) return whoScreen(root);
  /** @type {Map<string, Element>} the boards of games that have no picture, once their scripts are there */
  const boards = new Map();
  /** @type {{ all: Wire.ShownTrail[], daily: Wire.ShownDaily | null }} */
  const state = { all: [], daily: null };
  const draw = () => !left.aborted && render(page(state, boards), root);
  onSetting(draw, left);
  askWhenIdle(left);
  draw();
  for (const { name, title, scene } of families) {
    if (scene) continue;
    import("./quiet.js").then(({ quietBoard }) => (boards.set(name, quietBoard(name, title, left)), draw()), showError);
  }
  chapters().then((all) => (state.all = all, draw()), showError);
  askPuzzles().then(({ daily }) => (state.daily = daily, draw()), showError);
  return undefined;
}

/**
 * @param {{ all: Wire.ShownTrail[], daily: Wire.ShownDaily | null }} state
 * @param {Map<string, Element>} boards
 */
function page({ all, daily }, boards) {
  const { name = "", face = "" } = child() ?? {};
  const asked = name ? t("What will you play, {name}?", { name }) : t("What will you play?");
  return html`<div class="home">
    <header class="topline">
      <button type="button" class="myface" aria-label="${[name, t("Who plays?")].filter(Boolean).join(": ")}"
        @click=${() => go("/who")}>${disc(face)}</button>
      <h1 class="asked">${asked}</h1><b class="named" aria-hidden="true">${name}</b>
      ${languages()}${hearing(() => [asked, ...textsOf(".goon b, .goon span > span")].join(" "))}${soundSwitch("plain")}
      <button type="button" class="plain" aria-label="${t("Menu")}" @click=${() => openMenu()}>${sign("menu")}</button>
    </header>
    ${goOn(all)}
    <div class="scenes">${families.map((family) => scene(family, all, boards))}</div>
    <nav class="doors" aria-label="${t("More to do")}">${doors(daily)}</nav>
  </div>`;
}

/**
 * The next step: the game that was left, else the next stone; at the end of all paths, nothing.
 * @param {Wire.ShownTrail[]} all
 */
function goOn(all) {
  if (settings.latest) return backTo(settings.latest);
  const step = comesNext(all);
  if (!step) return html`<div class="goon idle"></div>`;
  return goOnButton(step, html`<span class="beside">${beads(doneIn(step.chapter))}${littleBoard(step.chapter)}</span>`);
}

/** @type {(chapter: Wire.ShownTrail) => boolean[]} which stones of a chapter are done */
const doneIn = (chapter) => chapter.stones.map((stone) => starsOf(stone, chapter) !== undefined);

/** @param {Page.Latest} latest */
function backTo({ code, title, other, face, mine }) {
  const [short] = title.split(",");
  const who = other ? t("against {name}", { name: other }) : "";
  const turn = mine ? t("It is your turn.") : "";
  const said = [title, who].filter(Boolean).join(", ");
  const label = [t("Continue: {title}", { title: said }), turn].filter(Boolean).join(". ");
  return html`<a class="goon" data-slot="continue" href="/m/${code}" aria-label="${label}" @click=${followLink}>
    ${disc(face ?? "")}<span class="told"><b class="${headLook(t("Continue"))}">${t("Continue")}</b>
    <span>${[short, who].filter(Boolean).join(", ")}</span></span><span class="go">${arrow}</span></a>`;
}

/**
 * A game: its picture, its name, the beads of the chapter and the board that comes next; a game without a path opens
 * the ways to play.
 * @param {Wire.ShownFamily} family
 * @param {Wire.ShownTrail[]} all
 * @param {Map<string, Element>} boards
 */
function scene(family, all, boards) {
  const { name, title, motto, blurb, colour, scene: picture } = family;
  const path = stonesOf(all, name), { chapter } = nextOn(all, name) ?? path.at(-1) ?? {};
  const count = path.filter((each) => starsOf(each.stone, each.chapter) !== undefined).length;
  const told = t("Stones done: {done} of {all}", { done: count, all: path.length });
  const seen = picture
    ? html`<img alt="" draggable="false" src="${fileAt(picture)}${isStill() ? "#still" : ""}">`
    : boards.get(name);
  const inside = html`
    <span class="seen">${seen}</span>
    <span class="title"><b>${title}</b><small>${motto || blurb}</small>
        ${chapter ? html`<span class="way">${beads(doneIn(chapter))}${littleBoard(chapter)}</span>` : nothing}
        </span>
  `;
  const style = `--scene: ${colour}`;
  return all.length && !path.length
    ? html`
      <button type="button" class="scene" .style=${style} aria-label="${title}: ${t("options")}"
        @click=${() => openStart(name)}>${inside}</button>
    `
    : html`
      <a class="scene" .style=${style} href="/path/${name}" aria-label="${title}: ${told}"
        @click=${followLink}>${inside}</a>
    `;
}

/** @param {Wire.ShownDaily | null} daily */
function doors(daily) {
  const to = daily ? `/puzzles/${daily.family}/${daily.id}` : "/puzzles";
  return html`
    <a class="gate" href="${to}" @click=${followLink}><i class="sun">${drawing("star")}</i>
      <span><b>${t("Puzzle of the day")}</b><small>${t("One good move: find it")}</small></span></a>
    ${isServed ? joining() : withTeacher()}
    <a class="gate wide-only" href="/look" @click=${followLink}><i class="cool">${sign("look")}</i>
      <span><b>${t("Analyse")}</b><small>${t("Value of each move")}</small></span></a>
  `;
}

const joining = () =>
  html`<form class="gate" @submit=${join}><i>${sign("class")}</i>
      <label for="code"><b>${t("My class")}</b><small>${t("Letters of a class or a game")}</small></label>
      <input id="code" placeholder=" " maxlength="11" size="4" autocomplete="off" autocapitalize="characters"
        spellcheck="false"
        aria-label="${t("A code?")}"><button type="submit" class="go" aria-label="${
    t("Join")
  }">${arrow}</button></form>`;

const withTeacher = () =>
  html`<a class="gate" href="/class" @click=${followLink}><i>${sign("class")}</i>
      <span><b>${t("My class")}</b><small>${t("For teachers")}</small></span></a>`;

/**
 * Go to the match or the class of the letters that were typed.
 * @param {SubmitEvent & { currentTarget: HTMLFormElement }} event
 */
async function join(event) {
  event.preventDefault();
  const code = /** @type {HTMLInputElement} */ (event.currentTarget.querySelector("input"));
  const wanted = code.value.replace(/[^a-z0-9]/gi, "").toUpperCase();
  if (!wanted) return code.focus();
  try {
    const found = await askCode(wanted);
    go(found.kind === "class" ? `/c/${found.code}` : `/m/${found.code}`);
  } catch (error) {
    showError(error);
  }
}
