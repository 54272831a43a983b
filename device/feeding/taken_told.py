"""What came of a stick, in one sentence for people."""

from collections import Counter

from device.feeding.kinds import Kind
from device.feeding.taking import Taken
from device.kernel.errors import BadFile

_OF_ONE = frozenset({Kind.SETTINGS, Kind.HALL, Kind.HALL_KEY})
"""Of which a box has one."""


def taking_told(taken: Taken) -> str:
    parts = [_all_counted(taken.new)] if taken.new else []
    if taken.removed:
        parts.append(f"{_all_counted(taken.removed)} taken away")
    parts = parts or ["nothing new"]
    if taken.known:
        parts.append(f"{taken.known} {_was(taken.known)} there already")
    if taken.absent:
        parts.append(f"{taken.absent} to be taken away {_was(taken.absent)} not there")
    if taken.refused:
        parts.append(_refused(taken.refused))
    sentence = "; ".join(parts)
    return sentence if sentence.endswith((".", "?")) else f"{sentence}."


def _all_counted(kinds: tuple[Kind, ...]) -> str:
    counts = Counter(kinds)
    return ", ".join(_counted(kind, counts[kind]) for kind in Kind if counts[kind])


def _was(count: int) -> str:
    return "was" if count == 1 else "were"


def _counted(kind: Kind, count: int) -> str:
    if kind in _OF_ONE:
        return f"the {kind}"
    return f"{count} {kind}{'' if count == 1 else 's'}"


def _refused(refused: tuple[BadFile, ...]) -> str:
    if len(refused) == 1:
        return f"one file could not be taken: {refused[0]}"
    return f"{len(refused)} files could not be taken, the first is {refused[0]}"
