// The application, in a worker: it answers what the page asks, and every answer waits until IndexedDB has all it says.

import { OverwritingError, read, write } from "./database.js";
import { startPython } from "./python.js";

const BEGIN = `
from pathlib import Path

from lalao.errors import DatabaseError
from lalao.web.embedded import Embedded


def begin(copy):
    try:
        return Embedded(*parts, Path(copy).read_bytes() if copy else b"")
    except DatabaseError:
        return None


begin
`;
const KEPT = "/kept";

/** @type {string[]} */
const early = [];
/** @type {(line: string) => void} */
let hear = (line) => early.push(line);
/** Whether the page has claimed the database: the first thing that it says. */
const claimed = new Promise((resolve) =>
  addEventListener("message", ({ data }) => typeof data === "string" ? hear(data) : resolve(data.isMine))
);

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
      this.worker.onerror = (event) => (event.preventDefault(), resolve("")); // it has failed, and is started again
    });
  }

  kill() {
    this.worker?.terminate();
    this.end?.("");
  }
}

let application, mayWrite = false, isDue = false, saved = Promise.resolve(), sent = Promise.resolve();

/**
 * Tell the page something that is no answer.
 * @param {string} kind
 * @param {object} more
 */
const note = (kind, more = {}) => postMessage({ id: 0, kind, ...more });

/**
 * Tell the page that nothing is kept, and why.
 * @param {string} why
 */
const refuse = (why) => note("refused", { why });

/** A copy of the database. */
function copied() {
  const copy = application.database(), seen = copy.getBuffer("u8"), bytes = seen.data.slice();
  seen.release();
  copy.destroy();
  return bytes;
}

/**
 * Take note that the database could not be written; what another page has written stays.
 * @param {unknown} error
 */
function unsaved(error) {
  const isOther = error instanceof OverwritingError;
  if (isOther) mayWrite = false;
  refuse(isOther ? "other" : "storage");
}

/** Save what was committed; whatever is posted from now on waits for it. */
function save() {
  if (!isDue || !mayWrite) return;
  isDue = false;
  const bytes = copied();
  saved = saved.then(() => mayWrite ? write(bytes) : undefined).catch(unsaved);
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

/** Start the application, with what was kept if it can be read: else that stays as it is. */
async function start() {
  const kept = read().catch(() => null);
  const python = await startPython((part) => note("loading", { part }));
  python.globals.set("parts", python.toPy([post, new Engine(), committed]));
  const begin = python.runPython(BEGIN), found = await kept, isMine = await claimed;
  if (found) {
    python.FS.writeFile(KEPT, found);
    application = begin(KEPT);
    python.FS.unlink(KEPT);
  }
  mayWrite = Boolean(application && isMine);
  if (!application) refuse(found ? "unreadable" : "storage");
  application ??= begin("");
  await application.start();
  hear = (line) => application.hear(line);
  early.splice(0).forEach(hear);
  note("ready");
}

try {
  await start();
} catch (error) {
  note("failed", { why: String(error) });
}
