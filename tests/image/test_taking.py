"""Tests that files in the card's folder are taken once after each change, that the box says the result and writes it
there, and that the disk is writable only for that."""

import shutil

import msgspec
import pytest

from nightcrier.kernel.chores import Chore, ChoreDone
from nightcrier.kernel.files import replace_file


def test_the_first_start_reports_and_takes_nothing(card):
    shutil.copy("image/put-here.txt", card.folder)
    assert card.start() == [card.opened, card.put, card.closed]
    assert card.start() == []


def test_what_lies_there_is_taken_once_and_answered(fed):
    assert fed.start() == [fed.take, fed.opened, fed.put, fed.closed]
    assert (fed.folder / "taken.txt").read_text() == "1 deck\n"
    assert fed.start() == []


def test_what_has_changed_is_taken_again(fed):
    fed.start()
    (fed.folder / "device.toml").write_text("[screen]\n")
    assert fed.start()[0] == fed.take


def test_a_refusal_is_answered_too(card):
    (card.folder / "device.toml").write_text("[table\n")
    card.start(TAKEN="1")
    assert (card.folder / "taken.txt").exists()
    assert card.start() == []


@pytest.mark.parametrize(
    "laid", ["._device.toml", ".DS_Store", ".Trashes/voice.zip", "decks/Desktop.ini", "__MACOSX/decks/._five.toml"]
)
def test_what_a_computer_lays_there_by_itself_is_nothing_to_take(fed, laid):
    """If such files counted, everything on the card would be taken again, over what a stick has brought since."""
    fed.start()
    (fed.folder / laid).parent.mkdir(parents=True, exist_ok=True)
    (fed.folder / laid).write_text("by a computer")
    assert fed.start() == []


def test_a_card_that_cannot_be_written_is_taken_from_all_the_same(fed):
    assert fed.start(MOUNT="32") == [fed.take, fed.opened]
    assert fed.start(MOUNT="32") == [fed.opened]


def test_a_voice_finds_the_box_s_own_folder_before_its_first_start(card):
    (card.folder / "it-anna.zip").write_bytes(b"a voice")
    card.start()
    assert card.box.stat().st_mode & 0o777 == 0o700


def test_an_empty_file_takes_away_once(card):
    (card.folder / "beds").mkdir()
    for name in ("device.toml", "beds/sea.ogg", "sunday.toml", "notes.md"):
        (card.folder / name).touch()
    (card.folder / "full.toml").write_text("[table]\n")
    (card.folder / " Sunday five.toml").touch()
    card.start(FULL="1", GRANTED="beds/sea.ogg|full.toml| Sunday five.toml")
    left = sorted(each.name for each in card.folder.rglob("*") if each.is_file())
    assert left == ["device.toml", "full.toml", "notes.md", "report.txt", "sunday.toml", "taken.txt"]
    assert card.start()[0] == card.take, "something was to be tried again"
    assert card.start() == [], "what is gone is no change"


def test_what_was_granted_once_is_not_removed_later(card):
    wish = card.folder / "sunday.toml"
    wish.touch()
    card.start(GRANTED="sunday.toml", FULL="1", MOUNT="32")
    assert (card.memory / "granted").exists()
    card.start(KILLED="1")
    assert wish.exists()
    assert not (card.memory / "granted").exists()


def test_the_name_of_a_file_is_no_reason_to_take_all_again(card):
    (card.folder / "cannot be kept.md").write_text("mine")
    card.start(TAKEN="1", WHERE="cannot be kept.md: is nothing to take ")
    assert card.start() == []


@pytest.mark.parametrize("how", ["FULL", "KILLED"])
def test_what_found_no_room_or_was_killed_is_tried_again(card, how):
    (card.folder / "sea.ogg").write_bytes(b"a sound")
    assert card.start(TAKEN="1", **{how: "1"})[0] == card.take
    assert card.start()[0] == card.take
    assert card.take not in card.start()


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


def test_a_full_card_keeps_no_half_answer(fed):
    assert fed.start(SYNC="1") == [fed.take, fed.opened, fed.put, fed.closed]
    assert sorted(each.name for each in fed.folder.iterdir()) == ["device.toml", "report.txt"]


def test_the_box_is_told_what_was_taken_and_once(fed):
    fed.start(NEWS=TOLD)
    assert (fed.told / "card-take.json").stat().st_mode & 0o777 == 0o644
    assert fed.said_aloud() == [DECKS]
    assert [*fed.told.iterdir()] == []
    fed.start()
    assert fed.said_aloud() == []


def test_what_cannot_be_told_yet_waits_for_the_next_start(fed):
    fed.told.rmdir()
    fed.start(NEWS=TOLD)
    fed.told.mkdir()
    fed.start()
    assert fed.said_aloud() == [DECKS]


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
def test_the_disk_is_shut_whatever_else_fails(fed, fails):
    if not fails:
        (fed.folder / ".taken.new").mkdir()
    assert fed.start(**fails)[-1] == fed.closed


def test_what_was_taken_is_told_though_the_power_goes_before_it_is_written(fed):
    assert fed.start(MOUNT="32") == [fed.take, fed.opened]
    assert fed.start() == [fed.opened, fed.put, fed.closed]
    assert (fed.folder / "taken.txt").read_text() == "1 deck\n"


def test_no_computer_shows_a_path_of_the_box(fed):
    fed.start(FULL="1", WHERE=f"{fed.folder}/")
    assert str(fed.card) not in (fed.folder / "taken.txt").read_text()


def test_a_broken_program_and_half_an_update_keep_nothing_from_being_told(fed):
    (fed.folder / "nightcrier-0.3.0.tar.xz.sig").write_bytes(b"alone")
    assert fed.start(BROKEN="1") == [fed.take, fed.opened, fed.put, fed.closed]
    assert (fed.folder / "taken.txt").read_text() == "1 deck\n"
