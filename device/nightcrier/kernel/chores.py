"""The chores that root does for the box: the word that asks for one, the news of it, and the files of a phone.

People choose from the chores; the box itself may do none of them. A word is a file in the box's own folder; news are
files in a folder of root's.

A phone sends files to the box, and fetches some: the second program lays them where root finds them. Their size has
a limit, and nothing that lies there is believed."""

import os
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta, Struct

from nightcrier.kernel.files import open_plainly
from nightcrier.kernel.reading import LARGEST_TOML

CHORE_WORD = "chosen"
"""In the folder of the box that goes with the power: `systemd/nightcrier-chore.path` waits for it."""
TOLD = Path("/run/nightcrier-told")
STICK_NEWS, CHORE_NEWS, WIFI_NEWS = "stick.json", "chore.json", "wifi.json"
CARD_NEWS = tuple(f"card-{chore}.json" for chore in ("restore", "take", "update"))
"""What came of the folder on the card: `image/overlay/usr/lib/nightcrier-card/tell`. One may follow another at once."""
_LONGEST_WORD, _LARGEST_NEWS = 16, 4096


WIFI_LETTERS = "ghjkmnprstwxyz"
"""Of its password: small ones that look like no other and stand on every keyboard. There are no vowels, so they make
no words; none of them can be taken for a figure to the base of sixteen, and none means something in the picture that a
phone reads (`device/nightcrier/box/table/plugs/phone/phone_page.py`)."""
WIFI_PASSWORD_LENGTH = 12
"""Of 14 letters each: 45 bits."""


class Chore(StrEnum):
    """A chore that root does for the box. There are no others but those of the Wi-Fi."""

    TAKE = "take"
    SAVE = "save"
    UPDATE = "update"
    BACK = "back"
    RESTORE = "restore"
    UNDO_RESTORE = "undo-restore"
    TAKE_SENT = "take-sent"
    UPDATE_SENT = "update-sent"
    SAVE_OUT = "save-out"
    FORGET = "forget"


class WifiChore(StrEnum):
    """A Wi-Fi of the box's own, where there is no network: a hand asks for it, or the box by itself to end it."""

    ON = "wifi-on"
    OFF = "wifi-off"


RootChore: TypeAlias = Chore | WifiChore
BY_PHONE = frozenset({Chore.TAKE_SENT, Chore.UPDATE_SENT, Chore.SAVE_OUT})
"""Those that a phone asks for: with what it sent, or for what it fetches. The others are a hand's."""


class StickIn(Struct, frozen=True, tag="in"):
    """A stick with a folder of ours: how many files to take lie there, the version of an update, the number of the last
    saved box; and whether this box still has what it was before one was brought back."""

    files: int = 0
    update: str = ""
    saved: int = 0
    has_before: bool = False


class StickOut(Struct, frozen=True, tag="out"):
    """The stick was pulled."""


class ChoreDone(Struct, frozen=True, tag="done"):
    """How it went: what is new on the box by its kinds, and how many files were refused. What lay on the card that the
    box started from was taken before that start, and counts already."""

    chore: Chore
    good: bool = True
    new: Mapping[str, int] = {}
    refused: int = 0
    of_card: bool = False


class WifiUp(Struct, frozen=True, tag="wifi-up"):
    """The box has a Wi-Fi of its own. Only letters that need no care are taken, whoever wrote them."""

    name: Annotated[str, Meta(pattern=r"^Nightcrier[0-9A-F]{4}\Z")]
    password: Annotated[str, Meta(pattern=rf"^[{WIFI_LETTERS}]{{{WIFI_PASSWORD_LENGTH}}}\Z")]


class WifiFault(StrEnum):
    """Why there is none; what to do about each stands on the glass as `phone.wifi.<value>`."""

    NO_MANAGER = "no-manager"
    NO_CHIP = "no-chip"
    BLOCKED = "blocked"
    BUSY = "busy"
    FAILED = "failed"


class WifiDown(Struct, frozen=True, tag="wifi-down"):
    """The box has none of its own; without a fault, because that was asked for."""

    fault: WifiFault | None = None


WifiNews: TypeAlias = WifiUp | WifiDown
ChoreNews: TypeAlias = StickIn | StickOut | ChoreDone | WifiNews
_PLACES = {StickIn: STICK_NEWS, ChoreDone: CHORE_NEWS, WifiUp: WIFI_NEWS, WifiDown: WIFI_NEWS}


def not_done(chore: RootChore) -> ChoreNews:
    """Return the news that a chore was not done."""
    return WifiDown(WifiFault.FAILED) if isinstance(chore, WifiChore) else ChoreDone(chore, good=False)


def ask_for(chore: RootChore, folder: Path) -> None:
    """Lay the word down, whole at once. Raises OSError."""
    fresh = folder / f"{CHORE_WORD}.new"
    fresh.write_text(chore, "ascii")
    fresh.replace(folder / CHORE_WORD)


