"""Provides views like those of pages, in every language."""

import tomllib
from pathlib import Path

import pytest

from nightcrier.box.table.drawing.view import CallMarks, Pair, Size, Text, View
from nightcrier.kernel.ids import Language

SAMPLES = tomllib.loads((Path(__file__).parent / "samples.toml").read_text("utf-8"))


SIGNS = ("seer", "werewolf", "witch", "mason", "drunk", "minion", "hunter")


def views_in(code: str) -> list[View]:
    """Return twelve screens: every long name at night, the day, a pause, a list, an option and a caption."""
    words, language = SAMPLES[code], Language(code)
    label, names, hint = words["label"], words["names"], Text(words["hint"], Size.SMALL)
    return [
        *(
            View("night", language, (Text(name, Size.LARGE, sign=sign),), dim=True, marks=CallMarks(at, 7, 8 - at, 8))
            for at, (name, sign) in enumerate(zip([words["short"], *names][:7], SIGNS, strict=False), start=1)
        ),
        View("day", language, (Text(words["clock"], Size.HUGE, sign="seer"), Text(words["short"], Size.LARGE))),
        View("pause", language, (Text(label, Size.SMALL, inverse=True), Text(names[0], Size.LARGE), hint)),
        View(
            "list", language, tuple(Pair(name, str(n), inverse=n == 2) for n, name in enumerate([label, *names][:3], 1))
        ),
        View("option", language, (Pair(label, "5", Size.MEDIUM, inverse=True), Text(names[1]), hint)),
        View("caption", language, (Text(words["sentence"], Size.LARGE),)),
    ]


@pytest.fixture(params=SAMPLES)
def code(request):
    return str(request.param)


@pytest.fixture
def views(code):
    return views_in(code)


@pytest.fixture
def lit():
    """Return a function that lists the lit pixels of a frame."""

    def found(frame: bytes) -> set[tuple[int, int]]:
        return {(x, y) for y in range(64) for x in range(128) if frame[y // 8 * 128 + x] >> y % 8 & 1}

    return found
