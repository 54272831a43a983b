"""Provides short ways to write a game of One Night and get its verdict, and loads helper modules of this folder."""

import importlib.util
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest

from nightcrier.box.games.one_night.referee.verdict import judge_round
from nightcrier.box.games.one_night.sheets.judge_report import report_judgement
from nightcrier.box.games.one_night.sheets.judge_sheet import OneNightSheet, to_round
from nightcrier.kernel.errors import RefusedGame

HERE = Path(__file__).parent


class Found(dict[str, Any]):
    """Holds a verdict as `nightcrier judge` prints it, with shortcuts for what tests ask most."""

    @property
    def cards(self) -> str:
        return " ".join(player["card"] for player in self["players"].values())

    @property
    def plays(self) -> str:
        return " ".join(player["plays_as"] for player in self["players"].values())

    def seen(self, seat: str) -> list[Any]:
        """Return what a seat was told: (place, card) for a look, a list of seats for a meeting."""
        return [fact.get("seats") or (fact["place"], fact["card"]) for fact in self["told"].get(seat, [])]


def _entry(chosen: str | dict[str, Any]) -> dict[str, Any]:
    """Return an entry of the night. `2 robber P1` means that seat 2 acts as the Robber on P1."""
    if isinstance(chosen, dict):
        return chosen
    seat, role, *rest = chosen.split()
    targets = [word for word in rest if word[0] in "PC"]
    direction = next((word for word in rest if word in {"left", "right"}), None)
    artifact = next((word for word in rest if "-of-" in word), None)
    return {"seat": int(seat), "as": role, "targets": targets, "direction": direction, "artifact": artifact}


def _verdict(players: str | list[str], night: Sequence[str | dict[str, Any]] = (), **more: Any) -> Found:
    """Return the verdict on a game. Tests for which the center does not matter may leave it out."""
    names = players.split() if isinstance(players, str) else players
    game = {"game": "one-night", "center": ["villager", "villager", "insomniac"], "players": names} | more
    sheet = msgspec.convert(game | {"night": [_entry(chosen) for chosen in night]}, OneNightSheet)
    return Found(msgspec.to_builtins(report_judgement(judge_round(to_round(sheet)))))


def _refusal(*players: str, **game: Any) -> str:
    """Return the sentence with which the referee refuses the game."""
    with pytest.raises(RefusedGame) as refused:
        _verdict(*players, **game)
    return str(refused.value)


@pytest.fixture(scope="session")
def verdict():
    return _verdict


@pytest.fixture(scope="session")
def refusal():
    return _refusal


@pytest.fixture(scope="session")
def beside():
    """Return a function that imports a helper module of this folder by its name."""

    def load(name: str) -> ModuleType:
        spec = importlib.util.spec_from_file_location(name, HERE / f"{name}.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    return load
