// Plays what the box gives out, each sound at its moment. A sound is fetched and decoded when it is asked for first; of a
// voice, which is one file, only the range of bytes of its clip.
const CUT = 0.015, KEPT = 12, SILENT = -60, audio = "audio/";
const wholes = new Map(), sounds = new Map();
let context, gains, voice = [], last, free = 0, loops = {}, ramps = {}, origin, report, changed;
const amplitude = (db) => (db <= SILENT ? 0 : 10 ** (db / 20));
/** `origin` is the moment from which the box counts its seconds, in milliseconds since 1970. */
export const begin = (...asked) => ([origin, report, changed] = asked);
export const isHeard = () => context?.state === "running";
/** The first press of a hand unlocks the sound. What is said at that moment is heard from where it has got to. */
export function unlock() {
  if (!context) {
    context = new AudioContext({ latencyHint: "interactive" });
    context.onstatechange = changed;
    gains = Object.fromEntries(["voice", "bed", "level", "drone"].map((name) => [name, context.createGain()]));
    for (const name of ["voice", "bed"]) gains[name].connect(context.destination);
    for (const name of ["level", "drone"]) gains[name].connect(gains.bed);
    for (const [name, ramp] of Object.entries(ramps)) turn(name, ...ramp);
    for (const [kind, { sound, at }] of Object.entries(loops)) loop(kind, sound, at);
    for (const said of voice) last = begun(said, last);
  }
  if (context.state !== "running") context.resume();
}
/** The moment of the sound card at which something is due. */
const when = (at) => context.currentTime + (at * 1000 + origin - performance.timeOrigin - performance.now()) / 1000;

/** Keeps a whole voice in the browser beside what is heard, so that its clips come at once, and without a network. */
async function keepWhole(voice) {
  if (wholes.has(voice) || !self.caches || navigator.connection?.saveData) return;
  wholes.set(voice, null);
  const kept = await caches.open(`nightcrier-${STATE}`);
  if (!(await kept.match(audio + voice))) await kept.add(audio + voice);
  wholes.set(voice, await (await kept.match(audio + voice)).blob());
}

/** A clip is named by its voice and its range of bytes in it: `voice.zip#first-last`. */
async function fetched(sound) {
  const [file, range] = sound.split("#");
  if (!range) return (await fetch(audio + file)).arrayBuffer();
  keepWhole(file).catch(() => {}); // a browser that is full fetches clip by clip
  const [first, last] = range.split("-").map(Number);
  if (wholes.get(file)) return wholes.get(file).slice(first, last + 1).arrayBuffer();
  const content = await fetch(audio + file, { headers: { Range: `bytes=${range}` } }).then((answer) => answer.arrayBuffer());
  if (content.byteLength <= last - first + 1) return content;
  wholes.set(file, new Blob([content])); // from a server that knows no ranges
  return content.slice(first, last + 1);
}

/** The pages of a clip that hold its heads and its first second: they are decoded long before the rest of it. */
function firstSecond(content) {
  const bytes = new Uint8Array(content);
  let end = 0;
  for (let page = 0; page < 3 && end < bytes.length; page++) {
    end += bytes.subarray(end + 27, end + 27 + bytes[end + 26]).reduce((sum, size) => sum + size, 27 + bytes[end + 26]);
  }
  return content.slice(0, end);
}

async function decoded(sound) {
  const content = await fetched(sound), isClip = sound.includes("#");
  const first = await context.decodeAudioData(isClip ? firstSecond(content) : content);
  return { first, whole: isClip ? context.decodeAudioData(content) : first };
}
/** The decoded sound; a kept one, if it is among the last, or the last bed, which is as large as twenty clips. */
function load(sound) {
  if (!context) return void (sound.includes("#") && fetched(sound)); // it is decoded after the first press
  const found = sounds.get(sound) ?? decoded(sound);
  sounds.delete(sound);
  sounds.set(sound, found);
  found.then(({ whole }) => whole).catch(() => {
    sounds.delete(sound);
    if (navigator.onLine) report(sound);
  });
  const isBed = (name) => name.startsWith("beds");
  const isOver = (old, at) => (isBed(old) ? isBed(sound) && old !== sound : at < sounds.size - KEPT);
  for (const old of [...sounds.keys()].filter(isOver)) sounds.delete(old);
  return found;
}

function play(buffer, into, loop, ...start) {
  const made = new AudioBufferSourceNode(context, { buffer, loop });
  made.connect(into);
  made.start(...start);
  return made;
}

/** Begins a clip at its moment, or after the one before it, which may have come late. */
async function begun(said, before) {
  if (!context) return;
  try {
    const { first, whole } = await load(said.sound), buffer = said.locked ? await whole : first;
    if (said.after) await before;
    if (!voice.includes(said) || said.sources) return;
    const from = Math.max(when(said.at), said.after ? free : 0), start = Math.max(from, context.currentTime), late = start - from;
    if (said.locked && late > buffer.duration) return;
    said.sources = [play(buffer, gains.voice, false, start, said.locked ? late : 0)];
    performance.measure("late", { start: 0, duration: late * 1000 });
    const all = await whole, { duration } = buffer, next = Math.max(start + duration, context.currentTime);
    if (!voice.includes(said)) return;
    if (!said.rings) free = next + all.duration - duration;
    if (duration < all.duration) said.sources.push(play(all, gains.voice, false, next, duration));
  } catch { /* reported by `load` */ }
}

function speak(sound, at, more) {
  const said = { sound, at, locked: !isHeard(), ...more };
  voice = [...voice.slice(-8), said];
  last = begun(said, last);
}

function hush(which) {
  for (const source of voice.filter(which).flatMap(({ sources }) => sources ?? [])) source.stop(context.currentTime + CUT);
  voice = voice.filter((said) => !which(said));
  free = 0;
}

async function loop(kind, sound, at) {
  loops[kind]?.source?.stop(context.currentTime + CUT);
  const mine = (loops[kind] = { sound, at });
  if (!sound || !context) return;
  const found = await load(sound).catch(() => null); // reported by `load`
  if (!found || loops[kind] !== mine) return;
  mine.source = play(found.whole, gains[kind === "bed" ? "level" : "drone"], true, Math.max(when(at), context.currentTime));
}

/** Moves a gain in a straight line of decibels, as a ramp of the desk does. */
function turn(name, at, seconds, from, to) {
  ramps[name] = [at, seconds, from, to];
  if (!context) return;
  const { gain } = gains[name], start = Math.max(when(at), context.currentTime), end = start + Math.max(seconds, CUT);
  gain.cancelScheduledValues(start);
  gain.setValueAtTime(Math.max(amplitude(from), 1e-4), start);
  gain.exponentialRampToValueAtTime(Math.max(amplitude(to), 1e-4), end);
  if (!amplitude(to)) gain.setValueAtTime(0, end);
}

export const silence = () => (hush(() => true), loop("bed", ""), loop("drone", ""));

/** What the box tells of sounds. */
export const HEARD = {
  load,
  turn,
  silence,
  play: (sound, at) => (hush((said) => !said.rings), speak(sound, at, {})),
  queue: (sound, at) => speak(sound, at, { after: true }),
  signal: (sound, at) => speak(sound, at, { rings: true }),
  stop: () => hush(() => true),
  bed: (sound, at) => loop("bed", sound, at),
  drone: (sound, at) => loop("drone", sound, at),
};
