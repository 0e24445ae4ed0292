// Keeps the files of one build, so that the pages open without a network; it answers nothing else.

const [BUILD, FILES] = ["{build}", ["{files}"]];

addEventListener("install", (event) => event.waitUntil(caches.open(BUILD).then((cache) => cache.addAll(FILES))));

addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => names.filter((name) => name.startsWith("lalao ") && name !== BUILD));
  event.waitUntil(old.then((names) => Promise.all(names.map((name) => caches.delete(name)))));
});

addEventListener("fetch", (event) => {
  const kept = caches.open(BUILD).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(kept.then((answer) => answer ?? fetch(event.request)));
});
