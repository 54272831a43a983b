// Draws the dots of the glass and the light of the lamp.
const WIDE = 128, HIGH = 64, LIT = "#ffe9bd", KEPT = "nightcrier-picture";
const canvas = document.getElementById("glass"), lamp = document.getElementById("lamp");
let frame = new Uint8Array(WIDE * HIGH / 8), flashing, lit;

/** Draws all dots, each as large as the screen allows, with a gap between them where there is room for one. */
function draw() {
  const { width } = getComputedStyle(canvas.parentElement, null), room = parseFloat(width) * 0.97;
  const step = Math.max(1, Math.floor(room * devicePixelRatio / WIDE)), dot = step > 3 ? step - 1 : step;
  Object.assign(canvas, { width: WIDE * step, height: HIGH * step });
  canvas.style.width = `${canvas.width / devicePixelRatio}px`;
  const ink = canvas.getContext("2d");
  ink.fillStyle = LIT;
  for (const [at, dots] of frame.entries()) {
    for (let bit = 0; dots >> bit; bit++) if (dots >> bit & 1) ink.fillRect(at % WIDE * step, ((at >> 7) * 8 + bit) * step, dot, dot);
  }
}
export const show = (dots) => draw((frame = dots));
/** A level of 0 to 255, as the glass of a box has it: at 0 the picture is still seen faintly. */
export const shine = (level) => canvas.style.setProperty("--light", (0.3 + 0.7 * Math.sqrt(level / 255)).toFixed(2));
/** Keeps a picture that everybody may see, to be shown at once when the page is opened again. */
export const keep = () => {
  try {
    localStorage.setItem(KEPT, Array.from(frame, (byte) => byte.toString(16).padStart(2, "0")).join(""));
  } catch { /* a browser that keeps nothing says so elsewhere */ }
};

export function begin() {
  try {
    frame = Uint8Array.from(localStorage.getItem(KEPT).match(/../g), (byte) => parseInt(byte, 16));
  } catch { // nothing was kept yet: a moon rises
    const inside = (at, bit, x, y, far) => Math.hypot(at % WIDE - x, (at >> 7) * 8 + bit - y) < far;
    const dot = (at) => (sum, bit) => sum | (inside(at, bit, 64, 32, 24) && !inside(at, bit, 73, 27, 21)) << bit;
    frame = frame.map((_, at) => [0, 1, 2, 3, 4, 5, 6, 7].reduce(dot(at), 0));
  }
  shine(40);
  draw();
  new ResizeObserver(draw).observe(canvas.parentElement);
}

/** Shows a light, of red, green and blue, that is steady, blinks, or tells a number in steps of a length. */
export function light(colours, hertz, steps, length) {
  const asked = JSON.stringify([colours, hertz]);
  if (asked === lit && !steps.length) return; // what blinks already is not begun again
  lit = asked;
  clearTimeout(flashing);
  lamp.style.setProperty("--lamp", colours.map((on) => (on ? 255 : 70)).join(" "));
  const blink = (at) => {
    lamp.classList.toggle("dark", !(hertz ? at % 2 === 0 : steps[at] ?? colours.some(Boolean)));
    if (hertz || at < steps.length - 1) flashing = setTimeout(blink, hertz ? 500 / hertz : length * 1000, at + 1);
  };
  blink(0);
}
