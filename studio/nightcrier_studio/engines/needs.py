"""Say what an engine needs on this machine, and what is missing.

`./run voices build` asks this module before it makes the studio's environment, which takes minutes: `python3 -m
nightcrier_studio.engines.needs voices build LANG`. So this module imports nothing but Python's own library."""

import importlib.util
import shutil
import sys
import tomllib
from argparse import ArgumentError, ArgumentParser
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import NamedTuple

_HERE = Path(__file__).parent


class Installer(StrEnum):
    """A command that installs packages."""

    APT = "sudo apt install"
    PIP = ".venv-studio/bin/pip install"
    HAND = ""


class Need(NamedTuple):
    """A program, a file or a Python module that an engine needs, and the package or the command that installs it."""

    what: str
    package: str
    by: Installer = Installer.APT


IsInstalled = Callable[[Need], bool]


@cache
def _table(name: str) -> dict[str, dict[str, str]]:
    return tomllib.loads((_HERE / name).read_text("utf-8"))


def needs_of(engine: str, language: str, voice: str) -> tuple[Need, ...]:
    """Return what an engine needs from the system to speak a language with a voice."""
    tables = _table("needs.toml")
    found = {**tables.get(engine, {}), **tables.get(f"{engine}-{language}", {})}
    return tuple(Need(what.format(voice=voice), package.format(voice=voice)) for what, package in found.items())


def is_installed(need: Need) -> bool:
    if need.by is Installer.PIP:
        return importlib.util.find_spec(need.what) is not None
    return Path(need.what).exists() if "/" in need.what else shutil.which(need.what) is not None


def install_sentence(pack: str, needs: Iterable[Need], has: IsInstalled = is_installed) -> str:
    """Return a sentence that says what to install before a pack can be built, or "" when nothing is missing."""
    missing = [need for need in needs if not has(need)]
    commands = [_command(by, [need.package for need in missing if need.by is by]) for by in Installer]
    return f"To build the voice {pack}, first run: {' && '.join(filter(None, commands))}" if missing else ""


def _command(by: Installer, packages: Sequence[str]) -> str:
    return f"{by} {' '.join(dict.fromkeys(packages))}".strip() if packages else ""


def lacks(words: Sequence[str], has: IsInstalled = is_installed) -> Iterator[str]:
    """Yield a sentence for each thing that the voices of a `voices build` lack from the system. `words` are the words
    of that command. The command itself checks everything else about them."""
    parser = ArgumentParser(add_help=False, exit_on_error=False)
    parser.add_argument("languages", nargs="*")
    for name in ("--pack", "--state", "--games", "--audio"):
        parser.add_argument(name)
    for name in ("--again", "--only"):
        parser.add_argument(name, nargs="+")
    try:
        asked = parser.parse_known_args(words)[0]
    except ArgumentError as fault:
        yield f"{fault}; see ./run voices build --help."
        return
    voices = _table("voices.toml")
    spoken = dict.fromkeys(voice["language"] for voice in voices.values())
    yield from (
        f"The box does not speak '{language}'; choose from {', '.join(spoken)}."
        for language in asked.languages
        if language not in spoken
    )
    if asked.pack is not None and asked.pack not in voices:
        yield f"There is no voice '{asked.pack}'; choose one of {', '.join(voices)}."
    for name, voice in voices.items():
        chosen = name == asked.pack if asked.pack else voice.get("shipped", True)
        if voice["language"] in asked.languages and chosen:
            yield install_sentence(name, needs_of(voice["engine"], voice["language"], voice["voice"]), has)


if __name__ == "__main__":
    missing = list(filter(None, lacks(sys.argv[3:])))
    print(*missing, sep="\n", end="\n" * bool(missing), file=sys.stderr)
    sys.exit(bool(missing))
