"""Tests that an empty file removes the file of the same name that people have brought, and nothing else."""

from pathlib import Path

import pytest

from nightcrier.care.as_owner import as_service
from nightcrier.care.given_files import Kind, files_in, find_folder
from nightcrier.care.stick import count_new
from nightcrier.care.taking import Receiver, Taken, sum_up_taking
from nightcrier.cli import main
from nightcrier.kernel.files import Disk
from nightcrier.kernel.folders import Folders, standard_folders
from nightcrier.tools.chore import take_sent
from tests.box.memory.conftest import ForgetfulDisk, Inode, cuts
from tests.care.given_files import PACK_DECK, SETTINGS, deck, files_of, sound

pytestmark = pytest.mark.usefixtures("checked_here")
__all__ = ["cuts"]
GONE = {
    "decks/sunday.toml": "own/scenarios/sunday.toml",
    "decks/growl/ours.toml": "own/scenarios/growl/ours.toml",
    "beds/sea.wav": "own/beds/sea.wav",
    "voices/en-new.zip": "state/voices/en-new.zip",
}
WISHES = dict.fromkeys(GONE, b"")
STAYS = "came with the box and stays; an empty file takes away only what you brought."


@pytest.fixture
def fed(stick, box, voice, call):
    """Return a box that has taken one file of each kind."""
    given = dict(zip(GONE, (deck(), PACK_DECK, sound(), voice), strict=True))
    call(0, "take", stick(given))
    (box.parent / "stick").rename(box.parent / "first")
    return box


def taken_from(stick: Path) -> Taken:
    return Receiver(standard_folders()).take(files_in(find_folder(stick)))


def reasons(taken: Taken) -> list[str]:
    assert taken.new == taken.removed == ()
    return [str(each) for each in taken.refused]


def test_each_kind_is_taken_away_and_a_deck_is_kept_beside_it(stick, fed):
    taken = taken_from(stick(WISHES))
    assert sorted(taken.removed) == sorted([Kind.DECK, Kind.DECK, Kind.VOICE, Kind.BED])
    assert files_of(fed) == {
        "own/scenarios/sunday.toml.before": deck(),
        "own/scenarios/growl/ours.toml.before": PACK_DECK.encode(),
    }
    assert count_new(taken) == {"removed": 4}


def test_what_is_gone_already_is_told_as_that_and_changes_nothing(stick, fed, call):
    given = stick(WISHES)
    told = ("2 decks, 1 voice, 1 background sound taken away.", "Nothing new; 4 to be taken away were not there.")
    for sentence in told:
        assert call(0, "take", given).out.splitlines()[0] == sentence
    assert (fed / "own/scenarios/sunday.toml.before").read_bytes() == deck()
    assert count_new(taken_from(given)) == {}


def test_it_is_told_beside_what_is_new():
    assert sum_up_taking(Taken((Kind.DECK,), 1, (), (Kind.VOICE,), 1)) == (
        "1 deck; 1 voice taken away; 1 was there already; 1 to be taken away was not there."
    )


def test_empty_settings_are_settings_as_before(stick, box, call):
    main(["take", str(stick({"device.toml": SETTINGS}))])
    assert call(0, "take", stick({"device.toml": ""})).out.count("The settings.\n") == 2
    assert files_of(box) == {"own/device.toml": b"", "own/device.toml.before": SETTINGS.encode()}


@pytest.mark.parametrize(
    ("given", "new", "removed", "absent"),
    [
        ({"Sunday.TOML": b""}, (), (Kind.DECK,), 0),
        ({"decks/SUNDAY.toml": b""}, (), (Kind.DECK,), 0),
        ({"decks/one-night/sunday.toml": b""}, (), (Kind.DECK,), 0),
        ({"beds/Sea.WAV": b""}, (), (Kind.BED,), 0),
        ({"decks/growl/sunday.toml": b"", "decks/wherewolf/ours.toml": b""}, (), (), 2),
        ({"decks/one-night/sunday.toml": b"", "decks/growl/sunday.toml": PACK_DECK}, (Kind.DECK,), (Kind.DECK,), 0),
    ],
)
def test_letters_make_no_difference_and_a_folder_of_a_game_means_its_decks_alone(
    stick, fed, given, new, removed, absent
):
    taken = taken_from(stick(given))
    assert (taken.new, taken.removed, taken.absent) == (new, removed, absent)


