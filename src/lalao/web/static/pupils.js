// The pupils on the teacher's page: who is here, who calls, and the actions for each.

import { button, showError, toast } from "./dom.js";
import { sign } from "./icons.js";
import { html, nothing, render } from "./lit.js";
import { dialog, filePicker, sure } from "./page.js";
import { picture } from "./pictures.js";
import { readNames } from "./teacherapi.js";
import { t } from "./words.js";

/** @param {Wire.ShownPupil} pupil */
function whereIs({ away, device, here }) {
  if (away) return t("absent today");
  if (!device) return t("no device");
  return here ? t("here") : t("not responding");
}

/**
 * A pupil of the list; a tap opens the actions for him.
 * @param {Wire.ShownPupil} pupil
 * @param {() => void} onopen
 */
export function pupilLine(pupil, onopen) {
  const where = whereIs(pupil);
  const look = pupil.away ? "out" : pupil.here ? "here" : pupil.device ? "lost" : "paper";
  return html`
    <li>
      <button type="button" class="plain" @click=${onopen}>
        ${picture(pupil.picture)}
        <span>${pupil.name}</span>
        <span class="presence ${look}" title=${where}><span class="unseen">${where}</span></span>
        ${pupil.hand ? sign("hand") : nothing}
      </button>
    </li>
  `;
}

/**
 * Open the dialog of actions for a pupil.
 * @param {Wire.ShownPupil} pupil
 * @param {Wire.TeacherState} state
 * @param {Page.Say} say
 */
export function pupilDialog(pupil, { pupils, day }, say) {
  const { name } = pupil, round = day?.round;
  const brought = pupils.filter(({ origin }) => origin && origin === pupil.origin);
  const going = round?.tables.filter((table) => !table.result).flatMap(({ first, second }) => [first, second]) ?? [];
  const plays = !pupil.away && going.includes(name);
  /** @type {(message: Wire.ClassSaid) => () => void} */
  const act = (message) => () => (box.close(), say(message));
  const typed = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (box.querySelector(`#${id}`)).value;
  const rename = (/** @type {Event} */ event) => {
    event.preventDefault();
    act({ kind: "rename", name, to: typed("rename") })();
  };
  const leave = act({ kind: "away", name, away: true });
  const away = plays
    ? () => sure(t("{name} is playing. Does the game count as lost?", { name }), leave)
    : act({ kind: "away", name, away: !pupil.away });
  const dismiss = () => sure(t("Remove {name} from the list?", { name }), act({ kind: "dismiss", name }));
  const clear = () => (box.close(), clearDialog(brought, pupils, say));
  const swap = () => act({ kind: "swap", one: name, other: typed("other") })();
  const seated = [...going, ...(round?.byes ?? [])], others = seated.filter((each) => each !== name);
  const box = dialog(
    name,
    "pupil-dialog",
    html`
      <p class="note">${whereIs(pupil)}</p>
      <form class="field" @submit=${rename}>
        <label for="rename">${t("Name")}</label>
        <div class="row">
          <input id="rename" .value=${name} maxlength="60" autocomplete="off">
          <button type="submit">${t("Change the name")}</button>
        </div>
      </form>
      ${seated.includes(name) && others.length
        ? html`
          <div class="field">
            <label for="other">${t("Swap seats with")}</label>
            <div class="row">
              <select id="other">${others.map((each) => html`<option value=${each}>${each}</option>`)}</select>
              <button type="button" @click=${swap}>${t("Swap")}</button>
            </div>
          </div>
        `
        : nothing}
      <div class="row">
        <button type="button" @click=${away}>${pupil.away ? t("Mark as present") : t("Mark as absent")}</button>
        ${pupil.device
          ? html`<button type="button" @click=${act({ kind: "free", name })}>${t("Move to another device")}</button>`
          : nothing}
        <button type="button" @click=${dismiss}>${t("Remove from list")}</button>
        ${brought.length > 1
          ? html`<button type="button" @click=${clear}>${t("All that came from this device")}</button>`
          : nothing}
      </div>
    `,
  );
}

