"""Tests whole evenings played with one switch on START, or two, and counts the presses."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture
from nightcrier.box.show.cues import Say, Signal
from nightcrier.box.show.stages import Perform
from nightcrier.box.table.core.house import HandsChoice
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.heard.scanning import OFFERS
from nightcrier.kernel.settings import PanelSettings
from nightcrier.tools.simulation import parse_action
from tests.evenings.rehearsed import Rehearsed

HERE = Path(__file__).parent
SCANNED = HERE / "one-switch" / "one.toml"
GESTURES = {"press": Gesture.PRESS, "hold": Gesture.HOLD, "down": Gesture.HOLD}


@pytest.mark.parametrize(
    ("name", "config", "controls", "presses", "seconds", "told"),
    [
        ("one-night", "one", {"start"}, 43, 327, "43 presses of one switch and 327 seconds"),
        ("two-switches", "two", {"start", "back"}, 68, 260, "68 presses of two switches and 260 seconds"),
    ],
)
def test_one_night_from_the_first_power_on_to_the_verdict(name, config, controls, presses, seconds, told, tmp_path):
    """The test counts presses and seconds; docs/proofs/everybody.md gives both numbers."""
    script = HERE / "one-switch" / f"{name}.txt"
    evening = Rehearsed(tmp_path, config=SCANNED.with_name(f"{config}.toml"), newcomers=True)
    rows = script.read_text("utf-8").splitlines()
    for number, row in enumerate(rows, start=1):
        evening.perform(script, number, row)
    actions = [action for number, row in enumerate(rows, start=1) if (action := parse_action(script, number, row))]
    hands = [(action.what, action.how) for action in actions if action.what in {"start", "back", "dial"}]
    assert {what for what, _ in hands} == controls
    assert [how for _, how in hands] == ["press"] * presses
    assert round(evening.rehearsal.now) == seconds
    assert told in Path("docs/proofs/everybody.md").read_text("utf-8").replace("\n", " ")


def test_one_switch_on_a_new_box_leads_into_a_game(tmp_path):
    """From the first power-on, only START is pressed."""
    evening = Rehearsed(tmp_path, config=HERE / "welcome" / "always.toml", newcomers=True)
    evening.play(HERE / "one-switch" / "first-power-on.txt")
    assert evening.rehearsal.box.daemon.table.session is not None


@pytest.mark.parametrize(("pin", "before"), [("start", "off"), ("start", "one"), ("dial-press", "off")])
def test_a_control_held_at_power_on_is_kept(pin, before, tmp_path):
    """The power is cut while a finger is on a control, and comes back; contacts and disk are simulated."""
    evening = Rehearsed(tmp_path, config=SCANNED.with_name("at-home.toml") if before == "one" else None)
    rehearsal = evening.rehearsal
    rehearsal.take(*rehearsal.hands.do((pin,), "down"))
    rehearsal.cut()
    rehearsal.advance(3.0)
    rehearsal.take(*rehearsal.hands.do((pin,), "up"))
    rehearsal.advance(30.0)
    rehearsal.cut()
    kept = rehearsal.box.daemon.table.choices
    assert kept.spoken_menu is (pin == "dial-press")
    assert kept.hands.over(PanelSettings(scanning="one")).scanning == ("one" if before == "off" else "off")


def test_a_switch_that_is_jammed_chooses_nothing(tmp_path):
    rehearsal = Rehearsed(tmp_path).rehearsal
    rehearsal.take(*rehearsal.hands.do(("start",), "down"))
    rehearsal.cut()
    before = rehearsal.box.daemon.table.choices
    rehearsal.advance(60.0)
    rehearsal.take(*rehearsal.hands.do(("start",), "up"))
    assert rehearsal.box.daemon.table.choices == before


class OneSwitch(Rehearsed):
    """Plays a script written for all controls by presses on START alone."""

    presses = 0

    def perform(self, script: Path, number: int, line: str) -> None:
        action = None if line.startswith("#!") else parse_action(script, number, line)
        if action is None or action.what not in {"start", "back", "dial"}:
            super().perform(script, number, line)
            return
        self.rehearsal.advance(action.after)
        if action.how == "up":
            self._press()
        elif action.how in GESTURES:
            self._take(Control(action.what), GESTURES[action.how])
        else:
            steps = int(action.how)
            for _ in range(abs(steps)):
                self._take(Control.DIAL, Gesture.TURN, 1 if steps > 0 else -1)
        self._keep()

    def _take(self, control: Control, gesture: Gesture, steps: int = 0) -> None:
        """Wait until this gesture is offered, and press."""
        wanted = [(offer.control, offer.gesture, offer.steps) for offer in OFFERS].index((control, gesture, steps))
        if self._offered is None:
            self._press()
        self.rehearsal.until(lambda: self._offered == wanted, 60.0)
        assert self._offered == wanted
        self.rehearsal.advance(max(0.0, self.rehearsal.box.daemon.table.scan.late - self.rehearsal.now))
        self._press()

    @property
    def _offered(self) -> int | None:
        return self.rehearsal.box.daemon.table.scan.offer

    def _press(self) -> None:
        self.rehearsal.take(*self.rehearsal.hands.do(("start",), "press"))
        self.presses += 1


@pytest.mark.parametrize(("name", "presses"), [("first-evening", 18), ("without-cards", 68), ("growl-four", 277)])
def test_what_all_controls_do_one_switch_does(name, presses, tmp_path):
    """A game with cards, one that the box deals with its secret turns, and a game of many nights are played with two
    seconds for each offer."""
    evening = OneSwitch(tmp_path, config=SCANNED.with_name("at-home.toml"))
    assert evening.play(HERE / f"{name}.txt").presses == presses


def test_a_switch_pressed_as_a_dealt_village_wakes_leaves_nothing_for_open_eyes(tmp_path):
    """People who open their eyes see the same screen whether or not somebody has pressed before."""
    script, evening = Path("docs/pictures/wherewolf-dealt.txt"), Rehearsed(tmp_path)
    rows = script.read_text("utf-8").splitlines()
    for number, row in enumerate(rows[: rows.index("57  wait")], start=1):
        evening.perform(script, number, row)
    daemon, rehearsal = evening.rehearsal.box.daemon, evening.rehearsal
    choices = replace(daemon.table.choices, hands=HandsChoice(scanning="one"))
    daemon.adopt((replace(daemon.table, choices=choices), ()))
    for heard, offered in ((Signal, False), ("wherewolf.dawn", False), ("wherewolf.first-day", True)):
        rehearsal.until(lambda heard=heard: _sounds(daemon.table, heard), 90.0)
        rehearsal.take(*rehearsal.hands.do(("start",), "press"))
        assert (daemon.table.scan.offer is not None) is offered, heard


def _sounds(table: Table, heard: type[Signal] | str) -> bool:
    """Say whether this line, or a signal of this type, sounds after the night."""
    score = table.session.score if table.session else None
    if score is None or not isinstance(table.stage, Perform) or table.stage.page != "dawn":
        return False
    cue = score.show[score.cue]
    return cue.line == heard if isinstance(cue, Say) else heard is type(cue)


def test_every_offer_in_a_menu_is_said_before_a_press_takes_it(tmp_path):
    """A press starts the offers even during a reading; what a turn of the dial brings up is read to its end first."""
    evening = Rehearsed(tmp_path, config=SCANNED.with_name("at-home.toml"))
    hands = ("1 dial hold", "until said 60", "1 dial press", "0.5 start press", "4.5 start press", "1 start press")
    for line in (*hands, *["0.1 wait"] * 400):
        evening.perform(Path(), 1, line)
        said = [row["line"] for row in evening.rows if row["kind"] == "say"]
        if (offer := evening.rehearsal.box.daemon.table.scan.offer) is not None:
            assert [line for line in said if "screen.scan." in line][-1] == f"screen.{OFFERS[offer].word}"
    assert "place place.of number.13 screen.scan.press screen.scan.start" in " ".join(said).replace(" number.3", "")
