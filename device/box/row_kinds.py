"""What a record has rows of. docs/rehearse.md tells each, and `leaks` compares each: tests hold them together."""

from enum import StrEnum


class RowKind(StrEnum):
    """The kind of a row."""

    SAY = "say"
    SIGNAL = "signal"
    BED = "bed"
    DRONE = "drone"
    WINDOW = "window"
    LAMP = "lamp"
    SCREEN = "screen"
    STATE = "state"
    FAULT = "fault"
    SAVED = "saved"
    INPUT = "input"
    DISK = "disk"
    BUS = "bus"
    ASK = "ask"
    TELL = "tell"
    SHEET = "sheet"


PRIVATE_ROWS = frozenset({RowKind.ASK, RowKind.TELL, RowKind.SHEET})
"""What single eyes see."""
