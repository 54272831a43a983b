"""Tests that no clip has noise after its last word: a voice ends soon after it was last within 20 dB of its peak."""

import numpy as np
import pytest

from nightcrier.box.sound.containers import sound_content
from nightcrier.box.sound.voices.packs import read_shelf
from nightcrier.takes.soundfiles import decode_sound
from nightcrier.takes.waves import Wave
from nightcrier.words.catalogue import LANGUAGES
from studio.tests.canned import RATE
from tests.sampling import sampled
from tests.shipped import VOICES

NEAR, FAINT, FRAME, LONGEST = -20, -50, 0.02, 0.5


def tail(sound: Wave, rate: int = 48000) -> float:
    """Return for how many seconds something faint is heard after the last moment that is nearly as loud as any."""
    frame = round(FRAME * rate)
    power = (sound[: len(sound) // frame * frame].reshape(-1, frame) ** 2).mean(axis=1)
    levels = 10 * np.log10(power / power.max() + 1e-12)
    return FRAME * float((levels[np.flatnonzero(levels > NEAR)[-1] :] > FAINT).sum() - 1)


def test_hiss_behind_a_word_is_a_tail_and_its_last_sound_is_none():
    word, hiss = np.sin(np.arange(RATE)), np.random.default_rng(1).standard_normal(RATE)
    assert tail(np.concatenate((word, 0.01 * hiss)), RATE) == pytest.approx(1, abs=FRAME)
    assert tail(np.concatenate((word, 0.3 * hiss[: RATE // 4])), RATE) <= FRAME
    assert tail(np.concatenate((word, 0.0001 * hiss)), RATE) == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_clip_has_a_tail(language):
    """Without `--whole` only numbers and votes, the shortest clips, and a few others are tested."""
    for shelved in read_shelf(VOICES, language, print):
        lines = list(shelved.pack.clips)
        short = [line for line in lines if line.startswith(("number.", "vote."))]
        for line in dict.fromkeys([*short, *sampled(lines, 5)]):
            clip = shelved.file_of(shelved.pack.clips[line])
            dragged = tail(decode_sound(sound_content(clip)))
            assert dragged <= LONGEST, (shelved.id, line, dragged)