/**
 * Ask which of the pupils who came from one device go off the list.
 * @param {Wire.ShownPupil[]} brought
 * @param {Wire.ShownPupil[]} pupils
 * @param {Page.Say} say
 */
function clearDialog(brought, pupils, say) {
  const alone = pupils.every(({ origin, device }) => !device || origin === brought[0].origin);
  const note = alone
    ? t("No pupil came from another device. Behind one router all devices look like one: untick the pupils who stay.")
    : t("Behind one router all devices look like one: untick the pupils who stay.");
  /** @type {Set<string>} */
  const kept = new Set();
  const clear = () => {
    box.close();
    say({ kind: "clear", origin: brought[0].origin, keep: [...kept], count: brought.length - kept.size });
  };
  const box = dialog(
    t("{count} pupil came from this device", "{count} pupils came from this device", { count: brought.length }),
    "names-dialog clear-dialog",
    (/** @type {() => void} */ draw) => {
      const count = brought.length - kept.size;
      const keep = (/** @type {string} */ name) => () => {
        if (!kept.delete(name)) kept.add(name);
        draw();
      };
      const line = (/** @type {Wire.ShownPupil} */ { name, picture: face }) =>
        html`<li><label><input type="checkbox" value=${name} .checked=${!kept.has(name)} @change=${keep(name)}>
          ${picture(face)}<bdi>${name}</bdi></label></li>`;
      return html`
        <p class="note">${note}</p>
        <ul class="names">${brought.map(line)}</ul>
        <div class="row">
          ${button(
            t("Remove {count} pupil from the list", "Remove {count} pupils from the list", { count }),
            "danger",
            clear,
            { disabled: !count },
          )}
          <button type="button" @click=${() => box.close()}>${t("Cancel")}</button>
        </div>
      `;
    },
  );
}

const ONE = /^[^\n\t;,]+$/; // one name, and not a list to be confirmed

/** The form that adds pupils to the list; names that are refused come back to be corrected. */
export class Newcomers {
  written = "";
  element = document.createElement("form");

  /** @param {Page.Say} say */
  constructor(say) {
    this.say = say;
    this.element.className = "field";
    render(
      html`
        <label for="newcomers">${t("Add pupils")}</label>
        <textarea id="newcomers" rows="3" placeholder=${t("one name a line")}></textarea>
        <button type="submit">${t("Add")}</button>
        <label for="class-list">${t("Or a file: a list saved by a spreadsheet")}</label>
        ${filePicker((list) => this.#read(list), "class-list", ".csv,.txt,.tsv")}
      `,
      this.element,
    );
    this.names = /** @type {HTMLTextAreaElement} */ (this.element.querySelector("textarea"));
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.names.value.trim();
      if (ONE.test(text)) this.#enrol([text]);
      else if (text) this.#read(text);
    });
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
      showError(error);
    }
  }

  /** @type {(names: string[], notes: string[]) => void} */
  #confirm(names, notes) {
    const add = () => (box.close(), this.#enrol(names));
    const correct = () => {
      box.close();
      this.names.value = names.join("\n");
      this.names.focus();
    };
    const box = dialog(
      t("{count} name", "{count} names", { count: names.length }),
      "names-dialog",
      html`
        ${notes.map((note) => html`<p class="note">${note}</p>`)}
        <ol class="names">${names.map((name) => html`<li><bdi>${name}</bdi></li>`)}</ol>
        <div class="row">
          <button type="button" class="primary" @click=${add}>${t("Add these names")}</button>
          <button type="button" @click=${correct}>${t("Correct the list")}</button>
        </div>
      `,
    );
  }

  /** @param {string[]} names */
  #enrol(names) {
    this.say({ kind: "enrol", names });
    this.written = names.join("\n");
    this.names.value = "";
  }

  /** Put the names back into the form if they were refused. */
  refuse() {
    this.names.value ||= this.written;
    this.written = "";
  }

  /** Forget the names that were sent: the list has changed, so they were accepted. */
  accept() {
    this.written = "";
  }
}
