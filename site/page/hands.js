// Turns fingers, mouse and keys into what is pressed, turned and held. What a key means, the box knows.
const LEAST = 60, DETENT = 15, INNER = 0.58, HUB = 0.28, MODIFIERS = ["ctrlKey", "metaKey", "altKey"];
const PASSED_OVER = /^(Tab|Escape|F\d+|Shift|Control|Alt|AltGraph|Meta|CapsLock|ContextMenu|Dead|Unidentified|Audio.*)$/;
const ring = document.getElementById("ring"), dial = document.getElementById("dial");
let turned = 0;

const isOutside = (element) => element.closest("#more") !== null;

/** `press` gets the name of a key or a control, whether it goes down, and whether it repeats itself; `act` a key of the
 * simulator that stands for a whole gesture. What is let go at once counts like a short press: a contact that closes for
 * less is taken for a bounce. */
export function begin(send, act) {
  const since = {};
  const press = (key, down, repeated) => {
    if (!down) return void setTimeout(send, Math.max(0, since[key] + LEAST - performance.now()), key, down, false);
    if (!repeated) since[key] = performance.now();
    return send(key, down, repeated);
  };
  const turn = (right) => {
    turned += right ? DETENT : -DETENT;
    dial.style.setProperty("--turned", `${turned}deg`);
    press(right ? "right" : "left", true, false);
  };
  for (const id of ["start", "back"]) holdable(document.getElementById(id), id, press);
  dialled(press, turn);
  for (const button of document.querySelectorAll("#controls button")) {
    button.addEventListener("click", (event) => {
      if (event.detail === 0) act(button.dataset.act); // by a screen reader, which neither presses nor lets go
    });
  }
  addEventListener("contextmenu", (event) => event.preventDefault());
  document.getElementById("box").addEventListener("wheel", (event) => turn(event.deltaY > 0), { passive: true });
  keyed(press, turn);
}

function holdable(button, key, press) {
  let held = false;
  const set = (down) => {
    if (held === down) return;
    held = down;
    button.classList.toggle("down", down);
    press(key, down, false);
  };
  button.addEventListener("pointerdown", (event) => {
    button.setPointerCapture(event.pointerId);
    set(true);
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) button.addEventListener(end, () => set(false));
}

/** The cap of the dial is pressed; its rim is turned, by going round it or by a tap on one side. A finger that goes
 * round after it has pressed the cap turns the pressed dial. */
function dialled(press, turn) {
  let begun = null;
  const place = (event) => {
    const { left, top, width } = ring.getBoundingClientRect();
    const [x, y] = [(event.clientX - left) / width * 2 - 1, (event.clientY - top) / width * 2 - 1];
    return { far: Math.hypot(x, y), angle: Math.atan2(y, x) * 180 / Math.PI, right: x > 0 };
  };
  ring.addEventListener("pointerdown", (event) => {
    const { far, angle, right } = place(event);
    ring.setPointerCapture(event.pointerId);
    begun = { angle: far > HUB ? angle : null, pressed: far < INNER, moved: false, right };
    if (begun.pressed) press("dial", true, false);
    dial.classList.toggle("down", begun.pressed);
  });
  ring.addEventListener("pointermove", (event) => {
    if (!begun) return;
    const { far, angle } = place(event);
    if (far < HUB) return;
    begun.angle ??= angle;
    const gone = ((angle - begun.angle + 540) % 360) - 180, detents = Math.trunc(gone / DETENT);
    for (let n = 0; n < Math.abs(detents); n++) turn(detents > 0);
    if (detents) Object.assign(begun, { moved: true, angle: begun.angle + detents * DETENT });
  });
  const end = () => {
    if (begun?.pressed) press("dial", false, false);
    else if (begun && !begun.moved) turn(begun.right);
    begun = null;
    dial.classList.remove("down");
  };
  for (const name of ["pointerup", "pointercancel"]) ring.addEventListener(name, end);
}

function keyed(press, turn) {
  const down = new Set();
  addEventListener("keydown", (event) => {
    const { key, repeat, target } = event;
    if (MODIFIERS.some((each) => event[each]) || PASSED_OVER.test(key) || isOutside(target)) return;
    event.preventDefault();
    const at = key === "Enter" || key === " " ? target.dataset?.key ?? target.id : "";
    if (at === "left" || at === "right") turn(at === "right");
    else if (!repeat || !down.has(at || key)) press(at || key, true, repeat);
    else press(at || key, true, true);
    down.add(at || key);
  });
  addEventListener("keyup", ({ key, target }) => {
    const at = key === "Enter" || key === " " ? target.dataset?.key ?? target.id : "";
    if (down.delete(at || key)) press(at || key, false, false);
  });
  addEventListener("blur", () => {
    for (const key of down) press(key, false, false);
    down.clear();
  });
}
