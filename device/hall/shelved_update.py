"""The update that lies at a hall for its tables, as the page shows it, and the words for what came of one."""

from msgspec import Struct

TOLD_UPDATE = {
    **{came: f"net.hall.update.{came}" for came in ("here", "none", "nowhere", "busy", "full", "kind")},
    **{came: f"net.file.{came}" for came in ("large", "cut", "later")},
}
"""What came of a file, or of an update that was to be sent, by a word of its own where that of a box does not fit."""


class ShelvedUpdate(Struct, frozen=True):
    """The one that lies there whole, with its signature: its file, and what tells it from another of that name."""

    file: str = ""
    made: int = 0


NO_UPDATE = ShelvedUpdate()
