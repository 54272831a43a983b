"""Builds games of Wherewolf from a short notation, and returns their verdict or refusal."""

import json
from typing import Any

import msgspec
import pytest

from nightcrier.box.games.wherewolf.sheets.judge_report import report_sheet
from nightcrier.kernel.errors import RefusedGame


def entry_of(chosen: str | dict[str, Any]) -> dict[str, Any]:
    """Read `2 witch P1` as seat 2 acting as the Witch on P1, and `2 thief in seer` as a window."""
    if isinstance(chosen, dict):
        return chosen
    seat, power, *rest = chosen.split()
    entry: dict[str, Any] = {"seat": int(seat), "as": power}
    if "in" in rest:
        entry["during"] = rest[rest.index("in") + 1]
    places = [word for word in rest if word.startswith("P")]
    return entry | ({"targets": places} if len(places) > 1 else {"target": places[0]} if places else {})


def vote_of(written: str, signals: str = "") -> dict[str, Any]:
    """Read `1:P2 2:P3,P4` as votes, `P2=3 P4=1` as hands, and `3 mayor P2; 4 orator P1,P5` as signals."""
    vote: dict[str, Any] = {"hands": {}}
    words = written.split()
    if any(":" in word for word in words):
        vote = {"votes": {seat: places.split(",") for seat, _, places in (word.partition(":") for word in words)}}
    elif words:
        vote = {"hands": {place: int(count) for place, _, count in (word.partition("=") for word in words)}}
    return vote | ({"signals": [_signal(signal) for signal in signals.split(";")]} if signals else {})


def _signal(written: str) -> dict[str, Any]:
    seat, power, places = written.split()
    several = {"targets": places.split(",")} if power == "orator" else {"target": places}
    return {"seat": int(seat), "as": power} | several


def round_of(night="", accusation="", run_off=None, **signals):
    """Return a round of a night, with `;` between its entries, and votes. Without an accusation there is no day."""
    found: dict[str, Any] = {"night": [entry_of(chosen.strip()) for chosen in night.split(";") if chosen.strip()]}
    if accusation is not None:
        found["day"] = {"accusation": vote_of(accusation, signals.get("accused", ""))}
        if run_off is not None:
            found["day"]["run_off"] = vote_of(run_off, signals.get("signalled", ""))
    return found


def game_of(players: str, *rounds: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return a game with these players, beginning with seat 1."""
    return {"game": "wherewolf", "players": players.split(), "rounds": list(rounds)} | more


def verdict_of(game: dict[str, Any]) -> dict[str, Any]:
    """Return the verdict as `nightcrier judge` prints it."""
    found: dict[str, Any] = msgspec.to_builtins(report_sheet(json.dumps(game).encode()))
    return found


def refusal_of(game: dict[str, Any]) -> str:
    """Return the sentence with which the referee refuses the game."""
    with pytest.raises(RefusedGame) as refused:
        verdict_of(game)
    return str(refused.value)


QUIET = round_of()
"""A night without choices, and a day on which nobody votes."""


def last(night: str, **more: Any) -> dict[str, Any]:
    """Return a night that ends the game sheet, without a day."""
    return round_of(night, None, **more)


def at(found: Any, path: str) -> Any:
    """Return the value at a path such as `nights.1.killed`, or None if there is none."""
    for key in path.split("."):
        found = found[int(key)] if isinstance(found, list) else found.get(key)
    return found


def night_of(*entries: dict[str, Any]) -> dict[str, Any]:
    """Return a round of these entries, written as on a sheet, without a day."""
    return {"night": list(entries)}


def votes_of(accusation: dict[str, Any], run_off: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return a quiet night, and a day with these votes."""
    return {"night": [], "day": {"accusation": accusation} | ({} if run_off is None else {"run_off": run_off})}
