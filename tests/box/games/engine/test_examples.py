"""The examples of the contract: what `games show` prints of four files, and which key is wrong in a small one."""

import json
from pathlib import Path
from typing import Any

import pytest

from nightcrier.box.games.engine.reading import read_game
from nightcrier.cli import main
from nightcrier.kernel.errors import BadFile
from nightcrier.words.catalogue import LANGUAGES

EXAMPLES = Path(__file__).parent / "examples"
CASES: dict[str, list[dict[str, Any]]] = json.loads((EXAMPLES / "examples.json").read_text("utf-8"))


def is_equal(expected: object, found: object) -> bool:
    """`?` stands for any text: a line of the house that the contract does not fix."""
    return found == expected or (expected == "?" and isinstance(found, str) and found != "")


@pytest.mark.parametrize("case", CASES["shows"], ids=lambda case: str(case["id"]))
def test_a_night_is_shown(case: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["games", "show", str(EXAMPLES / f"{case['game']}.game.toml"), *case["args"], "--json"])
    written = capsys.readouterr()
    assert status == case.get("status", 0)
    assert written.err.count("\n") == (status != 0)
    rows = [json.loads(line) for line in written.out.splitlines()]
    expected = case.get("expect", [])
    assert [row.keys() for row in rows] == [row.keys() for row in expected]
    pairs = [(row[key], found[key]) for row, found in zip(expected, rows, strict=True) for key in row]
    assert [pair for pair in pairs if not is_equal(*pair)] == []


@pytest.mark.parametrize("case", CASES["wrong"], ids=lambda case: str(case["id"]))
def test_the_wrong_key_is_named(case: dict[str, Any]) -> None:
    if case["keys"] is None:
        assert read_game(case["text"].encode(), "small.game.toml", LANGUAGES).id == "small"
        return
    with pytest.raises(BadFile) as refused:
        read_game(case["text"].encode(), "small.game.toml", LANGUAGES)
    assert refused.value.key in case["keys"]
