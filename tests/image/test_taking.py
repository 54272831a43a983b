"""What people put into the card's folder is taken when it has changed; the card is open to writing for the answer."""

import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from device.kernel.chores import CARD_NEWS, Chore, ChoreDone, ChoreNews, read_chore_news

SCRIPTS = Path("image/overlay/usr/lib/nightcrier-card")
TOOLS = {
    "nightcrier": """case $1 in
take) echo "What lies there is looked at; Ctrl-C ends it." >&2; echo "1 deck"; echo "It counts from the next power-on."
    [ -z "$NEWS" ] || echo "$NEWS" >"$4"
    [ -z "$FULL" ] || { echo "${WHERE}sea.ogg cannot be kept (No space left on device)"; TAKEN=3; }
    [ -n "$KILLED" ] || echo "$GRANTED" | tr '|' '\n' | sed "s|^|$2/nightcrier/|" >"$6"
    [ -z "$KILLED" ] || kill -9 $$
    [ -z "$GONE" ] || kill -9 $PPID
    exit ${TAKEN:-0} ;;
restore) [ -z "$BACK" ] || echo "$2 is no saved box" >&2
    echo "Brought back"; echo "As it was before: /var/lib/nightcrier/before-restore.zip"; exit ${BACK:-0} ;;
put) echo fine >"$2/nightcrier/report.txt"; exit ${PUT:-0} ;;
chore) [ -z "$BROKEN" ] || exit 1; exec "$PYTHON" -P -m device "$@" ;;
esac""",
    "mount": "exit ${MOUNT:-0}",
    "bash": 'echo "${2##*/} is looked at"; [ -z "$CUT" ] || kill -9 $PPID; exit ${UPDATED:-0}',
    "sync": '[ $# != 0 ] || exit ${LAST_SYNC:-0}; [ "${1%.taken.new}" = "$1" ] || exit ${SYNC:-0}',
}


class FedCard:
    """The card's first partition, and the box's memory of it."""

    def __init__(self, folder: Path) -> None:
        names = ("card", "memory", "calls", "bin", "box")
        self.card, self.memory, self._calls, bins, self.box = (folder / name for name in names)
        self.folder = self.card / "nightcrier"
        self.folder.mkdir(parents=True)
        bins.mkdir()
        for name, body in TOOLS.items():
            told = "" if name == "sync" else f'[ "$1" = chore ] || echo "{name} $*" >>"$CALLS"\n'
            (bins / name).write_text(f"#!/bin/sh\n{told}{body}\n")
            (bins / name).chmod(0o755)
        self._environ = {
            "PATH": f"{bins}:/usr/bin:/bin",
            "CALLS": str(self._calls),
            "PYTHON": sys.executable,
            "PYTHONPATH": f"{Path.cwd()}:{Path.cwd() / 'gpiozero-gpiod'}",
        }
        self.told = folder / "told"
        self.told.mkdir()
        self.take, self.put = (
            f"nightcrier take {self.card} --news {self.memory}/card-take.json --granted {self.memory}/granted",
            f"nightcrier put {self.card}",
        )
        self.restore = f"nightcrier restore {self.folder}"
        self.update = f"bash install {self.folder}"
        self.opened, self.closed = (f"mount -o remount,{how} {self.card}" for how in ("rw", "ro"))

    def lay_update(self, number: str, signature: bytes = b"by whoever publishes") -> None:
        (self.folder / f"nightcrier-{number}.tar.xz").write_bytes(b"a version")
        (self.folder / f"nightcrier-{number}.tar.xz.sig").write_bytes(signature)

    def said_aloud(self) -> list[ChoreNews | None]:
        """What the box was told to say, once."""
        places = [self.told / name for name in CARD_NEWS if (self.told / name).exists()]
        news = [read_chore_news(place) for place in places]
        for place in places:
            place.unlink()
        return news

    def start(self, **environ: str) -> list[str]:
        """What was called by both units, one after the other."""
        self._calls.write_text("")
        for words in (
            ["take", self.card, self.memory, self.box],
            ["tell", self.card, self.memory, "install", self.told, self.box],
        ):
            command = ["sh", SCRIPTS / words[0], *words[1:]]
            subprocess.run(command, env=self._environ | environ, check=False, capture_output=True)
        return self._calls.read_text().splitlines()