def test_a_name_that_several_games_have_says_how_to_name_the_game(stick, box):
    main(["take", str(stick({"decks/five.toml": deck(), "decks/growl/five.toml": PACK_DECK}))])
    (box.parent / "stick").rename(box.parent / "first")
    given = stick({"decks/five.toml": b""})
    why = "is called like decks of several games; put it into decks/one-night or decks/growl."
    assert reasons(taken_from(given)) == [f"decks/five.toml: {why}"]
    (given / "nightcrier/decks/five.toml").unlink()
    assert len(taken_from(stick({"decks/one-night/five.toml": b""})).removed) == 1
    assert "own/scenarios/growl/five.toml" in files_of(box)


@pytest.mark.parametrize(
    "name",
    [
        *("decks/first-game.toml", "First-Game.toml", "decks/growl/growl-classic.toml", "growl-crowd.toml"),
        *("voices/en-male.zip", "beds/fire.ogg", "beds/Fire.mp3", "day.ogg"),
    ],
)
def test_what_came_with_the_box_stays(stick, box, name):
    assert reasons(taken_from(stick({name: b""}))) == [f"{name}: {STAYS}"]
    assert files_of(box) == {}


def test_a_sound_in_the_place_of_one_of_the_box_goes_and_that_one_stays(stick, box):
    main(["take", str(stick({"beds/fire.wav": sound()}))])
    given = stick({"beds/fire.wav": b""})
    assert taken_from(given).removed == (Kind.BED,)
    assert reasons(taken_from(given)) == [f"beds/fire.wav: {STAYS}"]


def test_a_voice_recorded_on_the_box_is_a_folder_and_stays(stick, box):
    own = box / "state/voices/en-anna/pack.toml"
    own.parent.mkdir(parents=True)
    own.write_text("x")
    assert taken_from(stick({"voices/en-anna.zip": b""})).absent == 1
    assert own.read_text() == "x"


@pytest.mark.parametrize(
    ("empty", "other"),
    [
        ("decks/sunday.toml", "sunday.toml"),
        ("sunday.toml", "decks/Sunday.toml"),
        ("decks/ours/sunday.toml", "decks/one-night/sunday.toml"),
    ],
)
def test_beside_another_file_of_the_name_nothing_is_taken_away(stick, fed, empty, other):
    why = f"{empty}: is empty, and another file there is called like it; take one of them out."
    for taken in (taken_from(stick({empty: b"", other: deck()})) for _ in range(2)):
        assert (taken.removed, [str(each) for each in taken.refused]) == ((), [why])
    assert "own/scenarios/sunday.toml" in files_of(fed)


class Stubborn(Disk):
    """A card that keeps its file names, like a worn-out one."""

    def remove(self, path: Path) -> None:
        raise OSError(30, "Read-only file system")


def test_a_card_that_lets_nothing_go_says_so(stick, fed):
    taken = Receiver(standard_folders(), Stubborn()).take(files_in(find_folder(stick({"beds/sea.wav": b""}))))
    why = "cannot be taken away (Read-only file system); switch the box off and on, and try again."
    assert reasons(taken) == [f"beds/sea.wav: {why}"]


def test_a_voice_is_taken_away_with_the_rights_of_the_box(stick, fed, monkeypatch):
    entered = list[Path]()

    def in_state(folder):
        entered.append(folder)
        return as_service(folder)

    monkeypatch.setattr("nightcrier.care.taking.as_service", in_state)
    taken = Receiver(standard_folders()).take(files_in(find_folder(stick(WISHES))))
    assert len(taken.removed) == 4
    assert entered == [fed / "state"]


