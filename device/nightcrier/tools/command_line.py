"""Meets people at the command line: finds what their words name, shows how far long work has come, and answers a game
where nobody is asked.

Nothing that cannot be meant is begun, and a file that is written is only there when it is done. The box's own folder is
found where the service keeps it, and left in the service's hands.

On a terminal one line is written over. In a pipe, and where work cannot say how far it has come, one line says what is
done, once that has taken two seconds."""

import os
import sys
import threading
from argparse import SUPPRESS, ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Self, TextIO

from msgspec.structs import replace

from nightcrier.box.folders import OWN_FOLDER, Folders, standard_folders
from nightcrier.box.show.answers import Answer
from nightcrier.box.show.stages import HOST, Ask, Stage
from nightcrier.kernel.errors import WrongUse, near_word


def path_named(text: str) -> Path:
    """Return where something is, or shall be. An empty name would be the folder one stands in."""
    if not text:
        raise ArgumentTypeError("the name is empty")
    return Path(text)


def folder_named(text: str) -> Path:
    if not path_named(text).is_dir():
        raise ArgumentTypeError(f"there is no folder '{text}'")
    return Path(text)


def _file_named(text: str) -> Path:
    if not path_named(text).is_file():
        found = Path(text).exists()
        raise ArgumentTypeError(f"'{text}' is no plain file" if found else f"there is no file '{text}'")
    return Path(text)


NAMED_PLACES = {
    "state": (path_named, "DIR", "what the box remembers (its own folder)"),
    "config": (_file_named, "FILE", f"settings to try in the place of {OWN_FOLDER / 'device.toml'}"),
    "scenarios": (folder_named, "DIR", f"decks to try in the place of {OWN_FOLDER / 'scenarios'}"),
}
"""Options that name places: those of them that a command reads may stand anywhere in its line."""


def add_places(parser: ArgumentParser, *names: str, verbs: Iterable[ArgumentParser] = ()) -> None:
    """Add options for places before the verbs of a command and after them."""
    for name in names:
        kind, metavar, told = NAMED_PLACES[name]
        parser.add_argument(f"--{name}", type=kind, metavar=metavar, help=told)
        for verb in verbs:
            verb.add_argument(f"--{name}", type=kind, metavar=metavar, default=SUPPRESS, help=told)


def with_tried(folders: Folders, arguments: Namespace) -> Folders:
    """Return these folders, with what was named to be tried."""
    settings, scenarios = (getattr(arguments, name, None) for name in ("config", "scenarios"))
    return replace(folders, tried_settings=settings, tried_scenarios=scenarios)


def make_folder(folder: Path) -> None:
    """Make a folder where there is none yet."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WrongUse(f"{folder}: cannot be a folder ({error.strerror}); choose another place.") from None


def find_name(name: str, names: Sequence[str], kind: str) -> str:
    """Return the name, if there is a thing of that name."""
    if name in names:
        return name
    hint = near_word(name, names) or f"; choose one of: {', '.join(dict.fromkeys(names))}."
    raise WrongUse(f"There is no {kind} '{name}'{hint}")


@contextmanager
def draft(path: Path) -> Iterator[Path]:
    """Give a place to write what is to stand at `path`. What stood there stays, unless all of the new was written."""
    try:
        special = path.exists() and not path.is_file()
        place = path if special else path.resolve()
        fresh = place if special else place.with_stem(f"{place.stem}-part")
        if not place.is_fifo():  # whoever reads it would take this for its end
            fresh.open("ab").close()
    except (OSError, ValueError, RuntimeError) as error:  # a link that leads to itself is a RuntimeError
        why = getattr(error, "strerror", None) or str(error).partition(" from ")[0]
        raise WrongUse(f"{path}: cannot be written ({why}); choose another place.") from None
    try:
        yield fresh
        if not special:
            fresh.replace(place)
    finally:
        if not special:
            fresh.unlink(missing_ok=True)


STATE, CACHE, RUNTIME = (Path(root, "nightcrier") for root in ("/var/lib", "/var/cache", "/run"))
"""Folders in which systemd keeps what `nightcrier.service` remembers; STATE is there once the service has run."""


def box_folders(state: Path | None = None, environ: Mapping[str, str] = os.environ, service: Path = STATE) -> Folders:
    """Return the folders that were named, else the service's if it has run on this machine, else those at home."""
    if state is None and not environ.get("STATE_DIRECTORY") and os.path.lexists(service):
        return Folders(service, CACHE, RUNTIME)
    return standard_folders(environ, state)


