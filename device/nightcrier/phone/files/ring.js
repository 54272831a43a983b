// The ring of the seats: what is touched there is set in the fields below it, and what stands in them is drawn.
const ring = document.getElementById("ring");
const result = document.getElementById("result");
const send = ring.querySelector("[name=send]");
const arrows = document.getElementById("arrows");
const seats = [...ring.querySelectorAll("[data-seat]")];
let from = null;

function field(kind, seat) {
  return result.elements[`${kind}-${seat.dataset.seat}`];
}

function place(seat) {
  const { cx, cy, r } = seat.querySelector("circle");
  return { x: cx.baseVal.value, y: cy.baseVal.value, r: r.baseVal.value };
}

// Bent a little, so that two who point at each other are two arrows.
function arrow(a, b) {
  const far = Math.hypot(b.x - a.x, b.y - a.y);
  const [x, y] = [(b.x - a.x) / far, (b.y - a.y) / far];
  const [sx, sy] = [a.x + x * a.r - y * 6, a.y + y * a.r + x * 6];
  const [ex, ey] = [b.x - x * b.r - y * 6, b.y - y * b.r + x * 6];
  const drawn = document.createElementNS("http://www.w3.org/2000/svg", "path");
  drawn.setAttribute("d", `M${sx} ${sy}Q${(sx + ex) / 2 - y * 14} ${(sy + ey) / 2 + x * 14} ${ex} ${ey}`);
  drawn.setAttribute("marker-end", "url(#tip)");
  return drawn;
}

function draw() {
  const drawn = [];
  for (const seat of seats) {
    const to = seats[Number(field("points", seat).value) - 1];
    if (to) drawn.push(arrow(place(seat), place(to)));
    const card = field("holds", seat);
    const named = card.value === "0" ? "" : card.selectedOptions[0].textContent;
    seat.querySelector(".card-of").textContent = named.length > 8 ? `${named.slice(0, 7)}\u2026` : named;
    seat.classList.toggle("dead", field("died", seat).checked);
    seat.classList.toggle("from", seat === from);
  }
  arrows.replaceChildren(...drawn);
}

// What is sent is what was touched: votes, or who died, or cards and all the rest with them.
function touch(seat) {
  const brush = ring.querySelector("[name=brush]:checked").value;
  if (send.value !== "cards") send.value = /\d/.test(brush) ? "cards" : brush;
  if (brush === "died") {
    field("died", seat).checked = !field("died", seat).checked;
  } else if (brush !== "points") {
    const card = field("holds", seat);
    card.value = card.value === brush ? "0" : brush;
  } else if (from === null) {
    from = seat;
  } else {
    field("points", from).value = seat === from ? "0" : seat.dataset.seat;
    from = null;
  }
}

// Once something is entered, the page is not changed for another one while there is a result to enter.
function entered() {
  result.dataset.touched = "yes";
  draw();
}

for (const seat of seats) {
  seat.addEventListener("click", () => {
    touch(seat);
    entered();
  });
}
ring.addEventListener("change", () => {
  from = null;
  draw();
});
result.addEventListener("input", entered);
ring.hidden = false;
document.getElementById("fields").open = false;
draw();
