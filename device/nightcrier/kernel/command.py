"""Reads the words on a command line, and turns every error into one sentence without a traceback. Every program of the
house starts through this module."""

import argparse
import os
import sys
from collections.abc import Callable
from functools import partial
from io import TextIOWrapper
from typing import Any, NoReturn

from nightcrier.kernel.errors import BadFile, NightcrierError, WrongUse, all_faults

# Without a width argparse asks `shutil`, at each start, and `shutil` reads in two packers that stay in memory.
_HELP = partial(argparse.HelpFormatter, width=78)


class KeepOnce(argparse.Action):
    """Refuses an option that is given twice, so that none is silently ignored."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: object, option: str | None = None
    ) -> None:
        if option and isinstance(parser, Parser):
            if self.dest in parser.given:
                raise WrongUse(f"{parser.prog}: {option} stands there twice; write it once.")
            parser.given.add(self.dest)
        setattr(namespace, self.dest, values)


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence, without printing the usage first."""

    def __init__(self, *words: Any, **named: Any) -> None:
        super().__init__(*words, **{"formatter_class": _HELP} | named)
        self.given = set[str]()
        for action in (None, "store"):
            self.register("action", action, KeepOnce)

    def error(self, message: str) -> NoReturn:
        raise WrongUse(f"{self.prog}: {message}; `{self.prog} --help` says what may be written.")


def run_to_end(program: Callable[[], int], *, is_service: bool = False) -> int:
    """Run a program, and return its exit status. If the disk refuses, the log of a service gets the full traceback."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # for a terminal that cannot write every language
    try:
        status = program()
        print(end="", flush=True)
    except NightcrierError as error:
        print(*(all_faults([error]) if isinstance(error, BadFile) else [error]), sep="\n", file=sys.stderr)
        return error.exit_status
    except BrokenPipeError:
        _forget_output()  # whoever read it has gone
        return 0
    except OSError as error:
        if is_service:
            raise
        where, why = error.filename or "The output", error.strerror or error
        print(f"{where} cannot be used ({why}); choose another place.", file=sys.stderr)
        _forget_output()
        return 1
    except KeyboardInterrupt:
        return 130
    return status


def _forget_output() -> None:
    """Discard further output, because Python would otherwise complain once more at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