def must_be_ours(folder: Path) -> None:
    """Refuse a folder of people's own settings that cannot be written, or not be made. Raises WrongUse."""
    there = next(each for each in (folder, *folder.parents) if os.path.lexists(each))
    if not os.access(there, os.W_OK | os.X_OK):
        raise WrongUse(f"{folder} cannot be written by you: put sudo before the command.")


_BAR_WIDTH = 30


def _is_terminal(stream: TextIO | None) -> bool:
    """Return whether it is a terminal; a stream that was closed before Python began is None."""
    return stream is not None and stream.isatty()


_SILENT = 2.0
"""Seconds for which nobody wonders."""


class Patience:
    """Says on a terminal that something takes long: `with Patience("The games are judged"): ...`."""

    def __init__(
        self,
        what: str,
        stream: TextIO | None = None,
        timer: Callable[[float, Callable[[], None]], threading.Timer] = threading.Timer,
    ) -> None:
        self._what, self._stream = what, stream or sys.stderr
        self._timer = timer(_SILENT, self._say)
        self._timer.daemon = True

    def __enter__(self) -> None:
        self._timer.start()

    def _say(self) -> None:
        print(f"{self._what}; Ctrl-C ends it.", file=self._stream, flush=True)

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()


def patience_in_pipe(what: str) -> AbstractContextManager[None]:
    """Be patient in a pipe alone, for work that shows on a terminal how far it has come."""
    return nullcontext() if _is_terminal(sys.stderr) else Patience(what)


class Progress:
    """`with Progress("night.ogg") as progress: progress.show(12.5)` counts the seconds that are done."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._terminal = _is_terminal(sys.stderr)
        self._shown = -1
        self._waiting = patience_in_pipe(f"{what} is being made")

    def __enter__(self) -> Self:
        self._waiting.__enter__()
        return self

    def show(self, seconds: float) -> None:
        whole = int(seconds)
        if self._terminal and whole != self._shown:
            self._shown = whole
            print(f"\r{self._what}: {whole // 60}:{whole % 60:02d}", end="", file=sys.stderr, flush=True)

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._waiting.__exit__(None, None, None)
        if self._shown >= 0:
            print(f"  {'stopped' if kind else 'done'}", file=sys.stderr)


class ProgressBar:
    """`bar("en-male")(12, 250)` shows that 12 of 250 are done."""

    def __init__(self, what: str, stream: TextIO | None = None) -> None:
        self._what, self._stream = what, stream or sys.stderr
        self._terminal = _is_terminal(self._stream)

    def __call__(self, done: int, total: int) -> None:
        if self._terminal:
            filled = _BAR_WIDTH * done // max(1, total)
            end = "\n" if done == total else ""
            bar = "█" * filled + "·" * (_BAR_WIDTH - filled)
            print(f"\r{self._what:16} {bar} {done}/{total}", end=end, file=self._stream, flush=True)


MOST_STAGES = 400
"""Bounds one game: enough for its verdict, or for all that it has."""


def some_answer(stage: Stage, number: int) -> Answer:
    """Answer as people who just press START do; the host gives one answer after the other, so that a game ends."""
    if not isinstance(stage, Ask):
        return ""
    values = tuple(option.value for option in stage.choices)
    if stage.marks:
        return stage.marks.first or values[: stage.marks.least]
    return values[number % len(values) if stage.who == HOST else stage.start]
