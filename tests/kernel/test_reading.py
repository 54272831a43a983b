"""Files of a fixed form: every fault is told in words people use."""

from contextlib import suppress
from typing import Annotated, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta, Struct

from device.kernel.errors import BadFile
from device.kernel.reading import parse_toml


class Chair(Struct, forbid_unknown_fields=True):
    legs: Annotated[int, Meta(ge=3, le=5)]
    wood: Annotated[str, Meta(min_length=1)] = "oak"
    parts: dict[str, Annotated[str, Meta(max_length=3)]] = {}
    kind: Literal["stool", "throne"] = "stool"
    marks: tuple[int, ...] = ()


def test_a_right_file_is_read() -> None:
    assert parse_toml(b'legs = 4\nwood = "ash"', Chair, "chair.toml") == Chair(4, "ash")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("legs = 9", "chair.toml: legs: must be a whole number, at most 5."),
        ("legs = 2", "chair.toml: legs: must be a whole number, at least 3."),
        ('legs = "four"', "chair.toml: legs: must be a whole number, not a text in quotes."),
        ("legs = 4\nwood = 3", "chair.toml: wood: must be a text in quotes, not a whole number."),
        ("legs = 4\nwood = 2000-01-01", "chair.toml: wood: must be a text in quotes, not date."),
        ('legs = 4\nwood = ""', "chair.toml: wood: must not be empty."),
        ("legs = 4\nparts = []", "chair.toml: parts: must be a table, not a list in [ ]."),
        ('legs = 4\nkind = "bench"', "chair.toml: kind: cannot be 'bench'."),
        ('legs = 4\nparts = { back = "high" }', "chair.toml: parts[...]: must have at most 3 characters."),
        ('legs = 4\nmarks = "x"', "chair.toml: marks: must be a list in [ ], not a text in quotes."),
        ('wood = "oak"', "chair.toml: legs: is missing."),
        ("legs = 4\nlgs = 4", "chair.toml: lgs: is no key that is known here; take it out."),
        ("legs =", "chair.toml: is not TOML: Invalid value (at end of document)."),
        ("[" * 5000, "chair.toml: is not TOML: "),
        (
            "legs = 4\nwood = \u201coak\u201d",
            'chair.toml: is not TOML: Invalid value (at line 2, column 8); write straight quotes there, ", and',
        ),
        ('wood = "oak\u201d', "chair.toml: is not TOML: Unterminated string (at end of document); write straight"),
        ("# \u201coak\u201d\nlegs =\n", "chair.toml: is not TOML: Invalid value (at line 2, column 7)."),
        (
            r"{\rtf1\ansi legs = 4}",
            "chair.toml: is RTF, not plain text; in TextEdit choose Format, Make Plain Text, and save it again.",
        ),
        ("legs = 4\n" + "a." * 101 + "a = 1", "chair.toml: has a line with more than 100 dots; write it shorter."),
        ("legs = 4\nwood = '\udcff'", "chair.toml: is not UTF-8 text; save it again as UTF-8."),
    ],
)
def test_what_is_wrong_is_said_by_file_and_key(text: str, sentence: str) -> None:
    with pytest.raises(BadFile) as refused:
        parse_toml(text.encode(errors="surrogateescape"), Chair, "chair.toml")
    assert str(refused.value).startswith(sentence)


@given(st.binary(max_size=60) | st.text(alphabet='legs=[]{}"a1\n.', max_size=60).map(str.encode))
def test_nothing_but_a_chair_or_a_sentence_comes_out(data: bytes) -> None:
    with suppress(BadFile):
        assert isinstance(parse_toml(data, Chair, "chair.toml"), Chair)
