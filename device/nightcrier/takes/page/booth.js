// The page itself: shows a line, plays the machine's clip, listens, keeps what was spoken, and gives all of it as one zip.
"use strict";

const BLOCK = 1024, KEY = 0.2; // samples; seconds in which a key is heard that ends a take
const EAR = `registerProcessor("ear", class extends AudioWorkletProcessor {
  constructor() { super(); this.block = new Float32Array(${BLOCK}); this.at = 0; }
  process([[sound]]) {
    if (!sound) return true;
    this.block.set(sound, this.at);
    this.at += sound.length;
    if (this.at >= ${BLOCK}) { this.port.postMessage(this.block.slice()); this.at = 0; }
    return true;
  }
});`;

const $ = (id) => document.getElementById(id);
const { WORDS, LINES, LANGUAGE, LICENCES, LIMITS } = PAGE; // a line: {id, text, hash, seconds, clip}
let at = 0, taking = null, context = null, ear = null, playing = null;

function say(word, detail = "") {
  $("said").textContent = `${WORDS[word] || ""} ${detail}`.trim();
  document.body.dataset.said = word;
}

// What was spoken is kept in the browser's own store, under the line and the hash of its text; else as long as the page is open.
class Takes {
  constructor() { Object.assign(this, { kept: new Map(), database: null }); }

  async open() {
    try {
      this.database = await asked(() => {
        const opening = indexedDB.open(`nightcrier-${LANGUAGE}`, 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore("takes");
        return opening;
      });
      for (const key of await this.ask("readonly", (store) => store.getAllKeys())) this.kept.set(key, null);
    } catch {
      this.database = null;
      say("unstored");
    }
  }

  ask(mode, work) { return asked(() => work(this.database.transaction("takes", mode).objectStore("takes"))); }
  has(line) { return this.kept.has(keyOf(line)); }

  async keep(line, bytes) {
    if (this.database) await this.ask("readwrite", (store) => store.put(bytes, keyOf(line)));
    this.kept.set(keyOf(line), this.database ? null : bytes);
  }

  async bytes(line) {
    return this.kept.get(keyOf(line)) || this.ask("readonly", (store) => store.get(keyOf(line)));
  }
}

const keyOf = (line) => `${line.id} ${line.hash}`;
const asked = (ask) => new Promise((done, failed) => {
  const request = ask();
  request.onsuccess = () => done(request.result);
  request.onerror = () => failed(request.error);
});
const takes = new Takes();

function show() {
  const line = LINES[at];
  $("text").textContent = line.text;
  $("hear").disabled = !line.clip;
  $("own").disabled = !takes.has(line);
  $("back").disabled = at === 0;
  $("next").disabled = at === LINES.length - 1;
  $("place").textContent = `${at + 1} / ${LINES.length} · ${LINES.filter((each) => takes.has(each)).length} ✓`;
  document.body.dataset.line = line.id;
}

function go(step) {
  if (taking) return;
  at = Math.max(0, Math.min(LINES.length - 1, at + step));
  say("");
  show();
}

function play(source, fault) {
  if (playing) playing.pause();
  playing = new Audio(source);
  playing.play().catch(() => say(fault));
}

async function begin() {
  if (!navigator.mediaDevices || !window.AudioWorkletNode) return say("forbidden");
  if (playing) playing.pause();
  taking = { blocks: [], line: LINES[at] };
  $("speak").setAttribute("aria-pressed", "true");
  $("speak").textContent = WORDS.stop;
  try {
    await listen(taking);
  } catch (fault) {
    stop();
    say({ NotAllowedError: "denied", NotFoundError: "missing" }[fault.name] || "forbidden", fault.message);
  }
}

async function listen(take) {
  context = context || new AudioContext();
  await context.resume();
  ear = ear || context.audioWorklet.addModule(`data:text/javascript,${encodeURIComponent(EAR)}`); // a blob may not be loaded from file://
  await ear;
  const plain = { echoCancellation: false, noiseSuppression: false, autoGainControl: false, channelCount: 1 };
  take.stream = await navigator.mediaDevices.getUserMedia({ audio: plain });
  if (taking !== take) return take.stream.getTracks().forEach((track) => track.stop());
  const listener = new Listener(context.sampleRate, LIMITS);
  take.node = new AudioWorkletNode(context, "ear");
  take.node.port.onmessage = ({ data }) => hear(take, listener, data);
  context.createMediaStreamSource(take.stream).connect(take.node);
  say("hush");
}

function hear(take, listener, block) {
  if (taking !== take) return;
  take.blocks.push(block);
  $("level").value = 20 * Math.log10(peakOf(block) + 1e-6);
  const before = listener.state, now = listener.hear(block);
  if (before === "room" && now === "waiting") say("now");
  if (now === "over") end();
}

function stop() {
  const take = taking;
  taking = null;
  if (take.node) take.node.disconnect();
  if (take.stream) take.stream.getTracks().forEach((track) => track.stop());
  $("speak").setAttribute("aria-pressed", "false");
  $("speak").textContent = WORDS.speak;
  $("level").value = -60;
  return take;
}

async function end(key = 0) {
  const { blocks, line } = stop(), skipped = Math.round((SETTLING * context.sampleRate) / BLOCK);
  const heard = blocks.slice(skipped), samples = new Float32Array(heard.length * BLOCK);
  heard.forEach((block, n) => samples.set(block, n * BLOCK));
  await keep(line, samples.subarray(0, Math.max(0, samples.length - Math.round(key * context.sampleRate))), context.sampleRate);
}

async function keep(line, samples, rate) {
  const { fault, from, to, seconds } = judge(samples, rate, line.seconds, LIMITS);
  if (fault) return say(fault, fault === "short" || fault === "long" ? `${seconds.toFixed(1)} s` : "");
  await takes.keep(line, wavBytes(samples.subarray(from, to), rate));
  say("kept");
  show();
}

async function fromFile() {
  const [file] = $("file").files;
  if (!file) return;
  context = context || new AudioContext();
  try {
    const sound = await context.decodeAudioData(await file.arrayBuffer());
    await keep(LINES[at], sound.getChannelData(0), sound.sampleRate);
  } catch {
    say("unreadable");
  }
  $("file").value = "";
}

async function save() {
  const spoken = LINES.filter((line) => takes.has(line)), person = $("person").value.trim() || "own";
  if (!spoken.length) return say("nothing");
  const all = [];
  for (const line of spoken) all.push({ id: line.id, hash: line.hash, bytes: await takes.bytes(line) });
  const parts = voiceParts(LANGUAGE, person, $("licence").value, all), link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(parts, { type: "application/zip" }));
  link.download = `${LANGUAGE}-${person.replace(/[\\/:*?"<>|]/g, "-")}.zip`;
  link.click();
  say("saved", link.download);
}

