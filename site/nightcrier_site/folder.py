"""Builds the folder of the site: the page, Python, the box with its words and letters, and everything that it plays."""

import hashlib
import json
import shutil
import subprocess
import tomllib
import zipfile
from functools import cache
from io import BytesIO
from pathlib import Path

from nightcrier.box.sound.containers import StoredFile, container_index, read_stored
from nightcrier.box.sound.voices.packs import PACK_LIST
from nightcrier.kernel.errors import NightcrierError, WrongUse
from nightcrier.web.markup import TOKENS
from nightcrier_site.review import write_review

SITE = Path(__file__).parents[1]
TOP = SITE.parent
AUDIO = TOP / "assets" / "audio"
FETCHED = TOP / ".venv-net" / "site"  # by site/fetch
_BOX = (
    *("device/nightcrier/*.py", "device/nightcrier/tools/__init__.py", "device/nightcrier/tools/kept_lists.py"),
    *(f"device/nightcrier/{room}/**/*.py" for room in ("kernel", "words", "wire", "box")),
    *(f"device/nightcrier/care/{name}.py" for name in ("__init__", "given_files", "own_shelves")),
    *("site/nightcrier_site/*.py", "config/**/*.toml", "assets/*.toml", "assets/words/**/*.toml"),
    *("assets/fonts/*.toml", "assets/fonts/*.strike"),
    *("assets/audio/*.toml", "assets/audio/*/*.ogg", "assets/audio/*/*.zip"),
)
_PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip")
_KINDS = {".css", ".html", ".js", ".ogg", ".svg", ".webmanifest", ".zip"}
_PROGRAM = "box.packed"  # what compile.mjs writes, and no other site has
_BEFORE_NAME = 30  # bytes of the head of a packed file; its content follows its name
_clips = cache(container_index)


def build_site(out: Path) -> None:
    """Build the folder from scratch. The earlier one is shown until the new one is complete. Raises NightcrierError."""
    if out.exists() and not (out.is_dir() and (not any(out.iterdir()) or (out / _PROGRAM).is_file())):
        raise WrongUse(f"{out} is there, and is no site; name another folder.")
    fresh = out.with_name(f".{out.name}.new")
    shutil.rmtree(fresh, ignore_errors=True)
    _fill(fresh)
    shutil.rmtree(out, ignore_errors=True)
    fresh.rename(out)


def _fill(out: Path) -> None:
    (out / "pyodide").mkdir(parents=True)
    for name in _PYODIDE:
        shutil.copy(FETCHED / "node_modules" / "pyodide" / name, out / "pyodide")
    shutil.copy(next(FETCHED.glob("msgspec-*.whl")), out / "msgspec.whl")
    shutil.copytree(SITE / "page", out, ignore=strays, dirs_exist_ok=True)
    shutil.copy(TOKENS, out)
    for room in ("beds", "signals", "voices"):
        shutil.copytree(AUDIO / room, out / "audio" / room, ignore=strays)
    _pack_box(out / "box.zip")
    _compile(out)
    write_review(out, clip_address)
    _list_files(out)


def strays(_: str, names: list[str]) -> set[str]:
    """Return the names that do not belong to a site, such as those of an editor's backup files."""
    return {name for name in names if name.startswith(".") or Path(name).suffix not in _KINDS}


def _pack_box(place: Path) -> None:
    """Pack the files of the box. For a sound, pack only an empty file, because the page plays it."""
    with zipfile.ZipFile(place, "w") as box:
        for file in sorted(file for pattern in _BOX for file in TOP.glob(pattern) if file.name[0] != "."):
            kept = without_sound if file.suffix == ".zip" else Path.read_bytes
            box.writestr(zipfile.ZipInfo(str(file.relative_to(TOP))), b"" if file.suffix == ".ogg" else kept(file))


def _compile(out: Path) -> None:
    """Let the Python of the page compile the program and read the lists of words, before anybody waits for that."""
    try:
        subprocess.run(("node", SITE / "compile.mjs", out.resolve()), check=True)
    except (OSError, subprocess.CalledProcessError) as refused:
        raise NightcrierError(f"The program could not be compiled ({refused}); sudo apt install npm helps.") from None


def without_sound(voice: Path) -> bytes:
    """Return a voice in which each clip contains only the place of its sound in the whole voice."""
    made = BytesIO()
    with zipfile.ZipFile(made, "w") as packed:
        for name, file in container_index(voice).items():
            content = read_stored(voice, name) if name == PACK_LIST else _place(name, file).encode()
            packed.writestr(zipfile.ZipInfo(name), content)
    return made.getvalue()


def _place(name: str, file: StoredFile) -> str:
    """Return the first and the last byte of a clip in its voice."""
    begin = file.begin + _BEFORE_NAME + len(name)
    return f"{begin}-{begin + file.size - 1}"


def clip_address(voice: str, file: str) -> str:
    """Return the address at which the page of reviews finds a clip: a voice, and after a # the bytes of the clip."""
    return f"audio/voices/{voice}.zip#{_place(file, _clips(AUDIO / 'voices' / f'{voice}.zip')[file])}"


def _list_files(out: Path) -> None:
    """Tell the page its words and a name for the state of all files, and the service worker which files to store."""
    names = sorted(file.relative_to(out).as_posix() for file in out.rglob("*") if file.is_file())
    state = hashlib.sha256(b"".join((out / name).read_bytes() for name in names)).hexdigest()[:16]
    words = tomllib.loads((SITE / "words.toml").read_text("utf-8"))
    told = f"const STATE = {json.dumps(state)}, WORDS = {json.dumps(words, ensure_ascii=False)};\n"
    (out / "words.js").write_text(told, "utf-8")
    needed = [name for name in names if not name.startswith(("audio/", "review")) and name != "offline.js"]
    later = [name for name in names if name.endswith(".ogg")]
    script, listed = out / "offline.js", {"state": state, "files": ["./", *needed, "words.js"], "later": later}
    script.write_text(script.read_text("utf-8").replace("LISTED", json.dumps(listed)), "utf-8")