@pytest.fixture
def card(tmp_path: Path) -> FedCard:
    (tmp_path / "fed").mkdir()
    return FedCard(tmp_path / "fed")


def test_the_first_start_reports_and_takes_nothing(card: FedCard) -> None:
    shutil.copy("image/put-here.txt", card.folder)
    assert card.start() == [card.opened, card.put, card.closed]
    assert card.start() == []


def test_what_lies_there_is_taken_once_and_answered(card: FedCard) -> None:
    (card.folder / "device.toml").write_text("[table]\n")
    assert card.start() == [card.take, card.opened, card.put, card.closed]
    assert (card.folder / "taken.txt").read_text() == "1 deck\n"
    assert card.start() == []


def test_what_has_changed_is_taken_again(card: FedCard) -> None:
    (card.folder / "device.toml").write_text("[table]\n")
    card.start()
    (card.folder / "device.toml").write_text("[screen]\n")
    assert card.start()[0] == card.take


def test_a_report_that_was_removed_is_written_anew(card: FedCard) -> None:
    card.start()
    (card.folder / "report.txt").unlink()
    assert card.start() == [card.opened, card.put, card.closed]


def test_scores_are_written_anew_when_an_evening_has_changed_them(card: FedCard) -> None:
    card.start()
    card.box.mkdir(exist_ok=True)
    (card.box / "scores.sqlite").write_bytes(b"an evening")
    assert card.start(PUT="1") == [card.opened, card.put, card.closed]
    assert card.start() == [card.opened, card.put, card.closed], "a card that was full then is tried again"
    assert card.start() == []
    (card.box / "scores.sqlite").write_bytes(b"another evening")
    assert card.start() == [card.opened, card.put, card.closed]


def test_a_refusal_is_answered_too(card: FedCard) -> None:
    (card.folder / "device.toml").write_text("[table\n")
    card.start(TAKEN="1")
    assert (card.folder / "taken.txt").exists()
    assert card.start() == []


@pytest.mark.parametrize(
    "laid", ["._device.toml", ".DS_Store", ".Trashes/voice.zip", "decks/Desktop.ini", "__MACOSX/decks/._five.toml"]
)
def test_what_a_computer_lays_there_by_itself_is_nothing_to_take(card: FedCard, laid: str) -> None:
    """Else all that lies there would be taken again, over what a stick has brought since."""
    (card.folder / "device.toml").write_text("[table]\n")
    card.start()
    (card.folder / laid).parent.mkdir(parents=True, exist_ok=True)
    (card.folder / laid).write_text("by a computer")
    assert card.start() == []


def test_an_answer_that_was_cut_off_is_nothing_to_take(card: FedCard) -> None:
    card.start()
    for name in ("taken.txt.new", "report.txt.812.new"):
        (card.folder / name).touch()
    assert card.start() == []


def test_a_full_card_keeps_no_half_answer(card: FedCard) -> None:
    (card.folder / "device.toml").write_text("[table]\n")
    assert card.start(SYNC="1") == [card.take, card.opened, card.put, card.closed]
    assert sorted(each.name for each in card.folder.iterdir()) == ["device.toml", "report.txt"]


def test_a_card_that_cannot_be_written_is_taken_from_all_the_same(card: FedCard) -> None:
    (card.folder / "device.toml").write_text("[table]\n")
    assert card.start(MOUNT="32") == [card.take, card.opened]
    assert card.start(MOUNT="32") == [card.opened]


def test_a_voice_finds_the_box_s_own_folder_before_its_first_start(card: FedCard) -> None:
    (card.folder / "it-anna.zip").write_bytes(b"a voice")
    card.start()
    assert card.box.stat().st_mode & 0o777 == 0o700


