"""`nightcrier rehearse`: a script in, the record out; what it cannot read it names."""

import json
from pathlib import Path

import pytest

from device.cli import main
from device.commands.script import Action, parse, read_script
from device.kernel.errors import WrongUse

HERE = Path("evening.txt")
SCRIPT = "# hands\n0.5 dial +1\n0.5 start press\nuntil idle 900\n1 unplug screen\n90 plug screen\n0.5 back hold\n"


def rows(out: Path) -> list[dict[str, object]]:
    return [json.loads(row) for row in (out / "log.jsonl").read_text("utf-8").splitlines()]


def test_the_record_and_the_pictures_lie_in_the_folder(tmp_path: Path) -> None:
    script, out = tmp_path / "evening.txt", tmp_path / "out"
    script.write_text(SCRIPT)
    assert main(["rehearse", str(script), "--out", str(out)]) == 0
    found = rows(out)
    assert {"input", "say", "bed", "window", "screen", "state", "lamp", "fault"} <= {str(row["kind"]) for row in found}
    frames = [str(row["frame"]) for row in found if row["kind"] == "screen"]
    assert sorted(path.name for path in (out / "frames").iterdir()) == sorted(Path(frame).name for frame in frames)


def test_twice_with_one_seed_is_the_same_to_the_byte_and_another_seed_is_allowed(tmp_path: Path) -> None:
    script = tmp_path / "evening.txt"
    script.write_text(SCRIPT)
    for name, seed in (("a", "1"), ("b", "1"), ("c", "2")):
        assert main(["rehearse", str(script), "--out", str(tmp_path / name), "--seed", seed]) == 0
    files = [sorted(path.relative_to(tmp_path / name) for path in (tmp_path / name).rglob("*")) for name in "ab"]
    assert files[0] == files[1]
    for file in files[0]:
        if (tmp_path / "a" / file).is_file():
            assert (tmp_path / "a" / file).read_bytes() == (tmp_path / "b" / file).read_bytes()
    assert rows(tmp_path / "c")


def test_what_the_box_remembers_is_kept_between_calls_where_asked(tmp_path: Path) -> None:
    script = tmp_path / "evening.txt"
    script.write_text("0.5 start press\n30 wait\n")
    for _ in range(2):
        assert main(["rehearse", str(script), "--out", str(tmp_path / "o"), "--state", str(tmp_path / "state")]) == 0
    assert rows(tmp_path / "o")[0]["page"] == "question"


@pytest.mark.parametrize(
    ("row", "action"),
    [
        ("1 wait", Action(1.0, "wait")),
        ("  0.25   dial   -3  # back", Action(0.25, "dial", "-3")),
        ("0 start hold", Action(0.0, "start", "hold")),
        ("until idle 60", Action(0.0, "until", "60")),
        ("3 power cut", Action(3.0, "power", "cut")),
        ("# nothing", None),
        ("", None),
    ],
)
def test_a_line_of_a_script(row: str, action: Action | None) -> None:
    assert parse(HERE, 1, row) == action


@pytest.mark.parametrize("row", ["dial +1", "1 dial 1", "1 dial +99999", "-1 wait", "1 jump", "1 start", "nan wait"])
def test_a_line_that_is_none_is_named(row: str) -> None:
    with pytest.raises(WrongUse, match=r"evening\.txt, line 7: .* is no action"):
        parse(HERE, 7, row)


def test_a_script_that_cannot_be_read_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    for name in ("missing", "binary", "."):
        with pytest.raises(WrongUse, match="cannot be read"):
            read_script(tmp_path / name)
