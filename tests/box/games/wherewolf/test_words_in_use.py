"""Tests that every word of Wherewolf and of all games is shown or said: a source names it, or builds its name."""

import ast
import re
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

from nightcrier.box.games.wherewolf.rulebook import ITEMS, ROLE_TABLE
from tests.box.games.wherewolf.table.host import bare

CARDS = frozenset({*ROLE_TABLE, *ITEMS})
ROOT = Path(__file__).parents[4]
ENGLISH = (ROOT / "assets" / "words" / "en.toml").read_text("utf-8")
SPEAKING = (
    "wolf_word",
    "wolf_line",
    "house_word",
    "house_line",
    "LineId(",
    "role_word",
    "screen_line",
    "Word(",
)
"""A source that contains none of these neither shows nor says a word."""
LEFT_OVER = frozenset(re.findall(r'older = "(?:wherewolf|house)\.([^"]+)"', ENGLISH))
"""Lines that are said only by voices that have not recorded the newer line."""
ELSEWHERE = {"title", "has-chosen", "has-read"}
"""The name of the game, for the menu, and what the secret turns of all games say."""


@cache
def sources() -> tuple[str, ...]:
    games = ROOT / "device/nightcrier/box/games"
    return tuple(
        path.read_text("utf-8") for room in ("wherewolf", "engine") for path in sorted((games / room).rglob("*.py"))
    )


@cache
def constants(source: str) -> frozenset[str]:
    """Return the texts of a source that can be the name of a word, or a part of one."""
    found = {node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)}
    texts = {text for text in found if isinstance(text, str)}
    return frozenset(bare(text) for text in texts if re.fullmatch(r"[a-z][a-z.-]*", text))


@cache
def patterns(source: str) -> tuple[tuple[str, ...], ...]:
    """Return the fixed parts of each f-string."""
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.JoinedStr)]
    return tuple(_between(node) for node in nodes)


def _between(text: ast.JoinedStr) -> tuple[str, ...]:
    parts = [str(part.value) if isinstance(part, ast.Constant) else "\0" for part in text.values]
    return tuple(bare("".join(parts)).split("\0"))


@cache
def everywhere(sources: tuple[str, ...]) -> frozenset[str]:
    return frozenset(chain.from_iterable(map(constants, sources)))


def names(sources: tuple[str, ...], key: str) -> bool:
    """Say whether these sources build this name. If an f-string has no letters of its own, its fillings must be texts
    of the same source, roles or items."""
    speaking = [source for source in sources if any(word in source for word in SPEAKING)]
    return any(_names(source, key, everywhere(sources)) for source in speaking)


def _names(source: str, key: str, known: frozenset[str]) -> bool:
    own = constants(source)
    if key in own or ("role_word(" in source and key in CARDS):
        return True
    return any(
        _made(between, key, known if any(map(str.isalpha, "".join(between))) else own) for between in patterns(source)
    )


def _made(between: tuple[str, ...], key: str, known: frozenset[str]) -> bool:
    """Say whether known texts fill the gaps of a pattern so that it makes this name."""
    filled = re.fullmatch("(.+)".join(map(re.escape, between)), key) if len(between) > 1 else None
    return filled is not None and set(filled.groups()) <= known | CARDS


KEYS = sorted(set(re.findall(r'^"(?:wherewolf|house)\.([^"]+)"', ENGLISH, re.MULTILINE)))


def test_no_word_is_written_that_nobody_uses():
    assert len(KEYS) > 300
    """Forms for named seats and other phrasings are chosen elsewhere, and are used wherever their word is."""
    words = {re.sub(r"\.other(\.\d)?$", "", key.removesuffix(".named")) for key in KEYS}
    assert words <= set(KEYS)
    assert [key for key in sorted(words) if not names(sources(), key) and key not in LEFT_OVER | ELSEWHERE] == []


@pytest.mark.parametrize(
    ("source", "key"),
    [
        ('wolf_word("minute")', "minute"),
        ('how = "none"; wolf_line(f"dead.{how}")', "dead.none"),
        ('which = "run-off"; wolf_line(f"{which}.{how}"); how = "open"', "run-off.open"),
        ("role_word(role)", "seer"),
        ('wolf_word(f"help.{role}")', "help.seer"),
    ],
)
def test_a_word_is_found_and_not_without_what_makes_it(source, key):
    assert names((source,), key)
    assert not names((source.replace("wolf_", "").replace("role_", ""),), key)
    assert not names((source,), f"{key}-er")
