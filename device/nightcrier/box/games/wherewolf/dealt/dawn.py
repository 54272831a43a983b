"""Shows all players at dawn what the night did to them, even if nothing happened, and lets the Healer save somebody.

A killed player reads only about their own death; a killed Healer may still save others. While the Healer chooses, every
other player dials a seat that the glass names."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from nightcrier.box.games.engine.secret_turns import DialList, SeatTurn, dial_fact
from nightcrier.box.games.wherewolf.dealt.deal import ROWS, WolfRound, answer_facts, players_called, with_seats
from nightcrier.box.games.wherewolf.dealt.dusk import NO_SEAT, seat_list
from nightcrier.box.games.wherewolf.referee.game_state import GameState, NightRecord, holder, lovers
from nightcrier.box.games.wherewolf.referee.night import play_wolf_night
from nightcrier.box.games.wherewolf.referee.night_choices import may_save
from nightcrier.box.games.wherewolf.referee.records import NightAction, seats_met
from nightcrier.box.games.wherewolf.rulebook import ITEMS
from nightcrier.box.games.wherewolf.table.phrases import (
    named_or_nobody,
    role_word,
    seat_number,
    seat_options,
    seats_named,
    wolf_line,
    wolf_title,
    wolf_word,
)
from nightcrier.box.games.wherewolf.table.village import WolfResult, WolfRules, WolfVillage, wolf_seats_asked
from nightcrier.box.show.agenda import StepResult
from nightcrier.box.show.answers import Option, Picks
from nightcrier.box.show.cues import CHOSEN, SILENCE, Bed, Call, Show, say_lines
from nightcrier.box.show.facts import Fact
from nightcrier.kernel.chance import derive_seed


def _window_facts(village: WolfVillage, seat: int) -> Iterator[Fact]:
    """Yield the facts about who saw whom in a Mystic's turn. Both the player who looked and the Mystic read them."""
    for action in village.night:
        if action.during is None:
            continue
        role, mystic = role_word(action.during), holder(village.known, action.during)
        if action.seat == seat and mystic is None:
            yield wolf_word("read.saw-nobody", role=role)
        elif action.seat == seat and mystic is not None:
            yield wolf_word("read.saw", role=role, n=seat_number(mystic))
        elif mystic == seat:
            yield wolf_word("read.thief" if action.power == "thief" else "read.eyes", n=seat_number(action.seat))


def _dawn_facts(village: WolfVillage, seat: int) -> tuple[Fact, ...]:
    """Return the facts that a seat reads at dawn about the choices of last dusk."""
    night = play_wolf_night(village.known, village.night)
    facts = tuple(_facts(village, night, seat))
    if seat in night.causes:
        facts = (_killed_fact(night, seat),)
    if seat == holder(village.known, "healer") and village.number > 1:
        dead = [other for other in night.killed if other != seat]
        facts += (wolf_word("read.healer", seats=named_or_nobody(dead)),)
    return facts or (wolf_word("read.nothing"),)


def _killed_fact(night: NightRecord, seat: int) -> Fact:
    """Return the fact that a seat was killed, with the turn in which it was touched. A player who dies of love is
    touched together with the lover. A player who follows a burned lover is touched in no turn."""
    couple = lovers(night.state) or ()
    touched = [night.touched[each] for each in (seat, *(couple if seat in couple else ())) if each in night.marks]
    return wolf_word("read.killed-in", role=wolf_title(touched[0])) if touched else wolf_word("read.killed")


def _facts(village: WolfVillage, night: NightRecord, seat: int) -> Iterator[Fact]:
    state = village.known
    mine = [entry for entry in night.told if entry.seat == seat]
    if seat in village.unread:  # others have read it: for them dawn is as short as for anybody
        yield from answer_facts(mine)
    if village.number == 1 and night.state.romeo == seat:
        yield wolf_word("read.romeo", n=seat_number(state.seats["juliet"]))
    yield from _window_facts(village, seat)
    if how := night.turned.get(seat):
        yield wolf_word(f"read.{how}", seats=seats_named(seats_met(night.told, seat, _TURNING[how])))
    if state.players[seat].holds == "traitor" and any(entry.power == "traitor" for entry in mine):
        yield wolf_word("read.met-wolves", seats=seats_named(seats_met(night.told, seat, ["traitor"])))
    yield from _attacks(state, night, seat)
    yield from _item_facts(village, seat)
    if turn := _turn_of_touch(village, night, seat):
        yield wolf_word("read.touched", role=role_word(turn))


