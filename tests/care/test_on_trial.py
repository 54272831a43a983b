"""Tests that the latest files are put aside if the box fails twice with them, and that the earlier ones come back."""

from contextlib import suppress

import msgspec
import pytest

from nightcrier.box.machine import TOO_MANY, Crashes
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


def told_of_start(box) -> PutAside | None:
    """Return what the box is told after two more failed starts."""
    told = box.parent / "told" / "aside.json"
    told.unlink(missing_ok=True)
    assert main(["take", "--put-aside", str(told)]) == 0
    return msgspec.json.decode(told.read_bytes(), type=PutAside) if told.exists() else None


def put_aside(box):
    """Return the names of the files that are put aside."""
    told = told_of_start(box) or PutAside(())
    return () if told.is_back else told.names


def brought_back(box):
    """Return the names of the files that are back, because the start without them failed, too."""
    told = told_of_start(box) or PutAside(())
    return told.names if told.is_back else ()


def rows_of_report():
    return Trial(standard_folders()).tried_rows()


def run_a_minute():
    folders = standard_folders()
    crashes = Crashes(Disk(), folders.runtime / "crashes")
    crashes.try_out(folders.on_trial, folders.passed)
    crashes.calm_down()


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
    run_a_minute()
    assert put_aside(box) == ()


def test_one_that_was_not_the_cause_is_back_and_the_one_before_is_tried(stick, box):
    take(stick({"beds/sea.wav": sound()}))
    take(stick({"decks/sunday.toml": deck("Old")}))
    take(stick({"decks/sunday.toml": deck("New"), "device.toml": SETTINGS}))
    before = files_of(box)
    for names in ({"sunday.toml", "device.toml"}, {"sea.wav"}):
        assert set(put_aside(box)) == names
        assert set(brought_back(box)) == names
        assert files_of(box) == before
    assert told_of_start(box) is None


def test_where_the_driver_of_the_card_broke_none_of_three_honest_decks_is_blamed(stick, box):
    """Each of ten starts fails; before the third and fourth start in a row, root is asked to put files aside."""
    for name in ("friday", "saturday", "sunday"):
        take(stick({f"decks/{name}.toml": deck(name)}))
    before, told = files_of(box), list[PutAside | None]()
    folders = standard_folders()
    for _ in range(10):
        crashes = Crashes(Disk(), folders.runtime / "crashes")
        if crashes.in_a_row == TOO_MANY - 1 or (crashes.start_clean and Trial(folders).aside()):
            told.append(told_of_start(box))
        crashes.began()
    assert told == [
        PutAside((f"{day}.toml",), back) for day in ("sunday", "saturday", "friday") for back in (False, True)
    ]
    assert files_of(box) == {**before, "state/crashes": b"1"}
    assert rows_of_report() == [
        f"{day}.toml: a start without it failed too, so it is back." for day in ("friday", "saturday", "sunday")
    ]


def test_the_report_says_what_helped(stick, box):
    take(stick({"decks/sunday.toml": deck("Bad")}))
    assert rows_of_report() == []
    put_aside(box)
    assert rows_of_report() == ["sunday.toml: a start without it has not run for a minute yet."]
    run_a_minute()
    assert rows_of_report() == ["sunday.toml: a start without it lives, so it is put aside."]


def test_another_file_of_that_name_since_then_stays(stick, box):
    take(stick({"decks/sunday.toml": deck("Ours")}))
    put_aside(box)
    place = box / "own" / "scenarios" / "sunday.toml"
    place.write_bytes(deck("By hand"))
    assert brought_back(box) == ()
    assert place.read_bytes() == deck("By hand")


def test_a_voice_is_put_aside_too(stick, box, voice):
    take(stick({"voices/en-new.zip": voice}))
    assert put_aside(box) == ("en-new.zip",)
    assert set(files_of(box)) == {"state/voices/en-new.zip.broken"}
    assert brought_back(box) == ("en-new.zip",)
    assert set(files_of(box)) == {"state/voices/en-new.zip"}


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
    assert (after := people(other)) != before
    assert put_aside(other) == ("nightcrier-saved.zip",)
    assert people(other) == before
    assert brought_back(other) == ("nightcrier-saved.zip",)
    assert people(other) == after
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
        cut.mark(cut.newest(), "aside")
    trial = Trial(folders)
    if trial.newest()[0].taking == 2:
        trial.put_aside(trial.newest()[0])
        trial.mark(trial.newest(), "aside")
    assert files_of(box)["own/scenarios/sunday.toml"] == deck("Old")
    assert [each.taking for each in Trial(folders).newest()] == [1]


def test_a_torn_note_costs_no_other(stick, box):
    take(stick({"decks/sunday.toml": deck("Ours")}))
    with (box / "own" / "on-trial").open("ab") as notes:
        notes.write(b'\n{"taking":2,"na')
    take(stick({"decks/monday.toml": deck("Next")}))
    assert put_aside(box) == brought_back(box) == ("monday.toml",)
    assert put_aside(box) == ("sunday.toml",)


def test_the_same_file_brought_again_is_on_trial_again(stick, box):
    """A file brought again has a new note, so it is not mistaken for the one with which the box has already run."""
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
