"""Defines the chores that root does for the box: the words that ask for them, the news about them, and the files of a
phone.

People choose the chores; the box itself may do none of them. A word is a file in the box's folder, and each piece of
news is a file in a folder of root.

A phone sends files to the box, and fetches some files. The second program puts the sent files where root finds them.
Their size is limited, and root trusts nothing in them."""

import os
from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from nightcrier.kernel.files import open_plainly

CHORE_WORD = "chosen"
"""The name of the file that asks for a chore, in the box's folder under `/run`. `systemd/nightcrier-chore.path` waits
for this file."""
NET_SOCKET = "net.sock"
"""The name of the door for the second program, a socket in the same folder. That program runs while the door exists."""
TOLD = Path("/run/nightcrier-told")
STICK_NEWS, CHORE_NEWS, WIFI_NEWS = "stick.json", "chore.json", "wifi.json"
CARD_NEWS = tuple(f"card-{chore}.json" for chore in ("restore", "take", "update"))
"""The files of news about the chores for the card's folder. `image/overlay/usr/lib/nightcrier-card/tell` reports them
one after the other."""
_LONGEST_WORD, _LARGEST_NEWS, _MOST_REASONS = 16, 2**20, 5


WIFI_LETTERS = "ghjkmnprstwxyz"
"""The letters for the password of the Wi-Fi. They are small letters that look different from each other and are on
every keyboard. There are no vowels, so no words appear. No letter is a hexadecimal digit, or has a meaning in the QR
code of a Wi-Fi (`device/nightcrier/box/table/plugs/phone/phone_page.py`)."""
OWN_WIFI_ADDRESS = "10.42.0.1"
WIFI_PASSWORD_LENGTH = 12
"""The number of letters of a password. Each is one of 14 letters, which gives 45 bits in all."""


class Chore(StrEnum):
    """The chores that root does for the box, except those of the Wi-Fi."""

    TAKE = "take"
    SAVE = "save"
    UPDATE = "update"
    BACK = "back"
    RESTORE = "restore"
    UNDO_RESTORE = "undo-restore"
    TAKE_SENT = "take-sent"
    UPDATE_SENT = "update-sent"
    SAVE_OUT = "save-out"
    CLEAR_OUT = "clear-out"  # what a phone may fetch, and a damaged saved box: a person is forgotten
    FORGET = "forget"
    LEAVE_HALL = "leave-hall"
    KEEP = "keep"  # what hands at home were asked about
    GUESTS_GO = "guests-go"  # the evening for which guests brought something is over


class WifiChore(StrEnum):
    """The chores for phones: to start the second program, with the box's own Wi-Fi if the box is in no network, or to
    end both. Only a person at the box starts them; a person or the box itself ends them."""

    ON = "wifi-on"
    OFF = "wifi-off"


RootChore: TypeAlias = Chore | WifiChore
BY_PHONE = frozenset({Chore.TAKE_SENT, Chore.UPDATE_SENT, Chore.SAVE_OUT})
"""The chores that a phone may ask for: to take what it sent, or to save what it will fetch. Only a person at the box
may ask for the others."""


class StickIn(Struct, frozen=True, tag="in"):
    """The news that a stick with a folder `nightcrier` is plugged in. `files` is the number of files that can be taken,
    `update` the version of an update, and `saved` the number of the last saved box. `has_before` means that this box
    can undo the restoring of a saved box."""

    files: int = 0
    update: str = ""
    saved: int = 0
    has_before: bool = False


class StickOut(Struct, frozen=True, tag="out"):
    """The news that the stick was pulled."""


class AskedChange(Struct, frozen=True, omit_defaults=True):
    """A change that stays only if people at home agree: the name of its file, as on a stick, and what changes. If a
    role gets a new name, `was` is the old name."""

    name: str
    now: str = ""
    was: str = ""


