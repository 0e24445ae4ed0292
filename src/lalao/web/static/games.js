// The games that were played on this device: each can be reviewed, and what was missed in them is added up.

import { button, h, reason, show, toast } from "./dom.js";
import { header, link } from "./page.js";
import { practice } from "./practice.js";
import { look } from "./review.js";
import { t } from "./words.js";

/** @param {Element} root */
export function gamesScreen(root) {
  header({ title: t("Your games") });
  draw(root);
}

/** @param {Element} root */
function draw(root) {
  const games = [...practice().games].reverse(), left = games.filter(({ missed }) => missed === null);
  show(
    root,
    h(
      "div",
      { class: "learn" },
      games.length
        ? h("ul", { class: "kept" }, games.map(row))
        : h("p", {}, t("No game was finished on this device yet.")),
      h(
        "div",
        { class: "row" },
        left.length > 0 &&
          lookAtAll(root, left),
        link("/puzzles", "button", t("Puzzles")),
      ),
    ),
  );
}

/** @param {Page.Kept} game */
function row({ code, side, title, missed }) {
  const told = missed === null
    ? ""
    : !missed.length
    ? t("Nothing was missed.")
    : t("{count} theme missed", "{count} themes missed", { count: missed.length });
  return h(
    "li",
    {},
    link(`/review/${[code, side].filter(Boolean).join("/")}`, "button", title),
    " ",
    h("span", { class: "note" }, told),
  );
}

/**
 * The button that reviews one game after the other; a game that the server no longer has stays as it is.
 * @param {Element} root
 * @param {Page.Kept[]} games
 */
function lookAtAll(root, games) {
  const pressed = button(t("See them all"), "primary", async () => {
    pressed.disabled = true;
    for (const { code, side } of games) {
      try {
        await look(code, side);
      } catch (error) {
        toast(reason(error));
      }
      if (!pressed.isConnected) return;
    }
    draw(root);
  });
  return pressed;
}
