"""Returns what the moderator must know about a choice of the night, and which players he lets meet.

The referee judges the night with the choice and without it. The moderator reads the difference: yes or no, whom to
touch, who opens their eyes, and what fails."""

from collections import Counter
from collections.abc import Iterable, Iterator

from nightcrier.box.games.engine.hosted.host_steps import house_word
from nightcrier.box.games.wherewolf.hosted.placing import roles_first_awake
from nightcrier.box.games.wherewolf.referee.game_state import NightRecord, holder, wolves_in_play
from nightcrier.box.games.wherewolf.referee.night import play_wolf_night
from nightcrier.box.games.wherewolf.referee.records import NightAction, ToldEntry
from nightcrier.box.games.wherewolf.rulebook import ITEMS, RAISES_HAND
from nightcrier.box.games.wherewolf.table.phrases import role_word, seat_number, seats_named, wolf_word
from nightcrier.box.games.wherewolf.table.village import WolfVillage
from nightcrier.box.show.facts import Fact, Joined, Number

_NOTIFYING = ("juliet", "guardian-angel", "vampire", *ITEMS)
"""The powers after which the moderator touches the chosen player, unless the choice fails."""


def host_answer(village: WolfVillage, action: NightAction) -> tuple[Fact, ...]:
    """Return the facts that the moderator reads after a choice. Raises RefusedGame if the rules forbid the choice."""
    before, after = so_far(village), play_wolf_night(village.known, (*village.night, action))
    return tuple(_facts(village, action, before, after))


def so_far(village: WolfVillage) -> NightRecord:
    """Return the outcome of the night, judged with the choices made so far."""
    return play_wolf_night(village.known, village.night)


def _came_back(village: WolfVillage, action: NightAction) -> bool:
    """Say whether an item was given to an earlier owner. Such an item is destroyed, and no player learns this."""
    held = village.known.items.get(action.power)
    return held is not None and not held.owners.isdisjoint(action.targets)


def _facts(village: WolfVillage, action: NightAction, before: NightRecord, after: NightRecord) -> Iterator[Fact]:
    told = list((Counter(after.told) - Counter(before.told)).elements())
    turned = {seat: how for seat, how in after.turned.items() if seat not in before.turned}
    cancelled = len(after.refused_vampire) > len(before.refused_vampire)
    touched = {seat for seat, how in turned.items() if how == "criminal"}
    touched |= (after.notified - before.notified) | (set(after.killed) - set(before.killed))
    if action.power in _NOTIFYING and not (cancelled or _came_back(village, action)):
        touched.update(action.targets)  # also who was already touched for another reason
    for entry in told:
        if entry.seat == action.seat and isinstance(entry.answer, bool):
            yield house_word("yes" if entry.answer else "no")
    if touched:
        yield house_word("touch", seats=seats_named(touched))
    if action.power == "juliet" or not {"progeny", "criminal"}.isdisjoint(turned.values()):
        yield wolf_word("both-open")
    for entry in told:
        if entry.power in ("traitor", "peasant"):
            yield wolf_word("opens", n=seat_number(entry.seat))
    refused = list((Counter(after.refused) - Counter(before.refused)).elements())
    if refused and len(action.targets) > 1:
        yield wolf_word("read.refused", n=seats_named(refused))
    elif refused or cancelled:
        yield house_word("no")


def first_night_facts(village: WolfVillage, call: str) -> tuple[Fact, ...]:
    if call in ITEMS:
        return (house_word("touch", seats=seats_named([village.known.items[call].owner])),)
    seats = [seat for seat in map(village.known.seats.get, roles_first_awake(call)) if seat is not None]
    awake = house_word("awake", seats=seats_named(seats))
    return (awake, *_answers(village, call, seats))


def later_night_facts(village: WolfVillage, call: str) -> tuple[Fact, ...]:
    """Return the facts of a later call in which nobody can choose. Possible reasons are a Healer without power, Young
    Wolves or a Ghoul who wake alone, or a Medium while nobody is dead."""
    state = village.known
    if call == "healer":
        dead = so_far(village).killed
        return (wolf_word("dead-tonight", seats=seats_named(dead)) if dead else wolf_word("no-dead-tonight"),)
    holders = (holder(state, role) for role in ("vampire", "ghoul") if call == "vampire")
    awake = wolves_in_play(state) if call == "wolves" else [seat for seat in holders if seat is not None]
    nothing = house_word("nothing")
    return (house_word("awake", seats=seats_named(awake)), nothing) if awake else (nothing,)


def _answers(village: WolfVillage, call: str, seats: Iterable[int]) -> Iterator[Fact]:
    """Yield the facts of a call in their order: who raises a hand, and what the first of the awake seats learns."""
    raising = RAISES_HAND.get(call, "")
    seat = village.known.seats.get(raising)
    if seat is not None:
        yield wolf_word("raises", role=role_word(raising), n=seat_number(seat))
    first = min(seats)
    for entry in so_far(village).told:
        if entry.seat == first:
            yield from _entry_facts(call, entry)


def _entry_facts(call: str, entry: ToldEntry) -> tuple[Fact, ...]:
    answer = entry.answer
    if call == "monk" and isinstance(answer, tuple):
        roles = Joined(tuple(role_word(str(role)) for role in answer))
        return (wolf_word("not-in-play", roles=roles) if answer else house_word("nothing"),)
    if isinstance(answer, bool):
        said = house_word("yes" if answer else "no")
        return (wolf_word("raises", role=role_word("courtesan"), n=said) if call == "priest" else said,)
    return (house_word("fingers", n=Number(answer)),) if call == "guards" and isinstance(answer, int) else ()
