"""Builds the folder of the site: the page, Python, the box with its words and letters, and all that it plays."""

import hashlib
import json
import re
import shutil
import subprocess
import tomllib
import zipfile
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

from nightcrier.box.sound.voices.packs import PACK_LIST
from nightcrier.kernel.errors import NightcrierError, WrongUse
from nightcrier_site.review import write_review

SITE = Path(__file__).parents[1]
TOP = SITE.parent
AUDIO = TOP / "assets" / "audio"
FETCHED = TOP / ".venv-net" / "site"  # by site/fetch
_BOX = (
    *("device/nightcrier/*.py", "device/nightcrier/tools/__init__.py", "device/nightcrier/tools/kept_lists.py"),
    *(f"device/nightcrier/{room}/**/*.py" for room in ("kernel", "words", "wire", "box")),
    *(f"device/nightcrier/care/{name}.py" for name in ("__init__", "given_files", "own_shelves")),
    *("site/nightcrier_site/*.py", "config/**/*.toml", "assets/signs.toml", "assets/words/**/*.toml"),
    *("assets/fonts/*.toml", "assets/fonts/*.strike", "assets/audio/*.toml", "assets/audio/*/*.ogg"),
    "assets/audio/voices/*.zip",
)
"""What the box is made of in a tab."""
_PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json")
_UNUSED = re.compile(
    r"_pyio|_pyrepl|doctest|email|html|http|imaplib|mailbox|multiprocessing|optparse|pdb|pickletools|pydoc|smtplib"
    r"|statistics|unittest|wsgiref|xml|encodings/(?:big5|cp(?!437)|euc|gb|hp|iso|johab|koi8|mac|ptcp|shift|tis)"
)
"""Modules of Python's own library that no box needs, more than a third of its bytes."""
_PROGRAM = "box.packed"  # what compile.mjs writes, and no other site has
_BEFORE_NAME = 30  # bytes of the head of a packed file; its content follows its name
_EARLY = 1980, 1, 1, 0, 0, 0  # the time of all packed files, as ZIPs have one


def build_site(out: Path) -> None:
    """Build the folder anew. Raises NightcrierError. The one before is shown until this one is whole."""
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
    for file in (SITE / "page").iterdir():
        shutil.copy(file, out)
    for room in ("beds", "signals", "voices"):
        shutil.copytree(AUDIO / room, out / "audio" / room, ignore=shutil.ignore_patterns(".*"))
    with zipfile.ZipFile(FETCHED / "node_modules" / "pyodide" / "python_stdlib.zip") as library:
        used = ((name, library.read(name)) for name in library.namelist() if not _UNUSED.match(name))
        _write_zip(out / "pyodide" / "python_stdlib.zip", used)
    _write_zip(out / "box.zip", _files_of_box())
    _compile(out)
    write_review(out, clip_address)
    _list_files(out)


def _files_of_box() -> Iterator[tuple[str, bytes]]:
    """Yield what the box has of each file: of a sound only that it is there, because the page plays it."""
    for file in sorted(file for pattern in _BOX for file in TOP.glob(pattern)):
        content = without_sound(file) if file.suffix == ".zip" else b"" if file.suffix == ".ogg" else file.read_bytes()
        yield str(file.relative_to(TOP)), content


def _write_zip(place: Path, files: Iterator[tuple[str, bytes]]) -> None:
    with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for name, content in files:
            packed.writestr(zipfile.ZipInfo(name, _EARLY), content, zipfile.ZIP_DEFLATED)


def _compile(out: Path) -> None:
    """Let the Python of the page compile the program, and read the lists of words, before anybody waits for it."""
    try:
        subprocess.run(("node", SITE / "compile.mjs", out.resolve()), check=True)
    except (OSError, subprocess.CalledProcessError) as refused:
        raise NightcrierError(f"The program could not be compiled ({refused}); sudo apt install npm helps.") from None


def without_sound(voice: Path) -> bytes:
    """Return a voice in which each clip holds only where its sound lies in the whole voice."""
    made = BytesIO()
    with zipfile.ZipFile(voice) as whole, zipfile.ZipFile(made, "w") as packed:
        for file in whole.infolist():
            content = whole.read(file) if file.filename == PACK_LIST else _place(file).encode()
            packed.writestr(zipfile.ZipInfo(file.filename, _EARLY), content)
    return made.getvalue()


def _place(clip: zipfile.ZipInfo) -> str:
    """Return the first and the last byte of a clip in its voice."""
    begin = clip.header_offset + _BEFORE_NAME + len(clip.filename)
    return f"{begin}-{begin + clip.file_size - 1}"


@cache
def _clips(voice: str) -> dict[str, zipfile.ZipInfo]:
    with zipfile.ZipFile(AUDIO / "voices" / f"{voice}.zip") as packed:
        return packed.NameToInfo


def clip_address(voice: str, file: str) -> str:
    """Return where the page of reviews finds a clip: a voice, and after a # its bytes there."""
    return f"audio/voices/{voice}.zip#{_place(_clips(voice)[file])}"


def _list_files(out: Path) -> None:
    """Tell the page its words and a name for this state of all files, and the service worker which files to keep."""
    names = sorted(file.relative_to(out).as_posix() for file in out.rglob("*") if file.is_file())
    whole = hashlib.sha256()
    for name in names:
        whole.update((out / name).read_bytes())
    state, words = whole.hexdigest()[:16], tomllib.loads((SITE / "words.toml").read_text("utf-8"))
    told = f"const STATE = {json.dumps(state)}, WORDS = {json.dumps(words, ensure_ascii=False)};\n"
    (out / "words.js").write_text(told, "utf-8")
    needed = [name for name in names if not name.startswith(("audio/", "review")) and name != "offline.js"]
    later = [name for name in names if name.endswith(".ogg")]
    script, listed = out / "offline.js", {"state": state, "files": [*needed, "words.js"], "later": later}
    script.write_text(script.read_text("utf-8").replace("LISTED", json.dumps(listed)), "utf-8")
