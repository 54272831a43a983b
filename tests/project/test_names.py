"""Tests that whatever a text of the project names exists: modules, imports, paths, links. Scripts, docs and programs
for other machines are read as text, since no import and no test covers them."""

import ast
import re
import subprocess
from collections.abc import Callable, Iterator, Mapping
from fnmatch import fnmatch
from functools import cache
from importlib.util import find_spec
from os.path import normpath
from pathlib import Path

import pytest

FOLDERS_OF_CODE = ("bench", "case", "docs", "image", "lab", "tests")
PACKAGES = ("gpiozero_gpiod", "nightcrier", "nightcrier_hall", "nightcrier_studio", *FOLDERS_OF_CODE)
ROOMS = (
    *(".ci", ".github", "assets", "config", "device", "gpiozero-gpiod", "gpiozero_gpiod", "requirements", "systemd"),
    *FOLDERS_OF_CODE,
)
"""Every top-level folder. One that is removed stays on the list, so that texts that still name it are found."""
SPOKEN = ("assets/readings/", "assets/words/")
UNREAD = (
    "CHANGELOG.md",
    "LICENSE",
    *SPOKEN,
    "tests/",
    "case/tests/",
    "gpiozero-gpiod/tests/",
    "hall/tests/",
    "studio/tests/",
)
"""Files that are not searched: the first describes the past, so only its links must work; the tests are run instead."""
CHECKED = ("case/", "device/", "gpiozero-gpiod/", "hall/", "studio/")
"""Folders in which mypy checks every import."""
ELSEWHERE = {
    "image/svg": "a type of content",
    "lab/virtio_blk.ko": "a path of an initramfs",
    "machine/lab-agent": "a path of the card's machine",
    "/_share/": "only in a wheel",
}

LISTED = ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
TRACKED = [
    file
    for file in subprocess.run(LISTED, check=True, capture_output=True, text=True).stdout.split("\0")
    if Path(file).is_file()
]
MADE = tuple(re.findall(r"^/(.+)/$", Path(".gitignore").read_text("utf-8"), re.MULTILINE))
"""Folders that commands create."""
THERE = {str(place) for file in TRACKED for place in (Path(file), *Path(file).parents)}
ENDS = {"/".join(place.split("/")[at:]) for place in (*THERE, *MADE) for at in range(place.count("/") + 1)}
SOURCE = re.compile("^(?:gpiozero-gpiod|device|hall(?=/nightcrier_)|studio(?=/nightcrier_))/")
MODULES = {
    ".".join(Path(SOURCE.sub("", file)).with_suffix("").parts).removesuffix(".__init__"): Path(file)
    for file in TRACKED
    if file.endswith(".py")
}
FOLDERS = {module.rsplit(".", at)[0] for module in MODULES for at in range(1, module.count(".") + 1)}
BINARY = (".gif", ".gz", ".mp4", ".ogg", ".opus", ".otf", ".png", ".stl", ".strike", ".svg", ".ttf", ".zip")
TEXTS = {
    file: Path(file).read_text("utf-8").replace('" / "', "/")
    for file in TRACKED
    if not file.startswith(UNREAD) and not file.endswith(BINARY)
}

PACKAGE, ROOM = "|".join(PACKAGES), "|".join(map(re.escape, ROOMS))
NO_FILE = r"(?!\.(?:toml|md|txt|service|socket|rpi-imager-manifest)\b)"
DOTTED = re.compile(
    rf"(?<![\w./$-])(?:{PACKAGE}){NO_FILE}(?:\.[A-Za-z_]\w*){{2,}}(?::\w+)?"
    rf"|(?:(?<=[\"'`])|(?<=from )|(?<=import )|(?<=-m ))(?:{PACKAGE}){NO_FILE}\.[A-Za-z_]\w*(?::\w+)?"
)
"""Matches a module and what is taken from it. In code, `case.name` is a variable and does not match."""
STARTED = re.compile(rf"-m[\"', ]+({PACKAGE})\b(?![./])")
IMPORTED = re.compile(r"^[ \"']*from (\w+(?:\.\w+)*) import (\([^)]*\)|[\w, ]+)|^import (\w+)$", re.MULTILINE)
PATH = re.compile(
    rf"(?:(?<![\w/.$}}-])(?=(?:{ROOM})/)|\.\./|/app/|/nightcrier/|\$\w+\"?/|\{{\w+\}}/)"
    rf"((?:{ROOM})(?:/[\w./*<>{{}}$@,-]*)?)(?![\w.-])"
)
"""Matches a path from a top-level folder, or after `$top/`, `{APP}/`, `../` or an installed box's own folder."""
ROW_OF_ROOMS = re.compile(rf"(?<=[ (])(?:(?:{ROOM}) ){{2,}}(?:{ROOM})(?![\w.-])")
END = re.compile(r"(?<![\w./}*{-])(?:\$\w+/|(?:\.\./)+)?(\w[\w/-]*\.(?:py|sh|md))\b(?!\.)")
BESIDE = re.compile(r"(?:\$here/|\bHERE / \"|\b(?=(?:guest|host|machine)/))(\w[\w./-]*\w)")
LINK = re.compile(r"\]\((?!https?://)([^)\s]+)\)")
ROW_OF_FILES = re.compile(r"^\| `[\w/]+\.py`[^|]*", re.MULTILINE)
"""Matches the files in a row of a folder's README, each of which must be in that very folder."""


