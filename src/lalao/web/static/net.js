// The line to a room: it reconnects by itself, and is then first sent the whole state.

import { settings } from "./settings.js";

/**
 * A line that receives `Told` and sends `Said`.
 * @template {{ kind: string }} Told
 * @template {{ kind: string }} Said
 */
export class Line {
  tries = 0;
  closed = false;
  again = 0;

  /**
   * `onmessage` is called with every message, `onopen` with whether the line is open; `token` is the one kept for the
   * code.
   * @param {string} code
   * @param {(message: Told) => void} onmessage
   * @param {(isOpen: boolean) => void} onopen
   * @param {string} [token]
   */
  constructor(code, onmessage, onopen, token) {
    this.code = code;
    this.onmessage = onmessage;
    this.onopen = onopen;
    this.token = token;
    this.socket = this.#open();
  }

  #open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/${this.code}`);
    socket.onopen = () => {
      this.tries = 0;
      socket.send(JSON.stringify(this.#hello()));
      this.onopen(true);
    };
    socket.onmessage = ({ data }) => this.onmessage(JSON.parse(data));
    socket.onclose = () => {
      if (this.closed) return;
      this.onopen(false);
      this.again = setTimeout(() => this.socket = this.#open(), Math.min(250 * 1.6 ** this.tries++, 4000));
    };
    return socket;
  }

  /** @returns {Wire.Hello} */
  #hello() {
    const token = this.token ?? settings.seats[this.code] ?? "";
    return { kind: "hello", token, name: settings.name, language: settings.language };
  }

  /**
   * Send a message if the line is open; returns whether it is.
   * @param {Said} message
   */
  send(message) {
    const stands = this.socket.readyState === WebSocket.OPEN;
    if (stands) this.socket.send(JSON.stringify(message));
    return stands;
  }

  close() {
    this.closed = true;
    clearTimeout(this.again);
    this.socket.close();
  }
}
