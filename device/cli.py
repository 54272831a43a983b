"""`nightcrier`: the words on the command line, and what becomes of errors: one sentence, never a traceback."""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from device import __version__
from device.kernel.errors import NightcrierError

COMMANDS = {
    "run": "the device itself: buttons, dial, screen and loudspeaker",
    "sim": "the same with a panel in the terminal",
    "rehearse": "a script of hands against the whole device in virtual time",
    "render": "a night, a day or a vote as an audio file",
    "judge": "a game of One Night, judged",
    "decks": "scenarios: list them, or show one with its odds",
    "scores": "the scores as CSV, or an evening with names",
    "fonts": "letters of the screen: check, build",
    "pictures": "every page in every language as pictures",
    "voices": "voice packs: list, check, build, record, import",
    "check": "what is wired, what is missing, what to do",
    "report": "one file to attach when you ask for help",
}


def main(words: Sequence[str] | None = None) -> int:
    """The exit status: 0 done, 1 a fault was found, 2 wrong use."""
    arguments = list(sys.argv[1:] if words is None else words)
    try:
        return _dispatch(arguments)
    except NightcrierError as error:
        print(error, file=sys.stderr)
        return error.exit_status
    except BrokenPipeError:
        # Whoever read our output has gone; without this Python would complain once more at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130


def _dispatch(arguments: list[str]) -> int:
    if not arguments or arguments[0].startswith("-"):
        parser = _parser()
        parser.parse_args(arguments)
        parser.print_help()
        return 2
    name = _command(arguments[0])
    command = import_module(f"device.commands.{name}")
    what = COMMANDS[name]
    own = argparse.ArgumentParser(prog=f"nightcrier {name}", description=f"{what[0].upper()}{what[1:]}.")
    command.add_arguments(own)
    return int(command.run(own.parse_args(arguments[1:])))


def _command(name: str) -> str:
    if name in COMMANDS:
        return name
    from device.commands.nearest import known

    return known(name, tuple(COMMANDS), "command")


def _parser() -> argparse.ArgumentParser:
    listing = "\n".join(f"  {name:10}{what}" for name, what in COMMANDS.items())
    parser = argparse.ArgumentParser(
        prog="nightcrier",
        usage="nightcrier COMMAND ...",
        description="Runs games of hidden roles by voice.",
        epilog=f"commands:\n{listing}\n\n`nightcrier COMMAND --help` says more about each.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"nightcrier {__version__}")
    return parser