@cache
def names_in(module: str) -> set[str]:
    """Return the names that can be imported from a module."""
    names = {found.removeprefix(f"{module}.") for found in (*MODULES, *FOLDERS) if found.startswith(f"{module}.")}
    if module in MODULES:
        for line in ast.parse(MODULES[module].read_text("utf-8")).body:
            inner = [line] if isinstance(line, ast.ClassDef | ast.FunctionDef) else ast.walk(line)
            names |= {name for node in inner if (name := name_made(node))}
    return names


def name_made(node: ast.AST) -> str | None:
    match node:
        case ast.ClassDef(name) | ast.FunctionDef(name) | ast.AsyncFunctionDef(name):
            return name
        case ast.Name(name, ast.Store()) | ast.alias(_, str(name)) | ast.alias(name):
            return name
    return None


def is_module_there(named: str) -> bool:
    """Say whether this names a module, or something in one."""
    if named in MODULES or named in FOLDERS:
        return True
    head, _, last = named.replace(":", ".").rpartition(".")
    return last in names_in(head) if head in MODULES or head in FOLDERS else "." in head and is_module_there(head)


def lost_modules(file: str, text: str) -> Iterator[tuple[int, str]]:
    yield from ((found.start(), found[0]) for found in DOTTED.finditer(text) if not is_module_there(found[0]))
    for found in STARTED.finditer(text):
        if f"{found[1]}.__main__" not in MODULES:
            yield found.start(), f"-m {found[1]}"


def lost_imports(file: str, text: str) -> Iterator[tuple[int, str]]:
    """Yield wrong imported names and, for scripts that lie side by side on another machine, wrong modules."""
    beside = "lab.guest." if file.startswith(("lab/guest/", "lab/README")) else "."
    for found in IMPORTED.finditer(text) if not file.startswith(CHECKED) else ():
        module = found[1] or found[3]
        home = f"{beside}{module}" if f"{beside}{module}" in MODULES else module
        if home in MODULES or home in FOLDERS:
            wanted = re.findall(r"(\w+)(?: as \w+)?", found[2] or "")
            yield from ((found.start(), f"{name} of {home}") for name in wanted if name not in names_in(home))
        elif (first := module.partition(".")[0]) in PACKAGES or (beside != "." and not find_spec(first)):
            yield found.start(), module


def ways(path: str) -> list[str]:
    """Return every path that a path with braces stands for, with `*` for parts that are filled in later."""
    if braces := re.search(r"\{([^{}]*,[^{}]*)\}", path):
        return [way for part in braces[1].split(",") for way in ways(path.replace(braces[0], part))]
    return [re.sub(r"<[^>]*>|\{[^}]*\}|\$\w+", "*", path).rstrip("/.,}")]


def is_path_there(file: str, path: str) -> bool:
    if {path, normpath(Path(file).parent / path)} & THERE or path.startswith(MADE):
        return True
    return any(each in path for each in ELSEWHERE) or any(fnmatch(place, path) for place in THERE if "*" in path)


def is_in_room(readme: str, name: str) -> bool:
    room = f"{Path(readme).parent}/"
    return any(place.startswith(room) and place.endswith(f"/{name}") for place in THERE)


def lost_paths(file: str, text: str) -> Iterator[tuple[int, str]]:
    for found in PATH.finditer(text):
        yield from ((found.start(), way) for way in ways(found[1]) if not is_path_there(file, way))
    for found in ROW_OF_ROOMS.finditer(text):
        yield from ((found.start(), room) for room in found[0].split() if room not in THERE)
    beside = BESIDE.finditer(text) if file.startswith(("image/", "lab/")) else ()
    for found in (*END.finditer(text), *beside):
        if found[1] not in ENDS and found[1] not in ELSEWHERE:
            yield found.start(), found[1]
    for found in ROW_OF_FILES.finditer(text) if file.startswith("device/") and file.endswith("README.md") else ():
        names = (name for name in re.findall(r"[\w/]+\.py", found[0]))
        yield from ((found.start(), name) for name in names if not is_in_room(file, name))


