// The pupils on the teacher's page: who is here, who calls, and what can be done for each.

import { button, h, reason, toast } from "./dom.js";
import { sign } from "./icons.js";
import { html, nothing } from "./lit.js";
import { dialog, filePicker, sure } from "./page.js";
import { picture } from "./pictures.js";
import { readNames } from "./teaching.js";
import { t } from "./words.js";

/** @typedef {(message: Wire.ClassSaid) => void} Say */

/** @param {Wire.ShownPupil} pupil */
function whereIs({ away, device, here }) {
  if (away) return t("absent today");
  if (!device) return t("no device");
  return here ? t("here") : t("not responding");
}

/**
 * A pupil of the list; a tap opens what can be done for him.
 * @param {Wire.ShownPupil} pupil
 * @param {() => void} onopen
 */
export function pupilLine(pupil, onopen) {
  const where = whereIs(pupil);
  const look = pupil.away ? "out" : pupil.here ? "here" : pupil.device ? "lost" : "paper";
  return html`
    <li>
      <button type="button" class="plain" @click=${onopen}>
        ${picture(pupil.picture) ?? nothing}
        <span>${pupil.name}</span>
        <span class="presence ${look}" title=${where}><span class="unseen">${where}</span></span>
        ${pupil.hand ? sign("hand") : nothing}
      </button>
    </li>
  `;
}

/**
 * Open the dialog of what can be done for a pupil.
 * @param {Wire.ShownPupil} pupil
 * @param {Wire.TeacherState} state
 * @param {Say} say
 */
export function pupilDialog(pupil, { pupils, day }, say) {
  const { name } = pupil, round = day?.round;
  const brought = pupils.filter(({ origin }) => origin && origin === pupil.origin);
  const going = round?.tables.filter((table) => !table.result).flatMap(({ first, second }) => [first, second]) ?? [];
  const plays = !pupil.away && going.includes(name);
  const to = h("input", { id: "rename", value: name, maxlength: 60, autocomplete: "off" });
  /** @type {(message: Wire.ClassSaid) => () => void} */
  const act = (message) => () => (box.close(), say(message));
  const rename = () => act({ kind: "rename", name, to: to.value })();
  const leave = act({ kind: "away", name, away: true });
  const away = plays
    ? () => sure(t("{name} is playing. Does the game count as lost?", { name }), leave)
    : act({ kind: "away", name, away: !pupil.away });
  const dismiss = () => sure(t("Remove {name} from the list?", { name }), act({ kind: "dismiss", name }));
  const box = dialog(
    name,
    "pupil-dialog",
    h("p", { class: "note" }, whereIs(pupil)),
    h(
      "form",
      { class: "field", onsubmit: (event) => (event.preventDefault(), rename()) },
      h("label", { for: "rename" }, t("Name")),
      h("div", { class: "row" }, to, h("button", { type: "submit" }, t("Change the name"))),
    ),
    exchange(name, [...going, ...(round?.byes ?? [])], (other) => act({ kind: "swap", one: name, other })()),
    h(
      "div",
      { class: "row" },
      button(pupil.away ? t("Mark as present") : t("Mark as absent"), "", away),
      pupil.device && button(t("Move to another device"), "", act({ kind: "free", name })),
      button(t("Remove from list"), "", dismiss),
      brought.length > 1 &&
        button(t("All that came from this device"), "", () => (box.close(), clearDialog(brought, pupils, say))),
    ),
  );
}

/**
 * Ask which of the pupils who came from one device go off the list.
 * @param {Wire.ShownPupil[]} brought
 * @param {Wire.ShownPupil[]} pupils
 * @param {Say} say
 */
