// The one page: shows the screen that the address names, and draws it anew when the language changes.

import { part, toast } from "./dom.js";
import { homeScreen } from "./home.js";
import { onceRefused } from "./kept.js";
import { nothing, render } from "./lit.js";
import { go, isTaken } from "./page.js";
import { here, isServed } from "./place.js";
import { patterns } from "./seeds.js";
import { unstored } from "./serverless.js";
import { onSetting, settings } from "./settings.js";
import { hush } from "./voice.js";
import { firstLanguage, speak } from "./words.js";

/** @typedef {(() => void) | void} Left what leaves a screen */

/**
 * Screens for which devices share a server, where there is none.
 * @type {[RegExp, (root: HTMLElement) => Promise<void>]}
 */
const withoutServer = [
  /^\/(?:c|class|wall)(?:\/|$)/,
  async (root) => (await import("./serverless.js")).sharedScreen(root),
];

/**
 * The screens; the scripts of all but the first are fetched when one is first shown.
 * @type {[RegExp, (root: HTMLElement, found: string) => Left | Promise<Left>][]}
 */
const screens = [
  ...(isServed ? [] : [withoutServer]),
  [/^\/$/, homeScreen],
  [/^\/mine$/, async (root) => (await import("./mine.js")).mineScreen(root)],
  [/^\/who$/, async (root) => (await import("./menu.js")).whoScreen(root)],
  [/^\/path\/(\w+)$/, async (root, family) => (await import("./journey.js")).journeyScreen(root, family)],
  [/^\/m\/(\w+)$/, async (root, code) => (await import("./match.js")).matchScreen(root, code)],
  [/^\/look$/, async (root) => (await import("./look.js")).lookScreen(root)],
  [/^\/learn$/, async (root) => (await import("./learn.js")).learnScreen(root)],
  [/^\/learn\/([\w-]+)$/, async (root, id) => (await import("./lesson.js")).lessonScreen(root, id)],
  [/^\/foretell\/(\w+)$/, async (root, family) => (await import("./foretell.js")).foretellScreen(root, family)],
  [/^\/puzzles$/, async (root) => (await import("./puzzles.js")).puzzlesScreen(root)],
  [
    /^\/puzzles\/(\w+(?:\/[\w-]+(?:@[\w-]+)?)?)$/,
    async (root, asked) => (await import("./puzzle.js")).puzzleScreen(root, asked),
  ],
  [/^\/watch\/([\w-]+\/[^/]+\/[^/]+)$/, async (root, game) => (await import("./watch.js")).watchScreen(root, game)],
  [/^\/puzzle$/, async (root) => (await import("./ownpuzzle.js")).ownPuzzleScreen(root)],
  [/^\/moves\/([\w-]+)$/, async (root, id) => (await import("./repertoire.js")).repertoireScreen(root, id)],
  [/^\/review$/, async (root) => (await import("./games.js")).gamesScreen(root)],
  [/^\/review\/(\w+(?:\/\w)?)$/, async (root, game) => (await import("./review.js")).reviewScreen(root, game)],
  [/^\/rules\/([\w-]+(?:\/\w+)?)$/, async (root, game) => (await import("./rules.js")).rulesScreen(root, game)],
  [/^\/c\/(\w+)$/, async (root, code) => (await import("./pupil.js")).pupilScreen(root, code)],
  [/^\/class$/, async (root) => (await import("./entrance.js")).entranceScreen(root)],
  [/^\/class\/(\w+)$/, async (root, code) => (await import("./teacher.js")).teacherScreen(root, code)],
  [/^\/class\/(\w+)\/path$/, async (root, code) => (await import("./classpath.js")).classPathScreen(root, code)],
  [/^\/wall\/(\w+)$/, async (root, code) => (await import("./wall.js")).wallScreen(root, code)],
  [/^\/referee$/, async (root) => (await import("./referee.js")).refereeScreen(root)],
  [/^\/guide(?:\/(\w+))?$/, async (root, part) => (await import("./guide.js")).guideScreen(root, part)],
  [/^\/print$/, async (root) => (await import("./print.js")).printScreen(root)],
];

/** Screens that do not choose what has the focus first: it must not fall off the page. */
const KEPT_FOCUS = /^\/($|path\/|who$|mine$|m\/)/;

/** @type {() => void} */
let leave = () => {};

async function draw() {
  leave();
  hush();
  leave = () => {};
  const wanted = screens.find(([path]) => path.test(here()));
  if (!wanted) return go("/");
  const [path, screen] = wanted;
  const [, found = ""] = path.exec(here()) ?? [];
  const root = document.createElement("div");
  root.className = "screen";
  part("main").replaceChildren(root);
  render(nothing, part("top"));
  scrollTo(0, 0);
  const left = await screen(root, found);
  if (root.isConnected) leave = left ?? (() => {});
  else left?.();
}

/** @param {string} language whose button, if it was pressed, has the focus in the new screen too */
async function drawAgain(language) {
  const held = part("main").contains(document.activeElement);
  await draw();
  if (held && document.activeElement === document.body) {
    const again = part("main").querySelector(`button[lang="${language}"]`) ?? part("main");
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }
}

document.body.append(patterns());
addEventListener("popstate", async (event) => {
  if (isTaken(event)) return;
  await draw();
  const lost = document.activeElement === document.body && KEPT_FOCUS.test(here());
  if (lost) part("main").focus({ preventScroll: true });
});
onSetting((changes) => {
  if ("language" in changes) drawAgain(settings.language);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && settings.projector && !document.querySelector("dialog")) {
    document.documentElement.classList.toggle("projector");
  }
});
onceRefused((why) => toast(unstored(why)));
await speak(firstLanguage());
