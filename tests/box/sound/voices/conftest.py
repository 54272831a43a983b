"""Provides voices for tests."""

import pytest

from nightcrier.box.sound.voices.voice_chain import VoiceChain

TEXTS = {("en", "wake"): ("Wake up.", "Wake up."), ("it", "wake"): ("Svegliati.", "Sve-gliati.")}


@pytest.fixture
def voices(workshop):
    def make(live=None, texts=TEXTS):
        return VoiceChain(
            workshop.folder / "voices",
            lambda language, line: texts.get((language, line)),
            workshop.reports.append,
            own=(workshop.folder / "own",),
            live=live,
        )

    return make
