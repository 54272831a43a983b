// Runs the page's own functions for test_recording_page.py: node page_check.js FOLDER WHAT ORDER.json, an answer as JSON.
"use strict";
const fs = require("fs"), path = require("path");
const [, , folder, what, file] = process.argv;
const sound = require(path.join(folder, "sound.js")), files = require(path.join(folder, "files.js"));
const order = JSON.parse(fs.readFileSync(file, "utf8"));

function samplesOf(name) {
  const bytes = fs.readFileSync(name);
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
}

function follow({ samples, rate, limits, block }) {
  const all = samplesOf(samples), listener = new sound.Listener(rate, limits), moments = {};
  for (let at = 0; at + block <= all.length; at += block) {
    const state = listener.hear(all.subarray(at, at + block));
    if (!(state in moments)) moments[state] = (at + block) / rate;
  }
  return moments;
}

const CHECKS = {
  judge: () => order.takes.map((each) => sound.judge(samplesOf(each.samples), each.rate, each.machine, order.limits)),
  follow: () => follow(order),
  zip: () => {
    const takes = order.takes.map(({ id, hash, samples, rate }) => ({ id, hash, bytes: files.wavBytes(samplesOf(samples), rate) }));
    fs.writeFileSync(order.out, Buffer.concat(files.voiceParts(order.language, order.person, order.licence, takes)));
    return takes.length;
  },
};
console.log(JSON.stringify(CHECKS[what]()));
