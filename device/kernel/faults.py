"""What broke, as an event, from what a room below raised: which file it was, and what kind of trouble, so that people
are told in their own language; the sentence itself is for whoever mends it."""

import errno
from pathlib import Path

from device.kernel.errors import BadFile, NightcrierError
from device.kernel.events import Cause, Fault, Flaw, Part
from device.kernel.files import NotKept

_CAUSES = {errno.ENOSPC: Cause.DISK_FULL, errno.EDQUOT: Cause.DISK_FULL, errno.EROFS: Cause.READ_ONLY}


def fault_of(at: float, part: Part, error: NightcrierError, next_best: str = "") -> Fault:
    """The fault that this error is."""
    return Fault(at, part, str(error), next_best, cause=_cause_of(error), flaws=_flaws_of(error))


def _cause_of(error: NightcrierError) -> Cause:
    if not isinstance(error, NotKept):
        return Cause.USUAL
    return Cause.WAITS if error.noted else _CAUSES.get(error.why.errno or 0, Cause.USUAL)


def _flaws_of(error: NightcrierError) -> tuple[Flaw, ...]:
    """The name of the file alone: where it lies is in the sentence."""
    if isinstance(error, BadFile):
        return (Flaw(Path(error.file).name, error.key),)
    return (Flaw(error.path.name),) if isinstance(error, NotKept) else ()
