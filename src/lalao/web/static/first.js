// A first visit: a face is chosen already, a name may be given, and one tap leads into the first lesson.

import { disc, drawing } from "./art.js";
import { addChild, freeFace, MOST_NAME } from "./children.js";
import { html, nothing, render } from "./lit.js";
import { go, turning } from "./page.js";
import { addressOf, chapters, comesNext } from "./path.js";
import { PICTURES } from "./pictures.js";
import { here } from "./address.js";
import { settings } from "./settings.js";
import { soundSwitch } from "./sound.js";
import { hearing } from "./voice.js";
import { arrow } from "./step.js";
import { speak, t } from "./words.js";

const FACES = 12;
/** By how many faces each key goes on: there are four in a row. */
const WAYS = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 4, ArrowUp: -4 };
const SPOKEN = ["fr", "mg"];

/** @type {{ face: string, faces: string[], name: string } | null} the choices so far, when the language changes */
let begun = null;

/**
 * @param {HTMLElement} root
 * @param {boolean} [isMore] whether others play here already, to whom one may go back
 */
export function firstScreen(root, isMore = false) {
  const face = freeFace();
  const faces = [face, ...PICTURES.filter((each) => each !== face)].slice(0, FACES);
  const state = begun ??= { face, faces, name: "" };
  const begin = async () => {
    begun = null;
    const at = here();
    addChild({ face: state.face, name: state.name.trim() });
    const step = comesNext(await chapters().catch(() => []), "fang");
    if (here() === at) go(step ? addressOf(step.stone, step.chapter.family) || "/" : "/");
  };
  /** @param {Partial<typeof state>} changes */
  const set = (changes) => render(page(Object.assign(state, changes), set, begin, isMore), root);
  set({});
}

/**
 * @param {{ face: string, faces: string[], name: string }} state
 * @param {(changes: { face?: string, name?: string }) => void} set
 * @param {() => Promise<void>} begin
 * @param {boolean} isMore
 */
function page({ face, faces, name }, set, begin, isMore) {
  const at = faces.indexOf(face);
  const turn = turning(WAYS, at, FACES, (next) => set({ face: faces[next] }));
  return html`
    <form class="arrival sky" @submit=${(/** @type {Event} */ event) => (event.preventDefault(), begin())}>
      <header class="topline">
          <div class="tongues" role="group" aria-label="${t("Language")}">${SPOKEN.map((code) =>
            html`
              <button type="button" lang="${code}" aria-pressed="${String(settings.language === code)}"
                @click=${() => speak(code)}>${code.toUpperCase()}</button>
            `
          )}</div>
          ${isMore ? html`<a class="button" href="/who">${t("Back")}</a>` : nothing}
          ${hearing(() => t("Who are you?"))}${soundSwitch("plain")}
        </header>
      <h1>${t("Who are you?")}</h1>
      <div class="bigface">${disc(face, "big")}</div>
      <span class="cheering">${drawing("Sokatra-cheers")}</span>
      <div class="pick-face" role="radiogroup" aria-label="${t("Your face")}" @keydown=${turn}>${faces.map((each, i) =>
        html`
          <button type="button" role="radio" aria-checked="${String(each === face)}" tabindex="${each === face
            ? 0
            : -1}"
            aria-label="${t("Face {number}", { number: i + 1 })}" @click=${() => set({ face: each })}>${disc(
              each,
            )}</button>
        `
      )}
        </div>
      <div class="foot">
        <input type="text" maxlength="${MOST_NAME}" autocomplete="off" placeholder="${t("Your first name")}"
          aria-label="${t("Your first name, if you like")}" .value=${name}
          @input=${(/** @type {Event & { currentTarget: HTMLInputElement }} */ { currentTarget }) =>
            set({ name: currentTarget.value })}>
        <button type="submit" class="set-off" aria-label="${t("Play")}">${arrow}</button>
      </div>
    </form>
  `;
}
