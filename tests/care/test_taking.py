"""Tests that files on a stick go where the box looks for them, and what is said about each."""

import os
from pathlib import Path

import pytest

from nightcrier.box.library import read_offer
from nightcrier.box.sound.desk.sound_list import SoundList
from nightcrier.box.sound.voices.packs import read_shelf
from nightcrier.care.given_files import OF_THE_BOX, GivenFile
from nightcrier.care.taking import deck_place
from nightcrier.cli import main
from nightcrier.kernel.chores import Chore, ChoreDone, read_chore_news
from nightcrier.kernel.files import DISK, LARGEST_FILE
from nightcrier.kernel.folders import share, standard_folders
from nightcrier.kernel.ids import Language
from nightcrier.kernel.settings_files import load_settings
from nightcrier.words.catalogue import LANGUAGES
from tests.box.games.engine.small import ADDED
from tests.care.given_files import DECK, PACK_DECK, SETTINGS, deck, files_of, sound

UPDATE = ("nightcrier-1.0.tar.xz", "nightcrier-1.0.tar.xz.sig")


def test_everything_is_found_where_the_box_looks_for_it(stick, box, voice, call):
    given = {
        "device.toml": SETTINGS,
        "decks/sunday.toml": deck(),
        "decks/growl/ours.toml": PACK_DECK,
        "voices/en-new.zip": voice,
        "beds/sea.wav": sound(),
    }
    said = call(0, "take", stick(given)).out
    assert said == "The settings, 2 decks, 1 voice, 1 background sound.\nIt counts from the next power-on.\n"
    folders = standard_folders()
    games = read_offer(folders.scenarios).games
    assert "sunday" in [each.id for each in games["one-night"].scenarios()]
    assert "ours" in [each.id for each in games["growl"].scenarios()]
    assert load_settings(DISK, folders.settings, LANGUAGES)[0].sound.max_volume == 60
    assert [each.id for each in read_shelf(folders.recordings, Language("en"), pytest.fail)] == ["en-new"]
    assert "sea" in SoundList(folders.audio, (folders.own,), pytest.fail).beds()


def test_a_deck_may_have_a_role_of_a_file_that_came_with_the_box_or_was_brought(stick, box):
    assert main(["take", str(stick({"games/pages.game.toml": ADDED.replace("squire", "page")}))]) == 0
    for role in (b"squire", b"page"):
        assert main(["take", str(stick({f"decks/{role.decode()}.toml": deck().replace(b"seer", role)}))]) == 0
        assert (box / "own" / "scenarios" / f"{role.decode()}.toml").is_file()


def test_the_box_reads_what_root_takes_whatever_the_mask_of_root_is(stick, box):
    before = os.umask(0o077)
    try:
        assert main(["take", str(stick({"device.toml": SETTINGS, "decks/sunday.toml": deck()}))]) == 0
    finally:
        os.umask(before)
    own = box / "own"
    assert {(own / name).stat().st_mode & 0o777 for name in ("device.toml", "scenarios/sunday.toml")} == {0o644}
    assert (own / "scenarios").stat().st_mode & 0o777 == 0o755


def test_taken_once_more_nothing_is_written(stick, box, capsys, call):
    given = stick({"decks/sunday.toml": deck(), "device.toml": SETTINGS})
    main(["take", str(given)])
    before = {name: (box / name).stat().st_mtime_ns for name in files_of(box)}
    capsys.readouterr()
    assert call(0, "take", given).out == "Nothing new; 2 were there already.\n"
    assert {name: (box / name).stat().st_mtime_ns for name in files_of(box)} == before


@pytest.mark.parametrize("name", ["device.toml", "decks/sunday.toml"])
def test_what_is_replaced_is_kept_beside_it(stick, box, name):
    first, second = (deck("One"), deck("Two")) if "decks" in name else (SETTINGS, "[sound]\nmax_volume = 50\n")
    main(["take", str(stick({name: first}))])
    main(["take", str(stick({name: second}))])
    place = box / "own" / name.replace("decks", "scenarios")
    assert place.read_text() == (second.decode() if isinstance(second, bytes) else second)
    before = place.with_name(f"{place.name}.before").read_text()
    assert before == (first.decode() if isinstance(first, bytes) else first)
    assert "sunday" in str(place) or load_settings(DISK, (place,), LANGUAGES)[1] == ()


@pytest.mark.parametrize("name", ["sunday.toml", "Decks/Sunday.TOML", "decks/wherewolf/sunday.toml"])
def test_each_game_knows_its_own_decks_wherever_they_lie(stick, box, name):
    assert main(["take", str(stick({name: PACK_DECK}))]) == 0
    assert [each.parent.name for each in box.rglob("*unday.toml")] == ["growl"]


def test_a_deck_that_came_with_the_box_is_read_by_its_own_game_alone(tmp_path):
    shipped = share("config") / "scenarios"
    folders = standard_folders()
    for file in shipped.rglob("*.toml"):
        given = GivenFile(file, "other.toml")
        where = deck_place(given, "other.toml", file.read_bytes(), folders, folders.scenarios[1])
        assert where.parent.name == (file.parent.name if file.parent != shipped else "scenarios")


def test_the_folder_itself_or_one_file_may_be_named_too(stick, box, call):
    folder = stick({"decks/sunday.toml": deck()}) / "nightcrier"
    assert main(["take", str(folder)]) == 0
    assert call(0, "take", folder / "decks" / "sunday.toml").out.endswith("Nothing new; 1 was there already.\n")


