"""Tests that an update in the card's folder is installed once and a saved box restored once, and that files nobody
put there are ignored."""

import re
import subprocess
from pathlib import Path

import pytest

from nightcrier.care.given_files import OF_THE_BOX, OF_THE_COMPUTER, GivenFile, is_of_people, kind_of
from nightcrier.kernel.errors import BadFile
from tests.hands import lay_tools


def test_an_update_is_given_to_the_installer_once_after_the_box_has_started(card):
    card.lay_update("0.3.0")
    calls = card.start()
    assert calls == [card.take, f"{card.update}/nightcrier-0.3.0.tar.xz", card.opened, card.put, card.closed]
    assert (card.folder / "taken.txt").read_text() == "1 deck\nnightcrier-0.3.0.tar.xz is looked at\n"
    assert card.start() == []


def test_an_update_that_is_refused_is_told_and_not_tried_again(card):
    card.lay_update("0.3.0")
    card.start(UPDATED="1")
    assert "is looked at" in (card.folder / "taken.txt").read_text()
    assert card.start() == []


@pytest.mark.parametrize(
    ("numbers", "environ", "taken"),
    [
        (("0.9.0", "0.10.0", "0.2.0"), {}, "0.10.0"),
        (("0.3.0", "0.3.0.1", "0.3.0.dev1", "0.3.0rc1"), {}, "0.3.0.1"),  # one that mends another, as on a stick
        (("0.2.0", "0.10.0"), {"BROKEN": "1"}, "0.10.0"),
    ],
)
def test_of_several_updates_the_newest_that_has_a_signature_is_taken(card, numbers, environ, taken):
    for number in numbers:
        card.lay_update(number)
    (card.folder / "nightcrier-0.11.0.tar.xz").write_bytes(b"alone")
    updates = [call for call in card.start(**environ) if call.startswith(card.update)]
    assert updates == [f"{card.update}/nightcrier-{taken}.tar.xz"]


def test_an_update_that_was_cut_is_begun_anew(card):
    card.lay_update("0.3.0")
    card.start(CUT="1")
    assert f"{card.update}/nightcrier-0.3.0.tar.xz" in card.start()


def test_an_update_that_was_cut_twice_is_given_up(card):
    """Such an update might exceed its unit's time limit at every start, and cost half an hour of each evening."""
    card.lay_update("0.3.0")
    for _ in range(2):
        assert f"{card.update}/nightcrier-0.3.0.tar.xz" in card.start(CUT="1")
    assert f"{card.update}/nightcrier-0.3.0.tar.xz" not in card.start()


def test_an_update_whose_signature_was_mended_is_tried_again(card):
    card.lay_update("0.3.0", b"cut sho")
    card.start(UPDATED="1")
    card.lay_update("0.3.0")
    assert f"{card.update}/nightcrier-0.3.0.tar.xz" in card.start()


TELL, MEMORY = (Path("image/overlay/usr/lib/nightcrier-card") / name for name in ("tell", "memory.sh"))


def test_the_card_asks_for_nothing_that_the_box_has_written_there():
    assert set(re.findall(r"! -name (\S+)", MEMORY.read_text())) == OF_THE_BOX | {"'*.new'"}


def test_card_and_box_pass_over_the_same_that_computers_lay_down():
    pruned = re.findall(r"-i?name '?([^'\n]+?)'?(?= -o| \\\))", MEMORY.read_text().split("-prune")[0])
    assert set(pruned) == OF_THE_COMPUTER | {".?*"}
    assert [is_of_people(name) for name in (".DS_Store", "Thumbs.db", "decks")] == [False, False, True]


def test_the_box_passes_over_all_that_the_card_lays_there():
    laid = {"put-here.txt", *re.findall(r"\$folder/(\w\S*\.\w+)\"", TELL.read_text())}
    assert "taken.txt" in laid
    assert f'"$committed/image/{min(laid)}" "$1/nightcrier/"' in Path("image/card.sh").read_text()
    assert [kind_of(GivenFile(Path(name), name)) for name in sorted(laid)] == [None] * len(laid)


def test_the_wi_fi_of_the_home_may_stand_in_capitals_as_the_card_s_disk_sees_it():
    assert kind_of(GivenFile(Path("WIFI.TXT"), "WIFI.TXT")) is None


def test_a_text_whose_ending_a_computer_hides_is_told_of():
    with pytest.raises(BadFile, match=r"has a second ending, \.txt"):
        kind_of(GivenFile(Path("wifi.txt.txt"), "wifi.txt.txt"))


def test_a_report_that_is_ended_leaves_the_disk_shut(tmp_path):
    """systemd ends the script like this if it takes too long."""
    (tmp_path / "nightcrier").mkdir()
    tools = {"nightcrier": "kill -TERM $PPID", "mount": 'echo "$2" >>"$CALLS"', "sync": ""}
    lay_tools(tmp_path / "bin", tools)
    environ = {"PATH": f"{tmp_path}/bin:/usr/bin:/bin", "CALLS": str(tmp_path / "calls")}
    subprocess.run(["sh", TELL, tmp_path, tmp_path], env=environ, check=False)
    assert (tmp_path / "calls").read_text().split() == ["remount,rw", "remount,ro"]


def test_a_saved_box_is_brought_back_before_anything_is_taken_and_once(card):
    (card.folder / "nightcrier-saved.zip").write_bytes(b"a box")
    assert card.start()[:2] == [f"{card.restore}/nightcrier-saved.zip", card.take]
    assert (card.folder / "taken.txt").read_text() == "Brought back\n1 deck\n"
    assert card.start() == []
    (card.folder / "device.toml").write_text("[table]\n")
    assert card.start()[0] == card.take, "what was played since is not undone"


def test_what_could_not_be_remembered_is_not_brought_back(card):
    """If a saved box that cannot be noted came back, it would at each start, and overwrite what was played since."""
    (card.folder / "nightcrier-saved.zip").write_bytes(b"a box")
    (card.memory / "bringing.new").mkdir(parents=True)
    assert card.start()[0] == card.take
    (card.memory / "bringing.new").rmdir()
    assert card.start()[0] == f"{card.restore}/nightcrier-saved.zip"


@pytest.mark.parametrize(
    ("before", "laid", "back"),
    [
        ("", ["Nightcrier-saved.ZIP"], "Nightcrier-saved.ZIP"),
        ("nightcrier-saved.zip", ["nightcrier-saved.zip"], "nightcrier-saved.zip"),  # it was replaced
        ("nightcrier-saved.zip", ["nightcrier-saved.zip old 1.txt"], ""),
        (
            "",
            [*(f"nightcrier-saved{number}.zip" for number in ("", "-2", "-10", "-9")), "decks/nightcrier-saved-11.zip"],
            "nightcrier-saved-10.zip",
        ),
    ],
)
def test_the_last_saved_box_that_is_new_comes_back(card, before, laid, back):
    if before:
        (card.folder / before).write_bytes(b"a box")
        card.start()
    (card.folder / "decks").mkdir()
    for name in laid:
        (card.folder / name).write_bytes(b"another box")
    assert [call for call in card.start() if call.startswith(card.restore)] == [f"{card.restore}/{back}"] * bool(back)


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