class ChoreDone(Struct, frozen=True, tag="done"):
    """The result of a chore: what is new on the box, by kind, and how many files were refused. `of_card` means that the
    files lay on the card, and were taken before the box started. `asks` are the changes that stay only if people at
    home agree. A phone gets the first `reasons` of refusals, a sentence each."""

    chore: Chore
    good: bool = True
    new: Mapping[str, int] = {}
    refused: int = 0
    of_card: bool = False
    asks: tuple[AskedChange, ...] = ()
    reasons: tuple[str, ...] = ()


class WifiUp(Struct, frozen=True, tag="wifi-up"):
    """The news that the box's own Wi-Fi is on. Name and password have no character that a QR code must escape."""

    name: Annotated[str, Meta(pattern=r"^Nightcrier[0-9A-F]{4}\Z")]
    password: Annotated[str, Meta(pattern=rf"^[{WIFI_LETTERS}]{{{WIFI_PASSWORD_LENGTH}}}\Z")]


class WifiHome(Struct, frozen=True, tag="wifi-home"):
    """The news that phones reach the box in a network that it is in already: it makes no Wi-Fi."""


class WifiFault(StrEnum):
    """The reasons why no phone reaches the box. The screen word `phone.wifi.<value>` says what to do."""

    NO_MANAGER = "no-manager"
    NO_CHIP = "no-chip"
    BLOCKED = "blocked"
    BUSY = "busy"
    JOINING = "joining"
    REFUSED = "refused"
    FAILED = "failed"
    PAGE = "page"


class WifiDown(Struct, frozen=True, tag="wifi-down"):
    """The news that there is no network for phones. If there is no fault, somebody has turned it off."""

    fault: WifiFault | None = None


WifiNews: TypeAlias = WifiUp | WifiHome | WifiDown
ChoreNews: TypeAlias = StickIn | StickOut | ChoreDone | WifiNews
_PLACES = {StickIn: STICK_NEWS, ChoreDone: CHORE_NEWS}


def undone_news(chore: RootChore) -> ChoreNews:
    return WifiDown(WifiFault.FAILED) if isinstance(chore, WifiChore) else ChoreDone(chore, good=False)


def ask_for(chore: RootChore, folder: Path) -> None:
    """Write the file with the word that asks root for a chore. The file appears complete. Raises OSError."""
    fresh = folder / f"{CHORE_WORD}.new"
    fresh.write_text(chore, "ascii")
    fresh.replace(folder / CHORE_WORD)


def take_word(folder: Path) -> RootChore | None:
    """Read the word that asks for a chore, and remove its file. Return None if the file holds anything but a known
    word, because root does not trust the writer."""
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
    """Remove a file or folder. Otherwise systemd would start root's program again and again, and then give up."""
    try:
        place.unlink(missing_ok=True)
    except IsADirectoryError:
        import shutil

        shutil.rmtree(place)


def tell_news(news: ChoreNews, folder: Path = TOLD, reader: int = -1) -> None:
    """Write news for the box to read. If the stick was pulled, its file is removed instead. News about a Wi-Fi contains
    a password, so only the user `reader` can ever read it. Raises OSError."""
    folder.mkdir(mode=0o755, exist_ok=True)
    if isinstance(news, ChoreDone):
        news = replace(news, reasons=news.reasons[:_MOST_REASONS])
    if isinstance(news, StickOut):
        (folder / STICK_NEWS).unlink(missing_ok=True)
    else:
        place = _PLACES.get(type(news), WIFI_NEWS)
        lay_news(news, folder / place, reader if place == WIFI_NEWS else None)


def lay_news(news: object, place: Path, reader: int | None = None) -> None:
    """Write a file of news, which appears complete. Only the user `reader` can read it; without a `reader`, everybody
    can. Raises OSError."""
    place.parent.mkdir(mode=0o755, exist_ok=True)
    fresh = place.with_suffix(".new")
    write_private(fresh, msgspec.json.encode(news))
    if reader is None:
        fresh.chmod(0o644)
    else:
        os.chown(fresh, reader, -1)
    fresh.replace(place)


