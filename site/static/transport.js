// How requests and messages reach the application, which runs in a worker of this page.

import { refuse } from "./kept.js";

/** Answers that the build has written as files: they are there before the application. */
const READY = /^\/api\/(words\/\w+|(families|games|journey|lessons|lessons\/[\w-]+)\?lang=\w+)$/;
const worker = new Worker(new URL("../server.js", import.meta.url), { type: "module" });

/** @typedef {{ id: number, kind: string, text: string, status: number, headers: Record<string, string>, body: string }} Heard */

/** @type {Map<number, (message: Heard) => void>} */
const waiting = new Map([[0, refuse]]);
let last = 0;

/** @param {MessageEvent<Heard>} event */
worker.onmessage = ({ data }) => waiting.get(data.id)?.(data);

/** @param {object} message */
const say = (message) => worker.postMessage(JSON.stringify(message));

navigator.serviceWorker?.register(new URL("../sw.js", import.meta.url));

/** @type {(path: string, asked?: RequestInit) => Promise<Response>} */
export async function request(path, asked = {}) {
  if (READY.test(path)) {
    const answer = await fetch(new URL(`..${path.replace("?lang=", ".")}.json`, import.meta.url), asked);
    if (answer.ok) return answer;
  }
  const id = ++last;
  const body = asked.body ? await new Response(asked.body).text() : "";
  const { signal, method = "GET", headers = {} } = asked;
  signal?.throwIfAborted();
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
