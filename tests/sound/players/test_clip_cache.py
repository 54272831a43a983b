"""Clips decoded ahead."""

from pathlib import Path
from threading import Event, get_ident

import pytest

from device.sound.players.clip_cache import KEPT, Larder


def test_a_clip_is_decoded_once_and_beside_the_loop():
    decoded = []
    larder = Larder(lambda clip: decoded.append((clip, get_ident())) or clip.name)
    larder.ahead(Path("a"))
    assert larder.get(Path("a")) == larder.get(Path("a")) == "a"
    assert len(decoded) == 1
    assert decoded[0][1] != get_ident()


def test_asking_ahead_does_not_wait():
    may_decode = Event()
    larder = Larder(lambda clip: may_decode.wait(30) and clip.name)
    larder.ahead(Path("a"))
    may_decode.set()
    assert larder.get(Path("a")) == "a"


def test_what_goes_wrong_is_raised_where_the_clip_is_asked_for():
    def decode(clip):
        raise OSError(f"{clip} is broken")

    larder = Larder(decode)
    larder.ahead(Path("a"))
    with pytest.raises(OSError, match="a is broken"):
        larder.get(Path("a"))


def test_the_clips_used_last_are_kept():
    decoded = []
    larder = Larder(lambda clip: decoded.append(clip.name) or clip.name)
    for number in range(KEPT):
        larder.get(Path(f"{number}"))
    larder.get(Path("0"))
    larder.get(Path("new"))
    larder.get(Path("0"))
    larder.get(Path("1"))
    assert decoded.count("0") == 1
    assert decoded.count("1") == 2
