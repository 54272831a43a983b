"""Tests that every fault in a file of a fixed form is explained in plain words."""

import re
from contextlib import suppress
from typing import Annotated, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta, Struct

from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.reading import LARGEST_TOML, LARGEST_TOML_LIST, parse_tables, parse_toml


class Back(Struct, forbid_unknown_fields=True):
    height: Annotated[int, Meta(le=8, description="a height of up to 8")]


class Chair(Struct, forbid_unknown_fields=True):
    legs: Annotated[int, Meta(ge=3, le=5)]
    wood: Annotated[str, Meta(min_length=1)] = "oak"
    parts: dict[str, Annotated[str, Meta(max_length=3)]] = {}
    kind: Literal["stool", "throne"] = "stool"
    marks: tuple[int, ...] = ()
    feet: Annotated[int, Meta(ge=0, le=50)] | str = 0
    back: Back | None = None
    edges: tuple[str | int, Annotated[int, Meta(ge=1, le=9)] | None] = (1, None)


def test_a_right_file_is_read():
    assert parse_toml(b'legs = 4\nwood = "ash"', Chair, "chair.toml") == Chair(4, "ash")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("legs = 9", "chair.toml: legs: must be a whole number from 3 to 5."),
        ("legs = 2", "chair.toml: legs: must be a whole number from 3 to 5."),
        ('legs = "four"', "chair.toml: legs: must be a whole number from 3 to 5."),
        ("legs = 4\nwood = 3", "chair.toml: wood: must be a text in quotes, not a whole number."),
        ("legs = 4\nwood = 2000-01-01", "chair.toml: wood: must be a text in quotes, not date."),
        ('legs = 4\nwood = ""', "chair.toml: wood: must not be empty."),
        ("legs = 4\nparts = []", "chair.toml: parts: must be a table, not a list in [ ]."),
        ('legs = 4\nkind = "bench"', 'chair.toml: kind: must be one of "stool", "throne".'),
        ('legs = 4\nparts = { back = "high" }', "chair.toml: parts.back: must have at most 3 characters."),
        ('legs = 4\nmarks = "x"', "chair.toml: marks: must be a list in [ ], not a text in quotes."),
        ('wood = "oak"', "chair.toml: legs: is missing."),
        ("legs = 4\nlgs = 4", "chair.toml: lgs: is no key that is known here; take it out."),
        ("lgs = 4", "chair.toml: lgs: is no key that is known here; did you mean 'legs'?"),
        ("legs = 4\nfeet = 51", "chair.toml: feet: must be a whole number, at most 50."),
        ("legs = 4\nfeet = -1", "chair.toml: feet: must be a whole number, at least 0."),
        ('legs = 4\nmarks = [1, "x"]', "chair.toml: marks[1]: must be a whole number, not a text in quotes."),
        (
            "legs = 4\nback = { heigt = 4 }",
            "chair.toml: back.heigt: is no key that is known here; did you mean 'height'?",
        ),
        ("legs = 4\nback = { height = 9 }", "chair.toml: back.height: must be a height of up to 8."),
        ("legs = 4\nedges = [1, 0]", "chair.toml: edges[1]: must be a whole number from 1 to 9."),
        ("legs =", "chair.toml: is not TOML: Invalid value (at end of document)."),
        ("[" * 3000, "chair.toml: is not TOML: "),
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
        ("legs = 4\nwood = '\udcff'", "chair.toml: is not UTF-8 text; save it again as UTF-8."),
    ],
)
def test_what_is_wrong_is_said_by_file_and_key(text, sentence):
    with pytest.raises(BadFile) as refused:
        parse_toml(text.encode(errors="surrogateescape"), Chair, "chair.toml")
    assert str(refused.value).startswith(sentence)


