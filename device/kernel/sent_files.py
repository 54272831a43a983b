"""What a phone sends to the box, and what it fetches: where the second program lays it and root finds it, how large it
may be, and the news of what came of it. Nothing that lies there is believed."""

from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from device.kernel.chores import TOLD, Chore, lay_news
from device.kernel.reading import LARGEST_TOML

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
_NEWS = "sent.json"
_LARGEST_NEWS = 8192
_MOST_REASONS = 5


class SentNews(Struct, frozen=True):
    """How it went: what is new on the box by its kinds, and why the rest was not taken, a sentence each."""

    chore: Chore
    good: bool = True
    new: Mapping[str, int] = {}
    reasons: tuple[str, ...] = ()


def sent_end(name: str) -> str:
    """Return the end of a name, by which the kind of a file is known; empty if no phone may send it."""
    return next((end for end in (SIGNATURE_END, UPDATE_END, ".toml", ".zip") if name.lower().endswith(end)), "")


def tell_sent(news: SentNews, folder: Path = TOLD) -> None:
    """Lay news down for the second program to read. Raises OSError."""
    lay_news(SentNews(news.chore, news.good, news.new, news.reasons[:_MOST_REASONS]), folder / _NEWS)


def sent_mark(folder: Path = TOLD) -> int:
    """Another one whenever there is news, also where they are the same again."""
    try:
        return (folder / _NEWS).stat().st_mtime_ns
    except OSError:
        return 0


def sent_news(folder: Path = TOLD) -> SentNews | None:
    """The newest; None where there is none."""
    try:
        with (folder / _NEWS).open("rb") as file:
            return msgspec.json.decode(file.read(_LARGEST_NEWS), type=SentNews)
    except (OSError, msgspec.MsgspecError):
        return None
