// Keeps what the table shows up to date. It makes no sound, moves nothing, and keeps no screen awake.
const now = document.getElementById("now");
let stale = false;

function isBusy() {
  const at = document.activeElement;
  return at && at.closest("form") !== null;
}

function anew() {
  if (isBusy()) stale = true;
  else location.reload();
}

document.addEventListener("focusout", () => setTimeout(() => { if (stale && !isBusy()) location.reload(); }, 300));

if (document.body.dataset.listens) {
  const told = new EventSource("/events");
  told.addEventListener("now", (event) => {
    if (!now) return;
    now.replaceChildren(...JSON.parse(event.data).map((line) => {
      const row = document.createElement("p");
      row.dir = "auto";
      row.textContent = line;
      return row;
    }));
  });
  told.addEventListener("anew", anew);
}
