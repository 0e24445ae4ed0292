// The analysis page: a game with its variations, any position, what moves are worth, sharing.

import { askGame, askGames, askPosition, askTurn, askValues, askWhy, askWorth } from "./api.js";
import { button, reason, toast } from "./dom.js";
import { families } from "./families.js";
import { treeTools } from "./editing.js";
import { Editor } from "./editor.js";
import { drawGraph } from "./graph.js";
import { linePath, readLine, walk, wordsOf } from "./line.js";
import { html, nothing, render } from "./lit.js";
import { branch, travel } from "./moves.js";
import { go, header, isTyping, panel, plyOf, printPath } from "./page.js";
import { addressOf } from "./place.js";
import { refuting } from "./refuting.js";
import { openCard } from "./rules.js";
import { sayWhy } from "./saying.js";
import { onSetting } from "./settings.js";
import { openRecord, share, takeTexts, understood } from "./share.js";
import { Stage } from "./stage.js";
import { t } from "./words.js";
import { worthList, Worths } from "./worth.js";

/** @param {HTMLElement} root */
export function lookScreen(root) {
  const look = new Look(root);
  return () => look.close();
}

/** @type {(position: string) => Page.Ply} */
const rootAt = (position) => ({ position, move: "", parent: null, children: [] });

/** @param {string} [text] */
const note = (text) => html`<p class="note">${text}</p>`;

class Look {
  turned = false;
  /** @type {Editor | null} */
  editor = null;
  /** @type {Wire.ShownGame[]} */
  games = [];
  /** @type {Wire.ShownGame | null} */
  game = null;
  root = rootAt("");
  /** the node of the tree that is shown */
  here = this.root;
  /** @type {Required<Pick<Wire.Line, "tags" | "result">> & { moves: string }} what the record that was opened says */
  opened = { tags: {}, result: "*", moves: "" };
  /** @type {Worths | null} */
  worths = null;
  /** the drawing of a graph under way: a new object for each */
  graphed = {};
  /** what is said in place of the worth of moves, and of the graph */
  told = "";
  /** @type {unknown} */
  graph = nothing;
  /** which of the panels that cost the server work are open */
  open = { worth: true, graph: false };
  left = new AbortController();

