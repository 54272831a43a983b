"""Reads the words on the command line of `nightcrier`, and runs the command that they name."""

import argparse
import gc
import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from typing import Any

from nightcrier.kernel.command import Parser, run_to_end
from nightcrier.kernel.errors import WrongUse

COMMANDS = {
    "run": "the device itself: buttons, dial, screen and loudspeaker",
    "sim": "the device with its panel in the terminal",
    "rehearse": "a script of hands against the whole device in virtual time",
    "render": "a night, a day or a vote as an audio file",
    "net": "the page of this box in the home's network: a second program",
    "judge": "a game written as JSON, judged or told",
    "decks": "scenarios: list them, or show one with its odds",
    "games": "games that people write as files: list, check or show them",
    "labels": "labels to feel and to read, for paper cards",
    "scores": "the scores as CSV",
    "voices": "voices: list, check, record, import",
    "take": "what lies on a stick: settings, decks, games, voices, beds",
    "put": "the report, the scores and the last problems, onto a stick",
    "save": "everything of the box in one file, onto a stick",
    "restore": "what was saved, onto this box",
    "forget": "names, scores, own voices, decks, games: a box to give away",
    "chore": "what the box asks root for by its own menu",
    "check": "what is wired, what is missing, what to do",
    "report": "one file to attach when you ask for help",
    "proof": "ten minutes beside a real box, measured: a page for an issue",
}
_MOVED = {
    "fonts": "./run fonts, in the checkout",
    "hall": "nightcrier-hall, a program of its own (docs/hall.md); in the checkout: ./run hall",
    "leaks": "./run leaks, in the checkout (SECURITY.md)",
    "pictures": "./run -m docs.pictures.pages, in the checkout",
    "sim": "the box in a tab of a browser, on this system: README says where",  # Linux has it
    "words": "./run words, in the checkout",
}
"""The new places of commands that are no longer part of the box, or that this system does not have."""
_MODULES = {
    **dict.fromkeys(("take", "save", "restore", "forget"), "care"),
    **dict.fromkeys(("check", "put"), "report"),
    **dict.fromkeys(("sim", "rehearse"), "simulation"),
}
"""The modules of `nightcrier.tools` that hold several commands. Every other module has the name of its command."""


def main(words: Sequence[str] | None = None) -> int:
    """Run the command. Return the exit status: 0 done, 1 a fault was found, 2 wrong use, 3 the box's disk refused to
    store something."""
    arguments = _command_first(sys.argv[1:] if words is None else words)
    return run_to_end(partial(_dispatch, arguments), is_service=arguments[:1] == ["run"])


_PLACE_OPTIONS = ("--state", "--config", "--scenarios")  # these may also stand before the command


def _command_first(words: Sequence[str]) -> list[str]:
    """Put the command first: `--config FILE decks` becomes `decks --config FILE`."""
    places, rest = list[str](), list(words)
    while rest and rest[0].partition("=")[0] in _PLACE_OPTIONS:
        whole = "=" in rest[0]
        places, rest = [*places, *rest[: 1 if whole else 2]], rest[1 if whole else 2 :]
    return [*rest[:1], *places, *rest[1:]] if rest else places


def _dispatch(arguments: list[str]) -> int:
    if not arguments or arguments[0].startswith("-"):
        parser = _parser()
        parser.parse_args(arguments)
        parser.print_help()
        return 2
    name = _command(arguments[0])
    command = _load_command(name)
    what = COMMANDS[name]
    own = Parser(prog=f"nightcrier {name}", description=f"{what[0].upper()}{what[1:]}.")
    getattr(command, f"add_{name}_arguments")(own)
    _refuse_places(own, arguments[1:])
    return int(getattr(command, f"do_{name}")(own.parse_args(arguments[1:])))


def _refuse_places(parser: Parser, words: Sequence[str]) -> None:
    """Refuse options for places that this command does not read, because people would expect the command to use the
    named place."""
    for option in (word.partition("=")[0] for word in words):
        if option in _PLACE_OPTIONS and f"[{option} " not in parser.format_usage():
            raise WrongUse(f"{parser.prog} reads no {option}; take it out.")


def module_of(name: str) -> str:
    return f"nightcrier.tools.{_MODULES.get(name, name)}"


def _load_command(name: str) -> Any:
    """Import a command. Its modules stay as long as the program runs, so they are exempt from garbage collection."""
    gc.disable()
    command = import_module(module_of(name))
    gc.freeze()
    gc.enable()
    return command


def _command(name: str) -> str:
    if name in COMMANDS and (name not in _MOVED or sys.platform == "linux"):
        return name
    if name in _MOVED:
        raise WrongUse(f"`{name}` is now {_MOVED[name]}.")
    from nightcrier.tools.command_line import find_name

    return find_name(name, tuple(COMMANDS), "command")


def _parser() -> argparse.ArgumentParser:
    from nightcrier.kernel.program import program_version

    listing = "\n".join(f"  {name:10}{what}" for name, what in COMMANDS.items())
    parser = Parser(
        prog="nightcrier",
        usage="nightcrier COMMAND ...",
        description="Runs games of hidden roles by voice.",
        epilog=f"commands:\n{listing}\n\n`nightcrier COMMAND --help` says more about each.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"nightcrier {program_version()}")
    return parser
