"""Tests whole evenings dealt by the box, played by somebody who hears the loudspeaker and the private ear but sees
nothing, for all seats from home to the verdict."""

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

from nightcrier.tools.simulation import parse_action, perform_action
from tests.evenings.rehearsed import Rehearsed

_TO_DIAL = re.compile(r"Dial: (.*)")
_ENDS = {"screen.turn.done", "screen.turn.nothing"}


def _seats(told: str) -> list[str]:
    """Return the seats to dial, list by list; a seat that is told no number chooses itself."""
    return told.replace("Turn, then press", "").split(", ")


class Listener(Rehearsed):
    """Plays an evening by ear alone. `gestures` counts what the hands did."""

    def __init__(self, where: Path) -> None:
        config = where / "ear.toml"
        config.write_text('[sound]\near = "Ear"\n', "utf-8")
        super().__init__(where, config=config)
        self.gestures = self._known = 0

    def do(self, gesture: str) -> list[str]:
        """Make a gesture, and return what is said next in the ear, or else aloud. A turn waits for one word."""
        waits = 0.4 if gesture.startswith("dial +") else 1.0
        action = parse_action(Path(), 1, f"{waits} {gesture}")
        assert action
        before, self.gestures = len(self.rows), self.gestures + 1
        self.rehearsal.advance(action.after)
        perform_action(self.rehearsal, self.player, action)
        self.advance(waits)
        rows = self.rows[before:]
        told = [line for row in rows if row["kind"] == "ear" for line in row["lines"]]
        return told or [row["line"] for row in rows if row["kind"] == "say"]

    def turn_to(self, *wanted: str) -> list[str]:
        """Turn until one of these, or any choice, is heard, press, and return what is heard then."""
        for _ in range(40):
            heard = self.do("dial +1")
            if heard and "screen.turn.nothing" not in heard and (not wanted or {*wanted} & {*heard}):
                return self.do("dial press")
        raise AssertionError(wanted)

    def begin(self, game: int, *options: str) -> None:
        """Have everything read aloud, turn to the game, change these options, and begin. An option is a gesture, or
        a row to turn to."""
        for each in ("dial hold", *["dial +1"] * game, "dial press", *options):
            if each.startswith("screen."):
                self.turn_to(each)
            else:
                self.do(each)
        self.do("back press")
        self.do("start press")

    def take_turn(self, target: str) -> list[str]:
        """Follow the ear: read, dial and press until it says that all is done, or somebody else is called. If it
        names no seat, choose the target. Return all that was heard."""
        heard, told, dialled = self.do("dial hold"), list[str](), 0
        while heard or (target and not told):
            told += heard
            if {*heard} & _ENDS or any(each.startswith(("number.", "wherewolf.", "house.")) for each in heard):
                break
            wanted = [seat for line in told[:1] for found in _TO_DIAL.findall(line) for seat in _seats(found)]
            if not heard:
                heard, target = self.turn_to(target), ""
            elif "screen.turn.see" in heard:
                heard = self.do("dial hold")
            elif dialled < len(wanted):
                seat, dialled = wanted[dialled], dialled + 1
                heard = self.turn_to(*([f"seat.{seat}"] if seat.isdigit() else []))
            else:
                heard = self.do("dial press")
        return told

    def play(self, take: Callable[[str], None], until: str) -> None:
        """Take each turn when it is called, and end each discussion with START, until this page is reached."""
        while self.last("state")["page"] != until:
            assert self.rehearsal.now < 2000
            self.advance(0.5)
            rows, self._known = self.rows[self._known :], len(self.rows)
            for row in rows:
                if row["kind"] == "window":
                    take(row["role"])
                elif row["kind"] == "say" and row["line"] == "day.runs":
                    self.do("start press")

    def assert_told_in_the_docs(self, game: str, seats: str) -> None:
        """Check that docs/proofs/everybody.md gives the right number of minutes and gestures for this game."""
        told = f"{game} with {seats} took {self.gestures} gestures and {self.rehearsal.now / 60:.0f} minutes"
        assert told in " ".join(Path("docs/proofs/everybody.md").read_text("utf-8").split()), told


def test_one_night_from_home_to_the_verdict(tmp_path):
    box, roles, told = Listener(tmp_path), dict[str, str](), dict[str, list[str]]()
    box.begin(0, "screen.deal", "dial +1", "dial press")

    def take(window: str) -> None:
        if window.startswith("seat-"):
            roles[window] = box.take_turn("")[0].removeprefix("role.")
        elif window in roles.values():
            told[window] = box.take_turn("seat.1")

    box.play(take, "ask")
    assert list(roles.values()) == ["werewolf", "seer", "robber"]
    assert (told["seer"][-1], told["robber"][-1]) == ("Seat 1: Werewolf", "Yours: Werewolf")
    box.turn_to("number.1")
    box.advance(10.0)  # who died is said first
    assert box.last("state")["page"] == "verdict"
    box.assert_told_in_the_docs("One Night", "three")


def test_wherewolf_from_home_to_the_verdict(tmp_path):
    """The village burns the wolves whose names the ear revealed."""
    box, cards = Listener(tmp_path), dict[str, str]()
    box.begin(2, "screen.host", "dial +2", "dial press")

    def take(window: str) -> None:
        seat = window.removeprefix("seat-")
        said = [row for row in box.rows if row["kind"] == "say"]
        burned = [before["line"] for before, row in pairwise(said) if row["line"].startswith("wherewolf.burns")]
        wolves = [seat for seat, card in cards.items() if "Wolf" in card or "Leader" in card]
        hunted = next((seat for seat in wolves if f"number.{seat}" not in burned), "")
        cards.setdefault(seat, box.take_turn(f"seat.{hunted}" if len(cards) == 8 else "")[0])

    box.play(take, "verdict")
    assert len(cards) == 8
    box.assert_told_in_the_docs("Wherewolf", "eight")
