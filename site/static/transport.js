// How requests and messages reach the application, which runs in a worker of this page.

import { claim } from "./claim.js";
import { refuse } from "./kept.js";
import { fileAt } from "./address.js";

/** Answers that the build has written as files: they are there before the application. */
const READY = /^\/api\/(words\/\w+|(families|games|journey|lessons|lessons\/[\w-]+)\?lang=\w+)$/;
/** Browsers that guard their pages against foreign scripts let this one name its workers. */
const { trustedTypes } = /** @type {{ trustedTypes?: Page.TrustedTypes }} */ (globalThis);
const named = (/** @type {string} */ name) => new URL(name, import.meta.url).href;
const policy = trustedTypes?.createPolicy("lalao-workers", { createScriptURL: named }) ?? { createScriptURL: named };
const worker = new Worker(policy.createScriptURL("../server.js"), { type: "module" });

/** @typedef {{ id: number, kind: string, text: string, status: number, headers: Record<string, string>, body: string }} Heard */

/** How far the application is: `part` of its files has come, 0 to 1. */
const progress = { part: 0, isReady: false, why: "" };

/** @param {Heard & { part?: number, why?: string }} message */
function take({ kind, part = 1, why = "" }) {
  if (kind === "refused") refuse(why);
  else Object.assign(progress, { part, isReady: kind === "ready", why: kind === "failed" ? why : "" });
  showProgress();
}

/** Tell the page how far the application is, once somebody waits for it. */
function showProgress() {
  if (waiting.size > 1 || progress.isReady) dispatchEvent(new CustomEvent("starting", { detail: progress }));
}

/** @type {Map<number, (message: Heard) => void>} */
const waiting = new Map([[0, take]]);
let last = 0, hasPersisted = false;

/** @param {MessageEvent<Heard>} event */
worker.onmessage = ({ data }) => waiting.get(data.id)?.(data);
worker.onerror = () => take({ kind: "failed" });
claim().then((isMine) => {
  worker.postMessage({ isMine });
  if (!isMine) refuse("other");
});

/** @param {object} message */
function say(message) {
  worker.postMessage(JSON.stringify(message));
  showProgress();
}

/** Ask the browser, once, to keep what is stored even where room becomes scarce. */
function persist() {
  if (!hasPersisted) navigator.storage?.persist?.();
  hasPersisted = true;
}

navigator.serviceWorker?.register(policy.createScriptURL("../../sw.js"));

/** Whether the application is only starting: nobody is to wonder that it is silent. */
export const isStarting = () => !progress.isReady;

/** @type {(path: string, asked?: RequestInit) => Promise<Response>} */
export async function request(path, asked = {}) {
  if (READY.test(path)) {
    const answer = await fetch(fileAt(path), asked);
    if (answer.ok) return answer;
  }
  const id = ++last;
  const body = asked.body ? await new Response(asked.body).text() : "";
  const { signal, method = "GET", headers = {} } = asked;
  signal?.throwIfAborted();
  if (method === "POST") persist();
  return new Promise((resolve, reject) => {
    signal?.addEventListener("abort", () => {
      if (waiting.delete(id)) say({ kind: "close", id });
      reject(signal.reason);
    });
    waiting.set(id, (answer) => {
      waiting.delete(id);
      resolve(new Response(answer.body, { status: answer.status, headers: answer.headers }));
    });
    say({ kind: "ask", id, path, method, headers, body });
  });
}

/** A connection for messages, used as a WebSocket is. */
class Line {
  /** @type {((event: Event) => void) | null} */
  onopen = null;
  /** @type {((event: { data: string }) => void) | null} */
  onmessage = null;
  /** @type {((event: Event) => void) | null} */
  onclose = null;
  /** @type {number} */
  readyState = WebSocket.CONNECTING;

  /** @param {string} path */
  constructor(path) {
    this.id = ++last;
    waiting.set(this.id, (message) => this.#hear(message));
    say({ kind: "open", id: this.id, path });
  }

  /** @param {Heard} message */
  #hear({ kind, text }) {
    if (kind === "say") this.onmessage?.({ data: text });
    else if (kind === "opened") {
      this.readyState = WebSocket.OPEN;
      this.onopen?.(new Event("open"));
    } else this.#end();
  }

  #end() {
    waiting.delete(this.id);
    this.readyState = WebSocket.CLOSED;
    this.onclose?.(new Event("close"));
  }

  /** @param {string} text */
  send(text) {
    say({ kind: "say", id: this.id, text });
  }

  close() {
    if (this.readyState === WebSocket.CLOSED) return;
    say({ kind: "close", id: this.id });
    this.#end();
  }
}

/**
 * Open a connection for messages.
 * @param {string} path
 */
export const connect = (path) => new Line(path);
