// Says in one sentence what this browser lacks, or opens the box. A plain script, because one opened as a file may load
// no others. `WORDS` is words.js: the sentences of the page in each language.
"use strict";
if (typeof WORDS === "undefined") document.getElementById("note").textContent = "A part of the page did not come. Load it again.";
const LANGUAGE = navigator.languages.map((name) => (name.startsWith("zh") ? "zh-Hant" : name.split("-")[0]))
  .find((name) => name in WORDS) ?? "en";
const word = (key) => WORDS[LANGUAGE][key] ?? WORDS.en[key];
const tell = (key) => {
  note.textContent = key ? word(key) : "";
};

const note = document.getElementById("note");
note.lang = LANGUAGE;
note.dir = LANGUAGE === "fa" ? "rtl" : "ltr";
document.documentElement.lang = LANGUAGE;
for (const id of ["captions", "pick", "full"]) document.getElementById(id).textContent = word(id);
for (const id of ["left", "right", "dial", "glass"]) document.getElementById(id).setAttribute("aria-label", word(id));

if (location.protocol === "file:") tell("file");
else if (typeof WebAssembly !== "object" || typeof Worker !== "function" || !("noModule" in HTMLScriptElement.prototype)) tell("old");
else import("./page.js").catch(() => tell("failed"));
