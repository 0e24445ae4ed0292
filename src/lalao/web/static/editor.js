// Laying out a position by tapping. What the result is worth as a position, the server says.

import { ask } from "./api.js";
import { button, h } from "./dom.js";
import { choice } from "./page.js";
import { t } from "./words.js";

export class Editor {
  /** `ondone` is told the position; unless `free`, it can be done only where the server finds nothing wrong with it. */
  constructor(stage, { game, position, picture, sides, ondone, withSide = false, free = false }) {
    this.stage = stage;
    this.game = game;
    this.position = position;
    this.picture = picture;
    this.sides = sides;
    this.ondone = ondone;
    this.withSide = withSide;
    this.free = free;
    this.error = "";
    this.brush = picture.kind === "rows" ? "+" : "W";
  }

  begin() {
    this.#bar();
  }

  close() {
    this.closed = true;
    this.stage.offer();
  }

  /** Change what lies in a place; returns true: the tap is used. */
  tap(place) {
    const { content } = this.stage.board;
    const held = content.get(place);
    if (this.picture.kind === "rows") this.#send({ [place]: Math.max(0, held + (this.brush === "+" ? 1 : -1)) });
    else this.#send({ [place]: held === this.brush ? "" : this.brush });
    return true;
  }

  async #send(changes, toMove = this.picture.to_move, drop) {
    const content = Object.fromEntries([...this.stage.board.content]);
    Object.assign(content, changes);
    if (drop) delete content[drop];
    const answer = await ask(`/api/games/${this.game}/layouts`, { position: this.position, content, to_move: toMove });
    if (this.closed) return;
    this.picture = answer.picture;
    this.error = answer.error;
    this.laid = answer.position;
    this.stage.view = { ...this.stage.view, picture: answer.picture };
    this.stage.board.show(answer.picture);
    this.#bar();
  }

  #reserve(side, by) {
    const held = this.stage.board.content.get(`reserve ${side}`);
    this.#send({ [`reserve ${side}`]: Math.max(0, held + by) });
  }

  #bar() {
    const rows = this.picture.kind === "rows";
    const brushes = rows
      ? [["+", t("add a seed")], ["-", t("take a seed")]]
      : [["W", t("White")], ["B", t("Black")], ["", t("empty")]];
    const single = rows && this.picture.rows.length === 1 && !this.picture.reserves.length;
    const pits = single ? this.picture.rows[0].length : 0;
    const parts = [choice(t("A tap puts"), brushes, this.brush, (brush) => (this.brush = brush))];
    if (single && !this.free) {
      parts.push(
        button(t("One pit more"), "", () => this.#send({ [String(pits + 1)]: 1 })),
        button(t("One pit less"), "", () => this.#send({}, undefined, String(pits)), { disabled: pits < 2 }),
      );
    }
    if (this.withSide || this.free) {
      for (const { side, seeds } of this.picture.reserves ?? []) {
        const name = this.sides.find((each) => each.side === side).name;
        parts.push(
          h(
            "span",
            { class: "stepper" },
            `${name}: `,
            button("−", "square", () => this.#reserve(side, -1), {
              "aria-label": t("{side}: one seed less in reserve", { side: name }),
            }),
            h("b", {}, String(seeds)),
            button("+", "square", () => this.#reserve(side, 1), {
              "aria-label": t("{side}: one seed more in reserve", { side: name }),
            }),
          ),
        );
      }
    }
    if (this.withSide) {
      parts.push(
        choice(
          t("Who plays?"),
          this.sides.map(({ side, name }) => [side, name]),
          this.picture.to_move,
          (side) => this.#send({}, side),
        ),
      );
    }
    parts.push(
      button(t("Done"), "primary", () => this.ondone(this.laid ?? this.position), {
        disabled: Boolean(this.error) && !this.free,
      }),
    );
    if (this.error && !this.free) parts.push(h("p", { class: "note", role: "alert" }, this.error));
    this.stage.offer(h("div", { class: "editor" }, ...parts));
  }
}
