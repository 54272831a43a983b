"""The English sentence for each reason, for the `judge` command. The table says the same by id in its languages."""

from collections.abc import Sequence

from device.games.one_night.referee.winners import Reason
from device.games.one_night.rules.places import place_names

REASON_SENTENCES = {
    "village-wolf-died": "The village team ({seats}) wins: a Werewolf died ({dead}), and one is enough.",
    "village-no-wolf-no-death": "The village team ({seats}) wins: no player was a Werewolf, and nobody died.",
    "village-wolves-live": "The village team ({seats}) loses: a Werewolf was in play, and no Werewolf died.",
    "village-innocent-died": "The village team ({seats}) loses: no player was a Werewolf, yet {dead} died.",
    "werewolf-none-died": "The werewolf team ({seats}) wins: a Werewolf was in play, and no Werewolf or Tanner died.",
    "werewolf-one-died": "The werewolf team ({seats}) loses: a Werewolf died ({dead}).",
    "werewolf-tanner-died": (
        "The werewolf team ({seats}) loses: no Werewolf died, but the death of a Tanner ({dead}) takes the win away."
    ),
    "minion-other-died": (
        "The werewolf team ({seats}) wins: no player was a Werewolf, and somebody who is not a Minion died ({dead})."
    ),
    "minion-nobody-died": (
        "The werewolf team ({seats}) loses: without a Werewolf in play a Minion needs another's death, and nobody died."
    ),
    "minion-only-died": (
        "The werewolf team ({seats}) loses: without a Werewolf in play a Minion needs another's death, "
        "and only {dead} died."
    ),
    "minion-must-live": (
        "The werewolf team loses for {seats}: with the house rule minion_must_live "
        "a dead Minion does not win without a Werewolf in play."
    ),
    "tanner-died": "The Tanner ({seats}) wins: a Tanner wins by dying.",
    "tanner-lives": "The Tanner ({seats}) loses: a Tanner wins only by dying.",
}


def reason_sentence(reason: Reason, seats: int) -> str:
    """One reason in plain English, at a table of so many seats."""
    return REASON_SENTENCES[reason.rule.id].format(seats=_listed(reason.seats, seats), dead=_listed(reason.dead, seats))


def _listed(chosen: Sequence[int], seats: int) -> str:
    *first, last = [place_names(seats)[seat] for seat in chosen] or [""]
    return f"{', '.join(first)} and {last}" if first else last
