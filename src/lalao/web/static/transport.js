// How requests and messages reach the server.

/** @type {(path: string, asked?: RequestInit) => Promise<Response>} */
export const request = (path, asked) => fetch(path, asked);

/** Whether the server is only starting: nobody is to wonder that it is silent. */
export const isStarting = () => false;

/**
 * Open a connection for messages.
 * @param {string} path
 */
export function connect(path) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}${path}`);
}
