// What the page writes, without a browser: a WAV for each take, and a zip of them with the list that `voices import` reads.
"use strict";

function wavBytes(samples, rate) {
  const bytes = new Uint8Array(44 + 2 * samples.length), view = new DataView(bytes.buffer);
  const mark = (at, text) => [...text].forEach((letter, n) => view.setUint8(at + n, letter.charCodeAt(0)));
  mark(0, "RIFF"); view.setUint32(4, 36 + 2 * samples.length, true); mark(8, "WAVEfmt ");
  view.setUint32(16, 16, true); view.setUint16(20, 1, true); view.setUint16(22, 1, true);
  view.setUint32(24, rate, true); view.setUint32(28, 2 * rate, true); view.setUint16(32, 2, true);
  view.setUint16(34, 16, true); mark(36, "data"); view.setUint32(40, 2 * samples.length, true);
  samples.forEach((sample, n) => view.setInt16(44 + 2 * n, Math.round(32767 * Math.max(-1, Math.min(1, sample))), true));
  return bytes;
}

function wavSeconds(bytes) {
  return (bytes.length - 44) / 2 / new DataView(bytes.buffer, bytes.byteOffset).getUint32(24, true);
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let bit = 0; bit < 8; bit++) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1;
  return n >>> 0;
});

function crc32(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (sum >>> 8) ^ CRC_TABLE[(sum ^ byte) & 255];
  return (sum ^ 0xffffffff) >>> 0;
}

// Both headers of a zip share these fields, from the version on: names in UTF-8, stored as it is, 1980-01-01.
function zipFields(name, bytes) {
  const view = new DataView(new ArrayBuffer(26));
  [20, 0x0800, 0, 0, 33].forEach((value, n) => view.setUint16(2 * n, value, true));
  [crc32(bytes), bytes.length, bytes.length].forEach((value, n) => view.setUint32(10 + 4 * n, value, true));
  view.setUint16(22, name.length, true);
  return new Uint8Array(view.buffer);
}

// The pieces of a zip, one after the other: a browser joins them without a second copy. `files`: [name, bytes].
function zipParts(files) {
  const parts = [], list = [], text = new TextEncoder();
  let at = 0, size = 0;
  for (const [file, bytes] of files) {
    const name = text.encode(file), fields = zipFields(name, bytes), tail = new DataView(new ArrayBuffer(14));
    tail.setUint32(10, at, true);
    parts.push(Uint8Array.of(0x50, 0x4b, 3, 4), fields, name, bytes);
    list.push(Uint8Array.of(0x50, 0x4b, 1, 2, 20, 0), fields, new Uint8Array(tail.buffer), name);
    at += 30 + name.length + bytes.length;
    size += 46 + name.length;
  }
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054b50, true);
  end.setUint16(8, files.length, true); end.setUint16(10, files.length, true);
  end.setUint32(12, size, true); end.setUint32(16, at, true);
  return [...parts, ...list, new Uint8Array(end.buffer)];
}

// `takes`: {id, hash, bytes of a WAV}. Strings of JSON are strings of TOML too.
function packList(language, person, licence, takes) {
  const text = JSON.stringify;
  const head = { language, name: person, person, licence, credit: person, quality: "unchecked" };
  const rows = takes.map(({ id, hash, bytes }) =>
    `${text(id)} = { file = ${text(`${id}.wav`)}, seconds = ${wavSeconds(bytes).toFixed(3)}, hash = ${text(hash)} }`);
  return [...Object.entries(head).map(([key, value]) => `${key} = ${text(value)}`), "", "[clips]", ...rows, ""].join("\n");
}

function voiceParts(language, person, licence, takes) {
  const list = new TextEncoder().encode(packList(language, person, licence, takes));
  return zipParts([["pack.toml", list], ...takes.map(({ id, bytes }) => [`${id}.wav`, bytes])]);
}

if (typeof module !== "undefined") module.exports = { wavBytes, wavSeconds, crc32, zipParts, packList, voiceParts };
