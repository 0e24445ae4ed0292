// The server sends only the changes in a room; whole states are made from them here.

/**
 * Return a part with the changes in it applied, by name or index; a new value stands alone in a list.
 * @param {unknown} old
 * @param {unknown} change
 * @returns {unknown}
 */
function renewed(old, change) {
  if (Array.isArray(change)) return change[0];
  const parts = /** @type {Record<string, unknown>} */ (old);
  const made = /** @type {Record<string, unknown>} */ (Array.isArray(old) ? [...old] : { ...parts });
  for (const [name, part] of Object.entries(/** @type {object} */ (change))) made[name] = renewed(parts[name], part);
  return made;
}

/**
 * Return a state with the changes applied; of lists that have grown the beginning is kept.
 * @param {Wire.State} state
 * @param {Wire.Changed} changed
 * @returns {Wire.State}
 */
function changed(state, { fields, kept, inside }) {
  /** @type {Record<string, unknown>} */
  const known = { ...state };
  /** @type {Record<string, unknown>} */
  const made = { ...fields };
  for (const [name, count] of Object.entries(kept)) {
    made[name] = [
      .../** @type {unknown[]} */ (known[name]).slice(0, count),
      .../** @type {unknown[]} */ (fields[name]),
    ];
  }
  for (const [name, change] of Object.entries(inside)) made[name] = renewed(known[name], change);
  return { ...state, ...made };
}

/**
 * Return a copy of a state, which may be changed.
 * @param {Wire.State} state
 * @returns {Wire.State}
 */
const copied = (state) => JSON.parse(JSON.stringify(state));

/**
 * Return a listener to a room's lines that passes whole states on to `listen`.
 * @param {(message: Wire.RoomTold) => void} listen
 * @returns {(message: Wire.RoomLine) => void}
 */
export function following(listen) {
  /** @type {Wire.State | undefined} */
  let state;
  return (message) => {
    if (message.kind === "changed") {
      if (state) listen(copied(state = changed(state, message)));
    } else {
      if (message.kind === "state") state = copied(message);
      listen(message);
    }
  };
}
