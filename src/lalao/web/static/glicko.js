// Glicko-2: a rating, how sure it is, and how one more try changes both.
//
// After Mark E. Glickman, "Example of the Glicko-2 system" (2012), in his notation. Each try is a rating period.

/** Points of a rating for one unit of the internal scale, and the rating at its middle. */
const UNIT = 173.7178, MIDDLE = 1500;
/** How much the volatility may change, and how precisely it is worked out. */
const TAU = 0.5, NEAR = 1e-6;
/** The deviation of somebody new, which is the largest. */
export const NEW_DEVIATION = 350;

/** @param {number} phi */
const weight = (phi) => 1 / Math.sqrt(1 + 3 * phi * phi / (Math.PI * Math.PI));

/** @type {(mu: number, other: number, phi: number) => number} */
const share = (mu, other, phi) => 1 / (1 + Math.exp(-weight(phi) * (mu - other)));

/**
 * The share of games that `one` is expected to win against `other`, with both deviations taken into account.
 * @param {Page.Rating} one
 * @param {Page.Rating} other
 */
export function expected(one, other) {
  const phi = Math.hypot(one.deviation, other.deviation) / UNIT;
  return share((one.rating - MIDDLE) / UNIT, (other.rating - MIDDLE) / UNIT, phi);
}

/**
 * The rating after some games, each with its score: 1 for a win, 0 for a loss.
 * @param {Page.Rating} before
 * @param {{ other: Page.Rating, score: number }[]} games
 * @returns {Page.Rating}
 */
export function rated({ rating, deviation, volatility }, games) {
  const [mu, phi] = [(rating - MIDDLE) / UNIT, deviation / UNIT];
  let [information, gain] = [0, 0];
  for (const { other, score } of games) {
    const [mu2, phi2] = [(other.rating - MIDDLE) / UNIT, other.deviation / UNIT];
    const won = share(mu, mu2, phi2);
    information += weight(phi2) ** 2 * won * (1 - won);
    gain += weight(phi2) * (score - won);
  }
  const sigma = newVolatility(volatility, phi, 1 / information, gain / information);
  const newPhi = 1 / Math.sqrt(1 / (phi * phi + sigma * sigma) + information);
  return {
    rating: MIDDLE + UNIT * (mu + newPhi * newPhi * gain),
    deviation: Math.min(UNIT * newPhi, NEW_DEVIATION),
    volatility: sigma,
  };
}

/**
 * Step 5: the volatility that fits best, by the Illinois algorithm.
 * @param {number} sigma
 * @param {number} phi
 * @param {number} v
 * @param {number} delta
 */
function newVolatility(sigma, phi, v, delta) {
  const a = Math.log(sigma * sigma);
  const f = (/** @type {number} */ x) => {
    const [e, all] = [Math.exp(x), phi * phi + v + Math.exp(x)];
    return e * (delta * delta - all) / (2 * all * all) - (x - a) / (TAU * TAU);
  };
  let [low, high] = [a, Math.log(Math.max(delta * delta - phi * phi - v, Number.MIN_VALUE))];
  if (delta * delta <= phi * phi + v) {
    let steps = 1;
    while (f(a - steps * TAU) < 0) steps++;
    high = a - steps * TAU;
  }
  let [atLow, atHigh] = [f(low), f(high)];
  while (Math.abs(high - low) > NEAR) {
    const middle = low + (low - high) * atLow / (atHigh - atLow);
    const at = f(middle);
    if (at * atHigh <= 0) [low, atLow] = [high, atHigh];
    else atLow /= 2;
    [high, atHigh] = [middle, at];
  }
  return Math.exp(low / 2);
}
