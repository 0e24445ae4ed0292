// The analysis page: a game with its variations, any position, the worth of moves, sharing.

import { askGame, askGames, askPosition, askWhy } from "./api.js";
import { button, onLeft, reason, showError, toast } from "./dom.js";
import { families } from "./families.js";
import { Explorer } from "./explorer.js";
import { treeTools } from "./variations.js";
import { Editor } from "./editor.js";
import { Engine, engineHead, evaluationBar, lineList, lineOf } from "./engine.js";
import { drawCourse } from "./graph.js";
import { sign } from "./icons.js";
import { linePath, puzzlePath, readLine, walk, wordsOf } from "./line.js";
import { html, nothing, render } from "./lit.js";
import { drawer, dressed, gamePicker, isBeside, isRoomy, isTall, onRoom, Places, sayWhy } from "./analysisparts.js";
import { sourceOf } from "./marks.js";
import { keepInSight, travel } from "./moves.js";
import { go, header, isTyping, plyOf, printPath } from "./page.js";
import { addressOf } from "./address.js";
import { openCard } from "./rules.js";
import { onSetting } from "./settings.js";
import { openRecord, share, takeHanded, takeTexts, understood } from "./share.js";
import { Stage } from "./stage.js";
import { childOf, mainLine, scoreSheet, trunkOf } from "./tree.js";
import { refuting } from "./turns.js";
import { t } from "./words.js";
import { worthList } from "./worth.js";

/** @type {Page.AskingScreen} */
export async function lookScreen(root, left) {
  await dressed();
  if (!left.aborted) new Look(root, left);
}

/** @type {(position: string) => Page.Ply} */
const rootAt = (position) => ({ position, move: "", parent: null, children: [] });

/** Milliseconds after each move of a line that is shown, and before a position that is pointed at is. */
const STEP_MS = 500, POINTED_MS = 120;

