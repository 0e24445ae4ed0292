// The voices of this machine: a sentence can be heard where one of them speaks its language.

import { sign } from "./icons.js";
import { html } from "./lit.js";
import { settings } from "./settings.js";
import { t } from "./words.js";

/** A voice for the language of the page that needs no network; undefined where there is none. */
function voiceHere() {
  const voices = globalThis.speechSynthesis?.getVoices() ?? [];
  return voices.find((each) => each.localService && each.lang.toLowerCase().startsWith(settings.language));
}

/**
 * Say a text aloud, cutting off any other; returns whether there is a voice for it.
 * @param {string} text
 */
export function sayAloud(text) {
  const voice = voiceHere();
  if (!voice) return false;
  const said = new SpeechSynthesisUtterance(text);
  said.voice = voice;
  said.lang = voice.lang;
  speechSynthesis.cancel();
  speechSynthesis.speak(said);
  return true;
}

/**
 * The button that has a sentence said aloud, shown as soon as this machine has a voice for it.
 * @param {() => string} text
 */
export function hearing(text) {
  const name = t("Read it to me");
  return html`
    <button type="button" class="plain voice" aria-label=${name} title=${name} ?hidden=${!voiceHere()}
      @click=${() => sayAloud(text())}>${sign("hear")}</button>
  `;
}

globalThis.speechSynthesis?.addEventListener("voiceschanged", () => {
  for (const each of document.querySelectorAll(".voice")) each.toggleAttribute("hidden", !voiceHere());
});

/**
 * The texts of the elements that match a selector, in their order.
 * @param {string} selector
 */
export const textsOf = (selector) => [...document.querySelectorAll(selector)].flatMap((each) => each.textContent || []);

/** Stop the voice. */
export const hush = () => globalThis.speechSynthesis?.cancel();
