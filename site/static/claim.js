// One page has the database of this device: a second one would overwrite what the first one writes.

/** Milliseconds to wait for another page, which may be closing, to let the database go. */
const CLAIMING_MS = 2000;
/** Milliseconds within which a page that has the database answers. */
const ANSWERING_MS = 1000;
const NAME = "lalao";

/**
 * Claim the database for as long as this page is there; false where another page has it.
 * @returns {Promise<boolean>}
 */
export const claim = () => navigator.locks ? lock() : call();

/** @returns {Promise<boolean>} */
const lock = () =>
  new Promise((resolve) => {
    const signal = AbortSignal.timeout(CLAIMING_MS);
    navigator.locks.request(NAME, { signal }, () => (resolve(true), new Promise(() => {})))
      .catch(() => resolve(false));
  });

/**
 * Ask all other pages, where a browser has no locks, on plain http; of two that ask at once the lower number has it.
 * @returns {Promise<boolean>}
 */
const call = () =>
  new Promise((resolve) => {
    const channel = new BroadcastChannel(NAME), mine = Math.random();
    let isMine = false;
    channel.onmessage = ({ data: { asks = 0, has } }) => {
      if (has && !isMine) {
        channel.close();
        resolve(false);
      } else if (asks && (isMine || mine < asks)) channel.postMessage({ has: true });
    };
    channel.postMessage({ asks: mine });
    setTimeout(() => resolve(isMine = true), ANSWERING_MS);
  });