async function own() {
  play(URL.createObjectURL(new Blob([await takes.bytes(LINES[at])], { type: "audio/wav" })), "unreadable");
}

const ACTS = {
  speak: () => (taking ? end(KEY) : begin()), hear: () => play(LINES[at].clip, "unplayable"),
  own, back: () => go(-1), next: () => go(1), save,
};
const KEYS = { KeyR: "speak", KeyM: "hear", KeyP: "own", ArrowUp: "back", ArrowDown: "next", KeyS: "save" };

document.addEventListener("keydown", (event) => {
  const act = KEYS[event.code], elsewhere = /^(INPUT|SELECT)$/.test(event.target.tagName);
  if (!act || elsewhere || event.ctrlKey || event.metaKey || event.altKey || event.repeat || $(act).disabled) return;
  event.preventDefault();
  ACTS[act]();
});

async function open() {
  document.title = document.querySelector("h1").textContent = WORDS.title;
  for (const id of ["intro", "keys", "person_word", "licence_word", "file_word"]) $(id).textContent = WORDS[id];
  for (const [id, act] of Object.entries(ACTS)) Object.assign($(id), { textContent: WORDS[id], onclick: act });
  for (const [name, text] of LICENCES) $("licence").add(new Option(text || WORDS.licence_own, name));
  $("file").onchange = fromFile;
  $("level").setAttribute("aria-label", WORDS.level);
  await takes.open();
  at = Math.max(0, LINES.findIndex((line) => !takes.has(line)));
  show();
  $("speak").focus();
}

open();
