"""The English sentence for each reason, for the `judge` command. The table says the same by id in its languages."""

from collections.abc import Sequence

from device.games.one_night.places import names
from device.games.one_night.winners import Reason, Rule

SENTENCES = {
    Rule.VILLAGE_WOLF_DIED: "The village team ({seats}) wins: a Werewolf died ({dead}), and one is enough.",
    Rule.VILLAGE_NO_WOLF_NO_DEATH: "The village team ({seats}) wins: no player was a Werewolf, and nobody died.",
    Rule.VILLAGE_WOLVES_LIVE: "The village team ({seats}) loses: a Werewolf was in play, and no Werewolf died.",
    Rule.VILLAGE_INNOCENT_DIED: "The village team ({seats}) loses: no player was a Werewolf, yet {dead} died.",
    Rule.WOLVES_LIVE: "The werewolf team ({seats}) wins: a Werewolf was in play, and no Werewolf and no Tanner died.",
    Rule.WOLF_DIED: "The werewolf team ({seats}) loses: a Werewolf died ({dead}).",
    Rule.WOLVES_BLOCKED_BY_TANNER: (
        "The werewolf team ({seats}) loses: no Werewolf died, but the death of a Tanner ({dead}) takes the win away."
    ),
    Rule.MINION_OTHER_DIED: (
        "The werewolf team ({seats}) wins: no player was a Werewolf, and somebody who is not a Minion died ({dead})."
    ),
    Rule.MINION_NOBODY_DIED: (
        "The werewolf team ({seats}) loses: without a Werewolf in play a Minion needs another's death, and nobody died."
    ),
    Rule.MINION_ONLY_DIED: (
        "The werewolf team ({seats}) loses: without a Werewolf in play a Minion needs another's death, "
        "and only {dead} died."
    ),
    Rule.MINION_MUST_LIVE: (
        "The werewolf team loses for {seats}: with the house rule minion_must_live "
        "a dead Minion does not win without a Werewolf in play."
    ),
    Rule.TANNER_DIED: "The Tanner ({seats}) wins: a Tanner wins by dying.",
    Rule.TANNER_LIVES: "The Tanner ({seats}) loses: a Tanner wins only by dying.",
}


def sentence(reason: Reason, seats: int) -> str:
    """One reason in plain English, at a table of so many seats."""
    return SENTENCES[reason.rule].format(seats=_listed(reason.seats, seats), dead=_listed(reason.dead, seats))


def _listed(chosen: Sequence[int], seats: int) -> str:
    *first, last = [names(seats)[seat] for seat in chosen] or [""]
    return f"{', '.join(first)} and {last}" if first else last
