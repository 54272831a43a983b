"""What people put there a little wrong, as computers make it easy to: what it is, and what to do. Told by the name
alone, and of a folder by what lies in it."""

import re
from pathlib import Path, PurePosixPath

_SECOND_ENDING = re.compile(r".+\.(?:toml|password|zip|xz|sig|ogg|opus|mp3|wav)(\.\w{2,4})", re.IGNORECASE)
_LIKE_SAVED = re.compile(r".*nightcrier-saved.*\.zip", re.IGNORECASE)
"""A second one is called `nightcrier-saved (1).zip` by who loads it down, `Copy of nightcrier-saved.zip` by others."""
_LIST_OF = {"pack.toml": "voice", "saved.json": "saved box"}
"""By the list that each .zip of ours has at its top."""
_SIGNATURE = ".sig"
_HIDES = "a computer hides it; on Windows: View, Show, File name extensions"


def slip_of(place: PurePosixPath) -> str:
    """The end of a sentence; nothing where the name tells nothing."""
    if ending := _SECOND_ENDING.fullmatch(place.name):
        return f"has a second ending, {ending[1]}; take it off ({_HIDES})"
    if _LIKE_SAVED.fullmatch(place.name):
        return "is a saved box by its name; call it nightcrier-saved.zip, and put it into nightcrier itself"
    return ""


def lone_half(path: Path) -> str:
    """What is missing beside one of the two files of an update; nothing where both are there."""
    other = path.name.removesuffix(_SIGNATURE) if path.name.endswith(_SIGNATURE) else f"{path.name}{_SIGNATURE}"
    try:
        return "" if path.with_name(other).exists() else f"is half of an update, and {other} is missing; put both there"
    except OSError:  # told of each file that cannot be read
        return ""


def unpacked_kind(folder: Path) -> str:
    """What of ours was packed, and is now a folder with hundreds of files; nothing where it is none. Raises OSError."""
    return next((kind for name, kind in _LIST_OF.items() if (folder / name).is_file()), "")
