"""What root does for the box, which may not: the chores people choose from, the word by which the box asks for
one, and the news that come back. A word is a file in the box's own folder; news are files in a folder of root's."""

import os
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import TypeAlias

import msgspec
from msgspec import Struct

CHORE_WORD = "chosen"
"""In the folder of the box that goes with the power: `systemd/nightcrier-chore.path` waits for it."""
TOLD = Path("/run/nightcrier-told")
STICK_NEWS, CHORE_NEWS = "stick.json", "chore.json"
_LONGEST_WORD, _LARGEST_NEWS = 16, 4096


class Chore(StrEnum):
    """All there are: root does nothing else for the box."""

    TAKE = "take"
    SAVE = "save"
    UPDATE = "update"
    BACK = "back"
    TAKE_SENT = "take-sent"
    UPDATE_SENT = "update-sent"
    SAVE_OUT = "save-out"


BY_PHONE = frozenset({Chore.TAKE_SENT, Chore.UPDATE_SENT, Chore.SAVE_OUT})
"""Those that a phone asks for: with what it sent, or for what it fetches. The others are a hand's."""


class StickIn(Struct, frozen=True, tag="in"):
    """A stick with a folder of ours: how many files to take lie there, and the version of an update."""

    files: int = 0
    update: str = ""


class StickOut(Struct, frozen=True, tag="out"):
    """It was pulled."""


class ChoreDone(Struct, frozen=True, tag="done"):
    """How it went: what is new on the box by its kinds, and how many files were refused."""

    chore: Chore
    good: bool = True
    new: Mapping[str, int] = {}
    refused: int = 0


ChoreNews: TypeAlias = StickIn | StickOut | ChoreDone


def ask_for(chore: Chore, folder: Path) -> None:
    """Lay the word down, whole at once. Raises OSError."""
    fresh = folder / f"{CHORE_WORD}.new"
    fresh.write_text(chore, "ascii")
    fresh.replace(folder / CHORE_WORD)


def taken_word(folder: Path) -> Chore | None:
    """What the box asked for, which it has asked then; None for anything but one of the words. Whoever laid it there is
    not believed: no link is followed, no pipe waited for."""
    place = folder / CHORE_WORD
    try:
        with os.fdopen(os.open(place, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
            word = file.read(_LONGEST_WORD) or b""
    except OSError:
        word = b""
    place.unlink(missing_ok=True)
    return next((chore for chore in Chore if chore.encode() == word), None)


def tell_news(news: ChoreNews, folder: Path = TOLD) -> None:
    """For the box to read; a stick that is out is no file. Raises OSError."""
    folder.mkdir(mode=0o755, exist_ok=True)
    place = folder / (CHORE_NEWS if isinstance(news, ChoreDone) else STICK_NEWS)
    if isinstance(news, StickOut):
        place.unlink(missing_ok=True)
        return
    fresh = place.with_suffix(".new")
    fresh.write_bytes(msgspec.json.encode(news))
    fresh.chmod(0o644)
    fresh.replace(place)


def read_chore_news(place: Path) -> ChoreNews | None:
    """None for what is no news."""
    try:
        with place.open("rb") as file:
            news: ChoreNews = msgspec.json.decode(file.read(_LARGEST_NEWS), type=ChoreNews)
    except FileNotFoundError:
        return StickOut() if place.name == STICK_NEWS else None
    except (OSError, msgspec.MsgspecError):
        return None
    return news
