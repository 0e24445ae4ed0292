// Asks the server: a function for each address, typed with its answer.

import { settings } from "./settings.js";
import { request } from "./transport.js";

/** The headers by which the server knows a pupil or a teacher: there may be no hints while a tournament lasts. */
function inClass() {
  const last = Object.keys(settings.seats).filter((key) => key.startsWith("class/")).pop() ?? "";
  const token = settings.seats[last];
  return token ? { Authorization: `Bearer ${token}`, Class: last.slice("class/".length) } : undefined;
}

/**
 * Ask the server; the answer to a request that failed is thrown, as one line in the user's language.
 * @template T
 * @param {string} path
 * @param {object | string} [sent]
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
export async function ask(path, sent, signal) {
  const body = typeof sent === "string" ? sent : JSON.stringify(sent);
  const mark = path.includes("?") ? "&" : "?";
  const address = `${path}${mark}lang=${settings.language}`;
  const headers = inClass();
  const answer = await request(address, sent === undefined ? { signal, headers } : { method: "POST", body, headers });
  const isText = /^(?:text\/plain|image\/)/.test(answer.headers.get("content-type") ?? "");
  const told = isText ? await answer.text() : await answer.json();
  if (!answer.ok) throw new Error(told.error ?? String(answer.status));
  return told;
}

/** @type {(language: string) => Promise<Wire.ShownFamily[]>} */
export const askFamilies = async (language) => (await request(`/api/families?lang=${language}`)).json();

/** @returns {Promise<Wire.ShownGame[]>} */
export const askGames = () => ask("/api/games");

/** @type {(game: string) => Promise<Wire.ShownGame>} */
export const askGame = (game) => ask(`/api/games/${game}`);

/** @type {(game: string, part?: string) => Promise<Wire.ShownSheet>} */
export const askRules = (game, part = "sheet") => ask(`/api/games/${game}/rules?part=${part}`);

/** @type {(part: string) => Promise<Wire.ShownSheet>} */
export const askGuide = (part) => ask(`/api/guide?part=${part}`);

/** @type {(game: string) => Promise<Wire.ShownCard>} */
export const askCard = (game) => ask(`/api/games/${game}/card`);

/** @returns {Promise<Wire.ShownLessonHead[]>} */
export const askLessons = () => ask("/api/lessons");

/** @returns {Promise<Wire.ShownTrail[]>} */
export const askChapters = () => ask("/api/journey");

/** @returns {Promise<Wire.Grade[]>} */
export const askGrades = () => ask("/api/grades");

/** @type {(id: string) => Promise<Wire.ShownLesson>} */
export const askLesson = (id) => ask(`/api/lessons/${id}`);

/** @type {(family: string) => Promise<Wire.ShownRungs>} */
export const askRungs = (family) => ask(`/api/sowings/${family}`);

/** @returns {Promise<Wire.ShownPuzzles>} */
export const askPuzzles = () => ask("/api/puzzles");

/** @type {(family: string) => Promise<Wire.ShownBook>} */
export const askBook = (family) => ask(`/api/puzzles/${family}`);

/** @type {(code: string) => Promise<string>} */
export const askRecord = (code) => ask(`/api/matches/${code}/record`);

/** @type {(record: string, side: string) => Promise<Wire.ShownReview>} */
export const askReview = (record, side) => ask(`/api/review?side=${side}`, record);

/** @type {(game: string) => Promise<Wire.ShownDemo>} */
export const askDemo = (game) => ask(`/api/games/${game}/demo`);

/** @type {(game: string, layout: Wire.Layout) => Promise<Wire.ShownLayout>} */
export const askLayout = (game, layout) => ask(`/api/games/${game}/layouts`, layout);

/** @type {(game: string, seen: Wire.Seen) => Promise<Wire.Verdict>} */
export const askVerdict = (game, seen) => ask(`/api/games/${game}/check`, seen);

/** @type {(text: string, number?: number) => Promise<Wire.ShownRecord>} */
export const readRecord = (text, number = 0) => ask(`/api/records/read?number=${number}`, text);

/** @type {(text: string) => Promise<Wire.ShownTitles>} */
export const listGames = (text) => ask("/api/records/list", text);

/** @type {(line: Wire.Line) => Promise<string>} */
export const writeRecord = (line) => ask("/api/records/write", line);

/** @type {(game: string, position: string) => Promise<string>} a picture of the board, as SVG */
export const drawBoard = (game, position) => ask(`/api/games/${game}/pictures/${encodeURIComponent(position)}`);

/** @type {(line: Wire.Line) => Promise<string>} a picture that moves, as SVG */
export const drawFilm = (line) => ask("/api/records/film", line);

/** @type {(code: string) => Promise<Wire.ShownCode>} */
export const askCode = (code) => ask(`/api/codes/${code}`);

/** @type {(code: string) => Promise<{ lines: string[] }>} */
export const askKept = (code) => ask(`/api/kept/${code}`);

/** @type {(code: string, lines: string[]) => Promise<unknown>} */
export const bringKept = (code, lines) => ask(`/api/kept/${code}`, { lines });

/** @type {(opening: Wire.Opening) => Promise<Wire.Ticket>} */
export const openMatch = (opening) => ask("/api/matches", opening);