  /** @param {HTMLElement} page */
  constructor(page) {
    this.page = page;
    this.stage = new Stage({
      onmove: (move) => this.#play(move),
      onplace: (place) => this.editor?.tap(place) ?? false,
    });
    const { signal } = this.left, begin = () => this.#begin(readLine(location.hash));
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    addEventListener("hashchange", begin, { signal });
    signal.addEventListener("abort", onSetting(() => this.#draw()));
    takeTexts((record) => this.#begin(record), signal);
    this.#render();
    begin();
  }

  close() {
    this.left.abort();
    this.stage.close();
  }

  /** Show what is beside the board. */
  #render() {
    const { game, open, worths, page, ply, trunk } = this;
    const appraised = worths ? worthList(worths, (move) => this.#play(move)) : note(this.told);
    const moves = this.root.children.length
      ? html`<div class="tree">${branch(this.root, this.here, (node) => this.#to(node))}</div>`
      : note(game?.notation);
    const print = () => game && go(printPath("position", game.id, this.here.position));
    const tools = [
      button(t("Why?"), "", () => this.#why()),
      button(t("Set up"), "", () => this.#setUp()),
      button(t("Share"), "", () => this.#share()),
      button(t("Print"), "", print),
      button(t("Open a record"), "", () => openRecord((record) => this.#begin(record))),
      button(t("Play from here"), "", () => this.#playHere()),
    ];
    const how = button(t("Show me how"), "", () => this.#showHow().catch((error) => toast(reason(error))));
    const edit = this.root.children.length ? treeTools(this.here, (node) => this.#to(node)) : nothing;
    const list = html`<div>${moves}${travel(ply, trunk.length - 1, (to) => this.#jump(to))}${edit}</div>`;
    const drawn = html`<div class="graph">${this.graph}</div>`;
    render(
      html`
        <div class="table">
          <div class="middle">${this.stage.element}</div>
          <aside class="side" aria-label=${t("Analyse")}>
            ${panel(
              t("Value of each move"),
              true,
              html`
                <div>${appraised}</div>
                <div class="row">${how}</div>
              `,
              (isOpen) => (open.worth = isOpen, this.#appraise()),
            )}
            ${panel(t("The game"), true, list)}
            ${panel(t("The value through the game"), false, drawn, (isOpen) => (open.graph = isOpen, this.#graph()))}
            <div class="row tools">${tools}</div>
          </aside>
        </div>
      `,
      page,
    );
  }

  /**
   * Begin with a line, each move of which the server checks as it is followed.
   * @param {Page.Words & Partial<Wire.ShownRecord> | null} line
   */
  async #begin(line) {
    try {
      this.games = await askGames();
      const game = await askGame(line?.game ?? families[0].offered[0]);
      const { start, moves, tags = {}, result = "*" } = line ?? { start: game.start, moves: [] };
      const root = rootAt(start);
      const here = await walk(root, moves, (node, move) => this.#child(game, node, move));
      Object.assign(this, { game, root, here });
      this.opened = { tags, result, moves: this.#mainLine() };
      if (line?.tags) toast(understood(game, this.opened, this.trunk.length - 1));
      this.#draw();
    } catch (error) {
      toast(reason(error));
      if (line) this.#begin(null);
    }
  }

  /**
   * Return what follows when a move is played, added to the tree if it is new.
   * @param {Wire.ShownGame} game
   * @param {Page.Ply} node
   * @param {string} text
   */
  async #child(game, node, text) {
    const { moves, paths, all } = await askPosition(game.id, node.position);
    const name = paths.find((each) => each.text === text)?.move ?? text;
    const listed = moves.find(({ move }) => move === name);
    const played = listed ?? (all ? undefined : await askTurn(game.id, node.position, text));
    if (!played) throw new Error(t("{move} cannot be played here", { move: text }));
    const known = node.children.find(({ move }) => move === played.move);
    if (known) return known;
    /** @type {Page.Ply} */
    const child = { position: played.position, move: played.move, told: played, parent: node, children: [] };
    node.children.push(child);
    return child;
  }

  /** The moves of the main line, to tell whether it is still the one that was opened. */
  #mainLine() {
    const moves = [];
    for (let node = this.root; node.children.length;) moves.push((node = node.children[0]).move);
    return moves.join(" ");
  }

  /** @param {string} text */
  async #play(text) {
    const { game, here } = this;
    if (!game) return;
    try {
      const { picture } = await askPosition(game.id, here.position);
      this.here = await this.#child(game, here, text);
      await this.#draw(picture);
    } catch (error) {
      toast(reason(error));
      this.stage.clear();
    }
  }

  /** The nodes from the start to the one that is shown, and on along first children. */
  get trunk() {
    const nodes = [];
    for (let node = /** @type {Page.Ply | null} */ (this.here); node; node = node.parent) nodes.unshift(node);
    for (let node = this.here; node.children.length;) nodes.push(node = node.children[0]);
    return nodes;
  }

  /** The number of moves from the start to the node that is shown. */
  get ply() {
    return this.trunk.indexOf(this.here);
  }

  /** @param {Wire.ShownBoard} [before] */
  async #draw(before) {
    const { here, game, turned } = this;
    if (!game) return;
    this.editor?.close();
    this.editor = null;
    const view = await askPosition(game.id, here.position);
    if (here !== this.here || this.left.signal.aborted) return;
    const line = { game: game.id, start: this.root.position, moves: wordsOf(this.root, here) };
    history.replaceState(history.state, "", addressOf(linePath(line)));
    this.#header(game);
    this.#showValues(game);
    this.#graph();
    const { sides, title } = game;
    await this.stage.show({ ...view, sides, title, turned, may: !view.outcome, told: here.told }, before);
    if (here === this.here) this.#appraise();
  }

  /** @param {Wire.ShownGame} game */
  #header(game) {
    const listed = this.games.some(({ id }) => id === game.id) ? this.games : [game, ...this.games];
    const flip = () => ((this.turned = !this.turned), this.#draw());
    const pick = (/** @type {Page.From<HTMLSelectElement>} */ { currentTarget }) => this.#change(currentTarget.value);
    header({
      title: t("Analyse"),
      actions: html`
        <select class="language" aria-label=${t("Game")} .value=${game.id} @change=${pick}>
          ${listed.map(({ id, title }) => html`<option value=${id} ?selected=${id === game.id}>${title}</option>`)}
        </select>
        <button type="button" @click=${flip}>${t("Flip")}</button>
        <button type="button" @click=${() => openCard(game.id)}>${t("Rules")}</button>
      `,
    });
  }

  /** @param {string} id */
  async #change(id) {
    const { start } = await askGame(id);
    this.#begin({ game: id, start, moves: [] });
  }

  /** @param {number} ply */
  #jump(ply) {
    const node = this.trunk[ply];
    if (node) this.#to(node);
  }

  /** @param {Page.Ply} node */
  #to(node) {
    this.here = node;
    this.#draw();
  }

  /** @param {Wire.ShownGame} game */
  async #showValues(game) {
    const { here } = this;
    this.worths = null;
    this.told = t("Working it out…");
    this.#render();
    try {
      const { values } = await askValues(game.id, here.position);
      if (here !== this.here) return;
      this.worths = new Worths(values, game.lead);
      this.#appraise();
    } catch (error) {
      if (here === this.here) this.told = reason(error);
    }
    this.#render();
  }

  /** Show the worth of moves on the board, unless its panel is folded away. */
  #appraise() {
    if (this.game) this.stage.appraise(this.open.worth && !this.editor ? this.worths : null);
  }

  /** Play the principal line: the best moves of both sides as far as they are known. */
  async #showHow() {
    if (!this.game) return;
    const { values } = await askWorth(this.game.id, this.here.position);
    const [first] = values.moves;
    const known = first && first.value !== "unknown" && first.value === values.value ? [first.move] : [];
    const line = values.line?.length ? values.line : (values.opinion?.line ?? known);
    if (line.length) await this.#follow(line);
    else toast(t("Not known yet."));
  }

  /**
   * Play a line from here, until something else is done.
   * @param {string[]} line
   */
  async #follow(line) {
    for (const move of line) {
      const at = this.here;
      await this.#play(move);
      if (this.here.parent !== at) return;
      await new Promise((resolve) => setTimeout(resolve, 500));
      if (this.here.parent !== at) return;
    }
  }

  /** Say why the move that led here is good or bad; its refutation is played on the board if that is wanted. */
  #why() {
    const { here: { parent, move }, game } = this;
    if (!game) return;
    if (!parent) return toast(t("Play a move first, then see why it is good or bad."));
    const here = this.here;
    sayWhy(move, () => askWhy(game.id, parent.position, move), (why, close) => {
      const line = refuting(why);
      const follow = () => (close(), this.here = here, this.#follow(line));
      const again = () => (close(), this.here = parent, this.#draw());
      return html`
        ${line.length
          ? html`<button type="button" @click=${follow}>${t("Show it on the board")}</button>`
          : nothing} <button type="button" @click=${again}>${t("Try again")}</button>
      `;
    });
  }

  /** Draw the values of the line that is shown, if that is wanted. */
  async #graph() {
    const wanted = (this.graphed = {});
    const { game, trunk } = this;
    if (!game || !this.open.graph) return;
    const draw = (/** @type {unknown} */ graph) => this.graphed === wanted && (this.graph = graph, this.#render());
    draw(note(t("Working it out…")));
    const found = [];
    try {
      for (const node of trunk) {
        const { values, to_move: toMove } = await askWorth(game.id, node.position);
        if (this.graphed !== wanted) return;
        found.push({ ...values, first: toMove === game.sides[0].side });
      }
      draw(drawGraph(found, this.ply, game.sides, (ply) => this.#jump(ply)));
    } catch (error) {
      draw(note(reason(error)));
    }
  }

  #setUp() {
    const { here, game, stage } = this;
    if (!game || !stage.view.sides.length) return; // the position is still on its way
    this.editor?.close();
    this.editor = new Editor(stage, {
      game: game.id,
      position: here.position,
      picture: stage.view.picture,
      sides: game.sides,
      withSide: true,
      ondone: (position) => this.#begin({ game: game.id, start: position, moves: [] }),
    });
    stage.show({ ...stage.view, may: false, told: undefined, task: t("Lay out the position: tap the board.") });
    this.editor.begin();
  }

  async #share() {
    const { game, root, opened } = this;
    if (!game) return;
    const moves = wordsOf(root).filter((word) => word !== "*");
    const result = this.#mainLine() === opened.moves ? opened.result : "*";
    try {
      await share({ game: game.id, start: root.position, moves, tags: opened.tags, result }, this.here.position);
    } catch (error) {
      toast(reason(error));
    }
  }

  async #playHere() {
    if (!this.game) return;
    const { startFrom } = await import("./start.js");
    startFrom(this.game, this.here.position, this.stage.view.picture.to_move);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!this.game || isTyping(event)) return;
    const to = plyOf(event.key, this.ply, this.trunk.length - 1);
    if (event.key === "Escape") this.stage.escape();
    else if (event.key === "?") openCard(this.game.id);
    else if (to !== undefined) this.#jump(to);
  }
}
