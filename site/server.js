// The application, in a worker: it answers what the page asks, and every answer waits until IndexedDB has all it says.

import { read, write } from "./database.js";
import { startPython } from "./python.js";

/** Milliseconds to wait for another page, which may be closing, to let the database go. */
const CLAIMING_MS = 2000;

/** @type {string[]} */
const early = [];
/** @type {(line: string) => void} */
let hear = (line) => early.push(line);
addEventListener("message", ({ data }) => hear(data));

/** The engine, another worker. */
class Engine {
  start() {
    this.kill();
    this.worker = new Worker(new URL("engine.js", import.meta.url), { type: "module" });
    return this.#answer();
  }

  /** @param {string} question */
  ask(question) {
    this.worker.postMessage(question);
    return this.#answer();
  }

  /** @returns {Promise<string>} */
  #answer() {
    return new Promise((resolve) => {
      this.end = resolve;
      this.worker.onmessage = ({ data }) => resolve(data);
      this.worker.onerror = () => resolve(""); // it has failed, and is started again
    });
  }

  kill() {
    this.worker?.terminate();
    this.end?.("");
  }
}

/**
 * Wait until no other page has the database, which would overwrite what this one writes; false where one keeps it.
 * Nobody knows where a browser has no locks, on plain http.
 * @returns {Promise<boolean>}
 */
const claimed = () =>
  new Promise((resolve) => {
    if (!navigator.locks) resolve(true);
    const signal = AbortSignal.timeout(CLAIMING_MS);
    navigator.locks?.request("lalao", { signal }, () => (resolve(true), new Promise(() => {})))
      .catch(() => resolve(false));
  });

let [python, kept, mayWrite] = await Promise.all([startPython(), read().catch(() => new Uint8Array()), claimed()]);
python.FS.writeFile("/kept", kept);
let isDue = false, saved = Promise.resolve(), sent = Promise.resolve();

/** Tell the page that nothing is kept. */
const refuse = () => postMessage({ kind: "refused", id: 0 });

/** Save what was committed; whatever is posted from now on waits for it. */
function save() {
  if (!isDue || !mayWrite) return;
  isDue = false;
  const copy = application.database();
  const seen = copy.getBuffer("u8");
  const bytes = seen.data.slice();
  seen.release();
  copy.destroy();
  saved = saved.then(() => write(bytes)).catch(refuse);
}

/** @param {string} line */
function post(line) {
  save();
  const now = saved;
  sent = sent.then(() => now).then(() => postMessage(JSON.parse(line)));
}

function committed() {
  isDue = true;
  setTimeout(save);
}

python.globals.set("parts", python.toPy([post, new Engine(), committed]));
const begun = python.runPython(`
from pathlib import Path

from lalao.errors import DatabaseError
from lalao.web.embedded import Embedded


def begun(copy):
    try:
        return Embedded(*parts, Path(copy).read_bytes() if copy else b"")
    except DatabaseError:
        return None


begun
`);
let application = begun("/kept");
if (!application) { // damaged, or of a newer version: it stays as it is
  mayWrite = false;
  application = begun("");
}
await application.start();
hear = (line) => application.hear(line);
early.splice(0).forEach(hear);
if (!mayWrite) refuse();