/** @type {(what: "matches" | "classes", code: string) => Promise<Wire.Link>} */
export const askLink = (what, code) => ask(`/api/${what}/${code}/link`);

const past = { about: "", asked: Promise.resolve(/** @type {Wire.ShownPositions} */ ({ positions: [] })) };

/**
 * Ask for all positions of the game on the board of a match; the answer is kept for as long as the turn lasts.
 * @param {Wire.State} state
 */
export async function askPositions({ code, turn }) {
  const about = `${code} ${turn}`;
  if (about !== past.about) {
    Object.assign(past, { about, asked: ask(`/api/matches/${code}/positions`) });
    past.asked.catch(() => past.about = "");
  }
  return (await past.asked).positions;
}

/** @type {Map<string, Promise<Wire.ShownPosition>>} */
const kept = new Map();

/** How often, and after how long, a question is asked again that the server had no time to answer. */
const MOST_TRIES = 12, AGAIN_MS = 500;

const valuing = { about: "", line: new AbortController() };

/**
 * Ask for the worth of a position's moves; an earlier question about another position is given up.
 * @param {string} game
 * @param {string} position
 */
export function askValues(game, position) {
  const about = `${game} ${position}`;
  if (about !== valuing.about) {
    valuing.line.abort();
    Object.assign(valuing, { about, line: new AbortController() });
  }
  return askWorth(game, position, valuing.line.signal);
}

/**
 * Ask for the worth of a position's moves, however many other questions are asked.
 * @param {string} game
 * @param {string} position
 * @param {AbortSignal} [signal]
 * @returns {Promise<Wire.ShownPosition & { values: Wire.ShownValues }>}
 */
export async function askWorth(game, position, signal) {
  const path = `/api/games/${game}/positions/${encodeURIComponent(position)}`;
  for (let tries = 1;; tries++) {
    const found = await keeping(path, signal);
    const values = found.values ?? { value: "unknown", moves: [] };
    if (values.hurried) kept.delete(keyOf(path));
    if (!values.hurried || tries === MOST_TRIES || values.moves.some(isTold)) return { ...found, values };
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS * tries));
    signal?.throwIfAborted();
  }
}

/**
 * Whether a move has a known value or an opinion.
 * @param {Wire.ShownWorth} worth
 */
const isTold = ({ value, opinion }) => value !== "unknown" || typeof opinion === "number";

/** @param {string} path */
const keyOf = (path) => `${settings.language} ${path}`;

/** @type {(game: string, explored: Wire.Explored) => Promise<Wire.ShownExplored>} */
export const askOpenings = (game, explored) => ask(`/api/games/${game}/openings`, explored);

/** @type {(game: string, position: string) => Promise<Wire.ShownHints>} */
export const askHints = (game, position) => ask(`/api/games/${game}/positions/${encodeURIComponent(position)}/hints`);

/** @type {(game: string, position: string, move: string) => Promise<Wire.ShownWhy>} */
export const askWhy = (game, position, move) =>
  ask(`/api/games/${game}/positions/${encodeURIComponent(position)}/why/${encodeURIComponent(move)}`);

/**
 * Ask for a position, without its values; answers are kept.
 * @param {string} game
 * @param {string} position
 */
export function askPosition(game, position) {
  return keeping(`/api/games/${game}/positions/${encodeURIComponent(position)}?values=no`);
}

/**
 * Ask, or return the answer that was given before.
 * @param {string} path
 * @param {AbortSignal} [signal]
 * @returns {Promise<Wire.ShownPosition>}
 */
function keeping(path, signal) {
  const key = keyOf(path);
  const known = kept.get(key);
  if (known) return known;
  const [oldest] = kept.keys();
  if (kept.size > 300 && oldest !== undefined) kept.delete(oldest);
  /** @type {Promise<Wire.ShownPosition>} */
  const asked = ask(path, undefined, signal);
  kept.set(key, asked);
  asked.catch(() => kept.delete(key));
  return asked;
}

/**
 * Ask for the ways of choosing a turn that begin with `begun`, where there are too many to come with the position.
 * @param {string} game
 * @param {string} position
 * @param {string} begun
 * @returns {Promise<Wire.ShownWays>}
 */
export function askWays(game, position, begun) {
  return ask(`/api/games/${game}/ways/${encodeURIComponent(position)}?begin=${encodeURIComponent(begun)}`);
}

/**
 * Ask for one turn of a position, where there are too many to come with it.
 * @param {string} game
 * @param {string} position
 * @param {string} move
 * @returns {Promise<Wire.ShownMove>}
 */
export function askTurn(game, position, move) {
  return ask(`/api/games/${game}/turns/${encodeURIComponent(position)}?move=${encodeURIComponent(move)}`);
}

/**
 * Ask why a place cannot be chosen in a turn that has begun with `begun`.
 * @param {string} game
 * @param {string} position
 * @param {string} begun
 * @param {string} place
 * @returns {Promise<Wire.ShownRefusal>}
 */
export function askRefusal(game, position, begun, place) {
  const asked = new URLSearchParams({ begin: begun, place });
  return ask(`/api/games/${game}/refusals/${encodeURIComponent(position)}?${asked}`);
}
