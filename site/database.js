// The database of this device, in IndexedDB.

const [BASE, PLACE, KEY, COUNT] = ["lalao", "database", "sqlite", "writes"];

/** What was to be written would have replaced what another page has written meanwhile. */
export class OverwritingError extends Error {}

/** How often the database was written when this page last read or wrote it. */
let known = 0;

/**
 * Wait for a request to IndexedDB.
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** @type {Promise<IDBDatabase> | undefined} */
let opened;

async function open() {
  const opening = indexedDB.open(BASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(PLACE);
  return await done(opening);
}

/**
 * Begin a transaction.
 * @param {IDBTransactionMode} mode
 */
async function begin(mode) {
  const database = await (opened ??= open());
  const transaction = database.transaction(PLACE, mode, { durability: "strict" });
  return { transaction, store: transaction.objectStore(PLACE) };
}

/**
 * Read what was written last; nothing where there is nothing.
 * @returns {Promise<Uint8Array>}
 */
export async function read() {
  const { store } = await begin("readonly");
  const [bytes, count] = await Promise.all([done(store.get(KEY)), done(store.get(COUNT))]);
  known = count ?? 0;
  return bytes ?? new Uint8Array();
}

/**
 * Write the database, and wait until it is there.
 * @param {Uint8Array} bytes
 * @returns {Promise<void>}
 * @throws {OverwritingError} where another page has written it
 */
export async function write(bytes) {
  const { transaction, store } = await begin("readwrite");
  const written = new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(undefined);
    transaction.onabort = () => reject(transaction.error);
  });
  if ((await done(store.get(COUNT)) ?? 0) !== known) throw new OverwritingError();
  store.put(bytes, KEY);
  store.put(known + 1, COUNT);
  await written;
  known++;
}
