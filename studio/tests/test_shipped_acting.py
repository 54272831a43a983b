"""Tests how shipped voices act, by measuring their clips: hushed lines are quiet, and the pitch of the count rises."""

from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from bench.delivery import pitch
from nightcrier.takes.soundfiles import line_loudness, read_sound
from nightcrier.takes.waves import Wave
from nightcrier_studio.delivery import kind_of
from tests.sampling import sampled
from tests.shipped import shipped_clip, shipped_pack

SUNG = ("en-male", "en-female", "fr-female", "zh-Hant-male")
"""The voices that were rendered with `delivery.toml`, and whose engine follows a melody."""
ACTING = (*SUNG, "de-female", "uk-female", "ja-male", "es-female", "it-female")
"""All voices that were rendered with `delivery.toml`."""
COUNT = "vote.three", "vote.two", "vote.one", "vote.now"
APART, HUSHED = 6.0, -26.0


@cache
def sound(voice: str, line: str) -> tuple[Wave, int]:
    return read_sound(shipped_clip(voice, line))


def loudness(voice: str, kind: str) -> list[float]:
    """Return the loudness of all clips of a kind, in LUFS."""
    clips = [line for line in shipped_pack(voice).pack.clips if kind_of(line) == kind]
    assert len(clips) > 10
    return [line_loudness(*sound(voice, line)) for line in clips]


@pytest.mark.parametrize("voice", sampled(ACTING))
def test_orders_are_far_louder_than_a_hush(voice):
    hushes, orders = loudness(voice, "hush"), loudness(voice, "order")
    assert max(hushes) <= HUSHED + 0.6
    assert np.percentile(orders, 5) - max(hushes) >= APART
    assert np.median(orders) == pytest.approx(-16.0, abs=0.5)


@pytest.mark.parametrize("voice", sampled(ACTING))
def test_the_count_grows_louder(voice):
    assert all(after > before for before, after in pairwise(line_loudness(*sound(voice, line)) for line in COUNT))


@pytest.mark.parametrize("voice", sampled(SUNG))
def test_the_count_climbs(voice):
    assert all(after > before for before, after in pairwise(pitch(*sound(voice, line)) for line in COUNT))
