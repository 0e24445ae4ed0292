// The one page: shows the screen that the address names, and draws it anew when the language changes.

import { part, toast } from "./dom.js";
import { homeScreen } from "./home.js";
import { onceRefused } from "./kept.js";
import { nothing, render } from "./lit.js";
import { isTaken } from "./page.js";
import { addressOf, here, isServed } from "./address.js";
import { patterns } from "./seeds.js";
import { unstored } from "./serverless.js";
import { onSetting, settings } from "./settings.js";
import { hush } from "./voice.js";
import { firstLanguage, speak, t } from "./words.js";

/**
 * Screens for which devices share a server, where there is none.
 * @type {[RegExp, Page.Screen]}
 */
const withoutServer = [
  /^\/(?:c|class|wall)(?:\/|$)/,
  async (root) => (await import("./serverless.js")).sharedScreen(root),
];

/**
 * The screens; the scripts of all but the first are fetched when one is first shown.
 * @type {[RegExp, Page.Screen][]}
 */
const screens = [
  ...(isServed ? [] : [withoutServer]),
  [/^\/$/, homeScreen],
  [/^\/mine$/, async (root) => (await import("./mine.js")).mineScreen(root)],
  [/^\/who$/, async (root) => (await import("./menu.js")).whoScreen(root)],
  [/^\/path\/(\w+)$/, async (...to) => (await import("./journey.js")).journeyScreen(...to)],
  [/^\/m\/(\w+)$/, async (...to) => (await import("./match.js")).matchScreen(...to)],
  [/^\/look$/, async (...to) => (await import("./analysis.js")).lookScreen(...to)],
  [/^\/learn$/, async (root) => (await import("./learn.js")).learnScreen(root)],
  [/^\/learn\/([\w-]+)$/, async (...to) => (await import("./lesson.js")).lessonScreen(...to)],
  [/^\/foretell\/(\w+)$/, async (...to) => (await import("./foretell.js")).foretellScreen(...to)],
  [/^\/puzzles$/, async (root) => (await import("./puzzles.js")).puzzlesScreen(root)],
  [
    /^\/puzzles\/(\w+(?:\/[\w-]+(?:@[\w-]+)?)?)$/,
    async (...to) => (await import("./puzzle.js")).puzzleScreen(...to),
  ],
  [/^\/watch\/([\w-]+\/[^/]+\/[^/]+)$/, async (...to) => (await import("./watch.js")).watchScreen(...to)],
  [/^\/puzzle$/, async (...to) => (await import("./ownpuzzle.js")).ownPuzzleScreen(...to)],
  [/^\/moves\/([\w-]+)$/, async (...to) => (await import("./repertoire.js")).repertoireScreen(...to)],
  [/^\/review$/, async (...to) => (await import("./games.js")).gamesScreen(...to)],
  [/^\/review\/(\w+(?:\/\w)?)$/, async (...to) => (await import("./review.js")).reviewScreen(...to)],
  [/^\/rules\/([\w-]+(?:\/\w+)?)$/, async (root, _, found) => (await import("./rules.js")).rulesScreen(root, found)],
  [/^\/c\/(\w+)$/, async (...to) => (await import("./pupil.js")).pupilScreen(...to)],
  [/^\/class$/, async (root) => (await import("./entrance.js")).entranceScreen(root)],
  [/^\/class\/(\w+)$/, async (...to) => (await import("./teacher.js")).teacherScreen(...to)],
  [/^\/class\/(\w+)\/path$/, async (...to) => (await import("./classpath.js")).classPathScreen(...to)],
  [/^\/wall\/(\w+)$/, async (...to) => (await import("./wall.js")).wallScreen(...to)],
  [/^\/referee$/, async (...to) => (await import("./referee.js")).refereeScreen(...to)],
  [/^\/guide(?:\/(\w+))?$/, async (root, _, found) => (await import("./guide.js")).guideScreen(root, found)],
  [/^\/print$/, async (root) => (await import("./print.js")).printScreen(root)],
];

/** Screens that do not choose the first focus: it must not fall off the page. */
const KEPT_FOCUS = /^\/($|path\/|who$|mine$|m\/)/;

let left = new AbortController();

/** @returns {Promise<unknown>} */
async function draw() {
  left.abort();
  left = new AbortController();
  hush();
  const wanted = screens.find(([path]) => path.test(here()));
  if (!wanted) {
    history.replaceState(null, "", addressOf("/"));
    toast(t("There is no page at this address."));
    return draw();
  }
  const [path, screen] = wanted;
  const [, found = ""] = path.exec(here()) ?? [];
  const root = document.createElement("div");
  root.className = "screen";
  part("main").replaceChildren(root);
  render(nothing, part("top"));
  scrollTo(0, 0);
  await screen(root, left.signal, found);
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
