// The door of the teacher's pages: the code, the classes kept on this machine, a new one, one from a backup.

import { button, h, reason, show, toast } from "./dom.js";
import { filePicker, go, header, link, panel, sure } from "./page.js";
import { keepSeat, settings } from "./settings.js";
import { askClasses, askCode, eraseClass, keyOf, openClass, restoreClass, teachClass } from "./teaching.js";
import { t } from "./words.js";

/** @param {Element} root */
export function entranceScreen(root) {
  header({ title: t("Class") });
  const code = h("input", { id: "teacher-code", autocomplete: "off", maxlength: 40, value: location.hash.slice(1) });
  const found = h("div", { class: "found" });
  const mine = Object.keys(settings.seats).filter((key) => key.startsWith(keyOf(""))).map((key) => key.slice(6));
  const list = () => trying(() => showClasses(found, code.value));
  const asked = h(
    "form",
    { onsubmit: (event) => (event.preventDefault(), list()) },
    h("label", { for: "teacher-code" }, t("Teacher's code: shown where Lalao was started")),
    h("div", { class: "row" }, code, h("button", { type: "submit", class: "primary" }, t("Open"))),
  );
  const lead = t("Pupils join with a short code; you see every table, and the tournament runs itself.");
  show(
    root,
    h(
      "div",
      { class: "text door" },
      h("h1", {}, t("A class plays")),
      h("p", { class: "lead" }, lead),
      asked,
      found,
      mine.length > 0 &&
        h(
          "p",
          { class: "row" },
          t("Already open on this device:"),
          ...mine.map((each) => link(`/class/${each}`, "button", each)),
        ),
      h("p", {}, link("/referee", "", t("The referee's check, for boards of paper and wood"))),
      h("p", {}, guideLink()),
      help(),
    ),
  );
  const enter = (/** @type {string} */ drawn) => {
    if (!drawn) return;
    code.value = drawn;
    const told = t("There the page asks for the teacher's code: {code}", { code: drawn });
    show(asked, panel(t("From another device"), false, h("p", {}, told)));
    list();
  };
  if (code.value) list();
  else askCode().then(enter);
}

/**
 * Do something, and show what goes wrong.
 * @param {() => Promise<void>} work
 */
async function trying(work) {
  try {
    await work();
  } catch (error) {
    toast(reason(error));
  }
}

/**
 * Show the classes kept here; `secret` is the teacher's code.
 * @param {Element} found
 * @param {string} secret
 */
async function showClasses(found, secret) {
  const { classes } = await askClasses({ code: secret });
  const title = h("input", {
    id: "class-title",
    maxlength: 40,
    autocomplete: "off",
    placeholder: t("CM1, Monday…"),
  });
  const enter = async (/** @type {Promise<Wire.Ticket>} */ opened) => {
    try {
      const { code, token } = await opened;
      keepSeat(keyOf(code), token);
      go(`/class/${code}`);
    } catch (error) {
      toast(reason(error));
      await trying(() => showClasses(found, secret)); // a class that turns out to be damaged can be removed
    }
  };
  const restore = (/** @type {File | undefined} */ file) =>
    trying(async () => {
      const { code } = await restoreClass((await file?.text()) ?? "", secret);
      await enter(teachClass(code, { code: secret }));
    });
  const remove = (/** @type {string} */ code) =>
    trying(async () => {
      await eraseClass(code, secret);
      await showClasses(found, secret);
    });
  const begin = (/** @type {Event} */ event) => {
    event.preventDefault();
    enter(openClass({ code: secret, title: title.value }));
  };
  const whole = classes.filter((each) => !each.damaged).map(({ code, title, pupils }) => {
    const face = `${title || code} · ${t("{count} pupil", "{count} pupils", { count: pupils })}`;
    return button(face, "", () => enter(teachClass(code, { code: secret })));
  });
  show(
    found,
    h(
      "form",
      { class: "field", onsubmit: begin },
      h("label", { for: "class-title" }, t("A new class")),
      h("div", { class: "row" }, title, h("button", { type: "submit", class: "primary" }, t("Start"))),
    ),
    whole.length > 0 &&
      h("div", { class: "field" }, h("span", {}, t("Continue a class")), h("div", { class: "row" }, whole)),
    classes.filter((each) => each.damaged).map((each) => damagedClass(each, remove)),
    h(
      "div",
      { class: "field" },
      h("label", { for: "backup" }, t("Restore a class from a backup")),
      filePicker(h("input", {
        id: "backup",
        type: "file",
        accept: ".json",
        onchange: (event) => restore(event.currentTarget.files?.[0]),
      })),
    ),
  );
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
  return h(
    "p",
    { class: "row" },
    h("span", {}, t("The class {code} cannot be opened: {why}", { code, why: damaged })),
    button(t("Remove it"), "danger", () => sure(question, () => onremove(code))),
  );
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
  return h(
    "details",
    { class: "panel" },
    h("summary", {}, h("h2", {}, t("The tablets do not find this laptop"))),
    h("ol", {}, steps.map((step) => h("li", {}, step))),
    h("p", {}, guideLink()),
  );
}

function guideLink() {
  return link("/guide", "", t("Teacher's guide: sessions of 20 minutes, investigations, the tournament"));
}
