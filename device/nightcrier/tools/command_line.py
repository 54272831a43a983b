"""Check the arguments of a command: find the files, folders and names that the arguments name.

A command with a wrong argument does nothing, and a written file appears only when it is complete. The box's own folder
is looked up where the service keeps it."""

import os
from argparse import SUPPRESS, ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from msgspec.structs import replace

from nightcrier.kernel.errors import WrongUse, near_word
from nightcrier.kernel.folders import OWN_FOLDER, Folders, standard_folders


def path_named(text: str) -> Path:
    """Return the path that a text names. An empty text is refused, because it would mean the current folder."""
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
"""Options that name places. Each of these options may be anywhere in the command line."""


def add_places(parser: ArgumentParser, *names: str, verbs: Iterable[ArgumentParser] = ()) -> None:
    """Add options for places to a command and to its verbs. Each option may then come before or after the verb.
    Commands that can try decks can try games in files, too."""
    for name in names:
        kind, metavar, told = NAMED_PLACES[name]
        parser.add_argument(f"--{name}", type=kind, metavar=metavar, help=told)
        for verb in verbs:
            verb.add_argument(f"--{name}", type=kind, metavar=metavar, default=SUPPRESS, help=told)
    if "scenarios" in names:
        add_games(parser, *verbs)


def add_games(parser: ArgumentParser, *verbs: ArgumentParser) -> None:
    """Add the option that names folders of games to a command and to its verbs. It may be repeated."""
    told = f"one more folder of games, nearer than {OWN_FOLDER / 'games'}; may be repeated"
    parser.add_argument("--games", type=folder_named, action="append", default=[], metavar="DIR", help=told)
    for verb in verbs:
        verb.add_argument(
            "--games", type=folder_named, action="append", default=[], dest="near", metavar="DIR", help=told
        )


def with_tried(folders: Folders, arguments: Namespace) -> Folders:
    """Return the folders of a box. Settings and scenarios that the arguments name for a trial replace those of the box;
    folders of games are added."""
    settings, scenarios = (getattr(arguments, name, None) for name in ("config", "scenarios"))
    games = (*getattr(arguments, "games", ()), *getattr(arguments, "near", ()))
    return replace(folders, tried_settings=settings, tried_scenarios=scenarios, tried_games=games)


def make_folder(folder: Path) -> None:
    """Make a folder if it is missing. Raises WrongUse when the folder cannot be made."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WrongUse(f"{folder}: cannot be a folder ({error.strerror}); choose another place.") from None


def find_name(name: str, names: Sequence[str], kind: str) -> str:
    """Return `name` if it is one of `names`. Otherwise raise WrongUse with a suggestion."""
    if name in names:
        return name
    hint = near_word(name, names) or f"; choose one of: {', '.join(dict.fromkeys(names))}."
    raise WrongUse(f"There is no {kind} '{name}'{hint}")


@contextmanager
def draft(path: Path) -> Iterator[Path]:
    """Yield a path for writing the new content of `path`. The old file is replaced only when the new content is
    complete."""
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
"""Folders in which systemd keeps the files of `nightcrier.service`. `STATE` exists once the service has run."""


def box_folders(state: Path | None = None, environ: Mapping[str, str] = os.environ, service: Path = STATE) -> Folders:
    """Return the folders of the box. `state` is used if it is given, otherwise the service's folder if the service has
    run here, and otherwise a folder in the user's home."""
    if state is None and not environ.get("STATE_DIRECTORY") and os.path.lexists(service):
        return Folders(service, CACHE, RUNTIME)
    return standard_folders(environ, state)


def must_be_ours(folder: Path) -> None:
    """Raise WrongUse if this user cannot make or write the folder of people's own settings."""
    there = next(each for each in (folder, *folder.parents) if os.path.lexists(each))
    if not os.access(there, os.W_OK | os.X_OK):
        raise WrongUse(f"{folder} cannot be written by you: put sudo before the command.")
