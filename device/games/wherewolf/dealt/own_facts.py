"""The facts that a seat reads at nightfall about itself: its role, who is with it, whom it loves, what it holds."""

from collections.abc import Collection

from device.games.wherewolf.dealt.first_sights import first_sights, with_seats
from device.games.wherewolf.referee.game_state import GameState, owner_of, wolves_in_play
from device.games.wherewolf.referee.records import seats_met
from device.games.wherewolf.rules.roles import ITEMS
from device.games.wherewolf.table.phrases import BESIDE, role_word, seat_number, seats_named, wolf_word
from device.games.wherewolf.table.village import WolfVillage
from device.show.facts import Fact, Joined

ROWS, _BESIDE_HELP = 4, 1
"""So many facts have room on the glass, and so many beside what the role does."""
_JOINED = {"guild-master": "criminal", "vampire": "progeny", "ghoul": "progeny"}
"""The change in those who meet a role later than in the first night."""


def role_facts(role: str) -> tuple[Fact, ...]:
    """A role, and what it does."""
    return wolf_word("you-are", role=role_word(role)), wolf_word(f"help.{role}")


def own_facts(village: WolfVillage, seat: int, news: tuple[Fact, ...] = ()) -> tuple[Fact, ...]:
    """The facts that a seat knows by now, and the `news` of this night. Where there is no room it knows its role as
    well."""
    holds = village.known.players[seat].holds
    knows = (*_company(village, seat), *_beside_each_other(village, seat), *news)
    role = role_facts(holds) if holds else (_progeny(village, seat),)
    if len(knows) <= _BESIDE_HELP:
        return (*role, *knows)
    return (*role[:1], *knows) if len(knows) < ROWS else knows


def _company(village: WolfVillage, seat: int) -> tuple[Fact, ...]:
    """The players whom a role knows, and those who have come to them since."""
    state = village.known
    if not state.players[seat].holds:
        return ()
    masters = _seats_met_before(village, seat, ("guild-master",))
    won_over = tuple(wolf_word("read.criminal", n=seat_number(master)) for master in masters)
    if state.players[seat].strength:
        return (*_pack(state, seat), *won_over)
    joined = _JOINED.get(state.table.roles[seat], "")
    turned = [became for record in village.rounds for became in record.night.turned.items()]
    later = [other for other, how in turned if how == joined]
    return (*first_sights(state.table, seat, later), *won_over)


def _pack(state: GameState, seat: int) -> tuple[Fact, ...]:
    """The wolves see each other every night; whoever has turned never looked for the Traitor."""
    others = [wolf for wolf in wolves_in_play(state) if wolf != seat]
    if state.turned_wolf == seat:
        return (wolf_word("read.werewolf", seats=seats_named(others)),)
    return (with_seats(others), *first_sights(state.table, seat)[1:])


def _progeny(village: WolfVillage, seat: int) -> Fact:
    return wolf_word("read.progeny", seats=seats_named(_seats_met_before(village, seat, ("vampire", "ghoul"))))


def _seats_met_before(village: WolfVillage, seat: int, powers: Collection[str]) -> list[int]:
    """The seats that a seat met in a turn that was not its own."""
    if village.known.table.roles[seat] in powers:
        return []
    return seats_met((entry for record in village.rounds for entry in record.night.told), seat, powers)


def _beside_each_other(village: WolfVillage, seat: int) -> tuple[Fact, ...]:
    """The love and the items of a seat, in one row."""
    bonds = _bonds(village.known, seat)
    items = tuple(role_word(item) for item in ITEMS if owner_of(village.known, item) == seat and village.rounds)
    if items and not bonds:
        return (wolf_word("you-have", role=Joined(items)),)
    return (Joined((*bonds, *items), BESIDE),) if bonds else ()


def _bonds(state: GameState, seat: int) -> tuple[Fact, ...]:
    """The bonds of a seat. Juliet and Romeo know each other; of the Beloved only the Angel knows."""
    found: list[Fact] = []
    holds = state.players[seat].holds
    if state.romeo == seat:
        found.append(wolf_word("your-juliet", n=seat_number(state.seats["juliet"])))
    elif state.romeo is not None and holds == "juliet":
        found.append(wolf_word("your-romeo", n=seat_number(state.romeo)))
    if state.beloved is not None and holds == "guardian-angel":
        found.append(wolf_word("your-beloved", n=seat_number(state.beloved)))
    return tuple(found)
