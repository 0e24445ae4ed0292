// The one page: it finds the screen that the address names, and draws it anew when the language changes.

import { h, show } from "./dom.js";
import { homeScreen } from "./home.js";
import { lookScreen } from "./look.js";
import { matchScreen } from "./match.js";
import { go } from "./page.js";
import { rulesScreen } from "./rules.js";
import { patterns } from "./seeds.js";
import { onSetting, settings } from "./settings.js";
import { firstLanguage, speak } from "./words.js";

/** @type {[RegExp, (root: Element, ...found: string[]) => any][]} */
const screens = [
  [/^\/$/, homeScreen],
  [/^\/m\/(\w+)$/, (root, code) => matchScreen(root, code)],
  [/^\/look$/, lookScreen],
  [/^\/rules\/([\w-]+)$/, rulesScreen],
  [/^\/c\/(\w+)$/, later("./pupil.js", "pupilScreen")],
  [/^\/class$/, later("./teacher.js", "entranceScreen")],
  [/^\/class\/(\w+)$/, later("./teacher.js", "teacherScreen")],
  [/^\/wall\/(\w+)$/, later("./wall.js", "wallScreen")],
  [/^\/referee$/, later("./referee.js", "refereeScreen")],
  [/^\/print$/, later("./print.js", "printScreen")],
];

/** A screen whose scripts are fetched when it is first shown. */
function later(module, name) {
  return async (...shown) => (await import(module))[name](...shown);
}

let leave = () => {};

async function draw() {
  leave();
  leave = () => {};
  const main = document.getElementById("main");
  const wanted = screens.find(([path]) => path.test(location.pathname));
  if (!wanted) return go("/");
  const [path, screen] = wanted;
  const found = path.exec(location.pathname);
  const root = h("div", { class: "screen" });
  show(main, root);
  const left = await screen(root, ...found.slice(1));
  if (root.isConnected) leave = left ?? (() => {});
  else left?.();
}

document.body.append(patterns());
addEventListener("popstate", draw);
onSetting((changes) => {
  if ("language" in changes) draw();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && settings.projector && !document.querySelector("dialog")) {
    document.documentElement.classList.toggle("projector");
  }
});
await speak(firstLanguage());
