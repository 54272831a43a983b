"""Tests that wishes from a socket are read strictly, and only as one of a list of kinds."""

from random import Random

import pytest

from nightcrier.kernel.people import Presence
from nightcrier.kernel.refusal import Allowance
from nightcrier.wire.wishes import (
    LONGEST_WISH,
    AnswerWish,
    CardWish,
    HelpedWish,
    IdentifyWish,
    LoudnessWish,
    MendWish,
    MessageWish,
    MinuteWish,
    NameWish,
    PauseWish,
    PresenceWish,
    ReachedAt,
    StrikeWish,
    read_wish,
    wish_line,
)


@pytest.mark.parametrize(
    "wish",
    [
        LoudnessWish(20),
        PauseWish(True),
        MinuteWish(),
        NameWish(36, "x" * 96),
        PresenceWish(1, Presence.LEFT),
        ReachedAt("[fe80::1]:8080"),
        ReachedAt(""),
        MendWish(1_000_000_000, 1_000_000_000, tuple(range(1, 37))),
        StrikeWish(-1, 0),
        AnswerWish(123456789.1234, tuple(map(str, range(1, 37)))),
        MessageWish('"' * 60 + "\u0e49" * 60),
        IdentifyWish(),
        HelpedWish(),
        CardWish("x" * 64, "x" * 64, 36, "x" * 64, 36),
    ],
)
def test_a_wish_comes_through(wish):
    assert read_wish(wish_line(wish)) == wish


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"null",
        b"[]",
        b"{}",
        b"\xff\xfe",
        b'{"type":"stop"}',
        b'{"type":"loudness"}',
        b'{"type":"loudness","loudness":0}',
        b'{"type":"loudness","loudness":21}',
        b'{"type":"loudness","loudness":1.5}',
        b'{"type":"loudness","loudness":"3"}',
        b'{"type":"loudness","loudness":3,"more":1}',
        b'{"type":"pause"}',
        b'{"type":"pause","paused":1}',
        b'{"type":"name","person":0,"name":"a"}',
        b'{"type":"name","person":37,"name":"a"}',
        b'{"type":"presence","person":1,"presence":"dead"}',
        b'{"type":"card","game":"a","scenario":"b","players":3,"card":"c","count":-1}',
        b'{"type":"card","game":"a","scenario":"b","players":3,"card":"c","count":37}',
        b'{"type":"card","game":"a","scenario":"b","players":3,"card":["c"],"count":1}',
        b'{"type":"card","game":"a","scenario":"b","players":3,"card":"","count":1}',
        b'{"type":"answer","at":-1,"values":["1"]}',
        b'{"type":"answer","at":NaN,"values":["1"]}',
        b'{"type":"answer","at":1,"values":"1"}',
        b'{"type":"answer","at":1,"values":[1]}',
        b'{"type":"answer","at":1,"values":[' + b'"1",' * 36 + b'"1"]}',
        b'{"type":"mend","evening":1,"game":1,"winners":[0]}',
        b'{"type":"mend","evening":1,"game":1,"winners":[' + b"1," * 36 + b"1]}",
        b'{"type":"mend","evening":1,"game":1,"winners":{"1":5}}',
        b'{"type":"mend","evening":-2,"game":1,"winners":[]}',
        b'{"type":"mend","evening":1,"game":1,"winners":[],"points":9}',
        b'{"type":"strike","evening":1,"game":1e10}',
        b'{"type":"strike","evening":1}',
        b'{"type":"reached","address":"http://x/<b>"}',
        b'{"type":"reached","address":"x\\n"}',
        b'{"type":"look"' + b" " * LONGEST_WISH + b"}",
        b"[" * 500,
    ],
)
def test_what_is_no_wish_is_none(line):
    assert read_wish(line) is None


def test_random_bytes_are_none():
    rng = Random(5)
    for _ in range(2000):
        assert read_wish(rng.randbytes(rng.randrange(80))) is None


def test_an_allowance_runs_out_and_comes_back():
    allowance = Allowance(3, 2.0, 0.0)
    assert [allowance.takes(0.0) for _ in range(4)] == [True, True, True, False]
    assert allowance.wait(0.0) == pytest.approx(0.5)
    assert [allowance.takes(0.5), allowance.takes(0.5)] == [True, False]
    assert [allowance.takes(100.0) for _ in range(4)] == [True, True, True, False]


def test_shares_of_an_allowance_are_for_a_bounded_number_of_names():
    """Each name's first wish is granted, and more when it gets a turn."""
    allowance = Allowance(1, 0.5, 0.0)
    granted = [allowance.takes_for(f"{number}", 0.0) for number in range(1200)]
    assert granted == [True] * 1000 + [False] * 200
    assert allowance.takes_for("another", 0.0) is False
    assert allowance.takes_for("another", 2000.0) is True


@pytest.mark.parametrize("moment", ["NaN", "Infinity", "-1", "1e999", "1e10", '"12"', "true", "[1]"])
def test_a_moment_that_no_clock_shows_is_no_wish(moment):
    assert read_wish(b'{"type":"answer","at":%s,"values":[]}' % moment.encode()) is None
