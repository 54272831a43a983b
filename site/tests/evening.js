// A worker that plays the script of an evening on the page's own ports, in virtual time: for site/tests/test_evenings.py.
import { prepared } from "./worker.js";

addEventListener("message", async ({ data: [kind, source, ...evening] }) => {
  if (kind !== "evening") return;
  try {
    const { python, tell } = await prepared("evening");
    python.FS.writeFile("/evening_in_tab.py", source);
    python.runPython("import sys; sys.path.insert(0, '/')");
    const { played } = python.pyimport("evening_in_tab");
    postMessage(["played", played(...evening, tell)]);
  } catch (broken) {
    postMessage(["played", String(broken)]);
  }
});
