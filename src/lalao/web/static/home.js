// The first page: four boards that play themselves quietly; a tap opens the ways to play.

import { askCode, askDemo } from "./api.js";
import { Board } from "./board.js";
import { creature } from "./creatures.js";
import { button, h, reason, show, toast } from "./dom.js";
import { families } from "./families.js";
import { Hand } from "./hand.js";
import { go, header, link } from "./page.js";
import { isStill, settings } from "./settings.js";
import { openStart, startMatch } from "./start.js";
import { t } from "./words.js";

/** @param {Element} root */
export function homeScreen(root) {
  header({ home: true });
  /** @type {(() => void)[]} */
  const quiet = [];
  const cards = families.map(({ name: family, title: name, blurb: about }) => {
    const board = new Board({ small: true, label: name });
    quiet.push(playQuietly(board, family));
    return h(
      "article",
      { class: "card" },
      button(board.frame, "card-board", () => openStart(family), {
        "aria-label": `${name}: ${t("choose how to play")}`,
      }),
      h("h2", {}, name),
      h("p", {}, about),
      button(t("Play alone"), "primary", () => startMatch(family, "alone")),
      button(
        t("Play with two"),
        "",
        () => openStart(family, settings.last[family]?.mode === "apart" ? "apart" : "here"),
      ),
    );
  });
  const code = h("input", {
    id: "code",
    maxlength: 7,
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
  });
  /** @param {Event} event */
  const join = async (event) => {
    event.preventDefault();
    const wanted = code.value.replace(/[^a-z0-9]/gi, "").toUpperCase();
    if (!wanted) return;
    try {
      const found = await askCode(wanted);
      go(found.kind === "class" ? `/c/${found.code}` : `/m/${found.code}`);
    } catch (error) {
      toast(reason(error));
    }
  };
  show(
    root,
    h(
      "div",
      { class: "home" },
      h("h1", {}, t("What will you play?")),
      h("p", { class: "lead" }, t("Four games of Madagascar and La Réunion.")),
      settings.latest &&
        link(`/m/${settings.latest.code}`, "button wide goon", t("Go on: {title}", { title: settings.latest.title })),
      h("div", { class: "cards" }, cards),
      link("/learn", "button wide door-learn", creature("Sokatra"), t("Learn step by step")),
      h(
        "form",
        { class: "join", onsubmit: join },
        h("label", { for: "code" }, t("Somebody gave you four letters?")),
        code,
        h("button", { type: "submit" }, t("Join")),
      ),
      h(
        "p",
        { class: "foot" },
        link("/look", "", t("Analyse")),
        " · ",
        link("/learn", "", t("Learn")),
        " · ",
        link("/print", "", t("Print")),
        " · ",
        link("/class", "", t("Class")),
        " · ",
        h("a", { href: "/api" }, "HTTP"),
      ),
    ),
  );
  return () => quiet.forEach((stop) => stop());
}

/**
 * Let a board play itself, slowly, for ever.
 * @param {Board} board
 * @param {string} game
 */
function playQuietly(board, game) {
  let going = true;
  const hand = new Hand(board);
  /** @param {number} ms */
  const rest = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const play = async () => {
    const { picture, turns } = await askDemo(game);
    board.show(picture);
    while (going && !isStill()) {
      for (const { events } of turns) {
        await rest(2200);
        if (!going || isStill()) break;
        if (document.visibilityState === "visible" && board.svg.isConnected) await hand.play(events, 200);
      }
      await rest(4000);
      if (going) board.show(picture);
    }
  };
  play().catch(() => {});
  return () => {
    going = false;
    hand.stop();
  };
}