def test_a_saved_box_is_brought_back_before_anything_is_taken_and_once(card: FedCard) -> None:
    (card.folder / "nightcrier-saved.zip").write_bytes(b"a box")
    assert card.start()[:2] == [f"{card.restore}/nightcrier-saved.zip", card.take]
    assert (card.folder / "taken.txt").read_text() == "Brought back\n1 deck\n"
    assert card.start() == []
    (card.folder / "device.toml").write_text("[table]\n")
    assert card.start()[0] == card.take, "what was played since is not undone"


DECKS = ChoreDone(Chore.TAKE, new={"decks": 2}, refused=1, of_card=True)
TOLD = msgspec.json.encode(DECKS).decode()


def test_the_box_is_told_what_was_taken_and_once(card: FedCard) -> None:
    (card.folder / "device.toml").write_text("[table]\n")
    card.start(NEWS=TOLD)
    assert (card.told / "card-take.json").stat().st_mode & 0o777 == 0o644
    assert card.said_aloud() == [DECKS]
    assert [*card.told.iterdir()] == []
    card.start()
    assert card.said_aloud() == []


def test_what_cannot_be_told_yet_waits_for_the_next_start(card: FedCard) -> None:
    (card.folder / "device.toml").write_text("[table]\n")
    card.told.rmdir()
    card.start(NEWS=TOLD)
    card.told.mkdir()
    card.start()
    assert card.said_aloud() == [DECKS]


@pytest.mark.parametrize(("status", "good"), [("", True), ("1", True), ("2", False)])
def test_a_saved_box_is_told_and_what_was_taken_beside_it(card: FedCard, status: str, good: bool) -> None:
    back = ChoreDone(Chore.RESTORE, good=good, of_card=True)
    (card.folder / "nightcrier-saved.zip").write_bytes(b"a box")
    card.start(BACK=status)
    assert card.said_aloud() == [back]
    (card.folder / "nightcrier-saved-2.zip").write_bytes(b"a box")
    card.start(BACK=status, NEWS=TOLD)
    assert card.said_aloud() == [back, DECKS]


@pytest.mark.parametrize(("status", "good"), [("", True), ("1", False)])
def test_how_an_update_went_is_told(card: FedCard, status: str, good: bool) -> None:
    card.lay_update("0.3.0")
    card.start(UPDATED=status)
    assert card.said_aloud() == [ChoreDone(Chore.UPDATE, good=good, of_card=True)]


def test_an_empty_file_takes_away_once(card: FedCard) -> None:
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


def test_what_was_granted_once_is_not_removed_later(card: FedCard) -> None:
    wish = card.folder / "sunday.toml"
    wish.touch()
    card.start(GRANTED="sunday.toml", FULL="1")
    assert not wish.exists()
    wish.touch()
    card.start(KILLED="1")
    assert wish.exists()
    assert not (card.memory / "granted").exists()


def test_an_answer_is_written_before_the_files_it_tells_of_are_removed(card: FedCard) -> None:
    (card.folder / "sunday.toml").touch()
    card.start(GRANTED="sunday.toml", LAST_SYNC="1")
    assert (card.folder / "taken.txt").read_text() == "1 deck\n"
    assert (card.memory / "granted").exists()
    assert card.start() == [card.opened, card.put, card.closed]
    assert not (card.memory / "granted").exists()


def test_what_could_not_be_remembered_is_not_brought_back(card: FedCard) -> None:
    """It would come back at each start, over what was played since."""
    (card.folder / "nightcrier-saved.zip").write_bytes(b"a box")
    (card.memory / "bringing.new").mkdir(parents=True)
    assert card.start()[0] == card.take
    (card.memory / "bringing.new").rmdir()
    assert card.start()[0] == f"{card.restore}/nightcrier-saved.zip"


