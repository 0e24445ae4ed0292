// A board: draws the server's description, marks places, reports which one was chosen. It knows no rules.

import { element, s } from "./dom.js";
import { html } from "./lit.js";
import { isBetterUpright, layOut } from "./geometry.js";
import { drawPit, drawPoint, drawTick, plank, slab } from "./ground.js";
import { settings } from "./settings.js";
import { t } from "./words.js";
import { drawWorth } from "./worth.js";

/** @type {Page.Mark[]} */
const MARKS = ["legal", "chosen", "target", "takes", "last", "hint", "found"];
/** Milliseconds within which a second tap on a place belongs to the first: a double tap. */
const DOUBLE_MS = 350;

export class Board {
  turned = false;
  /** @type {Record<string, string>} whose the pieces of a side are, where that is known */
  owners = {};
  /** @type {Wire.ShownBoard} empty until a picture is shown */
  picture = { kind: "rows", to_move: "", special: "", rows: [[]], reserves: [] };
  layout = layOut(this.picture, false, false);
  /** @type {Map<string, number | string>} seeds, or a piece, by place */
  content = new Map();
  /** @type {Map<string, Set<Page.Mark>>} */
  marks = new Map();
  /** @type {Map<string, Page.Worth>} */
  worths = new Map();
  /** @type {Map<string, SVGGElement>} */
  cells = new Map();
  /** @type {Map<string, string>} the drawing of each cell */
  drawn = new Map();
  over = s("g", { "aria-hidden": "true" });
  air = s("g", { class: "air", "aria-hidden": "true" });
  /** the view of a turn that is not played yet: where seeds would fall, the ways to take */
  ghosts = s("g", { class: "ghosts", "aria-hidden": "true" });
  /** the place that Tab reaches */
  at = "";
  /** whether each tap counts, however quick: where seeds are laid one by one */
  counting = false;
  /** the last place that was tapped, and when */
  tapped = { place: "", at: -Infinity };
  /** whether arrow keys are left to the page while a place has the focus because it was pointed at */
  yields = false;
  isPointed = false;
  /**
   * how the board lies in its room; replaced by those who give it a room of its own
   * @type {() => { upright: boolean, spread: number }}
   */
  room = () => ({ upright: !this.small && isBetterUpright(this.picture, this.frame.clientWidth), spread: 1 });
  /**
   * each called when everything was drawn anew
   * @type {(() => void)[]}
   */
  ondrawn = [];
  /** called when a reserve has changed */
  onreserve = () => {};
  /** @type {(place: string) => Element | undefined} where a reserve is shown */
  reserveOf = () => undefined;

  /**
   * `onplace` is called with the place that was chosen; a board without it is only looked at.
   * @param {{ onplace?: (place: string) => void, label?: string, small?: boolean }} options
   */
  constructor({ onplace, label = "", small = false }) {
    this.onplace = onplace;
    this.label = label;
    this.small = small;
    this.svg = s("svg", {
      class: "board",
      role: onplace ? "grid" : "img",
      "aria-label": label,
      "aria-describedby": onplace && "keys",
    });
    this.frame = element(html`<div class="board-frame ${small ? "small" : ""}">${this.svg}</div>`);
    this.svg.addEventListener("click", ({ target, clientX, clientY, timeStamp }) => {
      // what was pressed may have been drawn anew before it was released
      this.#tap(placeAt(target) ?? placeAt(document.elementFromPoint(clientX, clientY)), timeStamp);
    });
    this.svg.addEventListener("keydown", (event) => this.#key(event));
    this.svg.addEventListener("pointerdown", () => this.isPointed = this.yields);
    this.svg.addEventListener("focusout", ({ relatedTarget }) => {
      if (!this.svg.contains(/** @type {Node | null} */ (relatedTarget))) this.isPointed = false;
    });
    this.watch = new ResizeObserver(() => this.measure());
    if (!small) this.watch.observe(this.frame);
  }

  /**
   * Show a picture.
   * @param {Wire.ShownBoard} picture
   */
  show(picture, turned = this.turned) {
    const same = this.#shape(picture) === this.#shape(this.picture) && turned === this.turned;
    this.picture = picture;
    this.turned = turned;
    this.#read(picture);
    if (same) { for (const place of this.layout.places.keys()) this.#fill(place); }
    else this.draw();
    this.svg.setAttribute("aria-label", this.label);
  }

  /** @param {Wire.ShownBoard} picture */
  #shape(picture) {
    return picture.kind === "rows" ? picture.rows.map((row) => row.length).join() : `${picture.files}x${picture.ranks}`;
  }

  /**
   * Read the contents of each place of a picture.
   * @param {Wire.ShownBoard} picture
   */
  #read(picture) {
    this.content.clear();
    if (picture.kind === "rows") {
      for (const pit of picture.rows.flat()) this.content.set(pit.place, pit.seeds);
      for (const { side, seeds } of picture.reserves) this.content.set(`reserve ${side}`, seeds);
    } else for (const point of picture.points) this.content.set(point.place, point.piece);
  }

