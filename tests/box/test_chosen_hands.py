"""Tests what people choose for their hands: it applies at once to every panel, outlives a power cut, and is shown."""

from io import StringIO
from pathlib import Path

from msgspec.structs import replace

from nightcrier.box.record import RecordWitness
from nightcrier.box.rehearsal import Rehearsal
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.box.table.core.effects import Remember
from nightcrier.box.table.core.house import HandsChoice
from nightcrier.box.table.ground.menus import MENUS
from nightcrier.box.table.over.deck import DeckPage
from nightcrier.box.table.over.listing import ListingPage
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.screen import Frame


def rehearsal(where: Path, config: str = "") -> Rehearsal:
    file = where / "device.toml"
    file.write_text(config)
    box = Rehearsal(standard_folders({}, where), VirtualClock(), SilentPlayer(), 1, RecordWitness(StringIO()), file)
    box.advance(1.0)
    return box


def page_of(box: Rehearsal) -> object:
    return box.box.daemon.table.page


def press(box: Rehearsal, pin: str, how: str = "press") -> Rehearsal:
    box.take(*box.hands.do((pin,), how))
    box.advance(0.5)
    return box


def choose(box: Rehearsal, row: int, steps: int) -> Rehearsal:
    """Change a row of the menu *Hands* with the dial, and go home. The first row is 0."""
    daemon, page = box.box.daemon, ListingPage(MENUS["hands"], None, row)
    daemon.adopt((replace(daemon.table, page=page), ()))
    press(press(press(box, "dial-press"), "dial", str(steps)), "dial-press")
    daemon.adopt((replace(daemon.table, page=None), ()))
    return box


def held(box: Rehearsal, seconds: float) -> None:
    """Hold BACK this long. At home, a hold makes the box as loud as it gets, and a press shows the deck."""
    box.take(*box.hands.do(("back",), "down"))
    box.advance(seconds)
    box.take(*box.hands.do(("back",), "up"))
    box.advance(0.5)


def test_the_time_of_a_hold_counts_at_once_and_after_a_power_cut(tmp_path):
    box = rehearsal(tmp_path)
    held(box, 0.6)
    assert isinstance(page_of(box), DeckPage)
    choose(press(box, "back"), 0, -4).advance(10.0)
    for _ in "now", "after the cut":
        assert box.box.daemon.table.choices.hands == HandsChoice(hold=4)
        held(box, 0.6)
        assert page_of(box) is None
        box.cut()
        box.advance(1.0)


def test_the_settings_count_until_somebody_chooses(tmp_path):
    box = rehearsal(tmp_path, "[panel]\nhold_ms = 1500\nswap = true")
    held(box, 1.0)
    assert page_of(box) != DeckPage(None)  # START began the game
    assert box.box.daemon.table.session


def test_swapped_buttons_and_a_reversed_dial(tmp_path):
    box = rehearsal(tmp_path)
    assert isinstance(page_of(press(choose(box, 3, 1), "start")), DeckPage)
    assert page_of(press(box, "back")) is None
    press(press(choose(box, 4, 1), "dial-press"), "dial", "-1")
    assert page_of(box) == ListingPage(MENUS["main"], None, 1)


def test_the_picture_stands_on_its_head(tmp_path):
    box = rehearsal(tmp_path)
    upright = box.screen.frame
    assert choose(box, 5, 1).screen.frame == on_its_head(upright)


def on_its_head(frame: Frame) -> Frame:
    return bytes(int(f"{byte:08b}"[::-1], 2) for byte in reversed(frame))


def test_a_row_shows_what_counts_now(tmp_path):
    box = rehearsal(tmp_path, "[panel]\nhold_ms = 1200\nstrike_ms = 0\nreverse = true\nscanning = 'two'")
    daemon = box.box.daemon
    rows = MENUS["hands"].items(daemon.house, daemon.table)
    assert [row.values[row.index].text for row in rows] == ["12", "0", "Off", "Off", "On", "Off", "Two switches", "20"]
    assert Remember(rows[0].values[rows[0].index].choices).choices.hands == HandsChoice(hold=12)
