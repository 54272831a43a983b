"""Defines the values for a fault: the part of the box, the cause, and the fault, made from a raised error."""

import errno
import logging
from enum import StrEnum
from pathlib import Path

from msgspec import Struct

from nightcrier.kernel.errors import BadFile, NightcrierError
from nightcrier.kernel.files import NotKept


class Part(StrEnum):
    """The parts of the box that can fail and work again."""

    SOUND = "sound"
    SCREEN = "screen"
    PANEL = "panel"
    STATE = "state"
    CONFIG = "config"
    ASIDE = "aside"  # a file of the box's own that was damaged: it went on without it
    TRIAL = "trial"  # what people brought last, with which it failed twice: it was put aside
    TRIED = "tried"  # the same, but it failed without it, too: it is back
    WORDS = "words"
    VOICES = "voices"
    GAME = "game"
    POWER = "power"  # its voltage is too low
    HEAT = "heat"
    BATTERY = "battery"


class Cause(StrEnum):
    """The possible causes of a fault. Only causes about which people can do something have a member of their own."""

    USUAL = "help"
    DISK_FULL = "full"
    READ_ONLY = "read-only"
    INSIDE = "inside"  # the program itself failed
    EMPTY = "empty"  # of a battery: the box is about to switch itself off


class Flaw(Struct, frozen=True):
    """The place of something wrong: a file or a pin, and the place in the file. Its names are the same in every
    language."""

    name: str
    place: str = ""


class Fault(Struct, frozen=True):
    """The news that a part is broken, or works again (`mended`). `what` is one sentence for the log and for people who
    repair the box. Other people read the `cause` in their language, and the names of the `flaws` as they are."""

    at: float
    part: Part
    what: str
    next_best: str = ""
    mended: bool = False
    cause: Cause = Cause.USUAL
    flaws: tuple[Flaw, ...] = ()


_CAUSES = {errno.ENOSPC: Cause.DISK_FULL, errno.EDQUOT: Cause.DISK_FULL, errno.EROFS: Cause.READ_ONLY}


def fault_of(at: float, part: Part, error: NightcrierError, next_best: str = "") -> Fault:
    return Fault(at, part, str(error), next_best, cause=_cause_of(error), flaws=_flaws_of(error))


def log_fault(fault: Fault) -> None:
    """Log a fault. `nightcrier report` counts these lines by their first two words."""
    log = logging.getLogger("nightcrier")
    if fault.mended:
        log.info("mended %s: %s", fault.part, fault.what)
    else:
        log.warning("fault %s: %s %s", fault.part, fault.what, fault.next_best)


def _cause_of(error: NightcrierError) -> Cause:
    if not isinstance(error, NotKept):
        return Cause.USUAL
    return _CAUSES.get(error.why.errno or 0, Cause.USUAL)


def _flaws_of(error: NightcrierError) -> tuple[Flaw, ...]:
    """Return only the name of the file as a flaw, because the sentence of the fault contains its whole path."""
    if isinstance(error, BadFile):
        return (Flaw(Path(error.file).name, error.key),)
    return (Flaw(error.path.name),) if isinstance(error, NotKept) else ()
