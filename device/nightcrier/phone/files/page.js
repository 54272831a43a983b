// Keeps what the table shows up to date. It makes no sound, moves nothing, and keeps no screen awake.
const now = document.getElementById("now");
let stale = false;

function isBusy() {
  const at = document.activeElement;
  return (at && at.closest("form, #ring, #fields") !== null) || document.querySelector("form[data-touched]") !== null;
}

// Whether what is being entered is over: it is night, or the result is known.
async function isOver() {
  const page = await (await fetch("/")).text();
  return page.includes('<body class="night"') || (document.getElementById("result") && !page.includes('id="result"'));
}

// Nobody loses what is being entered while it can be.
async function anew() {
  stale = true;
  if (!isBusy() || (await isOver())) location.reload();
}

document.addEventListener("focusout", () => setTimeout(() => { if (stale && !isBusy()) location.reload(); }, 300));

// The deck that is chosen may stand far along its row.
document.querySelector(".decks [aria-pressed=true]")?.scrollIntoView({ block: "nearest", inline: "center" });

// The clock of a talk runs on from where it stood when the page came.
const clock = document.getElementById("clock");
if (clock?.dataset.way) {
  const [came, first] = [performance.now(), Number(clock.dataset.seconds)];
  setInterval(() => {
    const passed = Math.floor((performance.now() - came) / 1000);
    const left = Math.max(0, clock.dataset.way === "up" ? first + passed : first - passed);
    const shown = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    clock.textContent = shown.replace(/\d/g, (digit) => clock.dataset.digits[digit]);
    document.querySelectorAll("progress").forEach((bar) => { bar.value = left; });
  }, 250);
}

// The bar is full at the most time that this talk has had.
document.querySelectorAll("progress").forEach((bar) => {
  bar.max = Math.max(bar.max, Number(sessionStorage.getItem("whole")));
  sessionStorage.setItem("whole", bar.max);
});
if (!clock) sessionStorage.removeItem("whole");

if (document.body.dataset.listens) {
  const told = new EventSource("/events");
  let heard = false;
  // A phone that slept has missed what was told meanwhile.
  told.addEventListener("open", () => {
    if (heard) anew();
    heard = true;
  });
  told.addEventListener("now", (event) => {
    if (!now) return;
    now.replaceChildren(...JSON.parse(event.data).map((line) => {
      const row = document.createElement("p");
      row.dir = document.dir === "rtl" && /[\u0590-\u08ff]/.test(line) ? "rtl" : "auto"; // as line_way
      row.textContent = line;
      return row;
    }));
  });
  // What came between the loading of this page and its listening: a night may have begun.
  told.addEventListener("phase", (event) => {
    if (event.data !== document.body.dataset.listens) anew();
  });
  told.addEventListener("anew", anew);
  // The phone listens in a newer tab, or its pass has ended. To connect again would end that tab's listening.
  told.addEventListener("enough", () => {
    told.close();
    addEventListener("focus", anew, { once: true });
  });
  // Others listen in all places, or the pass has ended: what stands here is a minute old, or the last that came.
  told.addEventListener("error", () => {
    if (told.readyState === EventSource.CLOSED) setInterval(() => fetch("/").then(anew, () => {}), 60_000);
  });
}
