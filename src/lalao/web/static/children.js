// Whose progress: the children who play on this device, eight at most. The progress of each is kept here and nowhere
// else; the one who was here last plays.

import { forgetText, keepText, keptText } from "./kept.js";
import { PICTURES } from "./pictures.js";
import { change, keep, onSetting, settings } from "./settings.js";

const KEY = "lalao.children";
export const MOST_CHILDREN = 8;
export const MOST_NAME = 24;
/** After so many milliseconds without a tap it is asked who plays, where there are several. */
const IDLE_MS = 600_000;
/** How often at most the time of the last tap is written down. */
const WRITTEN_MS = 30_000;

/** @type {Omit<Page.Pupil, "id" | "face">} */
const FRESH = { name: "", stones: {}, steps: {}, at: "", lost: ["", 0], last: 0 };

/** @returns {Page.Pupil[]} everybody who plays on this device */
export function children() {
  try {
    const found = JSON.parse(keptText(KEY) || "[]");
    return Array.isArray(found) ? found.filter(isPupil).map((each) => ({ ...FRESH, ...each })) : [];
  } catch {
    return [];
  }
}

/** @param {unknown} found */
function isPupil(found) {
  const { id, face, stones = {}, steps = {} } = Object(found);
  return [id, face].every((text) => typeof text === "string") && [stones, steps].every((each) => Object(each) === each);
}

/** @param {Page.Pupil[]} list */
const write = (list) => keepText(KEY, JSON.stringify(list.slice(0, MOST_CHILDREN)));

/** @returns {Page.Pupil | undefined} whoever plays: the one who was here last */
export const child = () => children().sort((one, other) => other.last - one.last).at(0);

/** Other data kept of each child, under a key of its own for each. */
const OWN = ["lalao.pace", "lalao.practice"];

/** Who plays, as was read last, and from which text: the pace and the puzzles ask for it at every step. */
let latestRead = { text: "", id: "" };

/** The id of whoever plays, "" for nobody. */
function ownId() {
  const text = keptText(KEY);
  if (text !== latestRead.text) latestRead = { text, id: child()?.id ?? "" };
  return latestRead.id;
}

/**
 * The key of stored data of the child who plays; older data of the device goes to the first who asks.
 * @param {string} key one of `OWN`
 */
export function ownKey(key) {
  const id = ownId(), own = id && `${key}.${id}`, before = own && keptText(key);
  if (before) {
    if (!keptText(own)) keepText(own, before);
    forgetText(key);
  }
  return own || key;
}

/** A face that nobody here has yet. */
export function freeFace() {
  const taken = children().map(({ face }) => face);
  const free = PICTURES.filter((each) => !taken.includes(each));
  return free[Math.floor(Math.random() * free.length)];
}

/** A moment later than that of everybody else. */
const latest = () => Math.max(Date.now(), ...children().map(({ last }) => last + 1));

/** Who is erased last where there is no room: whoever is no guest of a class, then whoever was here last.
 * @type {(one: Page.Pupil, other: Page.Pupil) => number} */
const staying = (one, other) => Number(one.guest ?? false) - Number(other.guest ?? false) || other.last - one.last;

/**
 * Add somebody, who plays from now on; a guest of a class makes room, or the one who has been away longest.
 * @param {Partial<Page.Pupil>} about
 */
export function addChild(about) {
  const id = crypto.getRandomValues(new Uint32Array(1))[0].toString(36);
  const added = { ...FRESH, face: freeFace(), ...about, id, last: latest() };
  const all = children().sort(staying), others = all.slice(0, MOST_CHILDREN - 1);
  for (const gone of all.slice(MOST_CHILDREN - 1)) removeChild(gone.id);
  write([...others.sort((one, other) => one.id < other.id ? -1 : 1), added]);
  if (settings.name !== added.name) change({ name: added.name });
  return added;
}

/**
 * Change the stored data of the child who plays; somebody who plays without having said who gets a face.
 * @param {Partial<Page.Pupil>} changes
 */
export function changeChild(changes) {
  const { id } = child() ?? addChild({ name: settings.name });
  write(children().map((each) => each.id === id ? { ...each, ...changes, last: latest() } : each));
}

/**
 * Let somebody else play.
 * @param {string} id
 */
export function chooseChild(id) {
  write(children().map((each) => each.id === id ? { ...each, last: latest() } : each));
  change({ name: child()?.name ?? "" });
}

/**
 * All that is kept of whoever plays, but for a class.
 * @returns {Pick<Page.ChildFile, "child" | "own">}
 */
export function packed() {
  const { seat: _, guest: __, ...about } = child() ?? addChild({ name: settings.name });
  return { child: about, own: Object.fromEntries(OWN.map((key) => [key, keptText(`${key}.${about.id}`)])) };
}

/**
 * Let somebody play who comes from a file; who is here already keeps the most stars of each stone. False where the file
 * holds nobody, or there is no room.
 * @param {Pick<Page.ChildFile, "child" | "own">} file
 */
export function bring({ child: found, own }) {
  const here = children().find(({ id }) => id === found?.id);
  if (!isPupil(found) || (!here && children().length >= MOST_CHILDREN)) return false;
  const { id, face, name = "", stones = {}, steps = {}, at = "", pins } = found;
  const about = { ...FRESH, id, face, name: String(name).slice(0, MOST_NAME), at: String(at), pins, last: latest() };
  const one = { ...about, steps: { ...steps, ...here?.steps }, stones: together(here?.stones ?? {}, stones) };
  write([...children().filter((each) => each.id !== id), one]);
  for (const key of OWN) if (!keptText(`${key}.${id}`) && own[key]) keepText(`${key}.${id}`, own[key]);
  change({ name: one.name });
  return true;
}

/**
 * Erase somebody with all that was done.
 * @param {string} id
 */