def test_a_file_beside_a_saved_box_is_no_new_one(card: FedCard) -> None:
    (card.folder / "nightcrier-saved.zip").write_bytes(b"a box")
    card.start()
    (card.folder / "nightcrier-saved.zip old 1.txt").write_text("mine")
    assert card.start()[0] == card.take


def test_large_and_small_letters_of_a_saved_box_are_the_same(card: FedCard) -> None:
    (card.folder / "Nightcrier-saved.ZIP").write_bytes(b"a box")
    assert card.start()[0] == f"{card.restore}/Nightcrier-saved.ZIP"


def test_a_saved_box_that_was_replaced_is_brought_back_again(card: FedCard) -> None:
    (card.folder / "nightcrier-saved.zip").write_bytes(b"a box")
    card.start()
    (card.folder / "nightcrier-saved.zip").write_bytes(b"another box")
    assert card.start()[0] == f"{card.restore}/nightcrier-saved.zip"


def test_of_several_saved_boxes_the_last_one_comes_back(card: FedCard) -> None:
    for number in ("", "-2", "-10", "-9"):
        (card.folder / f"nightcrier-saved{number}.zip").write_bytes(b"a box")
    (card.folder / "decks").mkdir()
    (card.folder / "decks" / "nightcrier-saved-11.zip").write_bytes(b"not where it belongs")
    calls = card.start()
    assert [call for call in calls if call.startswith(card.restore)] == [f"{card.restore}/nightcrier-saved-10.zip"]


def test_a_saved_box_that_is_refused_keeps_nothing_else_from_being_taken(card: FedCard) -> None:
    (card.folder / "nightcrier-saved.zip").write_bytes(b"cut short")
    assert card.start(BACK="2")[:2] == [f"{card.restore}/nightcrier-saved.zip", card.take]
    assert (card.folder / "taken.txt").read_text() == "nightcrier-saved.zip is no saved box\nBrought back\n1 deck\n"
    assert card.start() == []


def test_an_update_is_given_to_the_installer_once_after_the_box_has_started(card: FedCard) -> None:
    card.lay_update("0.3.0")
    calls = card.start()
    assert calls == [card.take, f"{card.update}/nightcrier-0.3.0.tar.xz", card.opened, card.put, card.closed]
    assert (card.folder / "taken.txt").read_text() == "1 deck\nnightcrier-0.3.0.tar.xz is looked at\n"
    assert card.start() == []


def test_an_update_that_is_refused_is_told_and_not_tried_again(card: FedCard) -> None:
    card.lay_update("0.3.0")
    card.start(UPDATED="1")
    assert "is looked at" in (card.folder / "taken.txt").read_text()
    assert card.start() == []


def test_of_several_updates_the_newest_that_has_a_signature_is_taken(card: FedCard) -> None:
    for number in ("0.9.0", "0.10.0", "0.2.0"):
        card.lay_update(number)
    (card.folder / "nightcrier-0.11.0.tar.xz").write_bytes(b"alone")
    updates = [call for call in card.start() if call.startswith(card.update)]
    assert updates == [f"{card.update}/nightcrier-0.10.0.tar.xz"]


def test_an_update_that_mends_another_is_the_newer_one_as_on_a_stick(card: FedCard) -> None:
    for number in ("0.3.0", "0.3.0.1", "0.3.0.dev1", "0.3.0rc1"):
        card.lay_update(number)
    assert f"{card.update}/nightcrier-0.3.0.1.tar.xz" in card.start()


def test_an_update_that_was_cut_is_begun_anew(card: FedCard) -> None:
    card.lay_update("0.3.0")
    card.start(CUT="1")
    assert f"{card.update}/nightcrier-0.3.0.tar.xz" in card.start()


def test_an_update_that_was_cut_twice_is_given_up(card: FedCard) -> None:
    """It may be what takes longer than its unit has, and half an hour of each evening."""
    card.lay_update("0.3.0")
    for _ in range(2):
        assert f"{card.update}/nightcrier-0.3.0.tar.xz" in card.start(CUT="1")
    assert f"{card.update}/nightcrier-0.3.0.tar.xz" not in card.start()


