"""Who is at a port: so many connections of one address, and so many of all. Where it is full, whoever comes alone takes
the place of one that has asked for nothing yet, of the address that has most of them."""

from collections import Counter
from typing import Protocol


class OpenLine(Protocol):
    """A connection that can be cut off."""

    def abort(self) -> None: ...


class Crowd:
    """Connections that wait hold a place for seconds, and cost nothing: a thousand of them, of many addresses, would
    keep everybody out."""

    def __init__(self, most_of_one: int, most: int) -> None:
        self._most_of_one, self._most = most_of_one, most
        self._callers: dict[OpenLine, str] = {}
        self._silent: dict[OpenLine, str] = {}

    def lets_in(self, line: OpenLine, caller: str) -> bool:
        """Whether there is a place; one may have been made."""
        own = sum(each == caller for each in self._callers.values())
        if own >= self._most_of_one:
            return False
        if len(self._callers) >= self._most and not self._made_room(own):
            return False
        self._callers[line] = self._silent[line] = caller
        return True

    def has_asked(self, line: OpenLine) -> None:
        """It is answered now, and stays until it has been."""
        self._silent.pop(line, None)

    def leaves(self, line: OpenLine) -> None:
        self._callers.pop(line, None)
        self._silent.pop(line, None)

    def _made_room(self, own: int) -> bool:
        """By the one that has been silent for longest, where its address has more than the newcomer's."""
        counts = Counter(self._callers.values())
        found = max(self._silent, key=lambda line: counts[self._silent[line]], default=None)
        if found is None or counts[self._silent[found]] <= own:
            return False
        self.leaves(found)
        found.abort()
        return True
