"""What came of the card's folder is said by the box and written there; the disk is open to writing for that alone."""

import msgspec
import pytest

from nightcrier.kernel.chores import Chore, ChoreDone
from nightcrier.kernel.files import replace_file

DECKS = ChoreDone(Chore.TAKE, new={"decks": 2}, refused=1, of_card=True)


TOLD = msgspec.json.encode(DECKS).decode()


def test_a_report_that_was_removed_is_written_anew(card):
    card.start()
    (card.folder / "report.txt").unlink()
    assert card.start() == [card.opened, card.put, card.closed]


def test_scores_are_written_anew_when_an_evening_has_changed_them(card):
    card.start()
    replace_file(card.box / "evenings" / "000001.json", b"an evening")
    assert card.start(PUT="1") == [card.opened, card.put, card.closed]
    assert card.start() == [card.opened, card.put, card.closed], "a card that was full then is tried again"
    assert card.start() == []
    for number, content in ((1, b"an Evening"), (2, b"another")):
        replace_file(card.box / "evenings" / f"00000{number}.json", content)
        assert card.start() == [card.opened, card.put, card.closed]
        assert card.start() == []


def test_an_answer_that_was_cut_off_is_nothing_to_take(card):
    card.start()
    for name in ("taken.txt.new", "report.txt.812.new"):
        (card.folder / name).touch()
    assert card.start() == []


def test_a_full_card_keeps_no_half_answer(card):
    (card.folder / "device.toml").write_text("[table]\n")
    assert card.start(SYNC="1") == [card.take, card.opened, card.put, card.closed]
    assert sorted(each.name for each in card.folder.iterdir()) == ["device.toml", "report.txt"]


def test_the_box_is_told_what_was_taken_and_once(card):
    (card.folder / "device.toml").write_text("[table]\n")
    card.start(NEWS=TOLD)
    assert (card.told / "card-take.json").stat().st_mode & 0o777 == 0o644
    assert card.said_aloud() == [DECKS]
    assert [*card.told.iterdir()] == []
    card.start()
    assert card.said_aloud() == []


def test_what_cannot_be_told_yet_waits_for_the_next_start(card):
    (card.folder / "device.toml").write_text("[table]\n")
    card.told.rmdir()
    card.start(NEWS=TOLD)
    card.told.mkdir()
    card.start()
    assert card.said_aloud() == [DECKS]


@pytest.mark.parametrize(("status", "good"), [("", True), ("1", True), ("2", False)])
def test_a_saved_box_is_told_and_what_was_taken_beside_it(card, status, good):
    back = ChoreDone(Chore.RESTORE, good=good, of_card=True)
    (card.folder / "nightcrier-saved.zip").write_bytes(b"a box")
    card.start(BACK=status)
    assert card.said_aloud() == [back]
    (card.folder / "nightcrier-saved-2.zip").write_bytes(b"a box")
    card.start(BACK=status, NEWS=TOLD)
    assert card.said_aloud() == [back, DECKS]


@pytest.mark.parametrize(("status", "good"), [("", True), ("1", False)])
def test_how_an_update_went_is_told(card, status, good):
    card.lay_update("0.3.0")
    card.start(UPDATED=status)
    assert card.said_aloud() == [ChoreDone(Chore.UPDATE, good=good, of_card=True)]


def test_an_answer_is_written_before_the_files_it_tells_of_are_removed(card):
    (card.folder / "sunday.toml").touch()
    card.start(GRANTED="sunday.toml", LAST_SYNC="1")
    assert (card.folder / "taken.txt").read_text() == "1 deck\n"
    assert (card.memory / "granted").exists()
    assert card.start() == [card.opened, card.put, card.closed]
    assert not (card.memory / "granted").exists()


@pytest.mark.parametrize(
    "fails",
    [{"SYNC": "1"}, {"LAST_SYNC": "1"}, {"ENDED": "1"}, {}],
    ids=["a file", "all", "it is ended", "a folder in the way"],
)
def test_the_disk_is_shut_whatever_else_fails(card, fails):
    (card.folder / "device.toml").write_text("[table]\n")
    if not fails:
        (card.folder / ".taken.new").mkdir()
    assert card.start(**fails)[-1] == card.closed


def test_what_was_taken_is_told_though_the_power_goes_before_it_is_written(card):
    (card.folder / "device.toml").write_text("[table]\n")
    assert card.start(MOUNT="32") == [card.take, card.opened]
    assert card.start() == [card.opened, card.put, card.closed]
    assert (card.folder / "taken.txt").read_text() == "1 deck\n"


def test_no_computer_shows_a_path_of_the_box(card):
    (card.folder / "device.toml").write_text("[table]\n")
    card.start(FULL="1", WHERE=f"{card.folder}/")
    assert str(card.card) not in (card.folder / "taken.txt").read_text()


def test_a_broken_program_and_half_an_update_keep_nothing_from_being_told(card):
    (card.folder / "device.toml").write_text("[table]\n")
    (card.folder / "nightcrier-0.3.0.tar.xz.sig").write_bytes(b"alone")
    assert card.start(BROKEN="1") == [card.take, card.opened, card.put, card.closed]
    assert (card.folder / "taken.txt").read_text() == "1 deck\n"
