// Looking: a game with its variations, any position, what moves are worth, sharing.

import { ask, askPosition, askValues } from "./api.js";
import { button, h, show, toast } from "./dom.js";
import { Editor } from "./editor.js";
import { drawGraph } from "./graph.js";
import { linePath, readLine, walk, wordsOf } from "./line.js";
import { travel } from "./moves.js";
import { dialog, go, header, panel } from "./page.js";
import { printPath } from "./print.js";
import { change, onSetting, settings } from "./settings.js";
import { Stage } from "./stage.js";
import { t } from "./words.js";
import { worthList, Worths } from "./worth.js";

const FAMILIES = ["fang", "fafy", "fifangha", "fanorona"];

export function lookScreen(root) {
  const look = new Look(root);
  return () => look.close();
}

class Look {
  constructor(root) {
    this.turned = false;
    this.stage = new Stage({
      onmove: (move) => this.#play(move),
      onplace: (place) => this.editor?.tap(place) ?? false,
    });
    this.values = h("div", {});
    this.moves = h("div", {});
    this.graph = h("div", { class: "graph" });
    this.worth = panel(
      t("What each move is worth"),
      true,
      this.values,
      h("div", { class: "row" }, button(t("Show me how"), "", () => this.#showHow())),
    );
    this.worth.addEventListener("toggle", () => this.here && this.#appraise());
    const drawn = panel(t("The value through the game"), false, this.graph);
    drawn.addEventListener("toggle", () => this.here && this.#graph());
    this.drawn = drawn;
    const tools = h(
      "div",
      { class: "row tools" },
      button(t("Set up"), "", () => this.#setUp()),
      button(t("Share"), "", () => this.#share()),
      button(t("Print"), "", () => go(printPath("position", this.game.id, this.here.position))),
      button(t("Open a record"), "", () => this.#open()),
      button(t("Play from here"), "", () => this.#playHere()),
    );
    this.side = h(
      "aside",
      { class: "side", "aria-label": t("Analyse") },
      this.worth,
      panel(t("The game"), true, this.moves),
      drawn,
      tools,
    );
    show(root, h("div", { class: "table" }, h("div", { class: "middle" }, this.stage.element), this.side));
    this.keys = (event) => this.#key(event);
    document.addEventListener("keydown", this.keys);
    this.unset = onSetting(() => this.here && this.#draw());
    this.reread = () => this.#begin(readLine(location.hash));
    addEventListener("hashchange", this.reread);
    this.reread();
  }

  close() {
    this.stage.close();
    this.unset();
    removeEventListener("hashchange", this.reread);
    document.removeEventListener("keydown", this.keys);
  }

  /** Begin with a line; every move of it is checked by the server as it is followed. */
  async #begin(line) {
    try {
      this.games = await ask("/api/games");
      const game = await ask(`/api/games/${line?.game ?? "fang"}`);
      this.game = game;
      const { start, moves, tags = {}, result = "*" } = line ?? { start: game.start, moves: [] };
      this.opened = { tags, result, moves: "" };
      this.root = { position: start, move: null, parent: null, children: [] };
      this.here = await walk(this.root, moves, (node, move) => this.#child(node, move));
      this.opened.moves = this.#mainLine();
      this.#draw();
    } catch (error) {
      toast(error.message);
      if (line) this.#begin(null);
    }
  }

  /** Return what follows when a move is played, added to the tree if it is new. */
  async #child(node, text) {
    const { moves, paths } = await askPosition(this.game.id, node.position);
    const name = paths.find((each) => each.text === text)?.move ?? text;
    const played = moves.find(({ move }) => move === name);
    if (!played) throw new Error(t("{move} cannot be played here", { move: text }));
    let child = node.children.find(({ move }) => move === played.move);
    if (!child) {
      child = { position: played.position, move: played.move, told: played, parent: node, children: [] };
      node.children.push(child);
    }
    return child;
  }

  /** The moves of the main line, to tell whether it is still the one that was opened. */
  #mainLine() {
    const moves = [];
    for (let node = this.root; node.children.length;) moves.push((node = node.children[0]).move);
    return moves.join(" ");
  }

  async #play(text) {
    const before = (await askPosition(this.game.id, this.here.position)).picture;
    this.here = await this.#child(this.here, text);
    await this.#draw(before);
  }

  /** The nodes from the start to here, and on along first children. */
  get trunk() {
    const nodes = [];
    for (let node = this.here; node; node = node.parent) nodes.unshift(node);
    for (let node = this.here; node.children.length;) nodes.push(node = node.children[0]);
    return nodes;
  }

  get past() {
    return this.trunk.slice(0, this.trunk.indexOf(this.here) + 1);
  }

  async #draw(before) {
    const { here, game } = this;
    this.editor?.close();
    this.editor = null;
    const view = await askPosition(game.id, here.position);
    if (here !== this.here) return;
    history.replaceState(
      {},
      "",
      linePath({ game: game.id, start: this.root.position, moves: wordsOf(this.root, here) }),
    );
    this.#header();
    this.#list();
    this.#showValues();
    this.#graph();
    await this.stage.show({
      ...view,
      sides: game.sides,
      turned: this.turned,
      may: !view.outcome,
      told: here.told,
      title: game.title,
    }, before);
    if (here === this.here) this.#appraise();
  }

  #header() {
    const pick = h("select", {
      class: "language",
      "aria-label": t("Game"),
      onchange: (event) => this.#change(event.target.value),
    }, ...this.#options());
    header({
      title: t("Analyse"),
      actions: [pick, button(t("Flip"), "", () => ((this.turned = !this.turned), this.#draw()))],
    });
  }

  #options() {
    const listed = this.games.some(({ id }) => id === this.game.id) ? this.games : [this.game, ...this.games];
    return listed.map(({ id, title }) => h("option", { value: id, selected: id === this.game.id }, title));
  }

  async #change(id) {
    this.game = await ask(`/api/games/${id}`);
    this.#begin({ game: id, start: this.game.start, moves: [] });
  }

  #list() {
    const ply = this.past.length - 1;
    show(
      this.moves,
      this.root.children.length
        ? h("div", { class: "tree" }, ...this.#branch(this.root))
        : h("p", { class: "note" }, this.game.notation),
      travel(ply, this.trunk.length - 1, (to) => this.#jump(to)),
    );
  }

  /** Show what follows a node: its line, with variations in parentheses. */
  #branch(node) {
    const about = ({ comment }) => (comment ? [h("span", { class: "comment" }, comment)] : []);
    const shown = node === this.root ? about(node) : [];
    for (let at = node; at.children.length; at = at.children[0]) {
      const [main, ...others] = at.children;
      shown.push(this.#ply(main), ...about(main));
      for (const other of others) {
        shown.push(
          h("span", { class: "variation" }, "(", this.#ply(other), ...about(other), ...this.#branch(other), ")"),
        );
      }
    }
    return shown;
  }

  #ply(node) {
    const now = node === this.here;
    return button(node.move, now ? "ply now" : "ply", () => ((this.here = node), this.#draw()), {
      "aria-current": now ? "step" : undefined,
    });
  }

  #jump(ply) {
    const node = this.trunk[ply];
    if (!node) return;
    this.here = node;
    this.#draw();
  }

  async #showValues() {
    const { here } = this;
    this.worths = null;
    show(this.values, h("p", { class: "note" }, t("Working it out…")));
    try {
      const { values } = await askValues(this.game.id, here.position);
      if (here !== this.here) return;
      this.worths = new Worths(values, this.game.lead);
      show(this.values, worthList(this.worths, (move) => this.#play(move)));
      this.#appraise();
    } catch (error) {
      if (here === this.here) show(this.values, h("p", { class: "note" }, error.message));
    }
  }

  /** Show the worth of moves on the board, unless its panel is folded away. */
  #appraise() {
    this.stage.appraise(this.worth.open && !this.editor ? this.worths : null);
  }

  /** Play the principal line: the best moves of both sides as far as they are known. */
  async #showHow() {
    const { values } = await askPosition(this.game.id, this.here.position, true);
    const line = values.line?.length ? values.line : (values.opinion?.line ?? []);
    const begun = this.here;
    for (const move of line) {
      const at = this.here;
      await this.#play(move);
      if (this.here.parent !== at) return;
      await new Promise((resolve) => setTimeout(resolve, 500));
      if (this.here.parent !== at) return;
    }
    if (this.here === begun) toast(t("Nobody knows yet."));
  }

  /** Draw the values of the line where we are, if that is wanted. */
  async #graph() {
    const wanted = (this.graphed = {});
    if (!this.drawn.open) return;
    const nodes = this.trunk;
    show(this.graph, h("p", { class: "note" }, t("Working it out…")));
    const found = [];
    for (const node of nodes) {
      const { values, to_move } = await askPosition(this.game.id, node.position, true);
      if (this.graphed !== wanted) return;
      found.push({ ...values, first: to_move === this.game.sides[0].side });
    }
    show(this.graph, drawGraph(found, this.past.length - 1, this.game.sides, (ply) => this.#jump(ply)));
  }

  #setUp() {
    const { here, game, stage } = this;
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
    const moves = wordsOf(this.root).filter((word) => word !== "*");
    const { tags, result } = this.opened;
    const text = await ask("/api/records/write", {
      game: this.game.id,
      start: this.root.position,
      moves,
      tags,
      result: this.#mainLine() === this.opened.moves ? result : "*",
    });
    const area = h("textarea", { readonly: true, rows: 9, "aria-label": t("Record") });
    area.value = text;
    const address = h("input", { readonly: true, value: location.href, "aria-label": t("Link") });
    const save = (name, blob) => {
      const anchor = h("a", { href: URL.createObjectURL(blob), download: name });
      anchor.click();
      setTimeout(() => URL.revokeObjectURL(anchor.href), 1000);
    };
    const svg = async () =>
      (await fetch(
        `/api/games/${this.game.id}/pictures/${encodeURIComponent(this.here.position)}?lang=${settings.language}`,
      )).text();
    dialog(
      t("Share"),
      "share",
      h("label", {}, t("This link holds the whole game."), address),
      area,
      h(
        "div",
        { class: "row" },
        button(t("Save the record"), "", () => save(`${this.game.id}.lalao`, new Blob([text], { type: "text/plain" }))),
        button("SVG", "", async () => save(`${this.game.id}.svg`, new Blob([await svg()], { type: "image/svg+xml" }))),
        button("PNG", "", async () => save(`${this.game.id}.png`, await rastered(await svg()))),
      ),
    );
    address.select();
  }

  #open() {
    const area = h("textarea", { rows: 9, "aria-label": t("Record") });
    const file = h("input", {
      type: "file",
      "aria-label": t("A file"),
      onchange: async () => (area.value = (await file.files[0]?.text()) ?? ""),
    });
    const read = async () => {
      try {
        const line = await ask("/api/records/read", area.value);
        box.close();
        this.#begin(line);
      } catch (error) {
        toast(error.message);
      }
    };
    const box = dialog(t("Open a record"), "share", file, area, button(t("Open"), "primary", read));
  }

  async #playHere() {
    const { startFrom } = await import("./start.js");
    startFrom(this.game, this.here.position, this.stage.view.to_move);
  }

  #key(event) {
    if (!this.here || event.target.closest("input, select, textarea, dialog, [role=radiogroup]")) return;
    const ply = this.past.length - 1;
    const to = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: this.trunk.length - 1 }[event.key];
    if (event.key === "Escape") this.stage.escape();
    else if (to !== undefined) this.#jump(to);
  }
}

/** Draw an SVG as a PNG, twice as large. */
async function rastered(text) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = h("canvas", { width: image.width * 2, height: image.height * 2 });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
