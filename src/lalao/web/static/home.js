// The first page: the game in progress, a scene for each game, doors to everything else. A tap on a scene opens the
// ways to play.

import { askCode, askDemo } from "./api.js";
import { Board } from "./board.js";
import { face } from "./creatures.js";
import { button, h, reason, show, toast } from "./dom.js";
import { families } from "./families.js";
import { Hand } from "./hand.js";
import { sign } from "./icons.js";
import { go, header, link } from "./page.js";
import { isStill, onSetting, settings } from "./settings.js";
import { openStart } from "./start.js";
import { t } from "./words.js";

/** @param {Element} root */
export function homeScreen(root) {
  header({ home: true });
  /** @type {(() => void)[]} */
  const leave = [];
  const scenes = families.map((family) => scene(family, leave));
  const { name } = settings;
  show(
    root,
    h(
      "div",
      { class: "home" },
      h(
        "div",
        { class: "greeting" },
        h("h1", {}, name ? t("What will you play, {name}?", { name }) : t("What will you play?")),
        goOn(),
      ),
      h("div", { class: "scenes", tabindex: -1 }, scenes),
      h("nav", { class: "doors", "aria-label": t("More than playing") }, ...doors()),
      h("p", { class: "foot" }, link("/print", "", t("Print")), " · ", h("a", { href: "/api" }, "HTTP")),
    ),
  );
  return () => leave.forEach((stop) => stop());
}

/**
 * A game: its picture, its name, what one does in it; all of it is one button.
 * @param {Wire.ShownFamily} family
 * @param {(() => void)[]} leave gets what is to be done when the page is left
 */
function scene({ name: family, title, motto, blurb, colour, scene: address }, leave) {
  const label = { "aria-label": `${title}: ${t("choose how to play")}` };
  const seen = address ? picture(address, leave) : board(family, title, leave);
  const card = h(
    "article",
    { class: "scene" },
    h("div", { class: "seen" }, seen),
    h("div", { class: "title" }, h("h2", {}, title), h("p", {}, motto || blurb)),
    button("", "tile", () => openStart(family), label),
  );
  card.style.setProperty("--scene", colour);
  return card;
}

/**
 * A picture that moves by itself, unless motion is not wanted on this device.
 * @param {string} address
 * @param {(() => void)[]} leave
 */
function picture(address, leave) {
  const seen = h("img", { alt: "", draggable: "false" });
  const draw = () => seen.setAttribute("src", `${address}${isStill() ? "#still" : ""}`);
  draw();
  leave.push(onSetting(draw));
  return seen;
}

/**
 * The board of a game that has no picture; it plays itself.
 * @param {string} family
 * @param {string} title
 * @param {(() => void)[]} leave
 */
function board(family, title, leave) {
  const shown = new Board({ small: true, label: title });
  leave.push(playQuietly(shown, family));
  return shown.frame;
}

/** The link back to the game that was left. */
function goOn() {
  const { latest } = settings;
  if (!latest) return null;
  const { code, title, other, face: seen, mine } = latest;
  const who = other ? t("against {name}", { name: other }) : "";
  const turn = mine ? t("It is your turn.") : "";
  const said = [title, who].filter(Boolean).join(", ");
  const label = [t("Go on: {title}", { title: said }), turn].filter(Boolean).join(". ");
  const shown = link(
    `/m/${code}`,
    "goon",
    seen ? face(seen) : null,
    h("span", { class: "told" }, h("div", {}, h("b", {}, t("Go on")), turn && h("em", {}, turn)), said),
    h("span", { class: "go" }, sign("see")),
  );
  shown.setAttribute("aria-label", label);
  return shown;
}

/** Links to the other pages. */
function doors() {
  return [
    door("/learn", "book", t("Learn"), t("Step by step, on the board")),
    door("/puzzles", "bulb", t("Puzzles"), t("One good move: find it")),
    join(),
    door("/look", "look", t("Analyse"), t("What each move is worth")),
    door("/class", "class", t("Class"), t("For teachers: tournaments")),
  ];
}

/**
 * @param {string} path
 * @param {Parameters<typeof sign>[0]} picture
 * @param {string} name
 * @param {string} told
 */
function door(path, picture, name, told) {
  return link(
    path,
    `gate gate-${picture}`,
    h("i", {}, sign(picture)),
    h("span", {}, h("b", {}, name), h("small", {}, told)),
  );
}

/** The form for the letters of a match or a class. */
function join() {
  const code = h("input", {
    id: "code",
    maxlength: 11,
    size: 7,
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
  });
  /** @param {Event} event */
  const enter = async (event) => {
    event.preventDefault();
    const wanted = code.value.replace(/[^a-z0-9]/gi, "").toUpperCase();
    if (!wanted) return code.focus();
    try {
      const found = await askCode(wanted);
      go(found.kind === "class" ? `/c/${found.code}` : `/m/${found.code}`);
    } catch (error) {
      toast(reason(error));
    }
  };
  return h(
    "form",
    { class: "gate letters", onsubmit: enter },
    h("i", {}, sign("letters")),
    h("label", { for: "code" }, h("b", {}, t("A code?")), h("small", {}, t("My class, or a friend's game"))),
    code,
    h("button", { type: "submit", class: "square", "aria-label": t("Join") }, sign("see")),
  );
}

/**
 * Have a board play a game by itself, slowly, again and again.
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