def unlisted_modules(file: str) -> list[str]:
    """Return the modules beside a README that does not name them."""
    room = f"{Path(file).parent}/"
    beside = (place.removeprefix(room) for place in TRACKED if place.startswith(room) and place.endswith(".py"))
    return [name for name in beside if "/" not in name and not name.startswith("__") and name not in TEXTS[file]]


def anchors(text: str) -> set[str]:
    """Return the anchors of the headings, as they are on a web page of the docs."""
    heads = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head).lower().replace(" ", "-") for head in heads}


def lost_links(file: str, text: str) -> Iterator[tuple[int, str]]:
    for found in LINK.finditer(text) if file.endswith(".md") else ():
        to, _, anchor = found[1].partition("#")
        place = normpath(Path(file).parent / to) if to else file
        if place not in THERE or (anchor and anchor not in anchors(Path(place).read_text("utf-8"))):
            yield found.start(), found[1]


def told(lost: Callable[[str, str], Iterator[tuple[int, str]]], texts: Mapping[str, str] = TEXTS) -> list[str]:
    """Return a sentence for every fault, with its file and line."""
    places = (
        (file, text.count("\n", 0, at) + 1, named) for file, text in texts.items() for at, named in lost(file, text)
    )
    return [f"{file}:{line} names {named}" for file, line, named in sorted(set(places))]


def test_every_module_that_is_named_is_there():
    assert told(lost_modules) == []


def test_all_that_scripts_import_is_there():
    assert told(lost_imports) == []


def test_every_path_that_is_named_is_there():
    assert told(lost_paths) == []


def test_every_module_beside_a_readme_is_named_in_it():
    readmes = [file for file in TEXTS if file.startswith("device/") and file.endswith("README.md")]
    assert {file: names for file in readmes if (names := unlisted_modules(file))} == {}


def test_every_link_leads_somewhere():
    past = {"CHANGELOG.md": Path("CHANGELOG.md").read_text("utf-8")}
    assert told(lost_links, {**TEXTS, **past}) == []


DOC, SCRIPT, ROOM = "docs/made-up.md", "lab/guest/made_up", "device/nightcrier/kernel/README.md"
MADE_UP = {
    DOC: "[to](gone.md), [play](play.md#gone), [play](play.md)\n"
    "`device/gone.py`, `docs/gone*`, `gone.py`, `docs/play*`\n"
    "`lab.gone`, nightcrier.box.gone, `nightcrier.cli:gone`, `nightcrier.cli:main`, device.toml\n",
    SCRIPT: "python -m docs run; python -m nightcrier run\n"
    "from eyes import Eyes, Gone\nfrom gone import Eyes\nfrom nightcrier.cli import main, gone\n"
    '. "$here/gone.sh"\ncp assets tests gone\nls $root/app/lab/{a,guest}\n',
    ROOM: "| `clock.py`, `booth.py` | the second stands in another room |\n",
}


@pytest.mark.parametrize(
    ("lost", "faults"),
    [
        (
            lost_modules,
            [
                (DOC, 3, "lab.gone"),
                (DOC, 3, "nightcrier.box.gone"),
                (DOC, 3, "nightcrier.cli:gone"),
                (SCRIPT, 1, "-m docs"),
            ],
        ),
        (
            lost_imports,
            [(SCRIPT, 2, "Gone of lab.guest.eyes"), (SCRIPT, 3, "gone"), (SCRIPT, 4, "gone of nightcrier.cli")],
        ),
        (
            lost_paths,
            [
                (ROOM, 1, "booth.py"),
                *((DOC, 1, "gone.md"), (DOC, 2, "device/gone.py"), (DOC, 2, "docs/gone*"), (DOC, 2, "gone.py")),
                *((SCRIPT, 5, "gone.sh"), (SCRIPT, 7, "lab/a")),
            ],
        ),
        (lost_links, [(DOC, 1, "gone.md"), (DOC, 1, "play.md#gone")]),
    ],
)
def test_what_is_lost_is_told_with_its_line(lost, faults):
    assert told(lost, MADE_UP) == [f"{file}:{line} names {name}" for file, line, name in faults]
