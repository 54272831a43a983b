// Keeps the list of tables up to date. What is ticked stays ticked, and whoever is at a button stays there.
function isOf(kind, name) {
  return (each) => each[kind] === name;
}

function put(list, html) {
  const ticked = [...list.querySelectorAll("input:checked")].map((each) => each.name);
  const at = list.contains(document.activeElement) ? document.activeElement : null;
  list.replaceChildren(...new DOMParser().parseFromString(html, "text/html").body.childNodes);
  for (const name of ticked) {
    const found = [...list.querySelectorAll("input")].find(isOf("name", name));
    if (found) found.checked = true;
  }
  if (!at) return;
  const again = [...list.querySelectorAll(at.localName)].find((each) => each.name === at.name && each.value === at.value);
  if (again) again.focus({ preventScroll: true });
}

if (document.body.dataset.listens) {
  const told = new EventSource("/events");
  told.addEventListener("now", (event) => {
    const [state, tables] = JSON.parse(event.data);
    const sentence = document.getElementById("state");
    if (sentence.innerHTML !== state) sentence.innerHTML = state;
    put(document.getElementById("tables"), tables);
  });
}