def take_word(folder: Path) -> RootChore | None:
    """Take the word for what the box asks, so that it is asked no more; None for anything but one of the words. The
    writer is not believed."""
    place = folder / CHORE_WORD
    try:
        with open_plainly(place) as file:
            word = file.read(_LONGEST_WORD)
    except OSError:
        word = b""
    _remove(place)
    chores: tuple[RootChore, ...] = (*Chore, *WifiChore)
    return next((chore for chore in chores if chore.encode() == word), None)


def _remove(place: Path) -> None:
    """Remove it, be it a folder: while something lies there root is called again and again, and then no more."""
    try:
        place.unlink(missing_ok=True)
    except IsADirectoryError:
        import shutil

        shutil.rmtree(place)


def tell_news(news: ChoreNews, folder: Path = TOLD, reader: int = -1) -> None:
    """Lay news down for the box to read; a stick that is out is no file. News of a Wi-Fi have its password in them:
    they are for this user, and for nobody else at any moment. Raises OSError."""
    folder.mkdir(mode=0o755, exist_ok=True)
    if isinstance(news, StickOut):
        (folder / STICK_NEWS).unlink(missing_ok=True)
    else:
        lay_news(news, folder / _PLACES[type(news)], reader if isinstance(news, WifiUp | WifiDown) else None)


def lay_news(news: object, place: Path, reader: int | None = None) -> None:
    """Write it whole at once, for one user to read or, without a `reader`, for everybody. Raises OSError."""
    place.parent.mkdir(mode=0o755, exist_ok=True)
    fresh = place.with_suffix(".new")
    write_for_me(fresh, msgspec.json.encode(news))
    if reader is None:
        fresh.chmod(0o644)
    else:
        os.chown(fresh, reader, -1)
    fresh.replace(place)


def write_for_me(file: Path, content: bytes) -> None:
    """A fresh file that no other user may ever open. Raises OSError."""
    file.unlink(missing_ok=True)
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as opened:
        opened.write(content)


def read_chore_news(place: Path) -> ChoreNews | None:
    """Read news; None if it is none."""
    try:
        with place.open("rb") as file:
            news: ChoreNews = msgspec.json.decode(file.read(_LARGEST_NEWS), type=ChoreNews)
    except FileNotFoundError:
        return StickOut() if place.name == STICK_NEWS else None
    except (OSError, msgspec.MsgspecError):
        return None
    return news


SENT = Path("/var/lib/nightcrier-net/sent")
"""Of the second program: `systemd/nightcrier-net.service`."""
HANDED_OUT = Path("/var/lib/nightcrier-out")
"""Of root, and for the second program to read."""
UPDATE_NAME = r"nightcrier-([0-9][0-9A-Za-z.+-]{0,30})\.tar\.xz"
"""As `systemd/release` calls it, with its version."""
HALL_SETTINGS, HALL_PASSWORD = "hall.toml", "hall.password"
"""What lets a box into a hall."""
SAVED_OUT, REPORT_OUT = "saved.zip", "report.txt"
UPDATE_END, SIGNATURE_END = ".tar.xz", ".tar.xz.sig"
MOST_SENT = {".toml": LARGEST_TOML, ".zip": 2**27, UPDATE_END: 2**29, SIGNATURE_END: 2**14}
"""Bytes, by the end of the name: as for a stick, and as the installer takes."""
LEFT_FREE = 2**26
"""Bytes that stay free on the card, for what the box keeps itself."""
_SENT_NEWS = "sent.json"
_LARGEST_SENT_NEWS = 8192
_MOST_REASONS = 5


class SentNews(Struct, frozen=True):
    """How it went: what is new on the box by its kinds, and why the rest was not taken, a sentence each."""

    chore: Chore
    good: bool = True
    new: Mapping[str, int] = {}
    reasons: tuple[str, ...] = ()


def end_of_name(name: str) -> str:
    """Return the end of a name, by which the kind of a file is known; empty if no phone may send it."""
    return next((end for end in (SIGNATURE_END, UPDATE_END, ".toml", ".zip") if name.lower().endswith(end)), "")


def tell_sent(news: SentNews, folder: Path = TOLD) -> None:
    """Lay news down for the second program to read. Raises OSError."""
    lay_news(SentNews(news.chore, news.good, news.new, news.reasons[:_MOST_REASONS]), folder / _SENT_NEWS)


def mark_of_sent(folder: Path = TOLD) -> int:
    """Another one whenever there is news, also where they are the same again."""
    try:
        return (folder / _SENT_NEWS).stat().st_mtime_ns
    except OSError:
        return 0


def read_sent_news(folder: Path = TOLD) -> SentNews | None:
    """The newest; None where there is none."""
    try:
        with (folder / _SENT_NEWS).open("rb") as file:
            return msgspec.json.decode(file.read(_LARGEST_SENT_NEWS), type=SentNews)
    except (OSError, msgspec.MsgspecError):
        return None
