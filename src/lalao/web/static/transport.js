// How requests and messages reach the server.

/** @type {(path: string, asked?: RequestInit) => Promise<Response>} */
export const request = (path, asked) => fetch(path, asked);

/**
 * Open a connection for messages.
 * @param {string} path
 */
export function connect(path) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}${path}`);
}
