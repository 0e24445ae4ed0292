// The line to a room or a class. It asks whether the server is still there, reconnects by itself, and sends what was
// said meanwhile once; as long as any line is silent, one banner says so.

import { element, onLeft } from "./dom.js";
import { html, nothing, render } from "./lit.js";
import { settings } from "./settings.js";
import { connect, isStarting } from "./transport.js";
import { t } from "./words.js";

const BEAT_MS = 500;
/**
 * Beats without a message after which the server is asked whether it is there, after which the page says so, and of
 * which each time the line is opened again.
 */
const ASKED = 2, SILENT = 6, AGAIN = 12;

/** @type {Set<{ isSilent: boolean, unsent: unknown[], check: () => void }>} the lines that are not closed */
const lines = new Set();
const banner = element(html`<div class="cut" role="status"></div>`);

/**
 * Draw a secret that nobody can guess.
 * @returns {string}
 */
export function secret() {
  const bytes = [...crypto.getRandomValues(new Uint8Array(18))];
  return bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * A line that receives `Told` and sends `Said`.
 * @template {{ kind: string }} Told
 * @template {{ kind: string }} Said
 */
export class Line {
  name = secret();
  tries = 0;
  closed = false;
  again = 0;
  /** the id of the last message */
  last = 0;
  /** @type {{ id: number, said: string }[]} the messages that are not acknowledged */
  unsent = [];
  /** whether the server has let this connection in */
  isIn = false;
  /** whether the server owes an answer */
  due = true;
  /** beats without a message */
  unheard = 0;

  /**
   * `onmessage` is called with every message, `onwaiting` when the unsent messages may have changed; `token` is the
   * one kept for the code, unless another one is given.
   * @param {string} code
   * @param {AbortSignal} left
   * @param {(message: Told) => void} onmessage
   * @param {{ onwaiting?: () => void, token?: string }} more
   */
  constructor(code, left, onmessage, { onwaiting, token } = {}) {
    this.code = code;
    this.onmessage = onmessage;
    this.onwaiting = onwaiting;
    this.token = token;
    this.socket = this.#open();
    this.beating = setInterval(() => this.#beat(), BEAT_MS);
    lines.add(this);
    onLeft(left, () => this.close());
  }

  /** Whether the server has not answered for so long that the page says so. */
  get isSilent() {
    return this.unheard >= SILENT;
  }

  /** Whether something waits to be sent. */
  get isWaiting() {
    return this.isSilent && this.unsent.length > 0;
  }

  #open() {
    const socket = connect(`/ws/${this.code}`);
    this.isIn = false;
    this.due = true;
    socket.onopen = () => socket.send(JSON.stringify(this.#hello()));
    socket.onmessage = ({ data }) => this.#hear(JSON.parse(data));
    socket.onclose = () => {
      this.isIn = false;
      this.due = true;
      this.again = setTimeout(() => this.#reopen(), Math.min(250 * 1.6 ** this.tries++, 4000));
    };
    return socket;
  }

  /** Leave the connection that there is, and open another one. */
  #reopen() {
    this.#leave();
    this.socket = this.#open();
  }

  #leave() {
    clearTimeout(this.again);
    const { socket } = this;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  /** @returns {Wire.Hello} */
  #hello() {
    const token = this.token ?? settings.seats[this.code] ?? "";
    return { kind: "hello", token, name: settings.name, language: settings.language, line: this.name };
  }

  /** @param {Told | Wire.Ack} message */
  #hear(message) {
    this.tries = 0;
    const wasSilent = this.isSilent;
    this.unheard = 0;
    if ("id" in message && message.kind === "ack") this.unsent = this.unsent.filter(({ id }) => id > message.id);
    this.due = this.unsent.length > 0;
    if (wasSilent) this.#say();
    if (message.kind === "ack") return;
    this.onmessage(/** @type {Told} */ (message));
    if (message.kind === "welcome" && !this.isIn && !this.closed) {
      this.isIn = true;
      for (const each of this.unsent) this.#put(each);
    }
  }

  /** @param {{ id: number, said: string }} message */
  #put({ id, said }) {
    if (this.isIn && this.socket.readyState === WebSocket.OPEN) {
      this.socket.send(JSON.stringify({ ...JSON.parse(said), id }));
    }
  }

  /**
   * Send a message, once the line is there; the same one that still waits is not sent twice.
   * @param {Said} message
   */
  send(message) {
    const said = JSON.stringify(message);
    if (this.closed || this.unsent.some((each) => each.said === said)) return;
    const waiting = { id: ++this.last, said };
    this.unsent.push(waiting);
    this.due = true;
    this.#put(waiting);
    if (this.isSilent) this.#say();
  }

  #beat() {
    if (isStarting()) return;
    this.unheard++;
    if (this.unheard === ASKED) this.check();
    else if (this.unheard === SILENT) this.#say();
    else if (this.isSilent) showBanner();
    if (this.unheard % AGAIN === 0) this.#reopen();
  }

  /** Ask whether the server is still there; a line that is known to be silent is opened again. */
  check() {
    if (this.isSilent) this.#reopen();
    else if (!this.due) {
      this.due = true;
      this.#put({ id: ++this.last, said: '{"kind":"ping"}' });
    }
  }

  /** Say that the line is silent or back, or that messages wait. */
  #say() {
    showBanner();
    this.onwaiting?.();
  }

  close() {
    this.closed = true;
    clearInterval(this.beating);
    this.#leave();
    lines.delete(this);
    showBanner();
  }
}

/** The least width for the banner. */
const LEAST = 140;

/** The room of the opponent, or else that of the title and the space beside it. */
function roomOf() {
  const [opponent, titles, action] = [".shell .player.above", "#top .titles", "#top .actions > :not([hidden])"]
    .map((each) => document.querySelector(each)?.getBoundingClientRect());
  if (opponent || !titles?.width) return opponent;
  const { left, top, right, bottom, height } = titles;
  const end = action && action.top < bottom ? action.left - 8 : right;
  return { left, top, width: end - left, height };
}

/**
 * Show the banner where it covers no sentence: over the opponent, who is as far away, or the title; at the foot of the
 * page where there is no room.
 */
function showBanner() {
  const silent = [...lines].filter(({ isSilent }) => isSilent);
  if (!silent.length) return banner.remove();
  if (!banner.isConnected) document.body.append(banner);
  const room = roomOf();
  const isOver = room && room.width >= LEAST;
  banner.classList.toggle("over", isOver);
  for (const name of /** @type {const} */ (["left", "top", "width", "height"])) {
    banner.style[name] = isOver ? `${room[name]}px` : "";
  }
  const count = silent.reduce((sum, { unsent }) => sum + unsent.length, 0);
  const lost = t("Connection lost. Reconnecting…");
  const waiting = count ? t("Not sent yet: {count}", { count }) : "";
  render(html`<span>${lost}</span>${waiting ? html`<b>${waiting}</b>` : nothing}`, banner);
}

function checkAll() {
  for (const line of [...lines]) line.check();
}

addEventListener("resize", showBanner);
addEventListener("online", checkAll);
addEventListener("offline", checkAll);
addEventListener("pageshow", checkAll);
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && checkAll());