_TURNING = {"progeny": ("vampire", "ghoul"), "werewolf": ("peasant",), "criminal": ("guild-master",)}
"""Maps each way in which a seat can change to the powers in whose turns the seat meets its new side."""


def _attacks(state: GameState, night: NightRecord, seat: int) -> Iterator[Fact]:
    """Yield the facts for an attacker, and for each seat awake with the attacker: which prey survived, and who joined
    their side."""
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


def _item_facts(village: WolfVillage, seat: int) -> Iterator[Fact]:
    """Yield the items that a seat got, from another player or at random in the first night."""
    held = village.known.items
    given = {action.power for action in village.night if action.power in held and action.targets == (seat,)}
    new = [item for item in ITEMS if item in given and seat not in held[item].owners]
    if village.number == 1:
        new = [item for item in ITEMS if item in held and held[item].owner == seat]
    yield from (wolf_word(f"read.{item}") for item in new)


def _turn_of_touch(village: WolfVillage, night: NightRecord, seat: int) -> str:
    """Return the role in whose turn a seat was touched without learning more. Such a seat is the Beloved, or was bitten
    by the Vampire without turning. Return an empty text for any other seat."""
    if village.number == 1 and night.state.beloved == seat:
        return "guardian-angel"
    bitten = any(action.power == "vampire" and action.targets == (seat,) for action in village.night)
    kept = seat in night.refused_vampire or night.turned.get(seat) == "progeny"
    return "vampire" if bitten and not kept else ""


_USUAL = 2
"""The number of rows on most pages. With more rows, others could hear that the Healer reads longer, because her page
also says whom she may save."""
_READING, _LEAST, _CHOOSING = 7.0, 6.0, 22.0
"""The seconds of a turn without a choice, which are the same whatever there is to read, and the minimum and the maximum
seconds of a turn with a choice."""


class DawnRound(WolfRound, frozen=True):
    """The secret round in which every player reads what the night did, but not yet whom the Healer saves."""

    def show(self, rules: WolfRules, village: WolfVillage) -> Show:
        time = (_CHOOSING, _LEAST) if _heals(rules, village) else (_READING,)
        return (
            Call(wolf_word("moment.dawn")),
            Bed(CHOSEN),
            *say_lines(wolf_line("box.dawn", village.number), *rules.said_of_healing(village.number)),
            *players_called(rules, village, *time),
            SILENCE,
        )

    def turn(self, rules: WolfRules, village: WolfVillage, seat: int, rows: Sequence[Picks]) -> SeatTurn:
        seen = _dawn_facts(village, seat)
        if not _heals(rules, village):
            return SeatTurn(seat, seen=seen)
        lists = (_list(rules, village, seat),)
        told = (*seen, dial_fact(lists))
        return SeatTurn(seat, lists, told[:_USUAL] if _heal_options(village, seat) else told[-ROWS:], reads=False)

    def round_result(self, rules: WolfRules, village: WolfVillage, rows: Sequence[Picks]) -> WolfResult:
        healing = tuple(
            NightAction(seat, "healer", (int(value),))
            for seat, row in zip(wolf_seats_asked(village), rows, strict=True)
            for value in row
            if value in _heal_options(village, seat)
        )
        return StepResult(replace(village, night=(*village.night, *healing)))


def _heals(rules: WolfRules, village: WolfVillage) -> bool:
    """Say whether the Healer might have a choice tonight, judged by public knowledge alone."""
    return "healer" in rules.possible and village.number > 1


def _list(rules: WolfRules, village: WolfVillage, seat: int) -> DialList:
    """Return the list of a seat at dawn. The Healer may choose among the killed; others are told whom to dial."""
    lot, may_save = derive_seed(rules.seed, f"dawn {village.number} {seat}"), _heal_options(village, seat)
    return seat_list(village, wolf_seats_asked(village), (*may_save.values(), NO_SEAT) if may_save else (), lot)


def _heal_options(village: WolfVillage, seat: int) -> dict[str, Option]:
    """Return the seats that this seat may save. Only a Healer who has not saved anybody yet has any. Somebody who has
    left cannot be saved from hunger."""
    if seat != holder(village.known, "healer"):
        return {}
    saved = may_save(village.known, seat, play_wolf_night(village.known, village.night).killed)
    return {option.value: option for option in seat_options([dead for dead in saved if dead not in village.left])}
