"""What words on the command line name: files, folders, one of several things. What cannot be meant is refused before
anything is done, and a file that is written is only there when it is done."""

from argparse import ArgumentTypeError
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from device.kernel.errors import WrongUse


def path_named(text: str) -> Path:
    """Where something is, or shall be. An empty name would be the folder one stands in."""
    if not text:
        raise ArgumentTypeError("the name is empty")
    return Path(text)


def folder_named(text: str) -> Path:
    if not path_named(text).is_dir():
        raise ArgumentTypeError(f"there is no folder '{text}'")
    return Path(text)


def file_named(text: str) -> Path:
    if not path_named(text).is_file():
        raise ArgumentTypeError(f"there is no file '{text}'")
    return Path(text)


def make_folder(folder: Path) -> None:
    """Where there is none yet."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WrongUse(f"{folder}: cannot be a folder ({error.strerror}); choose another place.") from None


def known_name(name: str, names: Sequence[str], kind: str) -> str:
    """The name, if there is a thing of that name."""
    if name in names:
        return name
    from difflib import get_close_matches

    near = get_close_matches(name, names, 1)
    hint = f"did you mean '{near[0]}'?" if near else f"choose one of: {', '.join(names)}."
    raise WrongUse(f"There is no {kind} '{name}'; {hint}")


@contextmanager
def draft(path: Path) -> Iterator[Path]:
    """Where to write what is to stand at `path`. What stood there stays, unless all of the new was written."""
    try:
        special = path.exists() and not path.is_file()
        place = path if special else path.resolve()
        fresh = place if special else place.with_name(f"{place.stem}.part{place.suffix}")
        fresh.open("ab").close()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise WrongUse(f"{path}: cannot be written ({why}); choose another place.") from None
    try:
        yield fresh
        if not special:
            fresh.replace(place)
    finally:
        if not special:
            fresh.unlink(missing_ok=True)