def write_private(file: Path, content: bytes) -> None:
    """Write a new file that no other user can ever open. Raises OSError."""
    file.unlink(missing_ok=True)
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as opened:
        opened.write(content)


def read_chore_news(place: Path) -> ChoreNews | None:
    """Read news about a chore. Return None if the file is missing or wrong. If the file of a stick is missing, return
    the news that the stick was pulled."""
    if place.name == STICK_NEWS and not place.exists():
        return StickOut()
    news: ChoreNews | None = _read_news(place, ChoreNews)
    return news


def _read_news(place: Path, kind: object) -> Any:
    """Return the news in a file. Return None if it is missing, wrong or too large."""
    try:
        with place.open("rb") as file:
            return msgspec.json.decode(file.read(_LARGEST_NEWS), type=kind)
    except (OSError, msgspec.MsgspecError):
        return None


class PutAside(Struct, frozen=True):
    """The names of the files that were put aside because the box failed twice with them, or only the first names if
    there are many. They are back if the box failed without them, too."""

    names: tuple[str, ...]
    is_back: bool = False


PUT_ASIDE = TOLD / "aside.json"
_MOST_NAMES = 5


def tell_put_aside(names: Sequence[str], place: Path = PUT_ASIDE, *, is_back: bool = False) -> None:
    """Write for the box what was put aside before its start. Raises OSError."""
    lay_news(PutAside(tuple(names[:_MOST_NAMES]), is_back), place)


def read_put_aside(place: Path = PUT_ASIDE) -> PutAside | None:
    """Return what was put aside since power-on, or None if nothing was."""
    aside: PutAside | None = _read_news(place, PutAside)
    return aside


SENT = Path("/var/lib/nightcrier-net/sent")
"""The folder of files that phones have sent. It belongs to the second program (`systemd/nightcrier-net.service`)."""
HANDED_OUT = Path("/var/lib/nightcrier-out")
"""The folder in which root puts files for phones. The second program reads them."""
UPDATE_NAME = r"nightcrier-([0-9][0-9A-Za-z.+-]{0,30})\.tar\.xz"
"""The pattern of the name that `systemd/release` gives to an update. The name contains the version."""
HALL_SETTINGS, HALL_PASSWORD = "hall.toml", "hall.password"
"""The two files that let a box into a hall."""
ASKED = "asked.json"
"""The file with the questions to people at home, in the folder of guests' files. The box asks until they answer, or
until the power is off."""
SAVED_OUT, REPORT_OUT = "saved.zip", "report.txt"
UPDATE_END, SIGNATURE_END = ".tar.xz", ".tar.xz.sig"
MOST_SENT = {".toml": 2**18, ".zip": 2**27, UPDATE_END: 2**29, SIGNATURE_END: 2**14}
"""The maximum size of a sent file in bytes, by the end of its name. The limits are those for a stick and in the
installer. The largest files that end in .toml are games."""
DECK_ENDS, UPDATE_ENDS = (".toml", ".zip"), (UPDATE_END, SIGNATURE_END)
"""The endings of the names of files that a box takes, and of the two files of an update."""
LEFT_FREE = 2**26
"""The bytes that must stay free on the card for the files of the box itself."""


def end_of_name(name: str) -> str:
    """Return the end of a file name, which shows its kind, or an empty text if no phone may send that kind."""
    return next((end for end in (SIGNATURE_END, UPDATE_END, ".toml", ".zip") if name.lower().endswith(end)), "")


def mark_of_news(folder: Path = TOLD) -> int:
    """Return a number that changes whenever a result is written, even if it equals the old result."""
    try:
        return (folder / CHORE_NEWS).stat().st_mtime_ns
    except OSError:
        return 0


def read_sent_news(folder: Path = TOLD) -> ChoreDone | None:
    """Return the newest result of a chore, if a phone has asked for it; else None."""
    news = read_chore_news(folder / CHORE_NEWS)
    return news if isinstance(news, ChoreDone) and news.chore in BY_PHONE else None
