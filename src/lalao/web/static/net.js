// The line to a room: it comes back by itself, and the first thing it then hears is the whole state.

import { settings } from "./settings.js";

export class Line {
  /** `onmessage` is told every message, `onopen(isOpen)` whether the line stands; `token` is that kept for the code. */
  constructor(code, onmessage, onopen, token) {
    this.code = code;
    this.onmessage = onmessage;
    this.onopen = onopen;
    this.token = token;
    this.tries = 0;
    this.closed = false;
    this.#open();
  }

  #open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/ws/${this.code}`);
    this.socket.onopen = () => {
      this.tries = 0;
      this.send({
        kind: "hello",
        token: this.token ?? settings.seats[this.code] ?? "",
        name: settings.name,
        language: settings.language,
      });
      this.onopen(true);
    };
    this.socket.onmessage = ({ data }) => this.onmessage(JSON.parse(data));
    this.socket.onclose = () => {
      if (this.closed) return;
      this.onopen(false);
      this.again = setTimeout(() => this.#open(), Math.min(250 * 1.6 ** this.tries++, 4000));
    };
  }

  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  close() {
    this.closed = true;
    clearTimeout(this.again);
    this.socket.close();
  }
}
