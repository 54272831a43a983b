"""Builds the folder of the site: the page, Python, the box with its words and letters, and all that it plays.

A voice stays the one file that it is; the box itself gets it without the sound of its clips."""

import hashlib
import json
import re
import shutil
import subprocess
import tomllib
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from nightcrier.box.sound.voices.packs import PACK_LIST
from nightcrier.kernel.errors import NightcrierError

SITE = Path(__file__).parents[1]
TOP = SITE.parent
AUDIO = TOP / "assets" / "audio"
FETCHED = TOP / ".venv-net" / "site"
"""What `site/fetch` has fetched."""
_PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json")
_UNUSED = re.compile(
    r"_pyrepl|bdb|doctest|email|ensurepip|ftplib|html|http|idlelib|imaplib|lib2to3|mailbox|multiprocessing|optparse|pdb"
    r"|pickletools|poplib|pydoc|smtplib|socketserver|statistics|test|turtle|unittest|venv|webbrowser|wsgiref|xml|xmlrpc"
    r"|_pyio|encodings/(?:cp(?!437)|iso|mac|big5|euc|gb|hz|johab|koi8|ptcp|shift|tis|hp|kz)\w*"
)
"""Modules of Python's own library that no box needs, more than a third of its bytes."""
_BOX = (
    ("device/nightcrier", ("*.py", "tools/__init__.py", "tools/kept_lists.py")),
    *((f"device/nightcrier/{room}", ("**/*.py",)) for room in ("kernel", "words", "wire", "box")),
    ("site/nightcrier_site", ("__init__.py", "tab.py", "ports.py", "card.py")),
    ("config", ("**/*.toml",)),
    ("assets", ("signs.toml", "words/**/*.toml", "fonts/*.toml", "fonts/*.strike")),
    ("assets", ("audio/*.toml", "audio/*/*.ogg", "audio/*/*.zip")),
)
"""What the box is made of in a tab. Its sounds lie beside it."""
_HEAD = 30
"""The bytes before the name of a packed file. Its sound begins behind the name."""
_EARLY = 1980, 1, 1, 0, 0, 0
"""The time of all packed files, so that the same program gives the same bytes."""


def build_site(out: Path) -> None:
    """Build the folder anew. Raises NightcrierError."""
    shutil.rmtree(out, ignore_errors=True)
    (out / "pyodide").mkdir(parents=True)
    for name in _PYODIDE:
        shutil.copy(FETCHED / "node_modules" / "pyodide" / name, out / "pyodide")
    shutil.copy(next(FETCHED.glob("msgspec-*.whl")), out / "msgspec.whl")
    for file in (SITE / "page").iterdir():
        shutil.copy(file, out)
    for room in ("beds", "signals", "voices"):
        shutil.copytree(AUDIO / room, out / "audio" / room, ignore=shutil.ignore_patterns(".*"))
    _write_zip(out / "pyodide" / "python_stdlib.zip", _used(FETCHED / "node_modules" / "pyodide" / "python_stdlib.zip"))
    _write_zip(out / "box.zip", _files_of_box())
    _compile(out)
    _list_files(out)


def _used(library: Path) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(library) as whole:
        for name in whole.namelist():
            if not _UNUSED.match(name) or name.startswith(("encodings/utf", "encodings/iso8859_1.")):
                yield name, whole.read(name)


def _files_of_box() -> Iterator[tuple[str, bytes]]:
    """Yield what the box has of each file: of a sound only that it is there, because the page plays it."""
    found = (file for folder, patterns in _BOX for pattern in patterns for file in (TOP / folder).glob(pattern))
    for file in sorted(found):
        content = without_sound(file) if file.suffix == ".zip" else b"" if file.suffix == ".ogg" else file.read_bytes()
        yield str(file.relative_to(TOP)), content


def _write_zip(place: Path, files: Iterator[tuple[str, bytes]]) -> None:
    with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for name, content in files:
            packed.writestr(zipfile.ZipInfo(name, _EARLY), content, zipfile.ZIP_DEFLATED)


def _compile(out: Path) -> None:
    """Let the Python of the page compile the program, and read the lists of words, before anybody waits for it."""
    try:
        subprocess.run(("node", SITE / "compile.mjs", out.resolve()), check=True)  # noqa: S603, S607 - ours
    except (OSError, subprocess.CalledProcessError) as refused:
        raise NightcrierError(f"The program could not be compiled ({refused}); sudo apt install npm helps.") from None


def without_sound(voice: Path) -> bytes:
    """Return a voice in which each clip holds only where its sound lies in the whole voice."""
    made = BytesIO()
    with zipfile.ZipFile(voice) as whole, zipfile.ZipFile(made, "w") as packed:
        for file in whole.infolist():
            begin = file.header_offset + _HEAD + len(file.filename)
            content = whole.read(file) if file.filename == PACK_LIST else b"%d-%d" % (begin, begin + file.file_size - 1)
            packed.writestr(zipfile.ZipInfo(file.filename, _EARLY), content)
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
