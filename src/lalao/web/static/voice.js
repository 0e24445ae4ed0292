// The voices of this machine: a sentence can be heard where one of them speaks its language.

import { settings } from "./settings.js";

/** A voice for the language of the page that needs no network; undefined where there is none. */
export function voiceHere() {
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

/** Stop the voice. */
export const hush = () => globalThis.speechSynthesis?.cancel();
