// The clock of all that moves and of all that is said; tests make it run faster.

export const clock = {
  /** how many times as fast as usual everything goes */
  rate: 1,
  /**
   * How long something lasts by this clock.
   * @param {number} ms
   */
  lasts: (ms) => ms / clock.rate,
  /**
   * @param {number} ms
   * @returns {Promise<void>}
   */
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, clock.lasts(ms))),
};
