// The door of the teacher's pages: the code, the classes kept on this machine, a new one, one from a backup.

import { button, showError } from "./dom.js";
import { html, nothing, render } from "./lit.js";
import { filePicker, go, header, link, panel, sure } from "./page.js";
import { keepSeat, keyOf, settings } from "./settings.js";
import { askClasses, askCode, eraseClass, openClass, restoreClass, teachClass } from "./teacherapi.js";
import { t } from "./words.js";

/**
 * @typedef {{ code: string, isHere: boolean, classes: Wire.KeptClass[] | null }} Known the teacher's code, whether this
 *   device has it from the server itself, and the classes kept there, null until they are known
 * @typedef {(work: () => Promise<unknown>) => Promise<void>} Trying does something, shows any error, draws again
 */

/** @param {HTMLElement} root */
export function entranceScreen(root) {
  header({ title: t("Class") });
  /** @type {Known} */
  const known = { code: location.hash.slice(1), isHere: false, classes: null };
  const draw = () => render(page(known, trying), root);
  /** @type {Trying} */
  const trying = async (work) => {
    await work().catch(showError);
    draw();
  };
  draw();
  if (known.code) trying(() => list(known));
  else {
    trying(async () => {
      known.code = await askCode();
      known.isHere = known.code !== "";
      if (known.isHere) await list(known);
    });
  }
}

/** @param {Known} known */
async function list(known) {
  known.classes = (await askClasses({ code: known.code })).classes;
}

/**
 * @param {Known} known
 * @param {Trying} trying
 */
function page(known, trying) {
  const { code, isHere, classes } = known;
  const mine = Object.keys(settings.seats).filter((key) => key.startsWith(keyOf(""))).map((key) => key.slice(6));
  const lead = t("Pupils join with a short code; you see every table, and the tournament runs itself.");
  const told = t("There the page asks for the teacher's code: {code}", { code });
  const open = (/** @type {Event} */ event) => (event.preventDefault(), trying(() => list(known)));
  const write = (/** @type {Page.From<HTMLInputElement>} */ { currentTarget }) => (known.code = currentTarget.value);
  const asked = html`
    <label for="teacher-code">${t("Teacher's code: shown where Lalao was started")}</label>
    <div class="row">
      <input id="teacher-code" autocomplete="off" maxlength="40" .value=${code} @input=${write}>
      <button type="submit" class="primary">${t("Open")}</button>
    </div>
  `;
  return html`
    <div class="text door">
      <h1>${t("A class plays")}</h1>
      <p class="lead">${lead}</p>
      ${mine.length
        ? html`<p class="row">${t("Already open on this device:")}
          ${mine.map((each) => link(`/class/${each}`, "button", each))}</p>`
        : nothing}
      ${isHere ? nothing : html`<form @submit=${open}>${asked}</form>`}
      <div class="found">${classes ? found(known, classes, trying) : nothing}</div>
      <p>${link("/referee", "", t("The referee's check, for boards of paper and wood"))}</p>
      <p>${guideLink()}</p>
      <p>${dataLink()}</p>
      ${isHere ? panel(t("From another device"), false, html`<p>${told}</p>`) : nothing} ${help()}
    </div>
  `;
}

/**
 * The classes kept here, a new one, one from a backup.
 * @param {Known} known
 * @param {Wire.KeptClass[]} classes
 * @param {Trying} trying
 */
