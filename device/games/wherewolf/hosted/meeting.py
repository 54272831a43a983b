"""The facts for the moderator in calls in which nobody points: who is awake, and what he shows them."""

from collections.abc import Iterable, Iterator

from device.games.wherewolf.hosted.answers import so_far
from device.games.wherewolf.hosted.placing import roles_first_awake
from device.games.wherewolf.referee.game_state import holder, wolves_in_play
from device.games.wherewolf.referee.records import ToldEntry
from device.games.wherewolf.rules.roles import ITEMS
from device.games.wherewolf.table.phrases import role_word, seat_number, seats_named, wolf_word
from device.games.wherewolf.table.village import WolfVillage
from device.show.facts import Fact, Joined, Number


def first_night_facts(village: WolfVillage, call: str) -> tuple[Fact, ...]:
    """The facts of a call of the first night."""
    if call in ITEMS:
        return (wolf_word("touch", seats=seats_named([village.known.items[call].owner])),)
    seats = [seat for seat in map(village.known.seats.get, roles_first_awake(call)) if seat is not None]
    awake = wolf_word("awake", seats=seats_named(seats))
    return (awake, *_answers(village, call, seats))


def later_night_facts(village: WolfVillage, call: str) -> tuple[Fact, ...]:
    """The facts of a call of a later night in which nobody can point: the Healer without a power, only Young Wolves,
    the Ghoul alone, the Medium before anybody is out."""
    state = village.known
    if call == "healer":
        return _tonights_dead(village)
    if call == "wolves":
        return (wolf_word("awake", seats=seats_named(wolves_in_play(state))), wolf_word("nothing"))
    if call == "vampire":
        awake = [seat for seat in (holder(state, role) for role in ("vampire", "ghoul")) if seat is not None]
        return (wolf_word("awake", seats=seats_named(awake)), wolf_word("nothing"))
    return (wolf_word("nothing"),)


def _tonights_dead(village: WolfVillage) -> tuple[Fact, ...]:
    dead = so_far(village).night.killed
    return (wolf_word("dead-tonight", seats=seats_named(dead)) if dead else wolf_word("no-dead-tonight"),)


def _answers(village: WolfVillage, call: str, seats: Iterable[int]) -> Iterator[Fact]:
    """Tell the facts in the order in which it is called: who raises a hand, then what they learn; of several, the first
    one's."""
    raising = {"priest": "sinner", "wolves": "traitor"}.get(call, "")
    seat = village.known.seats.get(raising)
    if seat is not None:
        yield wolf_word("raises", role=role_word(raising), n=seat_number(seat))
    first = min(seats)
    for entry in so_far(village).night.told:
        if entry.seat == first:
            yield from _entry_facts(call, entry)


def _entry_facts(call: str, entry: ToldEntry) -> tuple[Fact, ...]:
    """The facts that the moderator shows for an entry, if any."""
    answer = entry.answer
    if call == "monk" and isinstance(answer, tuple):
        roles = Joined(tuple(role_word(str(role)) for role in answer))
        return (wolf_word("not-in-play", roles=roles) if answer else wolf_word("nothing"),)
    if isinstance(answer, bool):
        said = wolf_word("yes" if answer else "no")
        return (wolf_word("raises", role=role_word("courtesan"), n=said) if call == "priest" else said,)
    return (wolf_word("fingers", n=Number(answer)),) if call == "guards" and isinstance(answer, int) else ()
