// Turns fingers, mouse and keys into what is pressed, turned and held. What a key means, the box knows.
const LEAST = 60, DETENT = 15, INNER = 0.46, HUB = 0.28, ENDS = ["pointerup", "pointercancel", "lostpointercapture"];
const PASSED_OVER = /^(Tab|Escape|F\d+|Shift|Control|Alt|AltGraph|Meta|CapsLock|ContextMenu|Dead|Unidentified|Audio.*)$/;
const ring = document.getElementById("ring"), dial = document.getElementById("dial"), since = {};
let turned = 0, send;

/** What is let go at once counts like a short press: a contact that closes for less is taken for a bounce. */
function press(key, down, repeated = false) {
  if (!down) return void setTimeout(send, Math.max(0, since[key] + LEAST - performance.now()), key, false, false);
  if (!repeated) since[key] = performance.now();
  return send(key, true, repeated);
}

function turn(right) {
  turned += right ? DETENT : -DETENT;
  dial.style.setProperty("--turned", `${turned}deg`);
  press(right ? "right" : "left", true);
}

function holdable(button) {
  const set = (down) => {
    if (button.classList.contains("down") !== down) press(button.id, down);
    button.classList.toggle("down", down);
  };
  button.addEventListener("pointerdown", ({ pointerId }) => {
    button.setPointerCapture(pointerId);
    set(true);
  });
  for (const end of ENDS) button.addEventListener(end, () => set(false));
}

/** The cap of the dial is pressed; its rim is turned, by going round it or by a tap on one side. A finger that goes
 * round after it has pressed the cap turns the pressed dial. */
function dialled() {
  let begun = null;
  const place = ({ clientX, clientY }) => {
    const { left, top, width } = ring.getBoundingClientRect();
    const [x, y] = [(clientX - left) / width * 2 - 1, (clientY - top) / width * 2 - 1];
    return { far: Math.hypot(x, y), angle: Math.atan2(y, x) * 180 / Math.PI, right: x > 0 };
  };
  ring.addEventListener("pointerdown", (event) => {
    const { far, angle, right } = place(event);
    ring.setPointerCapture(event.pointerId);
    begun = { angle: far > HUB ? angle : null, pressed: far < INNER, moved: false, right };
    if (begun.pressed) press("dial", true);
    dial.classList.toggle("down", begun.pressed);
  });
  ring.addEventListener("pointermove", (event) => {
    const { far, angle } = place(event);
    if (!begun || far < HUB) return;
    begun.angle ??= angle;
    const detents = Math.trunc((((angle - begun.angle + 540) % 360) - 180) / DETENT);
    for (let n = 0; n < Math.abs(detents); n++) turn(detents > 0);
    if (detents) Object.assign(begun, { moved: true, angle: begun.angle + detents * DETENT });
  });
  const end = () => {
    if (begun?.pressed) press("dial", false);
    else if (begun && !begun.moved) turn(begun.right);
    begun = null;
    dial.classList.remove("down");
  };
  for (const name of ENDS) ring.addEventListener(name, end);
}

/** Enter and the space bar do what the control does that has the focus. */
function keyed() {
  const down = new Set();
  const meant = ({ key, target }) => (key === "Enter" || key === " " ? target.id || key : key);
  addEventListener("keydown", (event) => {
    const { ctrlKey, metaKey, altKey, key, repeat, target } = event, name = meant(event);
    if (ctrlKey || metaKey || altKey || PASSED_OVER.test(key) || target.closest("#more, #told")) return;
    event.preventDefault();
    if (name === "left" || name === "right") return turn(name === "right");
    press(name, true, repeat && down.has(name));
    down.add(name);
  });
  addEventListener("keyup", (event) => down.delete(meant(event)) && press(meant(event), false));
  addEventListener("blur", () => {
    for (const key of down) press(key, false);
    down.clear();
  });
}

/** `hears` gets the name of a key or a control, whether it goes down, and whether it repeats itself. */
export function begin(hears) {
  send = hears;
  for (const id of ["start", "back"]) holdable(document.getElementById(id));
  dialled();
  keyed();
  document.getElementById("controls").addEventListener("click", ({ detail, target }) => {
    if (detail === 0) for (const down of [true, false]) press(target.id, down); // by a screen reader, which holds nothing
  });
  addEventListener("contextmenu", (event) => event.preventDefault());
  addEventListener("click", ({ detail }) => detail && document.activeElement?.blur()); // then Enter is the dial's again
  document.getElementById("box").addEventListener("wheel", ({ deltaY }) => turn(deltaY > 0), { passive: true });
}
