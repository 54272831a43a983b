"""A game of Wherewolf as people write it down for `nightcrier judge`. Seats and places count from 1."""

import re
from collections.abc import Mapping

import msgspec
from msgspec import Raw, Struct, field

from device.games.wherewolf.rules.refusal import RuleBroken
from device.games.wherewolf.rules.switches import Switches
from device.kernel.decoder_words import place_said, wrong_json


class SignalEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A card raised instead of a hand."""

    seat: int
    power: str = field(name="as")
    target: str | None = None
    targets: list[str] | None = None


class NightEntry(SignalEntry, frozen=True):
    """The choice of one seat in a night."""

    during: str | None = None


class VoteEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """An accusation or run-off."""

    votes: Mapping[int, list[str]] | None = None
    hands: Mapping[str, int] | None = None
    signals: list[SignalEntry] = []


class DayEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """The votes of a day."""

    accusation: VoteEntry
    run_off: VoteEntry | None = None


class RoundEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A night and its day."""

    night: list[NightEntry]
    day: DayEntry | None = None


class GameSheet(Struct, frozen=True, forbid_unknown_fields=True):
    """A game on paper."""

    game: str
    players: list[str]
    possible: list[str] | None = None
    latent: Mapping[str, str | None] = {}
    items: Mapping[str, str] = {}
    rounds: list[RoundEntry] = []
    house_rules: Switches = Switches()


def read_game(content: bytes | Raw) -> GameSheet:
    """Decode one game. What cannot be read is refused with what was expected where."""
    try:
        return msgspec.json.decode(content, type=GameSheet)
    except (msgspec.DecodeError, RecursionError) as error:
        raise _unreadable(str(error)) from error


def _unreadable(error: str) -> RuleBroken:
    """The place by its round, and in the round by its entry."""
    path, sentence = wrong_json(error)
    found = re.match(r"rounds\[(\d+)\]\.?", path)
    inside = place_said(path[found.end() if found else 0 :])
    rule = f"{inside}: {sentence}" if inside else sentence
    return RuleBroken(rule, None, int(found[1]) + 1 if found else None)
