"""Tests that Kokoro speaks Thai as it was reviewed: each syllable with its signs, with the right length of its
vowel, and with its tone in the melody."""

import sys
from hashlib import sha256
from unittest.mock import Mock

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightcrier.box.sound.voices.packs import text_hash
from nightcrier.kernel.errors import NightcrierError
from nightcrier.kernel.ids import Language
from nightcrier_studio.delivery import Manner
from nightcrier_studio.engines import thai
from nightcrier_studio.engines.kept import READINGS, read_readings, reading_file
from nightcrier_studio.engines.kokoro import Kokoro
from nightcrier_studio.engines.kokoro_signs import kokoro_table
from nightcrier_studio.engines.spelling import spellings
from nightcrier_studio.engines.thai import pronounced, reading_of, thai_line, thai_phrases

VOICE = np.ones(510 * 256, "<f4").tobytes()
OWN = 120.0  # hertz
TONES = {"˧": (0, -1), "˨˩": (-1, -4), "˥˩": (3, -3), "˦˥": (1, 4), "˩˩˦": (-3, 2)}
"""The pitch at which each tone begins and ends, in semitones."""
EVERY = [each.read for each in read_readings(reading_file(READINGS, Language("th"))).values()]


def test_words_become_signs():
    assert thai_line("/maː˩˩˦.paː˨˩/ /lɯːm˧/ | /t͡ɕʰaːŋ˦˥/").signs == "_maːpˈaː lˈɯːm, ʧʰˈaːŋ._"
    assert thai_line("/t͡ɕaʔ˨˩/ /tua̯˧/ /rap̚˦˥/ /ʔaw˧/").signs == "_ʥˈaʔ tˈuə ɾˈap ˈaw._"


def test_kokoro_knows_every_sign_of_every_reading():
    assert {sign for read in EVERY for sign in thai_line(read).signs} <= set(kokoro_table().signs)


@pytest.mark.parametrize("read", ["/xyz/", "/maː˧.q/", "/maː/"])
def test_what_is_no_syllable_is_one_sentence(read):
    with pytest.raises(NightcrierError, match=r"'(xyz|q|maː)' is no Thai syllable; give the line a simpler spelling"):
        thai_line(read)


def test_nothing_to_say_is_one_sentence():
    with pytest.raises(NightcrierError, match="nothing to say"):
        thai_line(" | ")


@pytest.mark.parametrize(("own", "short", "long"), [(1, 3, 6), (4, 4, 6), (40, 5, 13)])
def test_lengths_are_held(own, short, long):
    line = thai_line("/man˧/ /mak̚˨˩/ /maːn˧/ /maː˧/ /mua̯j˧/")
    held = line.lengths(np.full(len(line.signs), float(own)))
    assert [held[rhyme.vowel].sum() for rhyme in line.rhymes] == [
        short,
        short,
        *[max(long, min(13, 2 * own))] * 2,
        max(long, min(13, 2 * own)),
    ]
    assert [held[rhyme.end].sum() for rhyme in line.rhymes] == [
        np.clip(own, 3, 9),
        own,
        np.clip(own, 3, 9),
        0,
        np.clip(own, 3, 9),
    ]


def test_in_haste_all_is_shorter():
    line = thai_line("/maː˧/", pace=2.0)
    assert line.lengths(np.full(len(line.signs), 40.0))[line.rhymes[0].vowel].sum() == 6.5


def sung(line, own):
    """Return the semitones of each frame of a line in which each sign lasts six frames."""
    return 12 * np.log2(line.melody(own, np.full(len(line.signs), 6.0)) / OWN)


@pytest.mark.parametrize("tone", TONES)
def test_five_tones_are_five_courses(tone):
    line = thai_line(f"/maː{tone}/")
    (rhyme,) = line.rhymes
    course = sung(line, np.full(12 * len(line.signs), OWN))[12 * rhyme.vowel.start : 12 * rhyme.vowel.stop]
    assert (course[1], course[-2]) == pytest.approx(TONES[tone], abs=0.9)


def test_a_stop_cuts_a_tone_and_a_vowel_is_sung_where_it_was_not():
    line, own = thai_line("/mak̚˥˩/"), np.full(12 * 7, 10.0)
    own[:24] = OWN
    course = line.melody(own, np.full(7, 6.0))
    (rhyme,) = line.rhymes
    assert min(course[12 * rhyme.vowel.start + 1 : 12 * rhyme.vowel.stop - 1]) > 90
    assert max(course[12 * rhyme.end.start :]) == 10


