// The database of this device, in IndexedDB.

const [BASE, PLACE, KEY] = ["lalao", "database", "sqlite"];

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

const opening = indexedDB.open(BASE, 1);
opening.onupgradeneeded = () => opening.result.createObjectStore(PLACE);
const opened = done(opening);

/**
 * Read what was written last; nothing where there is nothing.
 * @returns {Promise<Uint8Array>}
 */
export async function read() {
  const database = await opened;
  return await done(database.transaction(PLACE).objectStore(PLACE).get(KEY)) ?? new Uint8Array();
}

/**
 * Write the database, and wait until it is there.
 * @param {Uint8Array} bytes
 * @returns {Promise<void>}
 */
export async function write(bytes) {
  const database = await opened;
  const transaction = database.transaction(PLACE, "readwrite", { durability: "strict" });
  transaction.objectStore(PLACE).put(bytes, KEY);
  await new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(undefined);
    transaction.onabort = () => reject(transaction.error);
  });
}
