// A line of play in an address: the game, where it starts, its moves. All of it stays behind the "#", which no server sees.

/** The address that holds a whole line. */
export function linePath({ game, start, moves }) {
  return `/look#${[game, start, ...moves].map(encodeURIComponent).join("/")}`;
}

/** Read a line from an address; null where there is none. */
export function readLine(hash) {
  const parts = hash.replace(/^#/, "").split("/");
  try {
    const [game, start, ...moves] = parts.map(decodeURIComponent);
    return game && start ? { game, start, moves } : null;
  } catch {
    return null;
  }
}
