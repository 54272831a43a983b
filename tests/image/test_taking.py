"""What people put into the card's folder is taken when it has changed, and once."""

import shutil

import pytest


def test_the_first_start_reports_and_takes_nothing(card):
    shutil.copy("image/put-here.txt", card.folder)
    assert card.start() == [card.opened, card.put, card.closed]
    assert card.start() == []


def test_what_lies_there_is_taken_once_and_answered(card):
    (card.folder / "device.toml").write_text("[table]\n")
    assert card.start() == [card.take, card.opened, card.put, card.closed]
    assert (card.folder / "taken.txt").read_text() == "1 deck\n"
    assert card.start() == []


def test_what_has_changed_is_taken_again(card):
    (card.folder / "device.toml").write_text("[table]\n")
    card.start()
    (card.folder / "device.toml").write_text("[screen]\n")
    assert card.start()[0] == card.take


def test_a_refusal_is_answered_too(card):
    (card.folder / "device.toml").write_text("[table\n")
    card.start(TAKEN="1")
    assert (card.folder / "taken.txt").exists()
    assert card.start() == []


@pytest.mark.parametrize(
    "laid", ["._device.toml", ".DS_Store", ".Trashes/voice.zip", "decks/Desktop.ini", "__MACOSX/decks/._five.toml"]
)
def test_what_a_computer_lays_there_by_itself_is_nothing_to_take(card, laid):
    """Else all that lies there would be taken again, over what a stick has brought since."""
    (card.folder / "device.toml").write_text("[table]\n")
    card.start()
    (card.folder / laid).parent.mkdir(parents=True, exist_ok=True)
    (card.folder / laid).write_text("by a computer")
    assert card.start() == []


def test_a_card_that_cannot_be_written_is_taken_from_all_the_same(card):
    (card.folder / "device.toml").write_text("[table]\n")
    assert card.start(MOUNT="32") == [card.take, card.opened]
    assert card.start(MOUNT="32") == [card.opened]


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