def test_an_update_whose_signature_was_mended_is_tried_again(card: FedCard) -> None:
    card.lay_update("0.3.0", b"cut sho")
    card.start(UPDATED="1")
    card.lay_update("0.3.0")
    assert f"{card.update}/nightcrier-0.3.0.tar.xz" in card.start()


def test_a_program_that_is_broken_can_be_updated_too(card: FedCard) -> None:
    card.lay_update("0.2.0")
    card.lay_update("0.10.0")
    assert f"{card.update}/nightcrier-0.10.0.tar.xz" in card.start(BROKEN="1")


@pytest.mark.parametrize("how", ["FULL", "KILLED"])
def test_of_two_saved_boxes_none_comes_back_later_where_the_rest_is_tried_again(card: FedCard, how: str) -> None:
    for number in ("", "-2"):
        (card.folder / f"nightcrier-saved{number}.zip").write_bytes(b"a box")
    (card.folder / "sea.ogg").write_bytes(b"a sound")
    starts = [card.start(**{how: "1"}), card.start(**{how: "1"}), card.start()]
    back = [call for calls in starts for call in calls if call.startswith(card.restore)]
    assert back == [f"{card.restore}/nightcrier-saved-2.zip"]


def test_the_name_of_a_file_is_no_reason_to_take_all_again(card: FedCard) -> None:
    (card.folder / "cannot be kept.md").write_text("mine")
    card.start(TAKEN="1", WHERE="cannot be kept.md: is nothing to take ")
    assert card.start() == []


@pytest.mark.parametrize("fails", [{"SYNC": "1"}, {"LAST_SYNC": "1"}, {}], ids=["a file", "all", "a folder in the way"])
def test_the_disk_is_shut_whatever_else_fails(card: FedCard, fails: dict[str, str]) -> None:
    (card.folder / "device.toml").write_text("[table]\n")
    if not fails:
        (card.folder / ".taken.new").mkdir()
    assert card.start(**fails)[-1] == card.closed


@pytest.mark.parametrize("how", ["FULL", "KILLED"])
def test_what_found_no_room_or_was_killed_is_tried_again(card: FedCard, how: str) -> None:
    (card.folder / "sea.ogg").write_bytes(b"a sound")
    assert card.start(TAKEN="1", **{how: "1"})[0] == card.take
    assert card.start()[0] == card.take
    assert card.take not in card.start()


def test_a_saved_box_comes_back_once_though_the_power_goes_before_the_rest_is_taken(card: FedCard) -> None:
    (card.folder / "nightcrier-saved.zip").write_bytes(b"a box")
    assert card.start(GONE="1")[:2] == [f"{card.restore}/nightcrier-saved.zip", card.take]
    assert card.start()[0] == card.take


def test_what_was_taken_is_told_though_the_power_goes_before_it_is_written(card: FedCard) -> None:
    (card.folder / "device.toml").write_text("[table]\n")
    assert card.start(MOUNT="32") == [card.take, card.opened]
    assert card.start() == [card.opened, card.put, card.closed]
    assert (card.folder / "taken.txt").read_text() == "1 deck\n"


def test_no_computer_shows_a_path_of_the_box(card: FedCard) -> None:
    (card.folder / "device.toml").write_text("[table]\n")
    card.start(FULL="1", WHERE=f"{card.folder}/")
    assert str(card.card) not in (card.folder / "taken.txt").read_text()


def test_a_broken_program_and_half_an_update_keep_nothing_from_being_told(card: FedCard) -> None:
    (card.folder / "device.toml").write_text("[table]\n")
    (card.folder / "nightcrier-0.3.0.tar.xz.sig").write_bytes(b"alone")
    assert card.start(BROKEN="1") == [card.take, card.opened, card.put, card.closed]
    assert (card.folder / "taken.txt").read_text() == "1 deck\n"
