"""Tests that a tab's card loses nothing, whenever the browser ends the tab, and that erased data is gone."""

import struct
import zlib

import pytest

from nightcrier.kernel.files import append_safely, remove_safely, replace_file, wipe_safely
from nightcrier_site.card import TabCard


def live(card, top):
    """Write files like a few evenings do, in short form."""
    replace_file(top / "choices.json", b"one", card)
    replace_file(top / "game" / "journal.jsonl", b"begun\n", card)
    append_safely(card, top / "game" / "journal.jsonl", b"night\n")
    replace_file(top / "choices.json", b"two", card)
    wipe_safely(card, top / "game" / "journal.jsonl")
    replace_file(top / "name", b"Ann", card)
    remove_safely(card, top / "name")


def kept(top):
    return {str(file.relative_to(top)): file.read_bytes() for file in top.rglob("*") if file.is_file()}


def again(slots, top):
    """Return the card that a new tab finds."""
    for folder in sorted(top.rglob("*"), reverse=True):
        folder.unlink() if folder.is_file() else folder.rmdir()
    return TabCard(tuple(type(slot)(content=slot.content) for slot in slots), top)


def test_a_new_tab_finds_all_that_was_kept(tmp_path, cut_slot):
    slots = cut_slot(), cut_slot()
    live(TabCard(slots, tmp_path), tmp_path)
    again(slots, tmp_path)
    assert kept(tmp_path) == {"choices.json": b"two"}


def test_a_tab_that_ends_at_any_byte_leaves_whole_files(tmp_path, cut_slot):
    seen = set()
    for left in range(0, 2600, 7):
        budget = [left]
        slots = cut_slot(budget), cut_slot(budget)
        top = tmp_path / str(left)
        top.mkdir()
        live(TabCard(slots, top), top)
        again(slots, top)
        found = kept(top)
        seen.add(found.get("choices.json"))
        assert found.get("choices.json") in (None, b"one", b"two")
        assert found.get("game/journal.jsonl") in (None, b"begun\n", b"begun\nnight\n", bytes(12))
    assert seen == {None, b"one", b"two"}


def test_nothing_of_what_was_wiped_stays_in_the_browser(tmp_path, cut_slot):
    slots = cut_slot(), cut_slot()
    card = TabCard(slots, tmp_path)
    replace_file(tmp_path / "names", b"Zebulon", card)
    assert any(b"Zebulon" in slot.content for slot in slots)
    wipe_safely(card, tmp_path / "names")
    assert not any(b"Zebulon" in slot.content for slot in slots)


def test_a_full_browser_refuses_and_what_was_kept_stays(tmp_path, cut_slot):
    slots = cut_slot(), cut_slot()
    card = TabCard(slots, tmp_path)
    replace_file(tmp_path / "choices.json", b"one", card)
    slots[0].why = slots[1].why = "QuotaExceededError"
    with pytest.raises(OSError, match="QuotaExceeded"):
        replace_file(tmp_path / "choices.json", b"two", card)
    assert (tmp_path / "choices.json").read_bytes() == b"one"


@pytest.mark.parametrize("other", [b"{}", b"\x81\xa6../own\xc4\x01x", b"\x81\xaaa\n/../../b\xc4\x01x"])
def test_a_slot_that_holds_something_else_counts_as_empty(tmp_path, cut_slot, other):  # as another page may write it
    TabCard((cut_slot(content=struct.pack("<II", 1, zlib.crc32(other, 1)) + other), cut_slot()), tmp_path / "kept")
    assert not kept(tmp_path)


def test_only_what_lies_in_its_own_folder_is_kept(tmp_path, cut_slot):
    slots = cut_slot(), cut_slot()
    replace_file(tmp_path / "cache", b"x", TabCard(slots, tmp_path / "kept"))
    assert b"cache" not in slots[0].content + slots[1].content


def test_a_browser_that_erases_nothing_is_told_of(tmp_path, cut_slot):
    slots = cut_slot(), cut_slot()
    card = TabCard(slots, tmp_path)
    slots[1].why = "InvalidStateError"
    assert not card.erase()
    slots[1].why = ""
    assert card.erase(), "and asked again"