NAMES = range(50_000)
DEAR: dict[str, tuple[str, str]] = {
    "heads with 98 dots": ("".join(f"[k{n}{'.a' * 98}]\n" for n in NAMES[:4700]), "is larger than 64 KiB"),
    "fewer of them": ("".join(f"[k{n}{'.a' * 98}]\n" for n in NAMES[:300]), "has a line with more than 32 dots"),
    "shorter ones": ("".join(f"[k{n}{'.a' * 20}]\n" for n in NAMES[:999]), "has more than 4096 lines, dots and"),
    "heads without dots": ("".join(f"[k{n}]\n" for n in NAMES[:1001]), "has more than 1000 lines that begin with ["),
    "one list of many tables": ("[[a]]\r\n" * 1001, "has more than 1000 lines that begin with ["),
    "heads behind blanks": (" \t[[a]]\n" * 1001, "has more than 1000 lines that begin with ["),
    "what looks like heads in a text": (f'x = """{"[" * 9}{chr(10)}[{chr(10) * 2}' * 1001, "has more than 1000 lines"),
    "keys with dots": (f"{'a.' * 33}a = 1", "has a line with more than 32 dots"),
    "keys whose dots are in quotes": (f"'{'.' * 33}' = 1", "has a line with more than 32 dots"),
    "keys with some dots": ("".join(f"k{n}.a.a.a = 1\n" for n in NAMES[:1100]), "has more than 4096 lines, dots and"),
    "keys below a long head": (f"[x{'.a' * 32}]\n" + "a=1\n" * 4100, "has more than 4096 lines, dots and brackets"),
    "empty tables": ("".join(f"k{n}={{}}\n" for n in NAMES[:2100]), "has more than 4096 lines, dots and brackets"),
    "empty lists": ("x = [\n" + "[],[],[],\n" * 1100 + "]", "has more than 1000 lines that begin with ["),
    "lists behind a comma": ("x = [[]\n" + ",[],[],[]\n" * 1100 + "]", "has more than 4096 lines, dots and brackets"),
    "tables in a line": (f"x = [{'{},' * 1400}]", "has a line with more than 4096 characters"),
    "tables in tables": ("".join(f"k{n}={'{a=' * 200}1{'}' * 200}\n" for n in NAMES[:21]), "has more than 4096 lines"),
    "numbers in a list": ("x = [\n" + f"{'1,' * 2000}\n" * 3 + "]", "has more than 4096 commas"),
    "digits": ("legs = " + "1" * 4096, "has a line with more than 4096 characters"),
    "digits of a fraction": ("legs = 0." + "1" * 4096, "has a line with more than 4096 characters"),
    "old ends of lines": ("legs = 4\r" * 5000, "has a line with more than 4096 characters"),
    "empty lines": ("\n" * 4100, "has more than 4096 lines, dots and brackets"),
}
"""Short texts that are costly to parse: the first was found in use, the others are just over a limit."""


@pytest.mark.parametrize("shape", DEAR)
def test_what_would_cost_much_never_comes_to_the_parser(shape, monkeypatch):
    monkeypatch.setattr("tomllib.loads", pytest.fail)
    text, sentence = DEAR[shape]
    with pytest.raises(BadFile, match=f"^chair.toml: {re.escape(sentence)}"):
        parse_tables(text.encode("utf-8-sig"), "chair.toml")


def test_what_is_just_within_the_bounds_is_read():
    heads = "".join(f"[k{n}.a]\n" for n in NAMES[:1000])
    line, left = f"k{'.a' * 32} = '{'x' * 4000}'\n", LARGEST_TOML // 16 - 3000 - 32 - 2
    assert len(parse_tables((line + heads + "\n" * left).encode(), "chair.toml")) == 1001
    with pytest.raises(BadFile, match="has more than 4096 lines"):
        parse_tables((line + heads + "\n" * (left + 1)).encode(), "chair.toml")


def test_a_line_of_dots_in_a_comment_is_nobodys_key():
    ruled = f"# name {'.' * 60} what people read {'-' * 5000}\nlegs = 4\n"
    assert parse_tables(ruled.encode(), "chair.toml") == {"legs": 4}
    hidden = f'x = {{ a = """\n#""", b{".b" * 40} = 1 }}\n'  # ends a text, and goes on with a key
    with pytest.raises(BadFile, match="has a line with more than 32 dots"):
        parse_tables(hidden.encode(), "chair.toml")


def test_a_key_that_reads_as_a_place_in_the_file_is_only_a_key():
    twice = '["(at line 9999, column 1)"]\n' * 2
    with pytest.raises(BadFile, match=r"^chair.toml: is not TOML: Cannot declare .* \(at line 2, column \d+\)"):
        parse_tables(twice.encode(), "chair.toml")


def test_a_list_of_5000_clips_is_read_where_lists_are():
    clip = '{ file = "one-night.open.short.opus", seconds = 3.936, hash = "7f91628ede31", nod = "7f91628ede31" }'
    text = "".join(f'"one-night.{n:05}" = {clip}\n' for n in NAMES[:5000]).encode()
    assert len(parse_tables(text, "pack.toml", LARGEST_TOML_LIST)) == 5000


@given(st.binary(max_size=60) | st.text(alphabet='legs=[]{}"a1\n.', max_size=60).map(str.encode))
def test_nothing_but_a_chair_or_a_sentence_comes_out(data):
    with suppress(BadFile):
        assert isinstance(parse_toml(data, Chair, "chair.toml"), Chair)
