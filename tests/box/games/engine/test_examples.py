"""Tests the examples of the contract: what `games show` prints of four files, and which key is wrong in a small one."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from nightcrier.box.games.engine.reading import read_game
from nightcrier.box.games.engine.sheets.judge_report import FileReferee
from nightcrier.cli import main
from nightcrier.kernel.errors import BadFile, RefusedGame
from nightcrier.kernel.folders import share
from nightcrier.words.catalogue import LANGUAGES

EXAMPLES = Path(__file__).parent / "examples"
CASES: dict[str, list[dict[str, Any]]] = json.loads((EXAMPLES / "examples.json").read_text("utf-8"))
SHIPPED: list[dict[str, Any]] = json.loads((EXAMPLES / "shipped.json").read_text("utf-8"))["judged"]
"""Whole games of the shipped files, written from the published rules of these games."""


def is_equal(expected: object, found: object) -> bool:
    """Compare two values. An expected `?` matches any text, for lines of the house that the contract does not fix."""
    return found == expected or (expected == "?" and isinstance(found, str) and found != "")


@pytest.mark.parametrize("case", CASES["shows"], ids=lambda case: str(case["id"]))
def test_a_night_is_shown(case, capsys):
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
def test_the_wrong_key_is_named(case):
    if case["keys"] is None:
        assert read_game(case["text"].encode(), "small.game.toml", LANGUAGES).id == "small"
        return
    with pytest.raises(BadFile) as refused:
        read_game(case["text"].encode(), "small.game.toml", LANGUAGES)
    assert refused.value.key in case["keys"]


def verdict_of(game: dict[str, Any], folder: Path) -> Any:
    file = read_game((folder / f"{game['game']}.game.toml").read_bytes(), f"{game['game']}.game.toml", LANGUAGES)
    return msgspec.to_builtins(FileReferee(file).judge_game(json.dumps(game).encode()))


@pytest.mark.parametrize("case", CASES["judged"], ids=lambda case: f"{case['id']}: {case['title']}")
def test_a_game_on_paper_is_judged(case):
    check_verdict(case, EXAMPLES)


@pytest.mark.parametrize("case", SHIPPED, ids=lambda case: f"{case['id']}: {case['title']}")
def test_a_game_of_a_shipped_file_is_judged(case):
    check_verdict(case, share("config") / "games")


def check_verdict(case: dict[str, Any], folder: Path) -> None:
    if "error" in case["expect"]:
        with pytest.raises(RefusedGame):
            verdict_of(case["game"], folder)
        return
    found = verdict_of(case["game"], folder)
    assert list(differences(case["expect"], found)) == []
    assert bool(found["reasons"]) is (found["end"]["how"] is not None)


IN_ORDER = ("nights", "days")
EMPTY = ("causes", "turned", "announced", "counts", "run_off")


def differences(expected: Any, found: Any, path: str = "") -> Iterator[str]:
    """Yield each difference between a verdict and its expected parts. Lists in `IN_ORDER` and what a seat was told are
    compared by position, all others as sets. `{}` asks for emptiness in `EMPTY` alone; `[]` means that a seat was told
    nothing."""
    last, inside = path.rpartition(".")[2], path.rpartition(".")[0].rpartition(".")[2]
    if isinstance(expected, dict):
        if last in EMPTY and expected.keys() != found.keys():
            yield f"{path}: {found} instead of {expected}"
        for key in expected:
            default = [] if last == "told" else f"no {key}"
            yield from differences(expected[key], found.get(key, default), f"{path}.{key}")
    elif isinstance(expected, list) and (last in IN_ORDER or inside == "told") and len(expected) == len(found):
        for place, pair in enumerate(zip(expected, found, strict=True)):
            yield from differences(*pair, f"{path}[{place}]")
    elif isinstance(expected, list) and not (last in IN_ORDER or inside == "told"):
        if sorted(map(str, expected)) != sorted(map(str, found)):
            yield f"{path}: {found} instead of {expected}"
    elif expected != found:
        yield f"{path}: {found} instead of {expected}"


def test_a_difference_would_be_found():
    assert list(differences({"nights": [{"causes": {}}]}, {"nights": [{"causes": {"P1": ["shot"]}}]}))
    assert list(differences({"days": []}, {"days": [{}]}))
    assert list(differences({"nights": [{"told": {"P1": []}}]}, {"nights": [{"told": {"P1": [{"as": "a"}]}}]}))
    assert not list(
        differences(
            {"winners": ["P1", "P2"], "nights": [{"told": {"P1": []}}]},
            {"winners": ["P2", "P1"], "nights": [{"told": {}}]},
        )
    )
