"""The answer that the moderator is told once somebody has pointed: yes or no, whom to touch, who opens the eyes, what
fails. It is all that the referee's night has more than it had without this choice."""

from collections import Counter
from collections.abc import Iterator

from device.games.wherewolf.referee.acts import NightAction
from device.games.wherewolf.referee.night import NightOutcome, play_night
from device.games.wherewolf.referee.records import NightRecord, ToldEntry
from device.games.wherewolf.rules.roles import ITEMS
from device.games.wherewolf.table.phrases import seat_number, seats_named, wolf_word
from device.games.wherewolf.table.village import WolfVillage
from device.show.facts import Fact

_NOTIFYING = ("juliet", "guardian-angel", "vampire", *ITEMS)
"""The powers that touch whom they choose, unless nothing comes of it."""


def host_answer(village: WolfVillage, action: NightAction) -> tuple[Fact, ...]:
    """The facts that the moderator is told of this choice. Raises `RuleBroken` where it may not be."""
    before, after = so_far(village).night, play_night(village.known, (*village.night, action)).night
    return tuple(_facts(village, action, before, after))


def so_far(village: WolfVillage) -> NightOutcome:
    """The night with what was done in it until now."""
    return play_night(village.known, village.night)


def _seats_to_touch(village: WolfVillage, action: NightAction, before: NightRecord, after: NightRecord) -> set[int]:
    """The seats that this befalls, also those who were touched before tonight for something else."""
    fell_through = _came_back(village, action) or len(after.refused_vampire) > len(before.refused_vampire)
    chosen = set() if fell_through or action.power not in _NOTIFYING else set(action.targets)
    won_over = {seat for seat in after.turned if seat not in before.turned and after.turned[seat] == "criminal"}
    return chosen.union(won_over, set(after.notified) - set(before.notified), set(after.killed) - set(before.killed))


def _came_back(village: WolfVillage, action: NightAction) -> bool:
    """An item handed to somebody who had it before: it is destroyed, and nobody is told."""
    held = village.known.items.get(action.power)
    return held is not None and not held.owners.isdisjoint(action.targets)


def _facts(village: WolfVillage, action: NightAction, before: NightRecord, after: NightRecord) -> Iterator[Fact]:
    told, touched = _new_entries(before, after), _seats_to_touch(village, action, before, after)
    for entry in told:
        if entry.seat == action.seat and isinstance(entry.answer, bool):
            yield wolf_word("yes" if entry.answer else "no")
    if touched:
        yield wolf_word("touch", seats=seats_named(touched))
    if action.power == "juliet" or _new_turns(before, after, "progeny") or _new_turns(before, after, "criminal"):
        yield wolf_word("both-open")
    for entry in told:
        if entry.power in ("traitor", "peasant"):
            yield wolf_word("opens", n=seat_number(entry.seat))
    refused = list((Counter(after.refused) - Counter(before.refused)).elements())
    if refused and len(action.targets) > 1:
        yield wolf_word("read.refused", n=seats_named(refused))
    elif refused or len(after.refused_vampire) > len(before.refused_vampire):
        yield wolf_word("no")


def _new_entries(before: NightRecord, after: NightRecord) -> tuple[ToldEntry, ...]:
    return tuple((Counter(after.told) - Counter(before.told)).elements())


def _new_turns(before: NightRecord, after: NightRecord, how: str) -> bool:
    return any(seat not in before.turned and turned == how for seat, turned in after.turned.items())
