"""Files and folders as they are named on the command line: what cannot be meant is refused before anything is done."""

from argparse import ArgumentTypeError
from pathlib import Path

from device.kernel.errors import WrongUse


def place(text: str) -> Path:
    """Where something is, or shall be. An empty name would be the folder one stands in."""
    if not text:
        raise ArgumentTypeError("the name is empty")
    return Path(text)


def folder_there(text: str) -> Path:
    if not place(text).is_dir():
        raise ArgumentTypeError(f"there is no folder '{text}'")
    return Path(text)


def file_there(text: str) -> Path:
    if not place(text).is_file():
        raise ArgumentTypeError(f"there is no file '{text}'")
    return Path(text)


def make_folder(folder: Path) -> None:
    """Where there is none yet."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WrongUse(f"{folder}: cannot be a folder ({error.strerror}); choose another place.") from None
