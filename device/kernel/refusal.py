"""Why the box does not do what it was asked for: said in one vocabulary on the glass, to phones, at a broker and on the
page of a hall."""

from enum import StrEnum


class Refusal(StrEnum):
    """Each is the word of the screen for it."""

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
    CODE = "net.file.code"


FOR_NOW = frozenset({Refusal.BY_NIGHT, Refusal.ANEW, Refusal.AWAY, Refusal.BUSY, Refusal.LOST})
"""Who asks again later may have it."""
