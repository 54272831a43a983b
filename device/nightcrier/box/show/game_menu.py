"""Opens a menu in a game of many nights, at any stage: the host corrects an entry, somebody leaves the game, or the
moderator hands it over. Afterward the game continues where it was, if it still can.

The menu is a row of questions over the game. Only what everybody may know is said aloud: who leaves, who leads, and
after a corrected entry who is out now and who is no longer out."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import groupby
from typing import Any, TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from nightcrier.box.show.agenda import AgendaGame
from nightcrier.box.show.amending import Followed, GivenEntry, PastAct, entries_of, has_entries, mend_answer, past_of
from nightcrier.box.show.answers import (
    ALONE,
    BACK,
    FOULS,
    GOES,
    LEAVES,
    MENU,
    Answer,
    Option,
    Picks,
    all_values,
    one_value,
)
from nightcrier.box.show.asking_rows import AskingRow, follow_row
from nightcrier.box.show.cues import CHOSEN, Bed, Call, say_lines
from nightcrier.box.show.facts import Fact, Joined, Number, SeatMark, SeatName, Word, seats_joined
from nightcrier.box.show.plug import Play, SheetKeeper
from nightcrier.box.show.stages import HOST, TABLE, Ask, Perform, Stage, Tell, in_the_dark
from nightcrier.kernel.ids import LineId, seat_first, seat_line

_Game: TypeAlias = AgendaGame[Any, Any]
_ENTERED, _GOES, _FOULS, _LEAVES, _HANDED, _BOX = "entered", "goes", "fouls", "leaves", "handed", "box"
_FollowedBy: TypeAlias = dict[tuple[Picks, ...], Followed[_Game]]
_TO_GO_ON = 2
"""The fewest seats in play with which one of them may still leave."""
_MOST_FOULS = 4
"""The most fouls of a player. In clubs the third costs a speech and the fourth the game, so there is no fifth."""


def answer_play(play: Play, value: Answer) -> Play:
    """Return the game after an answer. The answer `MENU` opens the menu, in any game of many nights."""
    return GameMenu(play) if value == MENU and isinstance(play, AgendaGame) else play.answer(value)


def has_menu(play: Play) -> bool:
    return isinstance(play, AgendaGame) and (len(play.seats_in_play()) >= _TO_GO_ON or bool(_ways(play)))


class GameMenu(Struct, frozen=True, dict=True):
    """The menu over a game, with the answers given in it. `followed` caches the replayed game after a corrected entry,
    by the answers since then, so that the next question need not replay it."""

    game: _Game
    answers: tuple[Picks, ...] = ()
    followed: _FollowedBy = field(default_factory=dict)

    @property
    def keeps_secrets(self) -> bool:
        return self.game.keeps_secrets

    @cached_property
    def place(self) -> Stage | _Game:
        """The question that the menu asks now, or the game to which it has led."""
        return follow_row(_menu_row(self.game, self.followed), self.answers)

    def stage(self) -> Stage | None:
        return self.place.stage() if isinstance(self.place, AgendaGame) else self.place

    def answer(self, value: Answer) -> Play:
        """Return the menu after an answer, or the game if the menu has ended. BACK undoes one answer."""
        if value == BACK:
            return replace(self, answers=self.answers[:-1]) if self.answers else self.game
        following = replace(self, answers=(*self.answers, all_values(value)))
        return following.place if isinstance(following.place, AgendaGame) else following

    def sheet(self) -> tuple[Fact, ...]:
        return self.game.sheet() if isinstance(self.game, SheetKeeper) else ()


def _ways(game: _Game) -> tuple[str, ...]:
    entered = game.is_led and has_entries(game)
    leaves = len(game.seats_in_play()) >= _TO_GO_ON
    goes, fouls = bool(game.ways_to_go()), leaves and bool(game.ways_to_go(now=False))
    held = {_ENTERED: entered, _GOES: goes, _FOULS: fouls, _LEAVES: leaves, _HANDED: bool(_heirs(game))}
    return tuple(way for way, offered in held.items() if offered)


def _heirs(game: _Game) -> tuple[Option, ...]:
    """Return who may lead the game after the moderator: somebody who is out, or the box alone."""
    if not game.is_led or not game.seats_in_play():
        return ()
    alone = (Option(_BOX, Word("handed.box")),) if game.led_by_box() else ()
    return (*_seats(game.seats_out()), *alone)


def _menu_row(game: _Game, known: _FollowedBy) -> AskingRow[_Game]:
    ways = tuple(Option(way, Word(f"play.{way}")) for way in _ways(game))
    way = one_value((yield _ask(game, Word("play.menu"), ways)))
    if way == _ENTERED:
        return (yield from _mending(game, known))
    if way == _GOES:
        rows = game.ways_to_go()
        row = one_value((yield _ask(game, Word("play.goes"), rows))) if len(rows) > 1 else rows[0].value
        seat = one_value((yield _ask(game, Word("goes.who"), _seats(game.seats_in_play()))))
        return game.answer((GOES, seat, row))
    if way == _FOULS:
        return (yield from _counting_fouls(game))
    return (yield from (_leaving(game) if way == _LEAVES else _handing_over(game)))


def _counting_fouls(game: _Game) -> AskingRow[_Game]:
    """Show the fouls of each seat, and ask for a seat and its new number. The dial starts at one more than before."""
    fouls = dict.fromkeys(game.seats_in_play(), 0)
    fouls |= {int(act[1]): int(act[2]) for act in game.acts if act[:1] == (FOULS,) and int(act[1]) in fouls}
    seats = tuple(Option(str(seat), Joined((SeatName(seat + 1), Number(had)), ": ")) for seat, had in fouls.items())
    seat = one_value((yield _ask(game, Word("play.fouls"), seats)))
    title = Joined((Word("play.fouls"), SeatName(int(seat) + 1)), " · ")
    counts = tuple(Option(str(count), Number(count)) for count in range(_MOST_FOULS + 1))
    return game.answer(
        (FOULS, seat, one_value((yield _ask(game, title, counts, min(fouls[int(seat)] + 1, _MOST_FOULS)))))
    )


def _ask(game: _Game, question: Fact, options: Sequence[Option], start: int = 0) -> Ask:
    """Return a question to whoever has the glass. At night, it is asked without a sound."""
    who = HOST if game.is_led else TABLE
    return Ask(who, question, tuple(options), start, back=True, night=_bed(game))


def _bed(game: _Game) -> Bed | None:
    return Bed(CHOSEN) if game.now and in_the_dark(game.now) else None


def _seats(seats: Sequence[int]) -> tuple[Option, ...]:
    return tuple(Option(str(seat), SeatName(seat + 1)) for seat in seats)


def _say(game: _Game, title: Fact, *lines: LineId) -> Perform:
    """Return the show that says these lines to everybody. BACK undoes the answer before it."""
    bed = _bed(game)
    return Perform((Call(title), *((bed,) if bed else ()), *say_lines(*lines)), "night" if bed else "dawn", back=True)


def _leaving(game: _Game) -> AskingRow[_Game]:
    """Ask who leaves, and announce it to everybody. The seat only leaves once START is pressed after that."""
    seat = int(one_value((yield _ask(game, Word("leaves.who"), _seats(game.seats_in_play())))))
    lines = game.leave_line(seat), seat_line(seat + 1)
    who, title = HOST if game.is_led else TABLE, Word("leaves.now", {"n": SeatName(seat + 1)})
    yield Tell(who, (title,), lines, back=True, night=_bed(game))
    return game.answer((LEAVES, str(seat)))


def _handing_over(game: _Game) -> AskingRow[_Game]:
    heir = one_value((yield _ask(game, Word("handed.who"), _heirs(game))))
    if heir == _BOX:
        yield _say(game, Word("handed.box"), LineId("game.led-by-box"))
        return game.answer((ALONE,))
    seat = int(heir) + 1
    yield _say(game, SeatName(seat), *seat_first(seat, LineId("game.led-by")))
    return game


def _mending(game: _Game, known: _FollowedBy) -> AskingRow[_Game]:
    """Ask for the night or day, the entry and its new value. Then repeat each question whose answer no longer fits."""
    past = past_of(game)
    entry = yield from _ask_entry(game, past)
    place = next((at for at, option in enumerate(entry.ask.choices) if option.value in entry.values), 0)
    marks = replace(entry.ask.marks, first=entry.values) if entry.ask.marks else None
    again = replace(entry.ask, marks=marks, timed=False, held="", lines=(), start=place, back=True, night=_bed(game))
    given: tuple[Picks, ...] = ((str(entry.number),), (yield again))
    followed = known[given] = known.get(given) or mend_answer(game, past, entry.number, given[-1])
    while followed.rest and isinstance(followed.game.now, Ask):
        foot = Joined((_half_named(followed.half), Word("mended.again")), " · ")
        asked = replace(followed.game.now, back=True, lines=(), night=_bed(game), foot=foot)
        given = (*given, (yield asked))
        followed = known[given] = known.get(given) or followed.answer(given[-1])
    yield from _tell_changes(game, past, followed)
    return followed.game


def _ask_entry(game: _Game, past: Sequence[PastAct]) -> AskingRow[GivenEntry]:
    """Ask for the night or day, then for one of its entries. The dial starts at the last one."""
    halves = {half: tuple(group) for half, group in groupby(entries_of(past), key=lambda entry: entry.half)}
    options = tuple(Option(str(half), _half_named(half)) for half in halves)
    half = int(one_value((yield _ask(game, Word("play.entered"), options, len(options) - 1))))
    listed = tuple(Option(str(at), _entry(entry)) for at, entry in enumerate(halves[half]))
    return halves[half][int(one_value((yield _ask(game, _half_named(half), listed, len(listed) - 1))))]


def _half_named(half: int) -> Fact:
    return Word("entered.night" if half % 2 else "entered.day", {"n": Number((half + 1) // 2)})


def _entry(entry: GivenEntry) -> Fact:
    """Return an entry in one line: the question and the answer."""
    labels = tuple(option.label for option in entry.ask.choices if option.value in entry.values)
    return Joined((entry.ask.question, Joined(labels)), " › ")


def _tell_changes(game: _Game, past: Sequence[PastAct], followed: Followed[_Game]) -> AskingRow[None]:
    """Say aloud who is out now and who is no longer out, and tell the host what else has changed."""
    before, after = set(game.seats_out()), set(followed.game.seats_out())
    out, back = sorted(after - before), sorted(before - after)
    lines = (
        *((LineId("game.out-now"), *(seat_line(seat + 1) for seat in out)) if out else ()),
        *((LineId("game.in-play-again"), *(seat_line(seat + 1) for seat in back)) if back else ()),
    )
    if lines:
        yield _say(game, seats_joined(seat + 1 for seat in (out or back)), LineId("game.was-wrong"), *lines)
    facts = tuple(_changes(game, past, followed.game))
    yield Tell(HOST, facts or (Word("mended.nothing"),), title=Word("mended.now"), night=_bed(game), by_one=True)


def _changes(game: _Game, past: Sequence[PastAct], mended: _Game) -> Iterator[Fact]:
    """Yield what has changed for the host: entries, what the host was told after them, and rows of the host's sheet."""
    known = list(_notes(past))
    yield from (fact for half, fact in _notes(past_of(mended)) if (half, fact) not in known)
    if isinstance(game, SheetKeeper) and isinstance(mended, SheetKeeper):
        rows, back = game.sheet(), set(game.seats_out()).difference(mended.seats_out())
        for row in mended.sheet():
            if row not in rows:
                is_back = isinstance(row, Word) and row.fillings["n"] in [SeatMark(seat + 1) for seat in back]
                yield Word("mended.back", {"seat": row}) if is_back else row


def _notes(past: Sequence[PastAct]) -> Iterator[tuple[int, Fact]]:
    """Yield each entry with its night or day, and with what the host was told right after it."""
    for entry in entries_of(past):
        later = past[entry.number + 1].stage
        told = later.facts if isinstance(later, Tell) and later.who == HOST else ()
        yield entry.half, Joined((_entry(entry), *told), " · ")
