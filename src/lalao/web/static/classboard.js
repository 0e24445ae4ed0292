// The board of the class: pupils propose moves on their devices, the teacher sees the counts and plays one.

import { askGame, askPosition, askTurn } from "./api.js";
import { creature } from "./creatures.js";
import { show, showError, within } from "./dom.js";
import { families } from "./families.js";
import { sign } from "./icons.js";
import { readLine } from "./line.js";
import { html, nothing, render } from "./lit.js";
import { panel } from "./page.js";
import { askedOf, atOneScreen, votedTold } from "./seats.js";
import { Shell } from "./shell.js";
import { Stage } from "./stage.js";
import { t } from "./words.js";

/** The board of the class, on a stage. */
class Shared {
  /** a key for the view: the position, the language */
  shown = "";
  /** @type {Wire.ShownPosition | null} */
  view = null;

  /**
   * @param {Stage} stage
   */
  constructor(stage) {
    this.stage = stage;
  }

  /**
   * Show the board of the class, anew only where something has changed.
   * @param {Wire.ShownTogether} together
   * @param {string} key the other dependencies of the view
   * @param {(view: Wire.ShownPosition) => Partial<Page.View>} more
   */
  async show(together, key, more) {
    const { game, title, sides, position } = together;
    const wanted = [game, position, title, key].join(" ");
    if (wanted === this.shown) return;
    this.shown = wanted;
    try {
      const view = await askPosition(game, position);
      if (wanted !== this.shown) return;
      this.view = view;
      const seated = sides.map(({ side }, seat) => [side, { name: atOneScreen(seat), face: seat ? "moon" : "sun" }]);
      const names = Object.fromEntries(seated);
      this.stage.show({ ...view, sides, title, names, may: !view.outcome, ...more(view) });
    } catch (error) {
      showError(error);
    }
  }
}

/** The panel in which the teacher puts a position on the wall, and plays the proposals of the class. */
export class Together {
  game = families[0].gentlest;
  position = "";
  open = false;
  /** @type {Wire.ShownTogether | null} */
  now = null;

  /**
   * `onstart` is called with a game and a position at which its games are to begin.
   * @param {AbortSignal} left
   * @param {Page.Say} say
   * @param {(game: string, position: string) => unknown} onstart
   * @param {(chosen: string) => unknown} options the games to choose from
   */
  constructor(left, say, onstart, options) {
    this.say = say;
    this.onstart = onstart;
    this.options = options;
    this.stage = new Stage({
      left,
      onmove: (move) => this.now && say({ kind: "play", position: this.now.position, move }),
    });
    this.shared = new Shared(this.stage);
  }

  /** @param {Wire.ShownTogether | null} together */
  show(together) {
    if (together && !this.now) this.open = true;
    this.now = together;
    if (together) this.shared.show(together, "", (view) => ({ saying: askedOf(together, view) }));
    else this.shared.shown = "";
  }

  element() {
    const inside = this.now
      ? html`<div class="together">${this.stage.element}<div class="votes">${this.#votes(this.now)}</div></div>`
      : this.#offer();
    return panel(
      t("Play as a class"),
      this.open,
      html`<div class="field">${inside}</div>`,
      (open) => (this.open = open),
    );
  }

  /** The positions that can be put on the wall. */
  #offer() {
    const pick = (/** @type {Page.From<HTMLSelectElement>} */ { currentTarget }) => (this.game = currentTarget.value);
    const type = (
      /** @type {Page.From<HTMLInputElement>} */ { currentTarget },
    ) => (this.position = currentTarget.value);
    return html`
      <label for="together-game">${t("Game")}</label>
      <select id="together-game" @change=${pick}>${this.options(this.game)}</select>
      <label for="together-position">
        ${t("A position, or the address of a page that shows it (or nothing)")}</label>
      <input id="together-position" autocomplete="off" maxlength="2000" .value=${this.position} @input=${type}>
      <div class="row">
        <button type="button" class="primary" @click=${() => this.#put()}>${t("On the wall")}</button>
        <button type="button" @click=${() => this.say({ kind: "question" })}>${t("Question of the day")}</button>
      </div>
    `;
  }

  async #put() {
    try {
      const { game, position } = await positionIn(this.position.trim(), this.game);
      this.say({ kind: "together", game, position });
    } catch (error) {
      showError(error);
    }
  }

  /**
   * How many propose each move, and the other actions.
   * @param {Wire.ShownTogether} together
   */
  #votes(together) {
    const { game, position, votes } = together;
    const play = (/** @type {string} */ move) => () => this.say({ kind: "play", position, move });
    const off = () => this.say({ kind: "together", game: "", position: "" });
    return html`
      <p>${votedTold(together)}</p>
      ${votes.map(({ move, count, right }) =>
        html`<button type="button" @click=${play(move)}><b>${count}</b>${move}${
          right ? sign("done") : nothing
        }</button>`
      )}
      <button type="button" @click=${play("")}>${creature("Maki")}${t("Maki plays")}</button>
      <button type="button" @click=${() => this.onstart(game, position)}>${t("Start games here")}</button>
      <button type="button" @click=${off}>${t("Off the wall")}</button>
    `;
  }
}

/**
 * The position that a teacher has typed, as text or as a link to a game, whose moves are played.
 * @param {string} text
 * @param {string} game
 */
async function positionIn(text, game) {
  const line = text.includes("#") ? readLine(text.slice(text.indexOf("#"))) : null;
  if (!line) return { game, position: text };
  let position = line.start || (await askGame(line.game)).start;
  for (const move of line.moves) {
    if (move === "*" || move === "(") break;
    if (!move.startsWith("{")) ({ position } = await askTurn(line.game, position, move));
  }
  return { game: line.game, position };
}

/** The page on which a pupil proposes a move. */
export class Voting {
  /** @type {Wire.ShownTogether | null} */
  now = null;

  /**
   * @param {HTMLElement} root
   * @param {AbortSignal} left
   * @param {Element} tools
   * @param {Page.Say} say
   */
  constructor(root, left, tools, say) {
    this.shown = within(left);
    this.shell = new Shell([]);
    this.stage = new Stage({
      left: this.shown.signal,
      onmove: (move) => this.now && say({ kind: "propose", position: this.now.position, move }),
      arrange: (stage) => this.shell.arrange(stage),
    });
    this.shared = new Shared(this.stage);
    render(this.stage.element, root);
    show(this.shell.tools, tools);
  }

  /** @param {Wire.ShownTogether} together */
  show(together) {
    this.now = together;
    const { mine, title } = together;
    this.shell.head(title);
    const proposed = {
      head: t("That is your move."),
      line: t("Tap another move to change your mind."),
    };
    this.shared.show(together, mine, (view) => {
      const way = view.paths.find(({ move }) => move === mine)?.path ?? [];
      return {
        saying: mine ? proposed : askedOf(together, view),
        marks: { found: way.map(({ place }) => place) },
      };
    });
  }
}