function found(known, classes, trying) {
  const { code: secret } = known;
  const enter = async (/** @type {Promise<Wire.Ticket>} */ opened) => {
    try {
      const { code, token } = await opened;
      keepSeat(keyOf(code), token);
      go(`/class/${code}`);
    } catch (error) {
      showError(error);
      await list(known); // a class that turns out to be damaged can be removed
    }
  };
  const restore = async (/** @type {File} */ file) => {
    const { code } = await restoreClass(await file.text(), secret);
    await enter(teachClass(code, { code: secret }));
  };
  const remove = async (/** @type {string} */ code) => {
    await eraseClass(code, secret);
    await list(known);
  };
  const begin = (/** @type {Page.From<HTMLFormElement>} */ event) => {
    event.preventDefault();
    const title = event.currentTarget.querySelector("input")?.value ?? "";
    trying(() => enter(openClass({ code: secret, title })));
  };
  const whole = classes.filter((each) => !each.damaged).map(({ code, title, pupils }) =>
    html`
      <button type="button" @click=${() => trying(() => enter(teachClass(code, { code: secret })))}>
        ${title || code} · ${t("{count} pupil", "{count} pupils", { count: pupils })}</button>
    `
  );
  return html`
    <form class="field" @submit=${begin}>
      <label for="class-title">${t("A new class")}</label>
      <div class="row">
        <input id="class-title" maxlength="40" autocomplete="off" placeholder=${t("CM1, Monday…")}>
        <button type="submit" class="primary">${t("Start")}</button>
      </div>
    </form>
    ${whole.length
      ? html`<div class="field"><span>${t("Continue a class")}</span><div class="row">${whole}</div></div>`
      : nothing}
    ${classes.filter((each) => each.damaged).map((each) => damagedClass(each, (code) => trying(() => remove(code))))}
    <div class="field"><label for="backup">${t("Restore a class from a backup")}</label>
      ${filePicker((file) => trying(() => restore(file)), "backup", ".json")}</div>
  `;
}

/**
 * The line of a class that cannot be opened any more.
 * @param {Wire.KeptClass} kept
 * @param {(code: string) => unknown} onremove
 */
function damagedClass({ code, damaged }, onremove) {
  const question = t("Remove class {code} and all its games? Without a backup they are lost.", {
    code,
  });
  return html`
    <p class="row">
      <span>${t("The class {code} cannot be opened: {why}", { code, why: damaged })}</span>
      ${button(t("Remove it"), "danger", () => sure(question, () => onremove(code)))}
    </p>
  `;
}

/** What to do when the tablets cannot reach the laptop. */
export function help() {
  const steps = [
    t("Was Lalao started with lalao serve --lan? Without it, only this device can connect."),
    t(
      "Is every device in the same wireless network? Guest networks often keep devices apart: choose another, " +
        "or share the laptop's own (mobile hotspot).",
    ),
    t("Does the laptop's firewall ask whether Python may be reached? Allow it for private networks."),
    t(
      "Type the address with http:// and the digits after the colon. If another page appears first, accept the " +
        "network's sign-in page.",
    ),
    t("Still not working? Play on paper boards: you only need this device."),
  ];
  const told = html`
    <ol>${steps.map((step) => html`<li>${step}</li>`)}</ol>
    <p>${guideLink()}</p>
  `;
  return panel(t("The tablets do not find this laptop"), false, told);
}

export function dataLink() {
  return link("/guide/data", "", t("Pupil data: what is kept, where, how long, and how to erase it"));
}

function guideLink() {
  return link("/guide", "", t("Teacher's guide: sessions of 20 minutes, investigations, the tournament"));
}

/** Days before a class is erased in which its page says so. */
const SOON = 14;

/**
 * A note that a class is erased soon.
 * @param {Wire.TeacherState} state
 */
export function erasedSoon({ erased_on: day }) {
  if (!day || (Date.parse(day) - Date.now()) / 86_400_000 > SOON) return nothing;
  const date = new Intl.DateTimeFormat([settings.language, "fr"], { dateStyle: "long", timeZone: "UTC" });
  return html`<p class="note" role="status">${
    t("This class is erased on {date}: see Files.", { date: date.format(Date.parse(day)) })
  }</p>`;
}

/**
 * The day on which a class is erased, as the teacher chooses it; none for never.
 * @param {Wire.TeacherState} state
 * @param {Page.Say} say
 */
export function eraseDay({ erased_on: day }, say) {
  const choose = (/** @type {Page.From<HTMLInputElement>} */ { currentTarget }) => {
    say({ kind: "eraseon", day: currentTarget.value });
    currentTarget.value = day; // until the class has the other day
  };
  return html`
    <div class="field">
      <label for="erase-day">${t("Erase this class on a day")}</label>
      <span class="row"><input id="erase-day" type="date" .value=${day} @change=${choose}>
        ${day
          ? html`<button type="button" @click=${() => say({ kind: "eraseon", day: "" })}>${t("Never")}</button>`
          : nothing}</span>
      <p class="note">${day ? t("Then all that is kept of it here goes, without asking again.") : nothing}</p>
    </div>
  `;
}
