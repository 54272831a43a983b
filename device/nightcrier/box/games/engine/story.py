"""Announces who has died and what happened to seats, in words that games of many nights share. Seats count from 1."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from nightcrier.box.show.cues import BREATH, DAYBREAK, SILENCE, Call, Gap, Say, Show, say_whole
from nightcrier.box.show.facts import Fact, Joined, Number, SeatMark, Word, fact_lines, seats_joined
from nightcrier.box.show.tale import CHOICE, Told
from nightcrier.kernel.ids import LineId, number_line, seat_first, seat_line, seats_say

WAS, ITS_SIDE = LineId("house.was"), LineId("dead.side")
"""The lines that come before the role, or the side, that is revealed of a seat."""
Shown: TypeAlias = Mapping[int, tuple[LineId, Fact]]
"""Maps each seat to what is revealed of it, and to the line that comes before."""
THEN = " › "


def standing_facts(in_play: int, out: Sequence[int], shown: Shown) -> tuple[Fact, ...]:
    """Return what everybody may read by day: how many seats are in play, and who is out."""
    again = LineId("game.in-play-again.named"), number_line(in_play)
    named = ((seat, *shown[seat]) for seat in out if seat in shown)
    cards = (line for seat, was, what in named for line in seat_first(seat, was, *fact_lines(what)))
    dead = replace(dead_fact(out, shown), said=(*seats_say(out, "verdict.dead"), *cards))
    return (Word("house.in-play", {"n": Number(in_play)}, again), *([dead] if out else ()))


def dead_fact(dead: Sequence[int], shown: Shown) -> Word:
    """Return the dead as a fact, each with what is revealed of it."""
    if not dead:
        return Word("house.no-dead")
    roles = {seat: Word("house.seat-role", {"n": SeatMark(seat), "role": what}) for seat, (_, what) in shown.items()}
    return Word("house.dead", {"seats": Joined(tuple(roles.get(seat, SeatMark(seat)) for seat in dead))})


_AWAKE, _HUSH, NEXT, _TURN = map(Gap, (1.0, 0.8, 1.0, 1.5))
"""The pauses after eyes have opened, before a dead seat, before what comes next, and before a card is named."""


def dawn_show(order: LineId, dead: Sequence[int], shown: Shown, quiet: LineId) -> Show:
    """Return the show of a morning: the order to open eyes, and who has died, or the line `quiet` if nobody has."""
    scene = LineId("house.died.one" if len(dead) == 1 else "house.died.many")
    died = Say(scene), _HUSH, *cues_of_dead(dict.fromkeys(dead, LineId("house.died")), shown)
    opened = SILENCE, DAYBREAK, Call(dead_fact(dead, shown)), Say(order), _AWAKE
    return (*opened, *(died if dead else (Say(quiet),)))


def cues_of_dead(dead: Mapping[int, LineId], shown: Shown) -> Show:
    """Return the cues that say, for each of these seats, its line, and then what is revealed of it."""
    cues: Show = ()
    for seat, line in dead.items():
        cues = (*cues, say_whole(seat_first(seat, line)))
        if seat in shown:
            was, what = shown[seat]
            cues = (*cues, _TURN, Say(was, fact_lines(what)))
        cues = (*cues, NEXT)
    return cues


def then_breath(told: Show) -> Show:
    """Return a show that ends with the pause before the winners, instead of the pause after the dead."""
    return (*(told[:-1] if told[-1] == NEXT else told), BREATH)


def chosen(title: Fact, seat: int, whom: Sequence[int], shown: Fact) -> Told:
    """Return what a seat chose, with the title of its choice and what is `shown` of it."""
    said = seat_first(seat, *fact_lines(title), LineId("house.story.chooses"), *map(seat_line, whom)) if whom else ()
    return Told(CHOICE, Word("deal.trail", {"role": title, "places": Joined((SeatMark(seat), shown), THEN)}, said))


def changed(seat: int, role: Fact, how: str) -> Told:
    """Return what happened to a seat with this role: `turned`, `saved`, `killed`, `voted` or `burned`."""
    said = seat_first(seat, *fact_lines(role), LineId(f"house.story.{_DEATHS.get(how, how)}"))
    return Told(3 - (how in _DEATHS), Word(f"house.story.{how}", {"n": SeatMark(seat), "role": role}, said))


_DEATHS = {"killed": "dies", "voted": "voted", "burned": "burns"}
"""The endings of the ids of the lines about the dead."""


def story_part(time: str, number: int, choices: Iterable[Told], changes: Sequence[Told]) -> Iterator[Told]:
    """Yield what happened in a `night` or a `day` of a game: what was chosen, and what followed."""
    head = LineId(f"house.story.{time}")
    quiet = Told(0, Word("verdict.alive", said=(LineId("house.story.quiet"),) if time == "night" else ()))
    for told in (*choices, *(changes or (quiet,))):
        yield replace(told, head=Word(head, {"n": Number(number)}, (head, number_line(number))))


def won_fact(side: Fact, seats: Sequence[int], *, won: bool) -> Word:
    """Return the fact that these seats of a side have won, or lost."""
    said = (LineId(f"house.{'winners' if won else 'losers'}"), *fact_lines(side), *map(seat_line, seats))
    return Word(f"house.{'won' if won else 'lost'}", {"role": side, "seats": seats_joined(seats)}, said)
