// Says in one sentence what this browser lacks, or opens the box. A plain script, because one opened as a file may load
// no others. `WORDS` is words.js: the sentences of the page in each language.
"use strict";
if (typeof WORDS === "undefined") document.getElementById("note").textContent = "A part of the page did not come. Load it again.";
let LANGUAGE, told = "";
const word = (key) => WORDS[LANGUAGE][key] ?? WORDS.en[key];
const tell = (key) => (note.textContent = (told = key) ? word(key) : "");
/** Speaks the language of the browser, and once the box lives that of its glass. */
function speak(language) {
  LANGUAGE = note.lang = document.documentElement.lang = language;
  note.dir = language === "fa" ? "rtl" : "ltr";
  for (const id of ["captions", "pick", "full"]) document.getElementById(id).textContent = word(id);
  for (const id of ["left", "right", "dial", "glass"]) document.getElementById(id).setAttribute("aria-label", word(id));
  tell(told);
}

const note = document.getElementById("note");
speak(navigator.languages.map((name) => (name.startsWith("zh") ? "zh-Hant" : name.split("-")[0]))
  .find((name) => name in WORDS) ?? "en");

if (location.protocol === "file:") tell("file");
else if (typeof WebAssembly !== "object" || typeof Worker !== "function" || !("noModule" in HTMLScriptElement.prototype)) tell("old");
else import("./page.js").catch(() => tell("failed"));