function clearDialog(brought, pupils, say) {
  const alone = pupils.every(({ origin, device }) => !device || origin === brought[0].origin);
  const note = alone
    ? t("No pupil came from another device. Behind one router all devices look like one: untick the pupils who stay.")
    : t("Behind one router all devices look like one: untick the pupils who stay.");
  const boxes = brought.map(({ name }) =>
    h("input", { type: "checkbox", checked: true, value: name, onchange: () => count() })
  );
  const clear = button("", "danger", () => {
    const keep = boxes.filter((each) => !each.checked).map((each) => each.value);
    box.close();
    say({ kind: "clear", origin: brought[0].origin, keep, count: brought.length - keep.length });
  });
  const count = () => {
    const going = boxes.filter((each) => each.checked).length;
    clear.textContent = t("Remove {count} pupil from the list", "Remove {count} pupils from the list", {
      count: going,
    });
    clear.disabled = !going;
  };
  const box = dialog(
    t("{count} pupil came from this device", "{count} pupils came from this device", { count: brought.length }),
    "names-dialog clear-dialog",
    h("p", { class: "note" }, note),
    h(
      "ul",
      { class: "names" },
      brought.map(({ name, picture: face }, i) =>
        h("li", {}, h("label", {}, boxes[i], picture(face), h("bdi", {}, name)))
      ),
    ),
    h("div", { class: "row" }, clear, button(t("Cancel"), "", () => box.close())),
  );
  count();
}

/**
 * The choice with whom a seated pupil exchanges seats.
 * @param {string} name
 * @param {string[]} seated
 * @param {(other: string) => void} onswap
 */
function exchange(name, seated, onswap) {
  const others = seated.filter((each) => each !== name);
  if (!seated.includes(name) || !others.length) return null;
  const other = h("select", { id: "other" }, others.map((each) => h("option", { value: each }, each)));
  const swap = button(t("Swap"), "", () => onswap(other.value));
  const label = h("label", { for: "other" }, t("Swap seats with"));
  return h("div", { class: "field" }, label, h("div", { class: "row" }, other, swap));
}

const ONE = /^[^\n\t;,]+$/; // one name, and not a list to be confirmed

/** The form that adds pupils to the list; names that are refused come back to be corrected. */
export class Newcomers {
  written = "";
  names = h("textarea", { id: "newcomers", rows: 3, placeholder: t("one name a line") });

  /** @param {Say} say */
  constructor(say) {
    this.say = say;
    const file = h("input", {
      id: "class-list",
      type: "file",
      accept: ".csv,.txt,.tsv",
      onchange: async () => {
        const list = file.files?.[0];
        if (list) await this.#read(list);
        file.value = "";
      },
    });
    /** @param {Event} event */
    const write = (event) => {
      event.preventDefault();
      const text = this.names.value.trim();
      if (ONE.test(text)) this.#enrol([text]);
      else if (text) this.#read(text);
    };
    this.element = h(
      "form",
      { class: "field", onsubmit: write },
      h("label", { for: "newcomers" }, t("Add pupils")),
      this.names,
      h("button", { type: "submit" }, t("Add")),
      h("label", { for: "class-list" }, t("Or a file: a list saved by a spreadsheet")),
      filePicker(file),
    );
  }

  /**
   * Have the server read a list, and show its names before they are added.
   * @param {File | string} list
   */
  async #read(list) {
    try {
      const { names, notes } = await readNames(list);
      if (names.length) this.#confirm(names, notes);
      else toast(t("There is no name in this list."));
    } catch (error) {
      toast(reason(error));
    }
  }

  /** @type {(names: string[], notes: string[]) => void} */
  #confirm(names, notes) {
    const add = () => (box.close(), this.#enrol(names));
    const box = dialog(
      t("{count} name", "{count} names", { count: names.length }),
      "names-dialog",
      ...notes.map((note) => h("p", { class: "note" }, note)),
      h("ol", { class: "names" }, names.map((name) => h("li", {}, h("bdi", {}, name)))),
      h(
        "div",
        { class: "row" },
        button(t("Add these names"), "primary", add),
        button(t("Correct the list"), "", () => (box.close(), this.#correct(names))),
      ),
    );
  }

  /** @param {string[]} names */
  #correct(names) {
    this.names.value = names.join("\n");
    this.names.focus();
  }

  /** @param {string[]} names */
  #enrol(names) {
    this.say({ kind: "enrol", names });
    this.written = names.join("\n");
    this.names.value = "";
  }

  /** Put the names back into the form if they were what was refused. */
  refuse() {
    this.names.value ||= this.written;
    this.written = "";
  }

  /** Forget the names that were sent: the list has changed, so they were accepted. */
  accept() {
    this.written = "";
  }
}
