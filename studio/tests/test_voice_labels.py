"""A label is what was measured, and the voice that is understood best comes first."""

import re
from pathlib import Path

from nightcrier.box.sound.voices.packs import QUALITY_RANK, Quality
from nightcrier.words.catalogue import LANGUAGES
from nightcrier_studio.engines.catalogue import read_voices, voice_of

VOICES = read_voices()
BEST = {"rhvoice": "good", "pico": "ok", "openjtalk": "ok", "kokoro": "good"}
ROW = re.compile(r"^\| `([\w-]+)` \| (?:\d+ )?\| (?:\d+ % )?\| `(\w+)` \| (lowered)?", re.MULTILINE)
MEASURED = {
    name: (label, bool(lowered)) for name, label, lowered in ROW.findall(Path("docs/proofs/voices.md").read_text())
}


def test_the_docs_say_what_every_label_rests_on():
    assert {name for name, voice in VOICES.items() if voice.shipped} <= set(MEASURED)
    for name, (label, _) in MEASURED.items():
        assert VOICES[name].quality == label


def test_a_label_is_the_best_of_its_engine_or_says_why_it_was_lowered():
    for name, (label, lowered) in MEASURED.items():
        best = Quality(BEST.get(VOICES[name].engine, "robot"))
        assert (QUALITY_RANK[Quality(label)] > QUALITY_RANK[best]) == lowered, name


def test_the_voice_that_comes_first_has_the_best_label_of_its_language():
    assert voice_of(LANGUAGES[0]).voice == "am_fenrir"
    for language in LANGUAGES:
        ranks = [QUALITY_RANK[each.quality] for each in VOICES.values() if each.language == language and each.shipped]
        assert ranks[0] == min(ranks)
        assert ranks.count(ranks[0]) == 1
