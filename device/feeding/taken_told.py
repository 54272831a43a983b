"""What came of a stick, in one sentence for people."""

from collections import Counter

from device.feeding.kinds import Kind
from device.feeding.taking import Taken
from device.kernel.errors import BadFile

_OF_ONE = frozenset({Kind.SETTINGS, Kind.HALL, Kind.HALL_KEY})
"""Of which a box has one."""


def taking_told(taken: Taken) -> str:
    counts = Counter(taken.new)
    had = ", ".join(_counted(kind, counts[kind]) for kind in Kind if counts[kind])
    parts = [had or "nothing new"]
    if taken.known:
        parts.append(f"{taken.known} {'was' if taken.known == 1 else 'were'} there already")
    if taken.refused:
        parts.append(_refused(taken.refused))
    sentence = "; ".join(parts)
    return sentence if sentence.endswith((".", "?")) else f"{sentence}."


def _counted(kind: Kind, count: int) -> str:
    if kind in _OF_ONE:
        return f"the {kind}"
    return f"{count} {kind}{'' if count == 1 else 's'}"


def _refused(refused: tuple[BadFile, ...]) -> str:
    if len(refused) == 1:
        return f"one file could not be taken: {refused[0]}"
    return f"{len(refused)} files could not be taken, the first is {refused[0]}"
