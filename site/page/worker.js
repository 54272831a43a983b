// Runs the box: Python, the program and its words, in a thread of their own. What the box says goes to the page as
// [kind, ...values], what hands do comes from there in the same form.
import { loadPyodide, version } from "./pyodide/pyodide.mjs";

const UNPACK = `
import marshal, os, sys
from compression import zstd
with zstd.open("/packed") as packed:
    for name in marshal.load(packed):
        os.makedirs(os.path.dirname(name), exist_ok=True)
        open(name, "wb").write(marshal.load(packed))
os.remove("/packed")
sys.path[:0] = "/box/device", "/box/site"
`;
const say = (...message) => postMessage(message);
const whole = (answer) => (answer.ok ? answer.arrayBuffer() : Promise.reject(Error(`${answer.url}: ${answer.status}`)));
const bytesOf = async (name) => new Uint8Array(await fetch(name).then(whole));
/** Gives memory back at once that was copied: a worker that rests collects none. */
const letGo = ({ buffer }, { port1, port2 } = new MessageChannel()) => (port2.close(), port1.postMessage(0, [buffer]));
/** Python as it stands after its start, which takes most of the time until the glass lives: the first visit keeps it. */
const SNAPSHOT = `pyodide/started-${version}`;
async function startedPython(state) {
  const kept = () => caches.open(`nightcrier-${state}`); // it fits only the library beside which it was kept
  const indexURL = new URL("pyodide/", import.meta.url).href;
  try {
    const started = new Uint8Array(await (await (await kept()).match(SNAPSHOT)).arrayBuffer());
    const python = await loadPyodide({ indexURL, _loadSnapshot: started });
    return letGo(started) ?? { python };
  } catch { /* there is none yet, or it is of no use */ }
  const python = await loadPyodide({ indexURL, _makeSnapshot: true });
  const snapshot = self.caches && python.makeMemorySnapshot();
  const put = async () => (await kept()).put(SNAPSHOT, new Response(snapshot));
  return { python, keep: snapshot && (() => put().finally(() => letGo(snapshot))) };
}

/** Python with the whole program in it, and what sends its messages. */
export async function prepared(state) {
  const coming = ["msgspec.whl", "box.packed"].map(bytesOf);
  const { python, keep } = await startedPython(state);
  say("stage", 2);
  const [wheel, box] = await Promise.all(coming);
  python.unpackArchive(wheel, "wheel");
  python.FS.writeFile("/packed", box, { canOwn: true });
  python.runPython(UNPACK);
  letGo(box);
  say("stage", 3);
  const plain = (value) => (value?.toJs ? value.toJs() : value);
  return { python, keep, tell: (...message) => postMessage(message.map(plain)) };
}

/** One slot of the card, as `nightcrier_site/card.py` wants it. */
const slotOf = (handle, python) => ({
  read() {
    const whole = new Uint8Array(handle.getSize());
    handle.read(whole, { at: 0 });
    return python.toPy(whole);
  },
  write(content) {
    try {
      const bytes = content.toJs();
      handle.truncate(bytes.length);
      if (handle.write(bytes, { at: 0 }) < bytes.length) throw new DOMException("", "QuotaExceededError");
      return handle.flush() ?? "";
    } catch (refused) {
      return (refused.name === "QuotaExceededError" && say("trouble", "crowded")) || refused.name;
    }
  },
});

/** The two slots, or null where the browser keeps nothing. Another tab that has them open is waited for, because a page
 * that is loaded again may still hold them. */
async function openedSlots(python) {
  for (let tries = 0; ; tries++) {
    const handles = [];
    try {
      const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("nightcrier", { create: true });
      for (const name of ["one", "two"]) {
        handles.push(await (await folder.getFileHandle(name, { create: true })).createSyncAccessHandle());
      }
      return handles.map((handle) => slotOf(handle, python));
    } catch (refused) {
      for (const handle of handles) handle.close();
      if (refused.name !== "NoModificationAllowedError") return null;
      if (tries === 20) throw refused;
      await new Promise((wake) => setTimeout(wake, 150));
    }
  }
}
let box, timer;
/** Does a deed of the box, and wakes the box when the deed says. */
const tried = (deed) => {
  try {
    const seconds = deed();
    clearTimeout(timer);
    if (seconds >= 0) timer = setTimeout(tried, seconds * 1000, () => box.wake());
  } catch (broken) {
    say("trouble", "failed", String(broken).slice(-1000));
  }
};

async function open(language, state) {
  const { python, keep, tell } = await prepared(state);
  const slots = await openedSlots(python);
  if (!slots) say("trouble", "unkept");
  say("begun", performance.timeOrigin);
  box = python.pyimport("nightcrier_site.tab").Tab(tell, slots, language);
  DEEDS.drop = (files) => tried(() => box.drop(python.toPy(files)));
  tried(() => box.wake());
  say("stage", 4);
  keep?.().catch(() => {}); // a full browser starts as slowly as at the first visit
}
const DEEDS = {
  press: (key, down, repeated) => tried(() => box.press(key, down, repeated)),
  broken: (sound) => box.player.broken.add(sound),
  flush: () => box.flush(),
};
self.addEventListener("message", ({ data: [kind, ...values] }) => {
  if (kind !== "open") return void (box && DEEDS[kind](...values));
  const why = ({ name }) => (name === "NoModificationAllowedError" ? "taken" : "broken");
  open(...values).catch((broken) => say("trouble", why(broken), String(broken).slice(-1000)));
});
