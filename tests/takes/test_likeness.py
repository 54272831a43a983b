"""Takes that are another line or another language are told from right ones: a shipped voice stands in for a person."""

from itertools import pairwise

import numpy as np
import pytest
import soundfile

from nightcrier.box.sound.voices.packs import read_shelf
from nightcrier.kernel.folders import share
from nightcrier.kernel.ids import Language
from nightcrier.takes.script import person_script
from nightcrier.takes.soundfiles import read_sound
from nightcrier.takes.take_import import ImportRules, import_recordings
from nightcrier.takes.takes import MachineVoice, time_warp_distance
from studio.tests.canned import EN, silently

LINES = ("one-night.seer.wake", "one-night.robber.wake", "one-night.drunk.wake", "one-night.insomniac.wake")
VOICES = share("assets") / "audio" / "voices"


def shipped(language, name):
    return next(pack for pack in read_shelf(VOICES, Language(language), pytest.fail) if pack.id == name)


@pytest.fixture(scope="module")
def man():
    return MachineVoice(shipped("en", "en-male"))


def take(pack, line):
    return read_sound(pack.file_of(pack.pack.clips[line]))


def test_the_right_line_by_another_speaker_is_like_it(man):
    assert all(man.is_like(line, *take(shipped("en", "en-female"), line)) for line in LINES)


def test_swapped_lines_are_told(man):
    woman = shipped("en", "en-female")
    assert not any(man.is_like(line, *take(woman, other)) for line, other in pairwise(LINES))


def test_another_language_is_told(man):
    assert not any(man.is_like(line, *take(shipped("it", "it-female"), line)) for line in LINES)


def test_of_a_line_that_no_machine_says_nothing_is_held_against_a_take(man, talk):
    assert man.is_like("name.ann", talk(), 22050)
    assert MachineVoice(None).is_like(LINES[0], talk(), 22050)
    assert man.seconds("name.ann") is None


def test_warping_does_not_mind_speed():
    one = np.random.default_rng(0).standard_normal((40, 5))
    other = np.random.default_rng(1).standard_normal((60, 5))
    assert time_warp_distance(one, one) == pytest.approx(0, abs=1e-6)
    assert time_warp_distance(one, np.repeat(one, 2, axis=0)) == pytest.approx(0, abs=1e-6)
    assert time_warp_distance(one, other) > 1


def test_an_import_refuses_a_swapped_take_unless_somebody_is_sure(tmp_path, own, words, man):
    sound, rate = take(shipped("en", "en-female"), "one-night.robber.wake")
    soundfile.write(tmp_path / "one-night.seer.wake.wav", sound, rate)
    texts = person_script(words, EN)
    taken, (refused,) = import_recordings(tmp_path, ImportRules(texts, man), own, silently)
    assert taken == []
    assert refused.startswith("one-night.seer.wake.wav: it does not sound like its line;")
    assert import_recordings(tmp_path, ImportRules(texts, man, sure=True), own, silently) == ([*texts][1:2], [])
