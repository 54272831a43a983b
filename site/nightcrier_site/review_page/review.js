// Draws thirty lines of a language, plays and shows them, and gives what somebody found as one file. It sends nothing.
"use strict";

const LANGUAGE = new URLSearchParams(location.search).get("language") || "";
const DRAWN = 30, FORM = 1, DRAFT = `nightcrier-review-${LANGUAGE}`;
const $ = (id) => document.getElementById(id);
const player = new Audio(), sounds = new Map();
let found = [], saved = ""; // found: of each drawn line: {id, text, clip, verdict, heard, better}

const below = (most) => crypto.getRandomValues(new Uint32Array(1))[0] % most;

function shuffled(all) {
  const rest = [...all];
  return all.map(() => rest.splice(below(rest.length), 1)[0]);
}

// One of each kind in turn, so that the hundreds of words of the screen leave room for the sentences of a night.
function drawLines() {
  const kinds = shuffled(REVIEW.kinds.map(shuffled)), drawn = [];
  for (let turn = 0; drawn.length < DRAWN && kinds.some((kind) => kind.length > turn); turn++) {
    drawn.push(...kinds.filter((kind) => kind.length > turn).map((kind) => kind[turn]));
  }
  return drawn.slice(0, DRAWN).map(([id, text, clip]) => ({ id, text, clip, verdict: "", heard: false, better: "" }));
}

const say = (word, file = "") => { $("said").textContent = REVIEW.words[word].replace("{file}", file); };

// A phone forgets a page that lies behind another; what was marked is there again as long as the tab is open.
function keepDraft() {
  try {
    sessionStorage.setItem(DRAFT, JSON.stringify({ words: REVIEW.digest, found }));
  } catch { /* a browser that keeps nothing still gives the file */ }
}

function keptDraft() {
  try {
    const draft = JSON.parse(sessionStorage.getItem(DRAFT));
    return draft.words === REVIEW.digest ? draft.found : null;
  } catch {
    return null;
  }
}

// Fetched when a line is shown: a phone plays only what is there at the moment of the press.
async function fetchClip(clip) {
  const [voice, range] = clip.split("#"), [first, last] = range.split("-").map(Number);
  const answer = await fetch(voice, { headers: { Range: `bytes=${range}` } }), sound = await answer.blob();
  sounds.set(clip, URL.createObjectURL(answer.status === 206 ? sound : sound.slice(first, last + 1)));
}

function hear(line) {
  player.src = sounds.get(line.clip) ?? "";
  player.play().then(() => { line.heard = true; keepDraft(); }, (fault) => fault.name !== "AbortError" && say("unplayable"));
}

function shown(line, number) {
  const row = document.querySelector("template").content.cloneNode(true), one = (query) => row.querySelector(query);
  one("legend").textContent = `${number + 1} / ${found.length}`;
  Object.assign(one(".text"), { textContent: line.text, id: `text-${number}` });
  one("fieldset").setAttribute("aria-describedby", `text-${number}`);
  Object.assign(one(".hear"), { textContent: REVIEW.words.hear, hidden: !line.clip, onclick: () => hear(line) });
  if (line.clip && !sounds.has(line.clip)) fetchClip(line.clip).catch(() => {}); // pressing it says so
  for (const radio of row.querySelectorAll("input")) {
    Object.assign(radio, { name: `verdict-${number}`, checked: radio.value === line.verdict });
    radio.nextElementSibling.textContent = REVIEW.words[radio.value];
    radio.onchange = () => { line.verdict = radio.value; keepDraft(); };
  }
  one(".better").textContent = REVIEW.words.better;
  const onchange = ({ target }) => { line.better = target.value.trim(); keepDraft(); };
  Object.assign(one("textarea"), { value: line.better, onchange });
  return row;
}

function show(lines) {
  found = lines;
  $("lines").replaceChildren(...found.map(shown));
  $("said").textContent = "";
  keepDraft();
}

const isMarked = (line) => line.verdict || line.better;
function save(event) {
  event.preventDefault();
  const lines = found.filter(isMarked) // who writes a better line found this one stiff
    .map(({ clip, verdict, ...told }) => ({ ...told, verdict: verdict || "stiff" }));
  if (!lines.length) return say("nothing");
  const { language, program, pack } = REVIEW, link = document.createElement("a");
  const told = JSON.stringify({ form: FORM, language, program, pack, lines }, null, 1);
  link.href = URL.createObjectURL(new Blob([`${told}\n`], { type: "application/json" }));
  link.download = `nightcrier-review-${LANGUAGE}-${(0x1000 + below(0xf000)).toString(16)}.json`;
  link.click();
  saved = JSON.stringify(found);
  say("saved", link.download);
  $("where").hidden = !REVIEW.address;
}

function open() {
  const { words, address } = REVIEW, root = document.documentElement;
  Object.assign(root, { lang: LANGUAGE, dir: REVIEW.way });
  document.title = document.querySelector("h1").textContent = words.title;
  for (const id of ["intro", "save", "again"]) $(id).textContent = words[id];
  if (address) Object.assign($("where").firstElementChild, { href: `${address}/issues/new`, textContent: address });
  $("again").onclick = () => {
    if (found.some(isMarked) && JSON.stringify(found) !== saved && !confirm(words.sure)) return;
    show(drawLines()); scrollTo(0, 0); $("lines").querySelector("input").focus();
  };
  Object.assign($("review"), { onsubmit: save, hidden: false });
  show(keptDraft() || drawLines());
}

// A file beside the page, and not fetched: so the page works from a folder, too.
const chosen = [...document.querySelectorAll("nav a")].find((each) => each.lang === LANGUAGE);
if (chosen) {
  chosen.setAttribute("aria-current", "page");
  const file = document.createElement("script");
  file.onload = open;
  file.onerror = () => { $("said").textContent = `review/${LANGUAGE}.js cannot be read; is this folder whole?`; };
  file.src = `review/${LANGUAGE}.js`;
  document.head.append(file);
}