export function removeChild(id) {
  for (const key of OWN) forgetText(`${key}.${id}`);
  write(children().filter((each) => each.id !== id));
  change({ name: child()?.name ?? "" });
}

/** The stars of the stones that are done, by their ids. */
export const stonesDone = () => child()?.stones ?? {};

/**
 * Stones of two paths as one; the most stars of each count.
 * @type {(one: Record<string, number>, other: Record<string, number>) => Record<string, number>}
 */
function together(one, other) {
  const stones = { ...one };
  for (const [id, stars] of Object.entries(other)) stones[id] = Math.max(stars, stones[id] ?? 0);
  return stones;
}

/**
 * Remember that stones are done; the most stars of each count.
 * @param {Record<string, number>} found
 * @param {Partial<Page.Pupil>} changes other changes
 */
export function addStones(found, changes = {}) {
  changeChild({ ...changes, stones: together(stonesDone(), found) });
  carry();
}

/**
 * Remember that a stone is done: whatever was lost before is forgotten.
 * @param {string} id
 * @param {number} stars
 */
export const setStone = (id, stars) => addStones({ [id]: stars }, { lost: ["", 0] });

/** How many answers wait at most to be sent to the class. */
const MOST_WAITING = 20;

/**
 * Keep an answer of a pupil of a class until the class has it; nobody else's is kept.
 * @param {Omit<Wire.Guess, "id">} answer
 */
export function addAnswer(answer) {
  const { seat, answers = [] } = child() ?? {};
  if (!seat) return;
  const id = crypto.getRandomValues(new Uint32Array(2)).join("");
  changeChild({ answers: [...answers, { id, ...answer }].slice(-MOST_WAITING) });
  carry();
}

/**
 * The class has some answers of a pupil: they wait no more.
 * @param {string} seat
 * @param {Wire.Guess[]} sent
 */
export function forgetAnswers(seat, sent) {
  const ids = sent.map(({ id }) => id);
  const left = (/** @type {Page.Pupil} */ one) => one.answers?.filter(({ id }) => !ids.includes(id)) ?? [];
  write(children().map((each) => each.seat === seat ? { ...each, answers: left(each) } : each));
}

/**
 * Count a loss against the creature of a stone, or a miss at a step of a lesson, as « lesson#step ».
 * @param {string} id
 */
export function countLoss(id) {
  const [stone, count] = child()?.lost ?? ["", 0];
  changeChild({ lost: [id, stone === id ? count + 1 : 1] });
  carry();
}

/** Misses at a step of a lesson, and losses against a creature, after which a child is stuck. */
const MANY_MISSES = 3, MANY_LOSSES = 4;

/**
 * The stone where a child is stuck, "" for none.
 * @param {Pick<Page.Pupil, "lost"> | undefined} one
 */
export function stuckAt(one) {
  const [id, count] = one?.lost ?? ["", 0], [stone, step] = id.split("#");
  return count >= (step ? MANY_MISSES : MANY_LOSSES) ? stone : "";
}

/**
 * Let the pupil of a class play; whoever plays already under this name is that pupil.
 * @param {string} seat
 * @param {{ name: string, picture: string }} pupil
 */
export function seatChild(seat, { name, picture }) {
  const seated = children().find((each) => each.seat === seat), now = child();
  if (seated) chooseChild(seated.id);
  if (seated?.guest) change({ name });
  const same = now && !now.seat && now.name.toLowerCase() === name.toLowerCase();
  if (!seated && same) changeChild({ seat });
  else if (!seated) addChild({ name, face: picture || freeFace(), seat, guest: true });
}

/**
 * Add a class's data on a path to that of its pupil here, who goes on where the last stone was done.
 * @param {string} seat
 * @param {Record<string, number>} found
 * @param {string} at
 */
export function keepPath(seat, found, at) {
  const now = (/** @type {Page.Pupil} */ one) => ({ ...one, stones: together(one.stones, found), at: one.at || at });
  write(children().map((each) => each.seat === seat ? now(each) : each));
  change({});
}

/**
 * The seat of a class is another device's now: a guest leaves, everybody else keeps the progress.
 * @param {string} seat
 */
export function leaveSeat(seat) {
  const seated = children().find((each) => each.seat === seat);
  if (seated?.guest) removeChild(seated.id);
  else if (seated) write(children().map((each) => each.seat === seat ? { ...each, seat: undefined } : each));
}

/** Send the path of whoever plays to the class that keeps it, if one does. */
async function carry() {
  const { seat } = child() ?? {};
  if (seat) (await import("./pupilpath.js")).sendPath(seat);
}

/** Whether it is to be asked who plays: several do, and nobody has touched the device for a while. */
export const isIdle = () => children().length > 1 && Date.now() - (child()?.last ?? 0) > IDLE_MS;

/** Note that somebody plays, unless that was noted just now or it is to be asked first who does. */
function touch() {
  const now = child();
  if (now && !isIdle() && Date.now() - now.last > WRITTEN_MS) changeChild({});
}

/** Give this device's data from before there were children to a first one. */
function migrate() {
  const { name, last, latest: left, learned = {}, won = [] } = /** @type {Page.Settings & Page.Before} */ (settings);
  if (keptText(KEY) || !(name || left || won.length || Object.keys({ ...learned, ...last }).length)) return;
  addChild({ name, steps: learned, stones: Object.fromEntries(won.map((game) => [`${game}:`, 1])) });
  keep(/** @type {Partial<Page.Settings>} */ ({ learned: undefined, won: undefined }));
}

migrate();
carry();
onSetting(({ name }) => {
  const now = child();
  if (name !== undefined && now && now.name !== name) changeChild({ name });
});
addEventListener("pointerdown", touch, true);
addEventListener("keydown", touch, true);