  /** Draw the board anew if its room has changed so that it should lie differently in it. */
  measure() {
    if (!this.frame.clientWidth) return;
    const { upright, spread } = this.room();
    if (upright !== this.layout.upright || Math.abs(spread - this.layout.spread) > 0.01) this.draw();
  }

  /** Draw everything anew. */
  draw() {
    const { upright, spread } = this.room();
    const { picture } = this, layout = this.layout = layOut(picture, this.turned, upright, spread);
    const { width, height, places } = layout;
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    if (!this.small) this.frame.style.aspectRatio = `${width} / ${height}`;
    const held = this.svg.contains(document.activeElement);
    this.cells = new Map();
    this.drawn = new Map();
    this.air = s("g", { class: "air", "aria-hidden": "true" });
    /** @type {[number, Element][][]} */
    const rows = [];
    for (const [place, spot] of places) {
      const role = this.onplace && "gridcell";
      const cell = s("g", { class: `place ${picture.kind}`, "data-place": place, role });
      this.cells.set(place, cell);
      (rows[spot.row] ??= []).push([spot.column, cell]);
    }
    const groups = rows.map((row) =>
      s("g", { role: this.onplace && "row" }, row.sort(([a], [b]) => a - b).map(([, cell]) => cell))
    );
    this.over = s("g", { "aria-hidden": "true" });
    this.ghosts = s("g", { class: "ghosts", "aria-hidden": "true" });
    const made = picture.kind === "rows" ? plank(layout, picture) : slab(layout, picture);
    const ground = s("g", { class: "ground", "aria-hidden": "true" }, made);
    this.svg.replaceChildren(ground, ...groups, this.over, this.ghosts, this.air);
    for (const drawn of this.ondrawn) drawn();
    for (const place of places.keys()) this.#fill(place);
    this.#fillOver();
    const [first = ""] = places.keys();
    if (!places.has(this.at)) this.at = first;
    if (this.onplace) this.#reach(this.at);
    if (held) this.cells.get(this.at)?.focus();
  }

