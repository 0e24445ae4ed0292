// Asking the server.

import { settings } from "./settings.js";

/** Ask; an answer 4xx is thrown as one line in the user's language. */
export async function ask(path, sent, signal) {
  const asked = sent === undefined
    ? { signal }
    : { method: "POST", body: typeof sent === "string" ? sent : JSON.stringify(sent) };
  const mark = path.includes("?") ? "&" : "?";
  const answer = await fetch(`${path}${mark}lang=${settings.language}`, asked);
  const isText = (answer.headers.get("content-type") ?? "").startsWith("text/plain");
  const body = isText ? await answer.text() : await answer.json();
  if (!answer.ok) throw new Error(body.error ?? String(answer.status));
  return body;
}

const kept = new Map();

const valuing = { about: "", line: new AbortController() };

/** Ask what the moves of a position are worth; a question about another position is given up. */
export function askValues(game, position) {
  const about = `${game} ${position}`;
  if (about !== valuing.about) {
    valuing.line.abort();
    Object.assign(valuing, { about, line: new AbortController() });
  }
  return askPosition(game, position, true, valuing.line.signal);
}

/** Ask for a position, with its values or without; answers are kept. */
export function askPosition(game, position, values = false, signal = undefined) {
  const path = `/api/games/${game}/positions/${encodeURIComponent(position)}${values ? "" : "?values=no"}`;
  const key = `${settings.language} ${path}`;
  if (!kept.has(key)) {
    if (kept.size > 300) kept.delete(kept.keys().next().value);
    const asked = ask(path, undefined, signal);
    kept.set(key, asked);
    asked.catch(() => kept.delete(key));
  }
  return kept.get(key);
}
