"""The facts that a seat reads at dawn. A killed player reads that alone, but for the Healer, who still may save
others."""

from collections.abc import Iterator

from device.games.wherewolf.dealt.first_sights import with_seats
from device.games.wherewolf.dealt.sights_in_words import answer_facts
from device.games.wherewolf.dealt.window_facts import window_facts
from device.games.wherewolf.referee.game_state import GameState, holder
from device.games.wherewolf.referee.night import NightOutcome, play_night
from device.games.wherewolf.referee.records import seats_met
from device.games.wherewolf.rules.roles import ITEMS
from device.games.wherewolf.table.phrases import NOBODY, role_word, seat_number, seats_named, wolf_word
from device.games.wherewolf.table.village import WolfVillage
from device.show.facts import Fact, Joined


def dawn_facts(village: WolfVillage, seat: int) -> tuple[Fact, ...]:
    """The facts for a seat, by the night as it was chosen at dusk."""
    outcome = play_night(village.known, village.night)
    facts = tuple(_facts(village, outcome, seat))
    if seat in outcome.night.causes:
        facts = (wolf_word("read.killed"),)
    if seat == holder(village.known, "healer") and village.number > 1:
        facts += (_dead(outcome, seat),)
    return facts or (wolf_word("read.nothing"),)


def _dead(outcome: NightOutcome, healer: int) -> Fact:
    """The dead of the night whom the referee shows the Healer: all but herself."""
    dead = [seat for seat in outcome.night.killed if seat != healer]
    return wolf_word("read.healer", seats=seats_named(dead) if dead else wolf_word(NOBODY))


def _facts(village: WolfVillage, outcome: NightOutcome, seat: int) -> Iterator[Fact]:
    state, night = village.known, outcome.night
    mine = [entry for entry in night.told if entry.seat == seat]
    yield from answer_facts(mine)
    if village.number == 1 and outcome.state.romeo == seat:
        yield wolf_word("read.romeo", n=seat_number(state.seats["juliet"]))
    yield from window_facts(village, seat)
    yield from _turn_facts(outcome, seat)
    if state.players[seat].holds == "traitor" and any(entry.power == "traitor" for entry in mine):
        yield wolf_word("read.met-wolves", seats=_seats_met_tonight(outcome, seat, "traitor"))
    yield from _attacks(state, outcome, seat)
    yield from _item_facts(village, outcome, seat)
    if _only_touched(village, outcome, seat):
        yield wolf_word("read.touched")


def _turn_facts(outcome: NightOutcome, seat: int) -> Iterator[Fact]:
    """A seat that has changed sides, with those whom it met."""
    how = outcome.night.turned.get(seat, "")
    if how == "progeny":
        yield wolf_word("read.progeny", seats=_seats_met_tonight(outcome, seat, "vampire", "ghoul"))
    elif how == "werewolf":
        yield wolf_word("read.werewolf", seats=_seats_met_tonight(outcome, seat, "peasant"))
    elif how == "criminal":
        yield wolf_word("read.criminal", n=_seats_met_tonight(outcome, seat, "guild-master"))


def _seats_met_tonight(outcome: NightOutcome, seat: int, *powers: str) -> Fact:
    return seats_named(seats_met(outcome.night.told, seat, powers))


def _attacks(state: GameState, outcome: NightOutcome, seat: int) -> Iterator[Fact]:
    """Tell a seat that opens the eyes with an attacker whom he does not get, and who joins them."""
    night = outcome.night
    sides = (
        (state.players[seat].strength > 0, night.refused, "werewolf"),
        (seat in (holder(state, "vampire"), holder(state, "ghoul")), night.refused_vampire, "progeny"),
        (seat == holder(state, "guild-master"), (), "criminal"),
    )
    for awake, refused, how in sides:
        joined = [other for other, became in night.turned.items() if became == how and other != seat]
        if awake and refused:
            yield wolf_word("read.refused", n=seats_named(refused))
        if awake and joined:
            yield with_seats(joined)


def _item_facts(village: WolfVillage, outcome: NightOutcome, seat: int) -> Iterator[Fact]:
    """An item that was handed to somebody new, or drawn for this seat in the first night."""
    held = village.known.items
    given = {action.power for action in village.night if action.power in held and action.targets == (seat,)}
    new = [item for item in ITEMS if item in given and seat not in held[item].owners]
    if village.number == 1:
        new = [item for item in ITEMS if item in held and held[item].owner == seat]
    if new:
        yield wolf_word("read.item", role=Joined(tuple(map(role_word, new))))


def _only_touched(village: WolfVillage, outcome: NightOutcome, seat: int) -> bool:
    """Whether a seat was touched without being told why: the Beloved, and whom the Vampire does not get."""
    if village.number == 1 and outcome.state.beloved == seat:
        return True
    bitten = any(action.power == "vampire" and action.targets == (seat,) for action in village.night)
    kept = seat in outcome.night.refused_vampire or outcome.night.turned.get(seat) == "progeny"
    return bitten and not kept
