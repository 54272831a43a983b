"""What lies in the card's folder when nobody has put anything there is nothing to take, nor to complain of."""

import re
import subprocess
from pathlib import Path

import pytest

from nightcrier.care.given_files import OF_THE_BOX, OF_THE_COMPUTER, GivenFile, is_of_people, kind_of
from nightcrier.kernel.errors import BadFile

TELL, MEMORY = (Path("image/overlay/usr/lib/nightcrier-card") / name for name in ("tell", "memory.sh"))


def test_the_card_asks_for_nothing_that_the_box_has_written_there() -> None:
    assert set(re.findall(r"! -name (\S+)", MEMORY.read_text())) == OF_THE_BOX | {"'*.new'"}


def test_card_and_box_pass_over_the_same_that_computers_lay_down() -> None:
    pruned = re.findall(r"-i?name '?([^'\n]+?)'?(?= -o| \\\))", MEMORY.read_text().split("-prune")[0])
    assert set(pruned) == OF_THE_COMPUTER | {".?*"}
    assert [is_of_people(name) for name in (".DS_Store", "Thumbs.db", "decks")] == [False, False, True]


def test_the_box_passes_over_all_that_the_card_lays_there() -> None:
    laid = {"put-here.txt", *re.findall(r"\$folder/(\w\S*\.\w+)\"", TELL.read_text())}
    assert "taken.txt" in laid
    assert f'"$committed/image/{min(laid)}" "$1/nightcrier/"' in Path("image/card.sh").read_text()
    assert [kind_of(GivenFile(Path(name), name)) for name in sorted(laid)] == [None] * len(laid)


def test_the_wi_fi_of_the_home_may_stand_in_capitals_as_the_card_s_disk_sees_it() -> None:
    assert kind_of(GivenFile(Path("WIFI.TXT"), "WIFI.TXT")) is None


def test_a_text_whose_ending_a_computer_hides_is_told_of() -> None:
    with pytest.raises(BadFile, match=r"has a second ending, \.txt"):
        kind_of(GivenFile(Path("wifi.txt.txt"), "wifi.txt.txt"))


def test_a_report_that_is_ended_leaves_the_disk_shut(tmp_path: Path) -> None:
    """As systemd does where a unit takes too long."""
    (tmp_path / "nightcrier").mkdir()
    for name, body in {"nightcrier": "kill -TERM $PPID", "mount": 'echo "$2" >>"$CALLS"', "sync": ""}.items():
        tool = tmp_path / "bin" / name
        tool.parent.mkdir(exist_ok=True)
        tool.write_text(f"#!/bin/sh\n{body}\n")
        tool.chmod(0o755)
    environ = {"PATH": f"{tmp_path}/bin:/usr/bin:/bin", "CALLS": str(tmp_path / "calls")}
    subprocess.run(["sh", TELL, tmp_path, tmp_path], env=environ, check=False)
    assert (tmp_path / "calls").read_text().split() == ["remount,rw", "remount,ro"]
