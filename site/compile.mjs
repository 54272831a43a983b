// Compiles the program and the library inside a built site by the Python of that site: node compile.mjs FOLDER
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${folder}/pyodide/` });
const bytes = (name) => new Uint8Array(readFileSync(`${folder}/${name}`));
python.unpackArchive(bytes("msgspec.whl"), "wheel");
python.unpackArchive(bytes("box.zip"), "zip", { extractDir: "/box" });
python.FS.writeFile("/pack_program.py", readFileSync(new URL("pack_program.py", import.meta.url), "utf-8"));
python.runPython("import sys; sys.path.append('/')");
const { pack_program, pack_library } = python.pyimport("pack_program");
writeFileSync(`${folder}/box.packed`, pack_program("/box").toJs());
writeFileSync(`${folder}/pyodide/python_stdlib.zip`, pack_library().toJs());
const lock = JSON.parse(readFileSync(`${folder}/pyodide/pyodide-lock.json`, "utf-8"));
writeFileSync(`${folder}/pyodide/pyodide-lock.json`, JSON.stringify({ ...lock, packages: {} })); // the page loads none of them
rmSync(`${folder}/box.zip`);
