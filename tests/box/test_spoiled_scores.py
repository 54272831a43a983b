"""Spoiled values and flipped bits are set aside: none in the database stops the counting."""

import random

import pytest

from nightcrier.box.events import Standings
from nightcrier.box.table.core.effects import Amend, NewEvening
from nightcrier.kernel.faults import Fault, Part
from nightcrier.kernel.people import EveningKind
from tests.box.book import GAME, OTHER, Book, spoiled

VALUES = (None, -1, 7, 2**62, 1.5, "mad", "x" * 5000, "a\x00b", b"\xff\xfe")
COLUMNS = {
    "evening": ("number", "kind", "target"),
    "seat": ("evening", "seat", "name", "presence"),
    "game": ("evening", "number", "game", "scenario"),
    "result": ("evening", "game", "seat", "points"),
    "counted": ("mark", "evening", "game", "points", "people"),
}


@pytest.mark.parametrize("running", [False, True])
@pytest.mark.parametrize(("table", "column"), [(table, column) for table in COLUMNS for column in COLUMNS[table]])
def test_no_value_in_any_column_stops_the_counting(tmp_path, table, column, running):
    for number, value in enumerate(VALUES):
        folder = tmp_path / str(number)
        folder.mkdir()
        box = Book(folder)
        box.book.count(NewEvening(EveningKind.SHORT, 3, ("Ada", "Ben", "Cem")))
        box.book.count(GAME)
        if not spoiled(box.file, table, column, value):
            continue
        if not running:
            box = Book(folder)
        box.mark = "two"
        events = box.book.count(OTHER)
        assert isinstance(events[-1], Standings), (value, events)
        told = [event.what for event in events if isinstance(event, Fault)]
        assert all("set aside" in what or "keeps it as" in what for what in told)
        assert box.book.due() is None
        box.mark = "one"
        assert isinstance(box.book.count(OTHER)[-1], Standings), value
        box.book.count(Amend(None))
        box = Book(folder)
        box.mark = "three"
        assert isinstance(box.book.count(OTHER)[-1], Standings), value
        assert {1: 0, 2: 0, 3: 1} in box.on_disk()


@pytest.mark.parametrize("name", ["scores.sqlite", "uncounted.json"])
def test_junk_in_their_place_is_told_as_a_damaged_file_and_not_as_settings(tmp_path, name):
    (tmp_path / name).write_text("not a database")
    box = Book(tmp_path)
    faults = [event for event in (*box.book.count(GAME), *box.book.flush()) if isinstance(event, Fault)]
    assert [(fault.part, *(flaw.name for flaw in fault.flaws)) for fault in faults] == [(Part.ASIDE, name)]
    assert (tmp_path / f"{name}.broken").exists()


def test_no_flipped_bit_stops_the_counting(tmp_path):
    whole = Book(tmp_path)
    whole.book.count(NewEvening(EveningKind.SHORT, 3, ("Ada", "Ben", "Cem")))
    whole.book.count(GAME)
    content, chance = whole.file.read_bytes(), random.Random(5)
    used = [at for at, byte in enumerate(content) if byte]
    for number in range(60):
        folder = tmp_path / str(number)
        folder.mkdir()
        box, flipped = Book(folder), bytearray(content)
        flipped[chance.choice(used)] ^= 1 << chance.randrange(8)
        box.file.write_bytes(flipped)
        box.mark = "two"
        events = box.book.count(OTHER)
        assert any(isinstance(event, Standings) for event in events), (number, events)
