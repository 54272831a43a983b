"""Tests that a host is not monotone: each kind of line has its manner, and pitch and melody move from line to line."""

from fnmatch import fnmatchcase
from itertools import pairwise
from pathlib import Path

import pytest

from nightcrier.box.library import read_library
from nightcrier.box.plugs import screen_only_words
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.ids import Language, LineId
from nightcrier.takes.script import voice_script
from nightcrier.words.sentences import leads_on
from nightcrier_studio.delivery import PLAIN, Manner, kind_of, kinds_of_line, manner_of
from studio.tests.canned import EN

WORDS = read_library(standard_folders({}, Path("/nonexistent")), print).words
SCRIPT = voice_script(WORDS, EN, screen_only_words())
WHOLE = {
    line: manner_of(line, spoken)
    for line, spoken in SCRIPT.items()
    if kind_of(line) != "part" and not leads_on(WORDS, line)
}


def test_every_pattern_fits_a_line():
    patterns = [each for kind in kinds_of_line().values() for each in kind.lines]
    assert [each for each in patterns if not any(fnmatchcase(line, each) for line in SCRIPT)] == []


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("one-night.seer.wake.short", "wake"),
        ("one-night.seer.close.other", "close"),
        ("wherewolf.nightfall.other", "hush"),
        ("day.one-minute", "order"),
        ("vote.three", "count"),
        ("vote.rule.tie", "explain"),
        ("verdict.nobody", "nobody"),
        ("verdict.wolves", "verdict"),
        ("house.dead.none.other.3", "joke"),
        ("day.stands", "answer"),
        ("screen.ask.power-off", "question"),
        ("screen.ask.answers", "part"),
        ("wherewolf.open", "open"),
        ("a-game-of-mine.anything", "explain"),
    ],
)
def test_a_line_is_of_its_kind(line, kind):
    assert kind_of(LineId(line)) == kind


def manners(kind: str) -> list[Manner]:
    return [manner for line, manner in WHOLE.items() if kind_of(line) == kind]


def test_the_count_climbs_quickens_and_grows():
    count = manners("count")
    for first, second in pairwise(count):
        assert first.semitones + 1 < second.semitones
        assert (first.pace, first.level) < (second.pace, second.level)
    assert len(count) == 4


def test_a_hush_is_slow_low_and_quiet_and_an_order_as_loud_as_ever():
    assert {manner.level for manner in manners("hush")} == {-10}
    assert {manner.level for manner in manners("order")} == {0}
    assert all(manner.pace < 0.9 and manner.semitones < -1 for manner in manners("hush"))


def test_a_close_lies_lower_than_every_wake():
    assert max(each.semitones for each in manners("close")) + 1 < min(each.semitones for each in manners("wake"))


def test_where_hands_move_the_level_and_so_the_bed_is_ordinary():
    assert {each.level for each in (*manners("wake"), *manners("close"))} == {0}


def test_no_two_neighbors_are_said_alike():
    sung = [(kind_of(line), manner.semitones, manner.contour) for line, manner in WHOLE.items() if manner.is_sung]
    assert sum(one == other for one, other in pairwise(sung)) < 0.02 * len(sung)


def test_what_explains_has_its_own_melody_and_moves_by_a_step():
    explained = manners("explain")
    assert not any(manner.is_sung or manner.level for manner in explained)
    assert {manner.semitones for manner in explained} == {-1.6, 0.0, 1.6}


def test_no_voice_is_bent_farther_than_it_is_understood():
    assert all(0.8 <= manner.range <= 1.35 and 0.84 <= manner.pace <= 1.2 for manner in WHOLE.values())
    assert all(abs(manner.semitones) <= 5 for manner in WHOLE.values())


def test_the_same_line_has_the_same_manner_whatever_its_text():
    assert manner_of(LineId("vote.two"), "Two.") == manner_of(LineId("vote.two"), "Zwei.")


def test_a_clip_tells_in_its_name_how_it_was_said():
    assert PLAIN.mark == ""
    assert Manner(1.0, 1.6).mark == ".1_+1.6_0.09"
    assert Manner(0.9, -2, 0.2, -10, 0.85, 3, -4, 0.5, 1.25).mark == ".0.9_-2_0.2_0.85_3_-4_0.5_1.25_-10LU"


def test_all_parts_of_a_sentence_are_plain_in_every_language():
    bent = [
        (language, line)
        for language in map(Language, WORDS.books)
        for line, spoken in voice_script(WORDS, language, screen_only_words()).items()
        if (leads_on(WORDS, line) or (SCRIPT.get(line, "A")[:1].islower())) and manner_of(line, spoken) != PLAIN
    ]
    assert bent == []


def test_no_clip_keeps_more_silence_than_a_line_may_have():
    assert all(0 < kind.rest <= 0.25 for kind in kinds_of_line().values())
