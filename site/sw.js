// Keeps the files of one build, so that the pages open without a network; it answers nothing else.

const [BUILD, FILES] = ["{build}", ["{files}"]];
/** The caches of this folder; another one on the same host has its own. */
const OWN = `lalao ${registration.scope} `, NAME = OWN + BUILD;

/** Fetch the files, but for those that the browser has already and the host has not changed. */
async function keep() {
  const cache = await caches.open(NAME);
  await cache.addAll(FILES.map((name) => new Request(name, { cache: "no-cache" })));
}

async function forgetOthers() {
  const names = (await caches.keys()).filter((name) => name.startsWith(OWN) && name !== NAME);
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(NAME);
  return await cache.match(request, { ignoreSearch: true }) ?? fetch(request);
}

addEventListener("install", (event) => event.waitUntil(keep()));
addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
addEventListener("fetch", (event) => event.respondWith(answer(event.request)));