  /**
   * Make a place the only one that Tab reaches.
   * @param {string} place
   */
  #reach(place) {
    this.at = place;
    for (const [name, cell] of this.cells) cell.setAttribute("tabindex", name === place ? "0" : "-1");
  }

  /** @param {string} place */
  seeds(place) {
    return Number(this.content.get(place) ?? 0);
  }

  /** @param {string} place */
  piece(place) {
    return String(this.content.get(place) ?? "");
  }

  /**
   * The number of seeds in the pits of a side; null where the pits belong to nobody.
   * @param {string} side
   */
  half(side) {
    const own = this.picture.kind === "rows" ? this.picture.rows.flat().filter((pit) => pit.side === side) : [];
    return own.length ? own.reduce((sum, { place }) => sum + this.seeds(place), 0) : null;
  }

  /**
   * The holdings of a side: its pieces, or the seeds that it keeps off the board; null where there are none of these.
   * @param {string} side
   */
  held(side) {
    if (this.picture.kind === "lattice") return [...this.content.values()].filter((each) => each === side).length;
    const reserve = `reserve ${side}`;
    return this.content.has(reserve) ? this.seeds(reserve) : null;
  }

  /**
   * Draw the contents of a place, and its marks.
   * @param {string} place
   */
  #fill(place) {
    const spot = this.layout.places.get(place);
    const cell = this.cells.get(place);
    if (!spot || !cell) return;
    cell.setAttribute("class", ["place", this.picture.kind, ...(this.marks.get(place) ?? [])].join(" "));
    const found = this.marks.get(place)?.has("found") ?? false;
    const lies = [this.content.get(place), found, settings.figures].join(" ");
    if (this.drawn.get(place) !== lies) {
      this.drawn.set(place, lies);
      cell.replaceChildren(
        ...(spot.pit
          ? drawPit(spot.pit, spot, this.seeds(place), this.layout)
          : drawPoint(spot, this.piece(place), this.layout)),
        ...(found ? [drawTick(spot, this.layout)] : []),
      );
    }
    if (!this.onplace) return;
    cell.setAttribute("aria-label", this.#name(place, spot));
    cell.setAttribute("aria-selected", String(Boolean(this.marks.get(place)?.has("chosen"))));
  }

  /** Draw the worth of places, on top of their marks. */
  #fillOver() {
    const { single, places } = this.layout;
    const [dx, dy] = this.picture.kind !== "rows" ? [28, -31] : single ? [27, -40] : [13, -41];
    const shown = [...this.worths].flatMap(([place, worth]) => {
      const spot = places.get(place);
      return spot ? [drawWorth(worth, place, spot.x + dx, spot.y + dy)] : [];
    });
    this.over.replaceChildren(...shown);
  }

  /**
   * Name a place for a screen reader: its location, its contents, its marks.
   * @param {string} place
   * @param {Page.Spot} spot
   */
  #name(place, { pit, point }) {
    const marks = this.marks.get(place) ?? new Set();
    const held = this.piece(place);
    const said = [
      pit
        ? t("{place}: {count} seed", "{place}: {count} seeds", { place: pit.name, count: this.seeds(place) })
        : `${point.place}: ${
          this.owners[held] ?? (held === "W" ? t("White") : held === "B" ? t("Black") : t("empty"))
        }`,
    ];
    if (pit?.special && this.picture.kind === "rows") said.push(this.picture.special);
    if (marks.has("legal")) said.push(t("may be played"));
    if (marks.has("chosen")) said.push(t("chosen"));
    if (marks.has("target")) said.push(t("may be reached"));
    if (marks.has("takes")) said.push(t("would be taken"));
    if (marks.has("last")) said.push(t("just played"));
    if (marks.has("found")) said.push(t("right"));
    const worth = this.worths.get(place);
    if (worth) said.push(worth.words);
    return said.join(", ");
  }

  /**
   * Mark places; all other marks are removed.
   * @param {Page.Marks} marks
   */
  mark(marks) {
    const before = this.marks;
    this.marks = new Map();
    for (const name of MARKS) {
      for (const place of marks[name] ?? []) {
        this.marks.set(place, (this.marks.get(place) ?? new Set()).add(name));
      }
    }
    for (const place of new Set([...before.keys(), ...this.marks.keys()])) this.#fill(place);
  }

  /**
   * Show the worth of choosing each place; all other worths are removed.
   * @param {Map<string, Page.Worth>} worths
   */
  appraise(worths = new Map()) {
    const before = this.worths;
    this.worths = worths;
    for (const place of new Set([...before.keys(), ...worths.keys()])) this.#fill(place);
    this.#fillOver();
  }

  /**
   * Change the contents of a place: add a number of seeds, or put a piece there.
   * @param {string} place
   * @param {number | string} change
   */
  put(place, change) {
    this.content.set(place, typeof change === "number" ? this.seeds(place) + change : change);
    if (this.layout.places.has(place)) this.#fill(place);
    else this.onreserve();
  }

  /**
   * Where a place is, in the board's own units; a reserve is where its player is shown.
   * @param {string} place
   * @returns {{ x: number, y: number }}
   */
  spot(place) {
    const known = this.layout.places.get(place);
    if (known) return known;
    const player = this.reserveOf(place);
    const matrix = this.svg.getScreenCTM();
    if (!player || !matrix) return { x: this.layout.width / 2, y: 0 };
    const box = player.getBoundingClientRect();
    const at = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(matrix.inverse());
    return { x: at.x, y: at.y };
  }

  /** @param {string} place */
  focus(place) {
    this.#reach(place);
    this.cells.get(place)?.focus();
  }

  /**
   * Choose the place that was tapped, unless the tap is the second one of a double tap.
   * @param {string | null} place
   * @param {number} at when, in milliseconds
   */
  #tap(place, at) {
    const { tapped } = this;
    if (place === null || (!this.counting && place === tapped.place && at - tapped.at < DOUBLE_MS)) return;
    this.tapped = { place, at };
    this.#choose(place);
  }

  /** @param {string | null} place */
  #choose(place) {
    if (place === null || !this.onplace || !this.cells.has(place)) return;
    this.#reach(place);
    this.onplace(place);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const place = placeAt(event.target);
    const spot = place === null ? undefined : this.layout.places.get(place);
    if (!spot || !this.onplace || (this.isPointed && event.key in STEPS)) return;
    const { row, column } = spot;
    const inRow = [...this.layout.places].filter(([, each]) => each.row === row).sort(([, a], [, b]) =>
      a.column - b.column
    );
    const [down, right] = STEPS[event.key] ?? [0, 0];
    const next = [...this.layout.places].find(([, each]) => each.row === row + down && each.column === column + right);
    if (event.key === "Enter" || event.key === " ") this.#choose(place);
    else if (event.key === "Home") this.focus(inRow[0][0]);
    else if (event.key === "End") this.focus(inRow[inRow.length - 1][0]);
    else if (!(event.key in STEPS)) return;
    else if (next) this.focus(next[0]);
    event.preventDefault();
    event.stopPropagation();
  }
}

/** @type {Record<string, [number, number]>} the rows and columns that a key moves on */
const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/**
 * The place that was pointed at, directly or by something drawn over it.
 * @param {EventTarget | null} target
 */
function placeAt(target) {
  const found = target instanceof Element ? target.closest("[data-place], [data-over]") : null;
  return found?.getAttribute("data-place") ?? found?.getAttribute("data-over") ?? null;
}

/**
 * A small board that is a picture, which a screen reader skips.
 * @param {Wire.ShownBoard} [picture] its first picture, where that is known yet
 */
export function smallBoard(picture) {
  const board = new Board({ small: true });
  board.frame.setAttribute("aria-hidden", "true");
  if (picture) board.show(picture);
  return board;
}
