// What the page hears, without a browser: how loud each moment is, when somebody speaks, and whether it is a take.
"use strict";

const FRAME = 0.02, ROOM = 0.2, LEAD = 0.5, TAIL = 0.3, SILENCE = 1.5, SETTLING = 0.3, LISTENING = 0.7;

function decibels(power) { return 10 * Math.log10(power + 1e-12); }

function powerOf(samples, from, to) {
  let sum = 0;
  for (let n = from; n < to; n++) sum += samples[n] * samples[n];
  return sum / Math.max(1, to - from);
}

function levelsOf(samples, rate) {
  const size = Math.round(FRAME * rate), levels = [];
  for (let at = 0; at + size <= samples.length; at += size) levels.push(decibels(powerOf(samples, at, at + size)));
  return levels;
}

function peakOf(samples) {
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  return peak;
}

// A microphone at its limit holds full scale for several samples.
function isClipped(samples, limits) {
  let run = 0;
  for (const sample of samples) {
    run = Math.abs(sample) > limits.full_scale ? run + 1 : 0;
    if (run >= limits.clipped_run) return true;
  }
  return false;
}

// The mean level of the stretch in which least is heard.
function floorOf(levels) {
  const width = Math.min(levels.length, Math.round(ROOM / FRAME));
  let least = Infinity;
  for (let at = 0; at + width <= levels.length; at++) {
    const power = levels.slice(at, at + width).reduce((sum, level) => sum + 10 ** (level / 10), 0);
    least = Math.min(least, power / width);
  }
  return decibels(least);
}

function threshold(floor, loudest, limits) { return Math.max(floor + limits.over_room, loudest - limits.under_peak); }

// The first and the last frame of speech; no click that stands alone.
function voiceIn(levels, limits) {
  const least = threshold(floorOf(levels), Math.max(...levels), limits), long = Math.round(limits.click / FRAME);
  let first = -1, last = -1, run = 0;
  levels.forEach((level, n) => {
    run = level > least ? run + 1 : 0;
    if (run < long) return;
    if (first < 0) first = n - run + 1;
    last = n + 1;
  });
  return { first, last };
}

// `fault` is a word of the page, or nothing; `from` and `to` are samples. `machine`: seconds, 0 where nobody knows.
function judge(samples, rate, machine, limits) {
  const levels = levelsOf(samples, rate), { first, last } = voiceIn(levels, limits), seconds = (last - first) * FRAME;
  const least = machine ? Math.max(0, limits.least_share * machine - limits.shorter_by) : 0;
  const most = machine ? Math.min(limits.longest, limits.most_share * machine + limits.longer_by) : limits.longest;
  const faults = [
    ["silent", first < 0 || peakOf(samples) < limits.nothing],
    ["clipped", isClipped(samples, limits)],
    ["noisy", Math.max(...levels) - floorOf(levels) < limits.least_over_room],
    ["short", seconds < least],
    ["long", seconds > most],
  ];
  const from = Math.max(0, Math.round((first * FRAME - LEAD) * rate));
  const to = Math.min(samples.length, Math.round((last * FRAME + TAIL) * rate));
  return { fault: (faults.find(([, found]) => found) || [""])[0], from, to, seconds };
}

// Follows a take while it is spoken: first the room alone, then the wait for a voice, then the voice, until it is over.
class Listener {
  constructor(rate, limits) {
    Object.assign(this, { rate, limits, heard: 0, room: [], loudest: -120, spoken: 0, quiet: 0, state: "room" });
  }

  hear(block) {
    const level = decibels(powerOf(block, 0, block.length)), seconds = block.length / this.rate;
    this.heard += seconds;
    if (this.state === "room") this.learn(level);
    else this.follow(level, seconds);
    return this.state;
  }

  learn(level) {
    if (this.heard > SETTLING) this.room.push(10 ** (level / 10));
    if (this.heard < SETTLING + LISTENING) return;
    this.floor = decibels(this.room.reduce((sum, power) => sum + power, 0) / this.room.length);
    this.state = "waiting";
  }

  follow(level, seconds) {
    this.loudest = Math.max(this.loudest, level);
    const speaks = level > threshold(this.floor, this.loudest, this.limits);
    this.quiet = speaks ? 0 : this.quiet + seconds;
    this.spoken += speaks ? seconds : 0;
    if (this.state === "waiting" && this.spoken >= 0.2) this.state = "speaking";
    if ((this.state === "speaking" && this.quiet >= SILENCE) || this.heard > 2 * this.limits.longest) this.state = "over";
  }
}

if (typeof module !== "undefined") module.exports = { levelsOf, floorOf, judge, Listener, peakOf };
