"""`nightcrier voices tones` says how a voice is brought to the spectrum of the others."""

import re

import numpy as np

from nightcrier_studio.__main__ import main
from nightcrier_studio.engines.catalogue import VOICE_ENGINES
from nightcrier_studio.engines.needs import Need
from studio.tests.canned import RATE


class Hiss:
    """Speaks everything as white noise, sharper than any voice."""

    needs = (Need("sh", "dash"),)

    def speak(self, text):
        return 0.1 * np.random.default_rng(len(text)).standard_normal(RATE), RATE


def tones_of_english(monkeypatch, tmp_path, engine):
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.setitem(VOICE_ENGINES, "kokoro", lambda *_: engine)
    return main(["voices", "tones", "en", "--pack", "en-male"])


def test_the_equaliser_of_a_voice_is_measured_from_its_own_lines(tmp_path, monkeypatch, capsys):
    assert tones_of_english(monkeypatch, tmp_path, Hiss()) == 0
    found = re.fullmatch(r"en-male: tone = \[(.*)\]\n", capsys.readouterr().out)
    assert found
    gains = list(map(float, found[1].split(", ")))
    assert gains[1] == 0
    assert gains == sorted(gains, reverse=True)
    assert gains[-1] == -10


def test_an_engine_that_is_missing_is_one_sentence(tmp_path, monkeypatch, capsys):
    engine = Hiss()
    engine.needs = (Need("no-such-program", "nothing"),)
    assert tones_of_english(monkeypatch, tmp_path, engine) == 1
    assert "sudo apt install nothing" in capsys.readouterr().err