def test_large_and_small_letters_of_the_folder_are_the_same(tmp_path, stick, box):
    stick({"decks/sunday.toml": deck()})
    (tmp_path / "stick" / "nightcrier").rename(tmp_path / "stick" / "Nightcrier")
    assert main(["take", str(tmp_path / "stick")]) == 0


def test_of_a_drive_that_is_called_like_the_folder_the_folder_counts(tmp_path, stick, box, call):
    """A drive may be called NIGHTCRIER like the folder on it, for example the card with which the Pi starts."""
    drive = stick({"decks/sunday.toml": deck()}).rename(tmp_path / "NIGHTCRIER")
    (drive / "config.txt").touch()
    assert call(0, "take", drive).out.startswith("1 deck.\n")


def test_what_the_box_wrote_there_and_what_computers_leave_is_passed_over(stick, box, call):
    left = (*sorted(OF_THE_BOX), "nightcrier-saved-2.zip", "Nightcrier-Saved.ZIP", *UPDATE)
    hidden = ("._sunday.toml", "decks/.DS_Store", "Thumbs.db", "System Volume Information/x", ".Trashes/deck.toml")
    letters = ("Desktop.ini", "decks/thumbs.DB", "__MACOSX/nightcrier/decks/._sunday.toml")
    assert call(0, "take", stick(dict.fromkeys((*left, *hidden, *letters), b"?"))).out == "Nothing new.\n"


def test_without_the_folder_it_says_what_to_do(tmp_path, box, capsys, call):
    assert main(["take", str(tmp_path)]) == 2
    made = "has no folder nightcrier; make one, and put into it what the box is to take."
    assert capsys.readouterr().err == f"{tmp_path} {made}\n"
    assert "There is no folder or file" in call(2, "take", tmp_path / "none").err


def test_a_saved_box_is_not_taken_apart_here(stick, box, call):
    saved = stick({"nightcrier-saved.zip": b"PK"}) / "nightcrier" / "nightcrier-saved.zip"
    assert "is brought back with: nightcrier restore" in call(2, "take", saved).err


def test_whoever_may_not_write_the_settings_is_told_before_anything_is_done(stick, box, monkeypatch, capsys):
    monkeypatch.setattr("nightcrier.tools.command_line.os.access", lambda *_: False)
    assert main(["take", str(stick({"decks/sunday.toml": deck()}))]) == 2
    assert capsys.readouterr().err == f"{box / 'own'} cannot be written by you: put sudo before the command.\n"
    assert not Path(box / "own").exists()


def test_what_the_box_lays_into_the_folder_itself_is_nothing_to_take(stick, box, capsys):
    """On the card, the box's own files lie beside those of people, and a stick may be pulled while they are written."""
    tell = Path("image/overlay/usr/lib/nightcrier-card/tell").read_text()
    answers = {word.strip('"').rpartition("/")[2] for word in tell.split() if word.strip('"').endswith(".txt")}
    assert answers == {"report.txt", "taken.txt"}
    names = [*answers, "put-here.txt", "scores.csv", "problems.txt", "nightcrier-saved-2.zip", *UPDATE]
    assert Path("image/put-here.txt").is_file()
    cut = [f"{name}.4711.new" for name in names] + ["taken.txt.new"]
    assert main(["take", str(stick({**dict.fromkeys([*names, *cut], ""), "sunday.toml": deck()}))]) == 0
    assert capsys.readouterr().out.startswith("1 deck.\n")


def test_what_is_larger_than_what_is_read_at_once_is_known_too(stick, box, call):
    given = stick({"beds/long.wav": sound(300)})
    assert (given / "nightcrier" / "beds" / "long.wav").stat().st_size > LARGEST_FILE
    kept = set[int]()
    for said in ("1 background sound.", "Nothing new; 1 was there already."):
        assert call(0, "take", given).out.startswith(said)
        kept.add((box / "own/beds/long.wav").stat().st_ino)
    assert len(kept) == 1, "it is not written again"
    assert call(0, "take", stick({"beds/long.wav": sound(299)})).out.startswith("1 background sound.")
    assert files_of(box) == {"own/beds/long.wav": sound(299)}


def test_two_files_for_one_place_are_one_and_a_sentence(stick, box, capsys):
    """Each file is checked in a child of its own, which cannot know about the other file."""
    assert main(["take", str(stick({"sunday.toml": deck("One"), "decks/sunday.toml": deck("Two")}))]) == 1
    assert "is called like another file there; rename one of them." in capsys.readouterr().out


NEXT = "It counts from the next power-on.\n"


@pytest.mark.usefixtures("box")
def test_what_is_new_taken_away_and_refused_is_told_and_nothing_where_there_is_nothing(stick, tmp_path, capsys):
    news = tmp_path / "card-take.json"

    def told(files: dict[str, bytes | str]) -> object:
        news.unlink(missing_ok=True)
        main(["take", str(stick(files)), "--news", str(news)])
        return read_chore_news(news)

    new = ChoreDone(Chore.TAKE, new={"decks": 1}, refused=1, of_card=True)
    assert told({"decks/sunday.toml": DECK, "decks/bad.toml": "x"}) == new
    assert NEXT in capsys.readouterr().out
    assert told({"decks/bad.toml": "x"}) == ChoreDone(Chore.TAKE, refused=1, of_card=True), "it is refused each time"
    (tmp_path / "stick" / "nightcrier" / "decks" / "bad.toml").unlink()
    assert told({}) is None
    assert NEXT not in capsys.readouterr().out
    assert told({"decks/sunday.toml": ""}) == ChoreDone(Chore.TAKE, new={"removed": 1}, of_card=True)
    assert NEXT in capsys.readouterr().out
