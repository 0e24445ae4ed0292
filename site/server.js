// The application, in a worker: it answers what the page asks, and every answer waits until IndexedDB has all it says.

import { read, write } from "./database.js";
import { startPython } from "./python.js";

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

const [python, kept] = await Promise.all([startPython(), read().catch(() => new Uint8Array())]);
python.FS.writeFile("/kept", kept);
let isDue = false, saved = Promise.resolve(), sent = Promise.resolve();

/** Save what was committed; whatever is posted from now on waits for it. */
function save() {
  if (!isDue) return;
  isDue = false;
  const copy = application.database();
  const seen = copy.getBuffer("u8");
  const bytes = seen.data.slice();
  seen.release();
  copy.destroy();
  saved = saved.then(() => write(bytes)).catch(reportError);
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
const application = python.runPython(`
from pathlib import Path

from lalao.web.embedded import Embedded

Embedded(*parts, Path("/kept").read_bytes())
`);
await application.start();
hear = (line) => application.hear(line);
early.splice(0).forEach(hear);
