// Wires the box, which runs in the worker, to what is seen, heard and touched on the page.
import * as drop from "./drop.js";
import * as glass from "./glass.js";
import * as hands from "./hands.js";
import * as sound from "./sound.js";

const [said, seen, captions, full] = ["said", "seen", "captions", "full"].map((id) => document.getElementById(id));
const STAGES = 4, worker = new Worker("worker.js", { type: "module" });
let page = "", spoken = 0, living = false, trouble = "", awake = null;
/** What is said stands in letters as long as nothing is heard, and wherever people want it. */
const showSaid = () => (said.hidden = sound.isHeard() && captions.getAttribute("aria-pressed") === "false");

function caption(text, language, seconds) {
  clearTimeout(spoken);
  Object.assign(said, { textContent: text, lang: language });
  spoken = setTimeout(() => (said.textContent = ""), seconds * 1000 + 1500);
}

function stage(number) {
  performance.mark(`stage${number}`);
  living = number === STAGES;
  if (living && !trouble) tell(sound.isHeard() ? "" : "sound");
  if (living) navigator.serviceWorker?.ready.then(({ active }) => active.postMessage("later"));
  else if (!living) note.textContent = `${word("load")} ${"●".repeat(number)}${"○".repeat(STAGES - number)} ${word(`load${number}`)}`;
}

/** Has what the browser keeps of the box fetched again, once, because a part of it may be broken or cut short. */
function mend(why) {
  const { serviceWorker } = navigator;
  if (!serviceWorker?.controller || sessionStorage.mended) return fail("failed", why);
  serviceWorker.onmessage = ({ data }) => (data ? (sessionStorage.mended = why, location.reload()) : fail("cut", why));
  serviceWorker.controller.postMessage("again");
  setTimeout(fail, 60000, "cut", why); // a network that brings nothing
}

function fail(kind, why) {
  if (kind === "broken") return mend(why);
  trouble = kind;
  tell(kind);
  if (why) console.error(why);
  if (kind === "failed" || kind === "off") (sound.silence(), worker.terminate());
}

const HEARD = {
  stage,
  trouble: fail,
  off: () => fail("off"),
  erase: () => (worker.terminate(), localStorage.clear(), location.reload()),
  glass: glass.show,
  light: glass.shine,
  lamp: glass.light,
  dropped: drop.tell,
  said: caption,
  page(name, text, language) {
    [page, seen.lang] = [name, language];
    if (language !== LANGUAGE && language in WORDS) speak(language);
    if (seen.textContent !== text) seen.textContent = text;
  },
  begun: (origin) => sound.begin(origin, (name) => worker.postMessage(["broken", name]), showSaid),
  ...sound.HEARD,
};

/** Keeps the screen lit, as long as the page is seen and somebody has touched it. */
const lock = () => navigator.wakeLock?.request("screen").catch(() => null);
const stayAwake = async () => (awake = awake?.released === false ? awake : await lock());

function touched() {
  sound.unlock();
  stayAwake();
  drop.tell([]);
  if (living && !trouble) tell("");
}
/** Gives files to the box, once it lives. */
const give = (files) => (living ? worker.postMessage(["drop", files]) : setTimeout(give, 200, files));
captions.addEventListener("click", () => {
  captions.setAttribute("aria-pressed", captions.getAttribute("aria-pressed") === "false");
  showSaid();
});
full.hidden = !document.fullscreenEnabled;
full.addEventListener("click", () => document.documentElement.requestFullscreen({ navigationUI: "hide" }));
document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    if (page === "home") glass.keep();
    worker.postMessage(["flush"]);
  } else if (awake) stayAwake();
});
document.getElementById("more").addEventListener("click", touched); // any press unlocks the sound
glass.begin();
stage(1);
worker.onmessage = ({ data: [kind, ...values] }) => HEARD[kind](...values);
worker.onerror = (event) => fail("failed", event.message);
worker.postMessage(["open", LANGUAGE, STATE]);
hands.begin((key, down, repeated) => {
  if (down) touched();
  if (key === "c" && down) captions.click();
  worker.postMessage(["press", key, down, repeated]);
});
drop.begin(give);
if (isSecureContext) navigator.serviceWorker?.register("offline.js").catch(() => {});
