// The data that this device keeps between visits. A browser that stores nothing keeps it in memory, for this visit.

/** @type {Map<string, string>} texts that could not be stored, by their keys */
const unstored = new Map();
/** @type {(why: string) => void} */
let onrefused = () => {};

/**
 * Call a listener when something cannot be stored, once, with the reason.
 * @param {(why: string) => void} listener
 */
export function onceRefused(listener) {
  onrefused = (why) => {
    onrefused = () => {};
    listener(why);
  };
}

/** Note that something could not be stored; `unstored` explains `why`. */
export const refuse = (why = "storage") => onrefused(why);

/**
 * The text that is kept under a key, "" for none.
 * @param {string} key
 */
export function keptText(key) {
  const text = unstored.get(key);
  if (text !== undefined) return text;
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

/**
 * Keep a text, in memory where it cannot be stored.
 * @param {string} key
 * @param {string} text
 */
export function keepText(key, text) {
  try {
    localStorage.setItem(key, text);
    unstored.delete(key);
  } catch {
    unstored.set(key, text);
    refuse();
  }
}

/**
 * Forget the data under a key.
 * @param {string} key
 */
export function forgetText(key) {
  unstored.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // nothing was stored
  }
}
