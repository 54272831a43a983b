"""Reads the words on the command line of `nightcrier`, and turns every error into one sentence without a traceback."""

import argparse
import gc
import os
import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from io import TextIOWrapper
from typing import Any, NoReturn

from nightcrier.kernel.errors import NightcrierError, WrongUse

COMMANDS = {
    "run": "the device itself: buttons, dial, screen and loudspeaker",
    "sim": "the device with its panel in the terminal",
    "rehearse": "a script of hands against the whole device in virtual time",
    "leaks": "two rehearsals with other cards, compared in every channel",
    "render": "a night, a day or a vote as an audio file",
    "net": "the page of this box in the home's network: a second program",
    "hall": "the organiser's page of many tables: a third program",
    "judge": "a game written as JSON, judged or told",
    "decks": "scenarios: list them, or show one with its odds",
    "games": "games that people write as files: list, check or show them",
    "labels": "labels to feel and to read, for paper cards",
    "scores": "the scores as CSV, or an evening with names",
    "fonts": "letters of the screen: check, build",
    "words": "where Thai words end on the screen: check, mark",
    "pictures": "every page in every language as pictures",
    "voices": "voice packs: list, check, build, record, import",
    "take": "what lies on a stick: settings, decks, games, voices, beds",
    "put": "the report, the scores and the last problems, onto a stick",
    "save": "everything of the box in one file, onto a stick",
    "restore": "what was saved, onto this box",
    "forget": "names, scores, own voices, decks, games: a box to give away",
    "chore": "what the box asks root for by its own menu",
    "check": "what is wired, what is missing, what to do",
    "report": "one file to attach when you ask for help",
}
_MODULES = {
    **dict.fromkeys(("take", "save", "restore", "forget"), "care"),
    **dict.fromkeys(("check", "put"), "report"),
    **dict.fromkeys(("fonts", "words", "pictures"), "screen"),
    **dict.fromkeys(("sim", "rehearse"), "simulation"),
}
"""The modules of `nightcrier.tools` that hold several commands. Every other module has the name of its command."""


# Without a width argparse asks `shutil`, at each start, and `shutil` reads in two packers that stay in memory.
_HELP = partial(argparse.HelpFormatter, width=78)


class KeepOnce(argparse.Action):
    """Refuses an option that is given twice, so that none is passed over in silence."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: object, option: str | None = None
    ) -> None:
        if option and isinstance(parser, Parser):
            if self.dest in parser.given:
                raise WrongUse(f"{parser.prog}: {option} stands there twice; write it once.")
            parser.given.add(self.dest)
        setattr(namespace, self.dest, values)


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence, without the usage in front."""

    def __init__(self, *words: Any, **named: Any) -> None:
        super().__init__(*words, **{"formatter_class": _HELP} | named)
        self.given = set[str]()
        for action in (None, "store"):
            self.register("action", action, KeepOnce)

    def error(self, message: str) -> NoReturn:
        raise WrongUse(f"{self.prog}: {message}; `{self.prog} --help` says what may be written.")

    def refuse_places(self, words: Sequence[str]) -> None:
        """Refuse options for places that this command does not read, since people would expect the named place to be
        used."""
        for option in (word.partition("=")[0] for word in words):
            if option in _PLACE_OPTIONS and f"[{option} " not in self.format_usage():
                raise WrongUse(f"{self.prog} reads no {option}; take it out.")


def main(words: Sequence[str] | None = None) -> int:
    """Run the command. Return the exit status: 0 done, 1 a fault was found, 2 wrong use, 3 the box's own disk refused
    for now."""
    arguments = _command_first(sys.argv[1:] if words is None else words)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # for a terminal that cannot write every language
    try:
        status = _dispatch(arguments)
        print(end="", flush=True)
    except NightcrierError as error:
        print(error, file=sys.stderr)
        return error.exit_status
    except BrokenPipeError:
        _forget_output()  # whoever read it has gone
        return 0
    except OSError as error:
        if arguments[:1] == ["run"]:
            raise  # the log of the service wants the whole story
        where, why = error.filename or "The output", error.strerror or error
        print(f"{where} cannot be used ({why}); choose another place.", file=sys.stderr)
        _forget_output()
        return 1
    except KeyboardInterrupt:
        return 130
    return status


def _forget_output() -> None:
    """Send further output nowhere, since Python would otherwise complain once more at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


_PLACE_OPTIONS = ("--state", "--config", "--scenarios")
"""The options that may also stand before the command."""


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
    own.refuse_places(arguments[1:])
    return int(getattr(command, f"do_{name}")(own.parse_args(arguments[1:])))


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
    if name in COMMANDS:
        return name
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
