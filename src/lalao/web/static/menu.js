// The menu of the child's pages, and the page that asks who plays.

import { disc } from "./art.js";
import { child, children, chooseChild, isIdle, MOST_CHILDREN, removeChild } from "./children.js";
import { every } from "./dom.js";
import { sign } from "./icons.js";
import { html, nothing, render } from "./lit.js";
import { dialog, followLink, go, openSettings, sure } from "./page.js";
import { t } from "./words.js";

/** How often it is looked whether somebody is still there, in milliseconds. */
const LOOK_MS = 10_000;

/** Open the menu: all that is not for every day. */
export function openMenu() {
  const close = (/** @type {() => unknown} */ then) => () => (box.close(), then());
  /** @type {[Parameters<typeof sign>[0], string, () => unknown][]} */
  const entries = [
    ["pupils", t("Who plays?"), () => go("/who")],
    ["letters", t("My path"), () => go("/mine")],
    ["book", t("All lessons"), () => go("/learn")],
    ["bulb", t("Puzzles"), () => go("/puzzles")],
    ["look", t("Analyse"), () => go("/look")],
    ["last", t("Your games"), () => go("/review")],
    ["class", t("For teachers"), () => go("/class")],
    ["letters", t("Print"), () => go("/print")],
    ["menu", t("Settings"), openSettings],
  ];
  const shown = entries.map(([picture, word, then]) =>
    html`<button type="button" @click=${close(then)}>${sign(picture)}<span>${word}</span></button>`
  );
  const box = dialog(t("Menu"), "menu-box", html`<div class="entries">${shown}</div>`);
}

/**
 * Ask who plays once nobody has touched a screen for a while, where several do.
 * @param {AbortSignal} left
 */
export function askWhenIdle(left) {
  every(LOOK_MS, () => isIdle() && go("/who"), left);
}

/**
 * The page that asks who plays: one tap on a face, the last one first.
 * @param {HTMLElement} root
 */
export async function whoScreen(root) {
  document.title = `${t("Who plays?")} · Lalao`;
  if (!children().length) return (await import("./first.js")).firstScreen(root);
  const draw = () => render(who(draw, async () => (await import("./first.js")).firstScreen(root, true)), root);
  draw();
  return undefined;
}

/**
 * @param {() => unknown} draw
 * @param {() => unknown} add
 */
function who(draw, add) {
  const all = children().sort((one, other) => other.last - one.last);
  const choose = (/** @type {string} */ id) => () => (chooseChild(id), go("/"));
  const erase = (/** @type {Page.Pupil} */ { id, name }) => () =>
    sure(
      name ? t("Erase all that {name} has done here?", { name }) : t("Erase all that was done under this face?"),
      () => (removeChild(id), children().length ? draw() : go("/")),
    );
  return html`
    <div class="comers sky">
      <header class="topline"><a class="plain button" href="/" aria-label="${t("Back")}"
          @click=${followLink}>${sign("leave")}</a></header>
      <h1>${t("Who plays?")}</h1>
      <ul>${all.map((each) =>
        html`<li><button type="button" class="pick ${each.id === child()?.id ? "now" : ""}" @click=${choose(each.id)}>
          ${disc(each.face)}<b>${each.name}</b>${
          each.name ? nothing : html`<span class="unseen">${t("No name")}</span>`
        }
        </button><button type="button" class="forget" aria-label="${
          t("Erase {name}", { name: each.name || t("No name") })
        }"
          @click=${erase(each)}>${sign("cross")}</button></li>`
      )}
          ${all.length < MOST_CHILDREN
            ? html`<li><button type="button" class="pick more" @click=${add}>${sign("more")}<b>${
              t("Somebody else")
            }</b></button></li>`
            : nothing}
        </ul>
    </div>
  `;
}
