// Takes games in files, which are dropped anywhere on the page or picked by a button. The box looks at them.
const MOST = 2 ** 20, MOST_FILES = 20; // more than any game has, and no more than anybody reads about
const [files, told] = ["files", "told"].map((id) => document.getElementById(id));
let over = []; // what was dropped beyond that

/** Says what became of each file: by a word of the page, or as the box says it. */
export function tell(rows) {
  told.tabIndex = rows.length ? 0 : -1; // many rows are scrolled
  told.replaceChildren(...rows.concat(rows.length ? over : []).map(([key, said]) => {
    const textContent = key ? word(key).replace("{file}", () => said) : said;
    return Object.assign(document.createElement("p"), { textContent, lang: key ? LANGUAGE : "en", dir: "auto" });
  }));
}

const begun = (file) => file.slice(0, MOST).arrayBuffer().catch(() => new ArrayBuffer()); // a folder has no bytes

/** `give` gets the name and the bytes of each file. */
export function begin(give) {
  const take = async (list) => {
    const few = Array.from(list);
    over = few.splice(MOST_FILES).slice(0, 1).map(({ name }) => ["many", name]);
    if (few.length) give(await Promise.all(few.map(async (file) => [file.name, new Uint8Array(await begun(file))])));
  };
  document.getElementById("pick").addEventListener("click", () => files.click());
  files.addEventListener("change", () => take(files.files).then(() => (files.value = ""))); // or nobody could pick it again
  for (const name of ["dragover", "drop"]) addEventListener(name, (event) => event.preventDefault());
  addEventListener("drop", ({ dataTransfer }) => take(dataTransfer.files));
}
