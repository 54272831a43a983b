"""Defines the reasons why the box refuses a wish, and a limit on how often somebody may ask. The glass, phones, a
broker and the page of a hall all use the same reasons."""

from enum import StrEnum

from nightcrier.kernel.ids import Seconds


class Refusal(StrEnum):
    """The reasons for a refusal. The value of each member names the screen text that explains the refusal."""

    BY_NIGHT = "net.night"  # the one for all that is asked in a night, whoever is awake in it
    ANEW = "net.untaken"  # what stands there is another thing by now
    ABSENT = "net.untaken.absent"  # the box has nothing of that kind
    AWAY = "net.untaken.away"  # the box is not at its start page
    BUSY = "stick.working"  # root is still at something
    OUT = "score.out"
    TAKEN = "people.taken"
    RESERVED = "people.reserved"
    LONG = "net.untaken.long"
    UNSEEN = "net.untaken.sign"
    UNSHOWN = "net.hall.unshown"  # of a message
    UPDATE = "net.hall.update.refused"
    STOPPED = "net.stopped"  # a part of a result fits, or nothing of it
    LOST = "net.lost"  # the box is gone
    FILE_BUSY = "net.file.busy"  # another file is just arriving, or a game has begun meanwhile
    KIND = "net.file.kind"
    LARGE = "net.file.large"
    FILE_NAME = "net.file.name"
    CUT = "net.file.cut"
    FULL = "net.file.full"
    BARRED = "net.file.barred"


FOR_NOW = frozenset({Refusal.BY_NIGHT, Refusal.ANEW, Refusal.AWAY, Refusal.BUSY, Refusal.LOST})
"""The refusals that are temporary: the same wish may be granted later."""


_MOST_WAITING = 1000
"""The maximum number of clients with a share of their own. Each costs memory, and its first action is allowed."""


class Allowance:
    """A limit of `most` actions at once, and of `a_second` actions per second over a long time. At the beginning all
    `most` actions are allowed."""

    def __init__(self, most: int, a_second: float, now: float) -> None:
        self._most, self._a_second = most, a_second
        self._left, self._at = float(most), now
        self._waiting: dict[str, float] = {}  # since when each who took a share waits for the next

    def takes(self, now: float) -> bool:
        """Use up one action and return True. Return False if no action is allowed now."""
        self._fill(now)
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def takes_for(self, who: str, now: float) -> bool:
        """Use up one action of `who`, one of many clients, and say whether it is allowed. Besides the limit, `a_second`
        more actions are shared equally among all who ask, so that nobody who asks endlessly keeps others out, except
        with `_MOST_WAITING` names."""
        turn = len(self._waiting) / self._a_second
        while self._waiting and now - next(iter(self._waiting.values())) >= turn:
            del self._waiting[next(iter(self._waiting))]
        if not self.takes(now) and (who in self._waiting or len(self._waiting) >= _MOST_WAITING):
            return False
        self.is_new(who)  # behind all others, so that who waits longest stands first
        self._waiting[who] = now
        return True

    def is_new(self, who: str) -> None:
        """Treat the next action of this client as its first one."""
        self._waiting.pop(who, None)

    def wait(self, now: float) -> Seconds:
        """Return the seconds until the next action is allowed."""
        self._fill(now)
        return max(0.0, (1 - self._left) / self._a_second)

    def _fill(self, now: float) -> None:
        self._left = min(self._most, self._left + max(0.0, now - self._at) * self._a_second)
        self._at = now
