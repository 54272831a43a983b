// Keeps the page, so that it opens without a network after the first visit. What is listed is filled in when the site is built.
const { state, files, later } = LISTED, KEPT = `nightcrier-${state}`;
const keep = (names) => caches.open(KEPT).then((kept) => kept.addAll(names).then(() => kept));
// A page that is open goes on with what it began with, and this one waits until it is closed.
self.addEventListener("install", (event) => event.waitUntil(keep(files)));

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("nightcrier-") && name !== KEPT;
  const gone = caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))));
  event.waitUntil(gone.then(() => self.clients.claim()));
});
/** Once the box plays, the page asks for the sounds that it may need; if it cannot play, for all files again. */
self.addEventListener("message", (event) => {
  const fresh = (name) => new Request(name, { cache: "reload" });
  const asked = event.data === "again" ? keep(files.map(fresh)).then((kept) => kept.delete("started")) : keep(later);
  event.waitUntil(asked.then(() => true, () => false).then((good) => event.source.postMessage(good)));
});

/** A kept file, or the bytes of it that were asked for. */
async function answered(request) {
  const kept = await caches.match(request.url.split("#")[0], { ignoreVary: true });
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.get("Range"));
  if (!kept || !range) return kept ?? fetch(request);
  const [, first, last] = range, piece = (await kept.blob()).slice(Number(first), Number(last) + 1);
  return new Response(piece, { status: 206, headers: { "Content-Range": `bytes ${first}-${last}/*` } });
}

self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(self.registration.scope)) event.respondWith(answered(event.request));
});
