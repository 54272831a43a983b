"""A host is not monotone: each kind of line has its manner, and the pitch moves from line to line."""

from fnmatch import fnmatchcase
from itertools import pairwise
from pathlib import Path
from statistics import mean, median

import pytest

from nightcrier.box.library import read_library
from nightcrier.box.plugs import screen_only_words
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.ids import Language, LineId
from nightcrier.takes.script import voice_script
from nightcrier.words.sentences import leads_on
from nightcrier_studio.manners import PLAIN, Manner, kind_of, kinds_of_line, manner_of
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
        ("one-night.seer.wake.short", "call"),
        ("wherewolf.witch.act", "call"),
        ("one-night.seer.close", "hush"),
        ("one-night.seer.close.other", "hush"),
        ("wherewolf.nightfall.other", "hush"),
        ("day.one-minute", "warn"),
        ("vote.three", "count"),
        ("vote.rule.tie", "explain"),
        ("verdict.nobody", "verdict"),
        ("wherewolf.open", "welcome"),
        ("a-game-of-mine.anything", "explain"),
    ],
)
def test_a_line_is_of_its_kind(line, kind):
    assert kind_of(LineId(line)) == kind


def test_the_count_is_faster_and_higher_and_what_hushes_slower_and_lower():
    count, hush = ([manner for line, manner in WHOLE.items() if kind_of(line) == kind] for kind in ("count", "hush"))
    assert min(manner.pace for manner in count) > 1.1
    assert max(manner.pace for manner in hush) < 0.95
    assert mean(manner.semitones for manner in count) > 1
    assert mean(manner.semitones for manner in hush) < -1


def test_from_line_to_line_the_pitch_moves_by_a_semitone_and_no_farther_than_a_voice_can_be_bent():
    pitches = [manner.semitones for manner in WHOLE.values()]
    moves = [abs(one - other) for one, other in pairwise(pitches)]
    assert median(moves) >= 1
    assert sum(move >= 1 for move in moves) > 0.65 * len(moves)
    assert max(map(abs, pitches)) <= 3


def test_the_same_line_has_the_same_manner_whatever_its_text():
    assert manner_of(LineId("vote.two"), "Two.") == manner_of(LineId("vote.two"), "Zwei.") == Manner(1.12, 3.0, 0.05)


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
