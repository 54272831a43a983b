"""Tests that a file too costly to parse is refused beforehand, and that the worst one parsed fits in memory."""

import tracemalloc

import pytest

from nightcrier.box.games.engine.bounds import LARGEST_GAME, costly_part
from nightcrier.kernel.errors import BadFile
from tests.box.games.engine.small import SMALL, read

COSTLY = [
    ("[a]\n" * 1001, "1000 lines"),
    ("  [a]\n" * 1001, "1000 lines"),
    ("#" + "." * 101, "100 dots"),
    ("a.b.c.d.e.f.g.h.i.j = 1", "8 dots"),
    ("a = { b . c.d.e.f.g.h.i.'j'.k = 1 }", "8 dots"),
    ("[a.b.c.d.e.f.g.h.i.j]", "8 dots"),
    ("a = [" + "{}," * 30_000 + "]", "30000 keys"),
    ("a = 1\n" * 30_001, "30000 keys"),
    ("a = " + "[" * 30_000, "30000 keys"),
]
CHEAP = [
    "[a]\n" * 1000,
    "#" + "." * 100,
    "a.b.c.d.e.f.g.h.i = 1",
    "a = '''\n" + "..=[{\n" * 20_000 + "'''",
    'a = """' + '\\"""' * 20_000,
    "# [{=\n" * 20_000,
]


@pytest.mark.parametrize(("text", "why"), COSTLY)
def test_what_costs_the_parser_too_much_is_refused_before(text, why):
    assert why in costly_part(text)


@pytest.mark.parametrize("text", CHEAP)
def test_texts_and_comments_cost_nothing(text):
    assert costly_part(text) == ""


WORST = [
    "".join(f"[{head:03}.{'.'.join('abcdefgh')}]\n" for head in range(1000)),
    "".join(f"k{key:04}.b.c.d.e.f.g.h.i=[]\n" for key in range(2900)),
    "".join(f"k{key:05}=[]\n" for key in range(14_900)),
    "a=[" + "1," * 130_000 + "]",
    "a=[" + "''," * 87_000 + "]",
    "a=[" + "{a=1}," * 14_900 + "]",
    "a=" + "[" * 29_900,
    'a="' + "\\n" * 130_000 + '"',
    '"""' + '\\"""' * 60_000,
    "a=0x" + "f" * 260_000,
    "\n" * LARGEST_GAME,
]


@pytest.mark.parametrize("text", WORST, ids=[text[:12] for text in WORST])
def test_the_worst_that_is_parsed_fits_in_memory(text):
    assert len(text) <= LARGEST_GAME
    tracemalloc.start()
    with pytest.raises(BadFile):
        read(text)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 40 * 1024 * 1024


def test_a_larger_file_is_not_read():
    with pytest.raises(BadFile, match="256 KiB"):
        read("#" * (LARGEST_GAME + 1))
    assert read(SMALL + "#" * (LARGEST_GAME - len(SMALL))).id == "small"
