"""Tests that chips below the words show who has won and who has died, with the words whole, in every language."""

import pytest
from msgspec.structs import replace

from nightcrier.box.show.answers import Option, seats_to_choose
from nightcrier.box.show.conductor import Score
from nightcrier.box.show.cues import Call, Show
from nightcrier.box.show.facts import Joined, RoleName, SeatMark, Word, seats_word
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.stages import TABLE, VILLAGE_WON, Ask, Marks, Perform, Tell, Verdict
from nightcrier.box.table.core.state import Session
from nightcrier.box.table.drawing.fitting import choose_head
from nightcrier.box.table.drawing.foot import chips_picture, foot_height
from nightcrier.box.table.drawing.frame import draw, measure
from nightcrier.box.table.drawing.view import Chip, Text
from nightcrier.box.table.look import look
from nightcrier.kernel.screen import GLASS
from nightcrier.words.catalogue import LANGUAGES
from tests.box.table.stage_games import StagedPlay
from tests.sampling import sampled

DEAD, SEER = seats_word("verdict.dead", (2,), ()), Word("house.seat-role", {"n": SeatMark(2), "role": RoleName("seer")})
SHOW: Show = (Call(Word("house.dead", {"seats": Joined((SEER,))})),)
END = Verdict((2,), (1, 0, 1), (seats_word("verdict.winners", (1, 3), ()), DEAD), sting=VILLAGE_WON)


@pytest.mark.parametrize("players", sampled(range(3, 37), 8))
@pytest.mark.parametrize(("stage", "won"), [(END, (1, 3)), (Tell(TABLE, (DEAD,)), ()), (Perform(SHOW), ())])
def test_words_lie_whole_above_chips(real_house, real_table, stage, won, players):
    session = Session("one-night", Setup("first-game", players), 1, StagedPlay(()), stage, score=Score(SHOW))
    for language in LANGUAGES:
        choices = replace(real_table.choices, languages=(language,))
        view = look(real_house, replace(real_table, session=session, choices=choices))
        seats = range(1, players + 1) if won or players <= 12 else ()
        assert [(chip.lit, chip.struck) for chip in view.chips] == [(n in won, n == 2) for n in seats]
        assert measure(view, GLASS).whole
        drawn, other = (draw(replace(view, chips=chips), GLASS) for chips in (view.chips, view.chips[::-1]))
        assert (drawn != other) is bool(seats)
        body = (1 << GLASS.height - (foot_height(language) if view.foot else 0)) - 1
        ends = (int.from_bytes(drawn[column :: GLASS.width], "little") & body for column in (0, 1, 126, 127))
        assert not (seats and any(ends))


def test_the_number_of_marked_seats_shows_which(start_stages):
    seats = Ask(TABLE, Word("who"), (Option("", Word("nobody")), *seats_to_choose((1, 2, 3))), marks=Marks(0, 3))
    for told, rows in ((None, 1), (Word("day.hint"), 2)):  # what a game says below its question stays
        evening = start_stages(replace(seats, foot=told)).after("1", "press", "2", "press", "1")
        shown = look(evening.house, evening.table)
        assert ([chip.lit for chip in shown.chips][:3], len(shown.rows)) == ([True, False, True], rows)


def test_nobody_else_learns_what_one_seat_reads_of_the_dead(start_stages):
    evening = start_stages(Tell(1, (DEAD,)), Tell(TABLE, (Word("verdict.alive"),)))
    assert not any(look(evening.house, evening.after(do).table).chips for do in ("", "hold", "release start"))


def test_what_has_no_room_is_cut_or_left_out():
    assert choose_head(Text("Who?"), LANGUAGES[0], replace(GLASS, height=2))[1].height == 0
    chips = ((Chip(number, lit=False, struck=False),) * 8 for number in ("36", ""))
    assert len({chips_picture(each, LANGUAGES[0], GLASS.width) for each in chips}) == 1
