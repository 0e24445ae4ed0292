// What has changed in a room: a line tells no more than that, and whole states are made of it here.

/**
 * A state with what has changed in it; of the lists that have grown the beginning stays.
 * @param {Wire.State} state
 * @param {Wire.Changed} changed
 * @returns {Wire.State}
 */
function changed(state, { fields, kept }) {
  /** @type {Record<string, unknown>} */
  const known = { ...state };
  /** @type {(name: string) => unknown[]} */
  const list = (name) => /** @type {unknown[]} */ (known[name]);
  const grown = Object.entries(kept).map(([name, count]) => [
    name,
    [...list(name).slice(0, count), .../** @type {unknown[]} */ (fields[name])],
  ]);
  return { ...state, ...fields, ...Object.fromEntries(grown) };
}

/**
 * Hear a room: whoever listens is told whole states.
 * @param {(message: Wire.RoomTold) => void} listen
 * @returns {(message: Wire.RoomLine) => void}
 */
export function following(listen) {
  /** @type {Wire.State | undefined} */
  let state;
  return (message) => {
    if (message.kind === "changed") {
      if (state) listen(state = changed(state, message));
    } else {
      if (message.kind === "state") state = message;
      listen(message);
    }
  };
}
