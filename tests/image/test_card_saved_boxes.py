"""A saved box in the card's folder comes back once, before the rest is taken."""

import pytest


def test_a_saved_box_is_brought_back_before_anything_is_taken_and_once(card):
    (card.folder / "nightcrier-saved.zip").write_bytes(b"a box")
    assert card.start()[:2] == [f"{card.restore}/nightcrier-saved.zip", card.take]
    assert (card.folder / "taken.txt").read_text() == "Brought back\n1 deck\n"
    assert card.start() == []
    (card.folder / "device.toml").write_text("[table]\n")
    assert card.start()[0] == card.take, "what was played since is not undone"


def test_what_could_not_be_remembered_is_not_brought_back(card):
    """It would come back at each start, over what was played since."""
    (card.folder / "nightcrier-saved.zip").write_bytes(b"a box")
    (card.memory / "bringing.new").mkdir(parents=True)
    assert card.start()[0] == card.take
    (card.memory / "bringing.new").rmdir()
    assert card.start()[0] == f"{card.restore}/nightcrier-saved.zip"


def test_a_file_beside_a_saved_box_is_no_new_one(card):
    (card.folder / "nightcrier-saved.zip").write_bytes(b"a box")
    card.start()
    (card.folder / "nightcrier-saved.zip old 1.txt").write_text("mine")
    assert card.start()[0] == card.take


def test_large_and_small_letters_of_a_saved_box_are_the_same(card):
    (card.folder / "Nightcrier-saved.ZIP").write_bytes(b"a box")
    assert card.start()[0] == f"{card.restore}/Nightcrier-saved.ZIP"


def test_a_saved_box_that_was_replaced_is_brought_back_again(card):
    (card.folder / "nightcrier-saved.zip").write_bytes(b"a box")
    card.start()
    (card.folder / "nightcrier-saved.zip").write_bytes(b"another box")
    assert card.start()[0] == f"{card.restore}/nightcrier-saved.zip"


def test_of_several_saved_boxes_the_last_one_comes_back(card):
    for number in ("", "-2", "-10", "-9"):
        (card.folder / f"nightcrier-saved{number}.zip").write_bytes(b"a box")
    (card.folder / "decks").mkdir()
    (card.folder / "decks" / "nightcrier-saved-11.zip").write_bytes(b"not where it belongs")
    calls = card.start()
    assert [call for call in calls if call.startswith(card.restore)] == [f"{card.restore}/nightcrier-saved-10.zip"]


def test_a_saved_box_that_is_refused_keeps_nothing_else_from_being_taken(card):
    (card.folder / "nightcrier-saved.zip").write_bytes(b"cut short")
    assert card.start(BACK="2")[:2] == [f"{card.restore}/nightcrier-saved.zip", card.take]
    assert (card.folder / "taken.txt").read_text() == "nightcrier-saved.zip is no saved box\nBrought back\n1 deck\n"
    assert card.start() == []


@pytest.mark.parametrize("how", ["FULL", "KILLED"])
def test_of_two_saved_boxes_none_comes_back_later_where_the_rest_is_tried_again(card, how):
    for number in ("", "-2"):
        (card.folder / f"nightcrier-saved{number}.zip").write_bytes(b"a box")
    (card.folder / "sea.ogg").write_bytes(b"a sound")
    starts = [card.start(**{how: "1"}), card.start(**{how: "1"}), card.start()]
    back = [call for calls in starts for call in calls if call.startswith(card.restore)]
    assert back == [f"{card.restore}/nightcrier-saved-2.zip"]


def test_a_saved_box_comes_back_once_though_the_power_goes_before_the_rest_is_taken(card):
    (card.folder / "nightcrier-saved.zip").write_bytes(b"a box")
    assert card.start(GONE="1")[:2] == [f"{card.restore}/nightcrier-saved.zip", card.take]
    assert card.start()[0] == card.take