def test_from_syllable_to_syllable_the_voice_sinks():
    line = thai_line("/maː˧/ /maː˧/ /maː˧/ /maː˧/")
    course = sung(line, np.full(12 * len(line.signs), OWN))
    begins = [course[12 * rhyme.vowel.start + 4] for rhyme in line.rhymes]
    assert np.diff(begins) == pytest.approx(-0.3, abs=0.05)


def test_what_is_not_sung_stays():
    line, whispered = thai_line("/maː˧/"), np.full(84, 10.0)
    assert line.melody(whispered, np.full(7, 6.0)) is whispered


@given(st.lists(st.sampled_from(EVERY), min_size=1, max_size=2), st.integers(1, 9))
def test_a_melody_is_as_long_as_its_line(reads, own):
    line = thai_line(" | ".join(reads))
    lengths = np.maximum(np.round(line.lengths(np.full(len(line.signs), float(own)))), 1)
    frames = np.full(round(2 * lengths.sum()), OWN)
    assert len(line.melody(frames, lengths)) == len(frames)


@pytest.fixture
def engine(tmp_path, monkeypatch):
    """Return an engine with a canned network, and the list of everything that the network gets."""
    given = []

    def network(numbers, style, speed, direction):
        given.append((numbers.tolist(), speed, direction))
        return np.zeros(24)

    monkeypatch.setitem(kokoro_table().voices, "hm_canned", sha256(VOICE).hexdigest())
    monkeypatch.setattr(thai, "_reviewed", lambda: {text_hash("หมาป่า"): "/maː˩˩˦.paː˨˩/"})
    (tmp_path / "voices").mkdir()
    (tmp_path / "voices/hm_canned.bin").write_bytes(VOICE)
    return Kokoro("th", "hm_canned", 1.3, network, tmp_path), given


def test_kokoro_is_told_a_line_as_it_was_reviewed_and_directed_by_its_tones(engine):
    voice, given = engine
    for _ in range(2):
        voice.speak("หมาป่า", Manner(pace=1.2))
    signs = kokoro_table().signs
    [(numbers, speed, direction), again] = given
    assert "".join(signs[number] for number in numbers[0]) == "_maːpˈaː._"
    assert (speed, direction.pace) == (pytest.approx(1.56), 1.2)
    assert direction.rhymes == thai_line("/maː˩˩˦.paː˨˩/").rhymes
    assert again[:2] == (numbers, speed)


def test_a_line_that_is_sung_otherwise_keeps_its_tones(engine):
    voice, given = engine
    voice.speak("หมาป่า", Manner(semitones=2, end=-3))
    [(_, _, line)] = given
    plain, lengths = thai_line("/maː˩˩˦.paː˨˩/"), np.full(len(line.signs), 6.0)
    own = np.full(12 * len(line.signs), OWN)
    higher = 12 * np.log2(line.melody(own, lengths) / plain.melody(own, lengths))
    (first, last) = line.rhymes
    assert np.ptp(higher[12 * first.vowel.start : 12 * first.vowel.stop]) < 0.01
    assert (
        np.ptp(np.diff(higher[12 * last.vowel.start : 12 * last.vowel.stop])) < 0.2
    )  # all of it sinks, and no tone goes


def test_a_part_of_a_sentence_keeps_its_reviewed_reading_before_the_word_that_is_cut_off(engine):
    voice, given = engine
    voice.speak(f"หมาป่า {spellings()['tails']['th']}")
    assert given[0][2].signs == "_maːpˈaː, nˈaː._"


def test_a_space_is_a_rest(monkeypatch):
    assert list(thai_phrases("หลับตา ทุกคน! (ได้)")) == ["หลับตา", "ทุกคน", "ได้"]
    monkeypatch.setattr(thai, "_dictionary", lambda: lambda text: f"/{len(text)}/")
    assert pronounced("มา จบ ตา") == reading_of("มา จบ ตา") == "/2/ | /t͡ɕop̚˨˩/ | /2/"


def test_a_text_that_nobody_reviewed_wants_the_dictionary(monkeypatch):
    thai._dictionary.cache_clear()
    monkeypatch.setitem(sys.modules, "pythaitts.pretrained.fastthaig2p", None)
    with pytest.raises(NightcrierError, match="no reviewed reading; for others, run: "):
        reading_of("มา")
    monkeypatch.setitem(sys.modules, "pythaitts", Mock())
    monkeypatch.setitem(sys.modules, "pythaitts.pretrained", Mock())
    monkeypatch.setitem(
        sys.modules, "pythaitts.pretrained.fastthaig2p", Mock(G2P=lambda: Mock(convert=lambda _: "/maː˧/"))
    )
    assert reading_of("มา") == "/maː˧/"
