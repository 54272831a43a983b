"""What was brought last is put aside where the box fails twice with it, and what was there before is back."""

from contextlib import suppress

import msgspec
import pytest

from nightcrier.box.machine import Crashes
from nightcrier.care.on_trial import Trial
from nightcrier.care.restoring import BEFORE_BOX
from nightcrier.cli import main
from nightcrier.kernel.chores import PutAside
from nightcrier.kernel.files import Disk
from nightcrier.kernel.folders import standard_folders
from tests.box.memory.conftest import PowerCut
from tests.care.given_files import SETTINGS, deck, files_of, sound
from tests.care.saved_boxes import people
from tests.care.test_restoring_cuts import CutDisk

pytestmark = pytest.mark.usefixtures("checked_here")


def put_aside(box):
    """What the box is told: the first names, or nothing."""
    told = box.parent / "told" / "aside.json"
    told.unlink(missing_ok=True)
    assert main(["take", "--put-aside", str(told)]) == 0
    return msgspec.json.decode(told.read_bytes(), type=PutAside).names if told.exists() else ()


def take(given):
    assert main(["take", str(given)]) == 0


def test_the_newest_addition_goes_and_the_one_before_is_back(stick, box):
    take(stick({"device.toml": SETTINGS, "decks/sunday.toml": deck("Old")}))
    before = files_of(box)
    take(stick({"decks/sunday.toml": deck("New"), "beds/sea.wav": sound()}))
    assert set(put_aside(box)) == {"sunday.toml", "sea.wav"}
    found = files_of(box)
    assert {name: found[name] for name in before} == before
    assert found["own/scenarios/sunday.toml.broken"] == deck("New")
    assert "own/beds/sea.wav" not in found
    assert set(put_aside(box)) == {"device.toml", "sunday.toml"}
    assert not {"own/device.toml", "own/scenarios/sunday.toml"} & set(files_of(box))
    assert put_aside(box) == ()


def test_a_voice_is_put_aside_too(stick, box, voice):
    take(stick({"voices/en-new.zip": voice}))
    assert put_aside(box) == ("en-new.zip",)
    assert set(files_of(box)) == {"state/voices/en-new.zip.broken"}


def test_what_the_box_has_run_with_for_a_minute_is_on_trial_no_more(stick, box):
    take(stick({"decks/sunday.toml": deck("Old")}))
    folders = standard_folders()
    crashes = Crashes(Disk(), folders.runtime / "crashes")
    crashes.try_out(folders.on_trial, folders.passed)
    take(stick({"decks/monday.toml": deck("Since")}))  # while it runs: it has not been tried
    crashes.calm_down()
    assert put_aside(box) == ("monday.toml",)
    assert files_of(box)["own/scenarios/sunday.toml"] == deck("Old")
    take(stick({"decks/sunday.toml": deck("Newer")}))
    crashes.try_out(folders.on_trial, folders.passed)
    crashes.calm_down()
    assert put_aside(box) == ()


def test_a_file_that_is_another_by_now_stays(stick, box):
    take(stick({"decks/sunday.toml": deck("Ours")}))
    (box / "own" / "scenarios" / "sunday.toml").write_bytes(deck("By hand"))
    assert put_aside(box) == ()
    assert files_of(box)["own/scenarios/sunday.toml"] == deck("By hand")


def test_a_kept_file_that_is_another_by_now_does_not_come_back(stick, box):
    take(stick({"decks/sunday.toml": deck("Old")}))
    take(stick({"decks/sunday.toml": deck("New")}))
    kept = box / "own" / "scenarios" / "sunday.toml.before"
    assert kept.read_bytes() == deck("Old")
    kept.write_bytes(deck("Older"))
    assert put_aside(box) == ("sunday.toml",)
    found = files_of(box)
    assert found["own/scenarios/sunday.toml.broken"] == deck("New")
    assert "own/scenarios/sunday.toml" not in found


def test_a_saved_box_that_was_brought_back_is_undone(saved, other):
    before = people(other)
    assert main(["restore", str(saved)]) == 0
    assert people(other) != before
    assert put_aside(other) == ("nightcrier-saved.zip",)
    assert people(other) == before
    assert put_aside(other) == ()


def test_what_was_undone_by_hand_is_not_brought_again(saved, other):
    before = people(other)
    main(["restore", str(saved)])
    main(["restore", str(other / "state" / "before-restore.zip")])
    assert put_aside(other) == ()
    assert people(other) == before


@pytest.mark.parametrize("step", range(1, 12))
def test_a_cut_at_any_step_is_finished_by_the_next_try(stick, box, step):
    take(stick({"decks/sunday.toml": deck("Old")}))
    take(stick({"decks/sunday.toml": deck("New")}))
    folders = standard_folders()
    cut = Trial(folders, CutDisk(step, PowerCut()))
    with suppress(PowerCut):
        cut.put_aside(cut.newest()[0])
        cut.end_newest()
    trial = Trial(folders)
    if trial.newest()[0].taking == 2:
        trial.put_aside(trial.newest()[0])
        trial.end_newest()
    assert files_of(box)["own/scenarios/sunday.toml"] == deck("Old")
    assert [each.taking for each in Trial(folders).newest()] == [1]


def test_a_torn_note_costs_no_other(stick, box):
    take(stick({"decks/sunday.toml": deck("Ours")}))
    with (box / "own" / "on-trial").open("ab") as notes:
        notes.write(b'\n{"taking":2,"na')
    take(stick({"decks/monday.toml": deck("Next")}))
    assert put_aside(box) == ("monday.toml",)
    assert put_aside(box) == ("sunday.toml",)


def test_the_same_file_brought_again_is_on_trial_again(stick, box):
    """Its note is another one, so that it is not taken for the one with which the box has run."""
    given = stick({"decks/sunday.toml": deck("Old")})
    take(given)
    folders = standard_folders()
    folders.passed.parent.mkdir(parents=True, exist_ok=True)
    folders.passed.write_bytes(folders.on_trial.read_bytes())
    assert put_aside(box) == ()
    (box / "own" / "scenarios" / "sunday.toml").unlink()
    take(given)
    assert put_aside(box) == ("sunday.toml",)


@pytest.mark.parametrize("way_back", [(), (b"no zip",)], ids=["missing", "damaged"])
def test_a_way_back_that_leads_nowhere_does_not_keep_older_files_from_going(saved, other, way_back):
    take_place = standard_folders()
    Trial(take_place).note("own/device.toml", "", "")
    Trial(take_place).note_restored(is_way_back=False)
    for content in way_back:
        (take_place.state / BEFORE_BOX).write_bytes(content)
    assert put_aside(other) == ()
    assert Trial(take_place).newest() == []
