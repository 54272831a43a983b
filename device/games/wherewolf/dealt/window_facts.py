"""The facts about open eyes in a Mystic's turn, for the one who opened them and for the Mystic."""

from collections.abc import Iterator

from device.games.wherewolf.referee.game_state import holder
from device.games.wherewolf.table.phrases import role_word, seat_number, wolf_word
from device.games.wherewolf.table.village import WolfVillage
from device.show.facts import Fact


def window_facts(village: WolfVillage, seat: int) -> Iterator[Fact]:
    """Tell both who saw whom: the Mystic is in play to the end of the night."""
    for action in village.night:
        if action.during is None:
            continue
        mystic = holder(village.known, action.during)
        if action.seat == seat:
            yield _look_fact(action.during, mystic)
        elif mystic == seat:
            yield wolf_word("read.thief" if action.power == "thief" else "read.eyes", n=seat_number(action.seat))


def _look_fact(role: str, mystic: int | None) -> Fact:
    if mystic is None:
        return wolf_word("read.saw-nobody", role=role_word(role))
    return wolf_word("read.saw", role=role_word(role), n=seat_number(mystic))
