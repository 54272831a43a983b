"""Tests the tale of a game: what is told within its time limit, when, and how it ends."""

from random import Random

import pytest
from msgspec.structs import replace

from nightcrier.box.show.cues import Hush
from nightcrier.box.show.facts import Number, Word
from nightcrier.box.show.stages import Tell, Verdict
from nightcrier.box.show.tale import LONGEST, TELL_NIGHT, Told, tale_lines
from nightcrier.kernel.ids import Language, LineId, number_line, seat_first
from tests.box.table.asking import after_cut, page, spoken
from tests.box.table.stage_games import BackPlay
from tests.sampling import so_many

OPEN = "house.story.open"
WON = (LineId("won"),)
TALE = tuple(Told(2, Word("", said=(LineId(line),))) for line in ("one", "two", "three"))
TOLD = [OPEN, "one", "two", "three"]
END = Tell(0, (Word("end"),))
OVER = Verdict((), (1,), (Word("who"), TELL_NIGHT, Number(1)), WON, TALE, back=True)


def deed(at: int, weight: int, night: int) -> Told:
    head = Word("house.story.night", {"n": Number(night)}, (LineId("house.story.night"), number_line(night)))
    return Told(weight, Word("", said=seat_first(1, LineId(f"deed-{at}"))), head)


def test_what_weighs_least_is_left_out_and_the_rest_is_told_in_order():
    rng = Random(36)
    for _ in range(so_many(2000, 200)):
        tale = [deed(at, rng.randrange(4), 1 + at // 3) for at in range(rng.randrange(60))]
        lengths = {f"deed-{at}": rng.uniform(0.5, 4.0) for at in range(60)}
        lines = tale_lines(tale, lambda line, known=lengths: known.get(line, 1.0))
        assert sum(lengths.get(line, 1.0) for line in lines) <= LONGEST
        told = [int(line.removeprefix("deed-")) for line in lines if line.startswith("deed-")]
        left = set(range(len(tale))).difference(told)
        assert told == sorted(told)
        assert min((tale[at].weight for at in told), default=9) >= max((tale[at].weight for at in left), default=0)
        nights = [line for line in lines if line.startswith("number.")]
        assert nights == [number_line(night) for night in dict.fromkeys(1 + at // 3 for at in told)]


def test_of_what_weighs_the_same_the_beginning_and_the_end_are_told():
    lines = tale_lines([deed(at, 2, 1) for at in range(20)], lambda line: 5.0 * line.startswith("deed-"))
    assert [int(line[5:]) for line in lines if line.startswith("deed-")] == [0, 1, 2, 3, 18, 19]


class TestAtTheTable:
    def test_its_row_tells_the_night_and_all_others_say_again_who_won(self, start_stages):
        evening = start_stages(OVER, END)
        said = [spoken(evening.go(hands)) for hands in ("press", "1 press", "hold", "1 press")]
        assert said == [[*WON], TOLD, TOLD, [*WON]]

    @pytest.mark.parametrize(
        ("then", "after"), [("", "verdict"), ("ended", "tell"), ("-1 press", "tell"), ("start", "tell")]
    )
    def test_start_skips_it_and_goes_on_where_it_is_not_heard(self, start_stages, then, after):
        evening = start_stages(OVER, END).after("1 press", then)
        assert Hush() in evening.start()
        assert page(evening) == after

    def test_nothing_of_it_is_told_before_it_is_told_who_won(self, start_stages):
        music = start_stages(Verdict((), (1,), (TELL_NIGHT,), WON, TALE, sting="village-won"), END)
        assert spoken(music.press()) == [*WON]
        assert spoken(music.press()) == TOLD

    def test_back_and_a_power_cut_lose_nothing_of_it(self, start_stages):
        evening = start_stages(Tell(0, (Word("before"),)), OVER, END, kind=BackPlay).after("start 1 press")
        assert page(evening, "back") == "tell"
        assert spoken(evening.go("start 1 press")) == TOLD
        again = after_cut(evening)
        assert spoken(again.go("start 1 press")) == TOLD

    def test_two_languages_have_the_time_of_one(self, start_stages):
        many = Verdict((), (1,), (TELL_NIGHT,), WON, tuple(deed(at, 2, 1) for at in range(60)))
        alone = start_stages(many, END)
        told = spoken(alone.press())
        two = replace(alone.table.choices, languages=(Language("en"), Language("it")))
        alone.table = replace(alone.table, choices=two)
        assert len(told) / 2 - 2 < len(spoken(alone.press())) < len(told) / 2 + 2 < 60
