// The path of a pupil of a class: it goes to the class and comes back from it for as long as this device has the seat,
// so that the pupil finds it again on another device.

import { children, forgetAnswers, keepPath, leaveSeat, seatChild, stuckAt } from "./children.js";
import { chapters } from "./path.js";
import { settings } from "./settings.js";
import { request } from "./transport.js";

/** Answers after which the seat is no longer this device's: it is another one's, or the class was erased. */
const GONE = [403, 404];
/** The least status after which data may be sent again: too much at once, or the server fails. */
const LATER = 429;

/**
 * Send stones and answers to a class; returns its data, or null. Unsent data goes with the next stones.
 * @param {string} seat
 * @param {Record<string, number>} stones
 * @param {Wire.Guess[]} foretold
 * @returns {Promise<Wire.OwnPath | null>}
 */
async function exchange(seat, stones, foretold = []) {
  const headers = { Authorization: `Bearer ${settings.seats[seat] ?? ""}` };
  const stuck = stuckAt(children().find((each) => each.seat === seat));
  const body = JSON.stringify(foretold.length ? { stones, stuck, foretold } : { stones, stuck });
  const sent = { method: "POST", body, headers };
  const answer = await request(`/api/classes/${seat.slice("class/".length)}/path`, sent).catch(() => null);
  if (GONE.includes(answer?.status ?? 0)) leaveSeat(seat);
  if (answer && answer.status < LATER) forgetAnswers(seat, foretold);
  return answer?.ok ? answer.json() : null;
}

/**
 * Have the pupil of a seat play on this device, with the path that the class keeps; a guest has no seat.
 * @param {string} seat
 * @param {Wire.ClassState["role"]} role
 */
export async function followSeat(seat, role) {
  if (role === "guest") leaveSeat(seat);
  if (role !== "pupil") return;
  const path = await exchange(seat, {});
  if (!path) return;
  seatChild(seat, path);
  await sendPath(seat);
}

/**
 * Send the path of a pupil who plays here to the class, and add the data of the class.
 * @param {string} seat
 */
export async function sendPath(seat) {
  const all = await chapters().catch(() => []);
  const known = new Set(all.flatMap(({ stones }) => stones.map(({ id }) => id)));
  const { stones = {}, answers = [] } = children().find((each) => each.seat === seat) ?? {};
  const own = Object.entries(stones).filter(([id]) => known.has(id));
  const path = await exchange(seat, Object.fromEntries(own), answers);
  if (!path) return;
  const last = Object.keys(path.stones).pop();
  const at = all.find((chapter) => chapter.stones.some(({ id }) => id === last))?.family ?? "";
  keepPath(seat, path.stones, at);
}