const note = (/** @type {string | undefined} */ text) => html`<p class="note">${text}</p>`;

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
  /** @type {Required<Pick<Wire.Line, "tags" | "result">> & { moves: string }} the data of the opened record */
  opened = { tags: {}, result: "*", moves: "" };
  /** the drawing of a graph under way: a new object for each */
  graphed = {};
  graph = /** @type {unknown} */ (nothing);
  /** which tab of the drawer is chosen, and whether the drawer below the board is pulled up */
  tab = isTall() ? "moves" : "lines";
  isUp = false;
  moves = /** @type {Wire.ShownMove[]} */ ([]);
  /** the position of a line that is pointed at, "" for none */
  shown = "";
  peeking = false;
  #open = (/** @type {Wire.ShownRecord} */ record, /** @type {string} */ text) => this.#begin(record, text);
  places = new Places();
  engine = new Engine(() => this.#tell());
  explorer = new Explorer(() => this.#render());

  /**
   * @param {HTMLElement} page
   * @param {AbortSignal} left
   */
  constructor(page, left) {
    this.left = left;
    this.stage = new Stage({
      left,
      onmove: (move) => this.#play(move),
      onplace: (place) => this.editor?.tap(place) ?? false,
      arrange: (stage) => this.places.arrange(stage),
    });
    this.stage.onsaid = () => this.#place();
    page.append(this.stage.element);
    const begin = () => this.#begin(readLine(location.hash));
    document.addEventListener("keydown", (event) => this.#key(event), { signal: left });
    addEventListener("hashchange", begin, { signal: left });
    onSetting((changes) => "engine" in changes || "lines" in changes || this.#draw(), left);
    onRoom(() => this.game && (this.#header(), this.#render()), left);
    takeTexts(this.#open, left);
    onLeft(left, () => this.engine.stop());
    this.#render();
    begin().then(() => takeHanded(this.#open));
  }

  /** The buttons beside the board, by name. */
  #tools() {
    const { game } = this;
    return {
      open: button(t("Open a record"), "", () => openRecord(this.#open)),
      share: button(t("Share"), "", () => this.#share()),
      play: button(t("Play from here"), "", () => this.#playHere()),
      how: button(t("Show me how"), "", () => this.#showHow()),
      puzzle: button(t("Puzzle from here"), "", () => game && go(puzzlePath(game.id, this.here.position))),
      setUp: button(t("Set up"), "", () => this.#setUp()),
      print: button(t("Print"), "", () => game && go(printPath("position", game.id, this.here.position))),
      rules: button(t("Rules"), "", () => game && openCard(game.id)),
    };
  }

  /** Show the drawer beside the board. */
  #render() {
    const { engine, ply, places, game } = this, trunk = trunkOf(this.here);
    const { open, share: shared, play, ...tools } = this.#tools();
    const [first] = game?.sides ?? [], isFirstToMove = this.stage.view.picture.to_move === first?.side;
    const moves = this.root.children.length
      ? scoreSheet(this.root, this.here, isFirstToMove === (ply % 2 === 0), (node) => this.#to(node))
      : note(game?.notation);
    const edit = this.root.children.length ? treeTools(this.here, (node) => this.#to(node)) : nothing;
    const head = engineHead(engine, () => this.game && engine.look(this.game, this.here.position));
    const lines = lineList(engine, this.#pointing);
    const values = engine.worths ? worthList(engine.worths, (move) => this.#play(move)) : note(engine.told);
    const others = Object.values(isRoomy() ? tools : { picker: this.#picker(), open, shared, play, ...tools });
    const book = () => game && this.explorer.face(game, isFirstToMove, (move) => this.#play(move));
    const tabs = [
      ...(isTall() ? [] : [{ name: "lines", label: t("Lines"), face: () => html`${lines}${head}` }]),
      { name: "moves", label: t("Moves"), face: () => html`${moves}${edit}` },
      { name: "values", label: t("Values"), face: () => values },
      { name: "book", label: t("Book"), face: book },
      { name: "graph", label: t("Curve"), face: () => html`<div class="graph">${this.graph}</div>` },
      { name: "tools", label: "⋯", title: t("Tools"), face: () => others },
    ];
    const choose = (/** @type {string} */ name) => {
      this.isUp = isBeside() || this.tab !== name || !this.isUp;
      this.tab = name;
      this.#fill();
      this.#render();
    };
    render(html`${isTall() ? html`${head}${lines}` : nothing}${drawer(tabs, this.tab, choose)}`, places.side);
    const key = (/** @type {unknown} */ face, /** @type {string} */ label, /** @type {() => unknown} */ press) =>
      button(face, "square", press, { "aria-label": label, title: label });
    const flip = key(sign("flip"), t("Flip"), () => ((this.turned = !this.turned), this.#draw()));
    const why = key("?", t("Why?"), () => this.#why());
    render(html`${travel(ply, trunk.length - 1, (to) => this.#jump(to))}${flip}${why}`, places.keys);
    const isFirst = !this.turned;
    render(evaluationBar(engine, isFirst === isFirstToMove, isFirst), places.bar);
    this.#place();
  }

  /** Show the best line above the board, unless something is said there. */
  #place() {
    const { engine: { lines: [best], isOn }, stage, places } = this;
    const says = !best || !isOn || isBeside() || stage.aside || stage.chooser.prefix.length > 0 || this.editor;
    stage.element.classList.toggle("says", Boolean(says));
    stage.element.classList.toggle("up", this.isUp);
    render(says ? nothing : lineOf(best, 0, this.#pointing), places.best);
  }

  /** The actions of a line when one of its moves is clicked, and while one is pointed at. */
  #pointing = {
    onplay: (/** @type {string[]} */ line) => this.#follow(line, 0),
    onshow: (/** @type {string} */ position) => this.#show(position),
  };

  /** Show the engine's results so far: lines, values on the board, arrows. */
  #tell() {
    this.#render();
    this.#appraise();
  }

  /**
   * Show a position of a line that is pointed at, the one under analysis again once it is left.
   * @param {string} position
   */
  async #show(position) {
    const { game, stage, turned } = this;
    if (!game || this.editor || stage.hand.playing || stage.chooser.prefix.length) return;
    const wanted = this.shown = position;
    if (!position && !this.peeking) return this.#appraise();
    if (position) await new Promise((resolve) => setTimeout(resolve, POINTED_MS));
    if (this.shown !== wanted) return;
    this.peeking = Boolean(position);
    const view = await askPosition(game.id, position || this.here.position);
    if (this.shown !== wanted || this.left.aborted) return;
    await stage.show({ ...view, sides: game.sides, title: game.title, turned, may: !position && !view.outcome });
    if (!position) this.#appraise();
  }

  /**
   * Begin with a line, each move of which the server checks as it is followed.
   * @param {Page.Words & Partial<Wire.ShownRecord> | null} line
   * @param {string} [given] the games that it is one of
   */
  async #begin(line, given) {
    try {
      if (given) this.explorer.take(given);
      this.games = await askGames();
      const game = await askGame(line?.game ?? families[0].offered[0]);
      const { start, moves, tags = {}, result = "*" } = line ?? { start: "", moves: [] };
      const root = rootAt(start || game.start);
      const here = await walk(root, moves, (node, move) => childOf(game, node, move));
      Object.assign(this, { game, root, here });
      this.opened = { tags, result, moves: mainLine(this.root) };
      if (line?.tags) toast(understood(game, this.opened, trunkOf(this.here).length - 1));
      this.#draw();
    } catch (error) {
      showError(error);
      if (line) this.#begin(null);
    }
  }

  /** @param {string} text */
  async #play(text) {
    const { game, here } = this;
    if (!game) return;
    try {
      const { picture } = await askPosition(game.id, here.position);
      this.here = await childOf(game, here, text);
      await this.#draw(picture);
    } catch (error) {
      showError(error);
      this.stage.clear();
    }
  }

  get ply() {
    return trunkOf(this.here).indexOf(this.here);
  }

  /** @param {Wire.ShownBoard} [before] */
  async #draw(before) {
    const { here, game, turned } = this;
    if (!game) return;
    this.editor?.close();
    this.editor = null;
    const view = await askPosition(game.id, here.position);
    if (here !== this.here || this.left.aborted) return;
    const line = { game: game.id, start: this.root.position, moves: wordsOf(this.root, here) };
    history.replaceState(history.state, "", addressOf(linePath(line)));
    this.#header();
    Object.assign(this, { moves: view.moves, shown: "", peeking: false });
    this.#fill();
    const { sides, title } = game;
    this.engine.look(game, here.position);
    await this.stage.show({ ...view, sides, title, turned, may: !view.outcome, told: here.told }, before);
    if (here === this.here) this.#tell(), keepInSight(this.places.side.querySelector(".drawer-body:has(.tree)"));
  }

  #header() {
    const { open, share: shared, play } = this.#tools();
    const actions = isRoomy() ? html`${this.#picker()}${open}${shared}${play}` : nothing;
    header({ title: t("Analyse"), actions });
  }

  #picker() {
    const pick = async (/** @type {string} */ id) =>
      this.#begin({ game: id, start: (await askGame(id)).start, moves: [] });
    return this.game ? gamePicker(this.games, this.game, pick) : nothing;
  }

  /** @param {number} ply */
  #jump(ply) {
    const node = trunkOf(this.here)[ply];
    if (node) this.#to(node);
  }

  /** @param {Page.Ply} node */
  #to(node) {
    this.here = node;
    this.#draw();
  }

  /** Show the engine's results on the board, unless a turn is being chosen: the worth of moves, arrows of the best. */
  #appraise() {
    if (this.stage.chooser.prefix.length || this.stage.chooser.unsure.length) return;
    const { engine, stage, shown } = this, isQuiet = !engine.isOn || this.editor || shown || stage.hand.playing;
    stage.appraise(isQuiet ? null : engine.surest);
    if (isQuiet || stage.view.position !== engine.position) return stage.marks.clear();
    const told = new Map(this.moves.map(({ move, events }) => [move, events]));
    const sources = this.moves.map(({ events }) => sourceOf(events));
    const isEither = new Set(sources).size < sources.length;
    const turns = engine.lines.map(({ moves: [move] }) => told.get(move) ?? []);
    stage.marks.show(() => turns.flatMap((events, i) => stage.marks.begun(events, i + 1, isEither)).reverse());
  }

  /** Play the best line as far as it is known. */
  async #showHow() {
    const [best] = this.engine.lines;
    if (best) await this.#follow(best.moves, STEP_MS);
    else toast(t("Not known yet."));
  }

  /**
   * Play a line from here, until something else is done.
   * @param {string[]} line
   * @param {number} pause in milliseconds, after each move
   */
  async #follow(line, pause) {
    this.shown = "";
    for (const move of line) {
      const at = this.here;
      await this.#play(move);
      if (this.here.parent !== at) return;
      await new Promise((resolve) => setTimeout(resolve, pause));
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
      const follow = () => (close(), this.here = here, this.#follow(line, STEP_MS));
      const again = () => (close(), this.here = parent, this.#draw());
      return html`
        ${line.length
          ? html`<button type="button" @click=${follow}>${t("Show it on the board")}</button>`
          : nothing} <button type="button" @click=${again}>${t("Try again")}</button>
      `;
    });
  }

  /** Request the data of the chosen tab. */
  #fill() {
    this.graphed = {};
    if (this.tab === "graph") this.#graph();
    if (this.tab === "book" && this.game) this.explorer.look(this.game, this.here);
  }

  /** Draw the values of the line that is shown. */
  async #graph() {
    const wanted = (this.graphed = {});
    const { game } = this, trunk = trunkOf(this.here);
    if (!game) return;
    const draw = (/** @type {unknown} */ graph) => (this.graph = graph, this.#render());
    draw(note(t("Working it out…")));
    const jump = (/** @type {number} */ ply) => this.#jump(ply);
    const drawn = await drawCourse(
      game,
      trunk.map(({ position }) => position),
      this.ply,
      jump,
      () => this.graphed === wanted,
    ).catch((error) => note(reason(error)));
    if (this.graphed === wanted) draw(drawn);
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

  #share() {
    const { game, root, opened } = this;
    if (!game) return;
    const moves = wordsOf(root).filter((word) => word !== "*");
    const result = mainLine(this.root) === opened.moves ? opened.result : "*";
    const line = { game: game.id, start: root.position, moves, tags: opened.tags, result };
    share(line, this.here.position).catch(showError);
  }

  async #playHere() {
    if (!this.game) return;
    const { startFrom } = await import("./start.js");
    startFrom(this.game, this.here.position, this.stage.view.picture.to_move);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!this.game || isTyping(event)) return;
    const to = plyOf(event.key, this.ply, trunkOf(this.here).length - 1);
    if (event.key === "Escape") this.stage.escape(), this.#appraise();
    else if (event.key === "?") openCard(this.game.id);
    else if (to !== undefined) this.#jump(to);
  }
}