def test_what_goes_goes_before_what_comes(stick, fed):
    """Files are removed before new ones are taken, to make room for them."""
    came = list[str]()

    class Watched(Disk):
        def write(self, path: Path, content: bytes) -> None:
            came.append(path.name)
            super().write(path, content)

        def remove(self, path: Path) -> None:
            came.append(f"without {path.name}")
            super().remove(path)

    given = stick({"beds/sea.wav": b"", "beds/a.wav": sound(4)})
    Receiver(standard_folders(), Watched()).take(files_in(find_folder(given)))
    assert came[0] == "without sea.wav"


@pytest.mark.parametrize("name", ["sunday.toml", "en-new.zip"])
def test_a_phone_takes_nothing_away(fed, tmp_path, name):
    """Anybody at the table may send, and a phone sends a file that it has not downloaded yet as an empty one."""
    (tmp_path / "sent").mkdir()
    (tmp_path / "sent" / name).touch()
    before, news = files_of(fed), take_sent(tmp_path / "sent")
    assert news.reasons == (f"{name}: is empty; send it again (what is on the box is taken away by a stick alone).",)
    assert (news.new, files_of(fed)) == ({}, before)


WHERE = Folders(Path("/state"), Path("/cache"), Path("/run"), Path("/own"))
OLD = {Path("/", place): name.encode() for name, place in GONE.items()}


@pytest.mark.parametrize("never_forced", ["", "own/scenarios", "own/scenarios/growl", "own/beds", "state/voices"])
def test_two_hundred_cuts_leave_it_or_take_it_away_for_good(cuts, stick, never_forced):
    given = list(files_in(find_folder(stick(WISHES))))

    def let_go(disk: ForgetfulDisk) -> None:
        for path, content in OLD.items():
            disk.names[path] = disk.safe_names[path] = Inode(content, content)
        force = disk.sync
        disk.sync = lambda path: None if path == Path("/", never_forced) else force(path)  # type: ignore[method-assign]
        assert len(Receiver(WHERE, disk).take(given).removed) == 4

    whole = ForgetfulDisk()
    let_go(whole)
    kept = {path: inode.content for path, inode in whole.safe_names.items() if path.suffix == ".before"}
    assert ({*OLD}.isdisjoint(whole.safe_names) and len(kept) == 2) == (not never_forced)
    for disk, seed in cuts(let_go, 200, "" if never_forced else "taking away"):
        left = {path: inode.content for path, inode in disk.names.items() if path.suffix != ".before"}
        assert left.items() <= OLD.items(), seed
        Receiver(WHERE, disk).take(given)
        assert {*OLD}.isdisjoint(disk.safe_names), seed


def test_which_files_were_granted_is_written_down_for_the_card(fed, stick, tmp_path, capsys):
    """Files that were not granted stay on the card, because what they ask for has not been done."""
    given = {**WISHES, "decks/none.toml": b"", "beds/fire.ogg": b"", "notes.md": b"", "a.toml": b"", "A.toml": deck()}
    folder = stick(given)
    assert main(["take", str(folder), "--granted", str(tmp_path / "granted")]) == 1
    granted = (tmp_path / "granted").read_text().splitlines()
    nested = find_folder(folder)
    assert sorted(granted) == sorted(str(nested / name) for name in [*GONE, "decks/none.toml"])


def test_a_name_that_would_be_two_lines_is_not_written_down(fed, stick, tmp_path):
    main(["take", str(stick({"decks/a\nb.toml": b""})), "--granted", str(tmp_path / "granted")])
    assert (tmp_path / "granted").read_text() == ""


def test_what_is_new_is_counted_in_the_rows_of_the_page():
    taken = Taken((Kind.SETTINGS, Kind.HALL, Kind.HALL_KEY, Kind.DECK, Kind.GAME, Kind.VOICE, Kind.BED))
    assert count_new(taken) == {"settings": 3, "decks": 1, "games": 1, "voices": 1, "beds": 1}
