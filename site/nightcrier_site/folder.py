"""Builds the folder of the site: the page, Python, the box with its words and letters, and all that it plays.

A voice stays the one file that it is. Beside it lies a list of where each clip begins in it; the box itself gets it
without the sound of its clips."""

import hashlib
import json
import shutil
import subprocess
import tomllib
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from struct import Struct

from nightcrier.box.sound.voices.packs import PACK_LIST
from nightcrier.kernel.errors import NightcrierError
from nightcrier.kernel.folders import share
from nightcrier_site.fetched import SITE, fetched_pyodide, fetched_wheel

TOP = SITE.parent
_PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip")
_PROGRAM = ("kernel", "words", "wire", "box")
_BOX = (
    ("device/nightcrier", ("*.py", "tools/__init__.py", "tools/kept_lists.py")),
    ("device/nightcrier", tuple(f"{room}/**/*.{kind}" for room in _PROGRAM for kind in ("py", "toml"))),
    ("site/nightcrier_site", ("__init__.py", "tab.py", "ports.py", "card.py")),
    ("config", ("**/*.toml",)),
    ("assets", ("signs.toml", "words/**/*.toml", "fonts/*.toml", "fonts/*.strike", "audio/*.toml", "audio/*/*.ogg")),
)
"""What the box is made of in a tab. Its sounds lie beside it."""
_PAGE = ("*.html", "*.css", "*.js", "*.svg", "*.webmanifest")
_HEAD, _LENGTHS = 30, Struct("<HH")
"""The bytes at the head of a packed file, which end with the lengths of its name and of what else comes before it."""
_EARLY = 1980, 1, 1, 0, 0, 0
"""The time of all packed files, so that the same program gives the same bytes."""


def build_site(out: Path) -> None:
    """Build the folder anew. Raises NightcrierError."""
    shutil.rmtree(out, ignore_errors=True)
    (out / "pyodide").mkdir(parents=True)
    pyodide = fetched_pyodide()
    for name in _PYODIDE:
        shutil.copy(pyodide / name, out / "pyodide" / name)
    shutil.copy(fetched_wheel(), out / "msgspec.whl")
    for pattern in _PAGE:
        for file in (SITE / "page").glob(pattern):
            shutil.copy(file, out / file.name)
    _write_zip(out / "box.zip", ((name, _content(file)) for name, file in sorted(_files_of_box())))
    _compile(out)
    _put_sounds(out)
    _list_files(out)


def _files_of_box() -> Iterator[tuple[str, Path]]:
    for folder, patterns in _BOX:
        for pattern in patterns:
            yield from ((str(file.relative_to(TOP)), file) for file in (TOP / folder).glob(pattern))


def _content(file: Path) -> bytes:
    """Return what the box has of a file: of a sound only that it is there, because the page plays it."""
    return b"" if file.suffix == ".ogg" else file.read_bytes()


def _write_zip(place: Path, files: Iterator[tuple[str, bytes]]) -> None:
    with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for name, content in files:
            packed.writestr(zipfile.ZipInfo(name, _EARLY), content, zipfile.ZIP_DEFLATED)


def _compile(out: Path) -> None:
    """Let the Python of the page compile the program, and read the lists of words, before anybody waits for it."""
    try:
        subprocess.run(("node", SITE / "compile.mjs", out.resolve()), check=True)  # noqa: S603, S607 - ours
    except (OSError, subprocess.CalledProcessError) as refused:
        raise NightcrierError(f"The program could not be compiled ({refused}); sudo apt install nodejs helps.") from None


def _put_sounds(out: Path) -> None:
    audio, to = share("assets") / "audio", out / "audio"
    for room in ("beds", "signals"):
        shutil.copytree(audio / room, to / room)
    (to / "voices").mkdir()
    silent = []
    for voice in sorted((audio / "voices").glob("*.zip")):
        shutil.copy(voice, to / "voices" / voice.name)
        (to / "voices" / f"{voice.name}.json").write_text(json.dumps(clip_places(voice)), "ascii")
        silent.append((f"voices/{voice.name}", without_sound(voice)))
    _write_zip(out / "voices.zip", iter(silent))


def clip_places(voice: Path) -> dict[str, tuple[int, int]]:
    """Return where in a voice each clip begins, and how many bytes it has."""
    content = voice.read_bytes()
    with zipfile.ZipFile(voice) as whole:
        return {file.filename: (_begin_of(file, content), file.file_size) for file in whole.infolist()}


def _begin_of(file: zipfile.ZipInfo, content: bytes) -> int:
    """Return where the content of a packed file begins, after its own head, which may be longer than in the index."""
    name, more = _LENGTHS.unpack_from(content, file.header_offset + _HEAD - _LENGTHS.size)
    return int(file.header_offset + _HEAD + name + more)


def without_sound(voice: Path) -> bytes:
    """Return a voice whose clips are all there, but empty."""
    made = BytesIO()
    with zipfile.ZipFile(voice) as whole, zipfile.ZipFile(made, "w") as packed:
        for name in whole.namelist():
            packed.writestr(zipfile.ZipInfo(name, _EARLY), whole.read(name) if name == PACK_LIST else b"")
    return made.getvalue()


def _list_files(out: Path) -> None:
    """Give the page its words and the name of this state of all files, and the service worker the files to keep: those
    that the box needs, and then those that it may play."""
    names = sorted(file.relative_to(out).as_posix() for file in out.rglob("*") if file.is_file())
    whole = hashlib.sha256()
    for name in names:
        whole.update((out / name).read_bytes())
    state, words = whole.hexdigest()[:16], tomllib.loads((SITE / "words.toml").read_text("utf-8"))
    told = f"const STATE = {json.dumps(state)}, WORDS = {json.dumps(words, ensure_ascii=False)};\n"
    (out / "words.js").write_text(told, "utf-8")
    needed = [name for name in names if not name.startswith("audio/") and name != "offline.js"]
    later = [name for name in names if name.endswith(".ogg")]
    script, listed = out / "offline.js", {"state": state, "files": [*needed, "words.js"], "later": later}
    script.write_text(script.read_text("utf-8").replace("LISTED", json.dumps(listed)), "utf-8")
