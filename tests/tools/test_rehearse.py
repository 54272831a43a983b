"""Tests `nightcrier rehearse`: it reads a script and writes the record, and names what it cannot read."""

import json
from pathlib import Path

import pytest

from nightcrier.cli import main
from nightcrier.kernel.errors import WrongUse
from nightcrier.kernel.program import claim_folder
from nightcrier.tools.simulation import ScriptAction, parse_action, read_script

HERE = Path("evening.txt")
SCRIPT = "# hands\n0.5 start press\n0.5 start press\nuntil idle 900\n1 unplug screen\n90 plug screen\n0.5 back hold\n"


def rows(out: Path) -> list[dict[str, object]]:
    return [json.loads(row) for row in (out / "log.jsonl").read_text("utf-8").splitlines()]


def test_the_record_and_the_pictures_lie_in_the_folder(tmp_path):
    script, out = tmp_path / "evening.txt", tmp_path / "out"
    script.write_text(SCRIPT)
    assert main(["rehearse", str(script), "--out", str(out)]) == 0
    found = rows(out)
    assert {"input", "say", "bed", "window", "screen", "state", "lamp", "fault"} <= {str(row["kind"]) for row in found}
    frames = [str(row["frame"]) for row in found if row["kind"] == "screen"]
    assert sorted(path.name for path in (out / "frames").iterdir()) == sorted(Path(frame).name for frame in frames)


def test_twice_with_one_seed_is_the_same_to_the_byte_and_another_seed_is_allowed(tmp_path):
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


def test_what_the_box_remembers_is_kept_between_calls_where_asked(tmp_path):
    script = tmp_path / "evening.txt"
    script.write_text("0.5 start press\n30 wait\n")
    for _ in range(2):
        assert main(["rehearse", str(script), "--out", str(tmp_path / "o"), "--state", str(tmp_path / "state")]) == 0
    assert rows(tmp_path / "o")[0]["page"] == "question"


PLAYED = "1 start hold\n1 start press\n2 back hold\n1 start hold\n"
"""Gestures that begin One Night without the explanation, and end it during the night."""
FIRST_START = "2 start press\n1 start press\n1 start press\n1 back press\n"
"""Gestures that keep the number of players, choose to use cards, and decline the explanation."""


def explains(tmp_path: Path, hands: str, *more: str) -> bool:
    """Rehearse these gestures in the same state folder, and say whether the box offered to explain."""
    script, out, state = tmp_path / "evening.txt", tmp_path / "out", tmp_path / "state"
    script.write_text(hands)
    assert main(["rehearse", str(script), "--out", str(out), "--state", str(state), *more]) == 0
    return any(row.get("line") == "screen.ask.explain" for row in rows(out))


def test_a_folder_of_newcomers_keeps_what_they_have_met_with_the_option_or_without(tmp_path):
    assert explains(tmp_path, FIRST_START + PLAYED, "--newcomers")
    assert not explains(tmp_path, "2 start press\n1 back hold\n1 start hold\n", "--newcomers")
    assert explains(tmp_path, "2 dial +1\n1 start press\n1 start press\n")  # the first says that GROWL is for others


def test_a_folder_that_began_without_newcomers_has_none_later(tmp_path):
    assert not explains(tmp_path, "2 start press\n" + PLAYED)
    assert not explains(tmp_path, "2 dial +1\n1 start press\n1 start press\n", "--newcomers")


def test_a_folder_in_which_another_box_keeps_its_game_is_refused_and_free_afterwards(tmp_path, call):
    script, state = tmp_path / "evening.txt", tmp_path / "state"
    script.write_text("1 start press\n")
    words = ["rehearse", str(script), "--out", str(tmp_path / "out"), "--state", str(state)]
    with claim_folder(state):
        assert call(2, *words).err.startswith(f"{state} is used by another Nightcrier that runs now: close that")
        assert not (tmp_path / "out").exists()
    assert main(words) == 0


def test_a_script_without_an_end_is_not_read_to_it(call, tmp_path):
    assert "larger than 1024 KiB" in call(2, "rehearse", "/dev/zero", "--out", tmp_path).err


@pytest.mark.parametrize(
    ("row", "action"),
    [
        ("1 wait", ScriptAction(1.0, "wait")),
        ("  0.25   dial   -3  # back", ScriptAction(0.25, "dial", "-3")),
        ("0 start hold", ScriptAction(0.0, "start", "hold")),
        ("until idle 60", ScriptAction(0.0, "until idle", "60")),
        ("until said 9", ScriptAction(0.0, "until said", "9")),
        ("3 power cut", ScriptAction(3.0, "power", "cut")),
        ("1 start down", ScriptAction(1.0, "start", "down")),
        ("1 dial up bounce", ScriptAction(1.0, "dial", "up", bounce=True)),
        ("1 dial +2 bounce", ScriptAction(1.0, "dial", "+2", bounce=True)),
        ("1 start+back+dial hold", ScriptAction(1.0, "start+back+dial", "hold")),
        ("# nothing", None),
        ("", None),
    ],
)
def test_a_line_of_a_script(row, action):
    assert parse_action(HERE, 1, row) == action


@pytest.mark.parametrize(
    "row",
    [
        "dial +1",
        "1 dial 1",
        "1 dial +99999",
        "-1 wait",
        "1 jump",
        "1 start",
        "nan wait",
        "1 start +1",
        "1 start+jump press",
        "1 wait bounce",
    ],
)
def test_a_line_that_is_none_is_named(row):
    with pytest.raises(WrongUse, match=r"evening\.txt, line 7: .* is no action"):
        parse_action(HERE, 7, row)


def test_what_a_script_holds_is_no_command_to_a_terminal():
    with pytest.raises(WrongUse) as refused:
        parse_action(HERE, 1, "1 \x1b[2J\x00")
    assert str(refused.value).isprintable()


def test_a_script_that_cannot_be_read_is_one_sentence(tmp_path):
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    for name in ("missing", "binary", "."):
        with pytest.raises(WrongUse, match="cannot be read"):
            read_script(tmp_path / name)


def inputs(tmp_path: Path, script: str, settings: str = "") -> list[tuple[object, ...]]:
    """Return the gestures that the box understood from this script."""
    (tmp_path / "evening.txt").write_text(script)
    (tmp_path / "device.toml").write_text(settings)
    out = tmp_path / "out"
    words = [str(tmp_path / "evening.txt"), "--out", str(out), "--config", str(tmp_path / "device.toml")]
    assert main(["rehearse", *words]) == 0
    return [(row["t"], row["control"], row["gesture"], row.get("steps")) for row in rows(out) if row["kind"] == "input"]


@pytest.mark.parametrize(
    "settings", ["", "[panel]\nreverse = true\nedges_per_detent = 2\nbounce_ms = 50\nhold_ms = 3000\n"]
)
@pytest.mark.parametrize("bounce", ["", " bounce"])
def test_a_whole_gesture_counts_at_its_moment_on_every_box_and_with_worn_contacts(tmp_path, settings, bounce):
    script = f"1 dial +3{bounce}\n0 dial -1{bounce}\n0.2 start press{bounce}\n0 back hold{bounce}\n"
    assert inputs(tmp_path, script, settings) == [
        (1.0, "dial", "turn", 3),
        (1.0, "dial", "turn", -1),
        (1.2, "start", "press", None),
        (1.2, "back", "hold", None),
        (1.2, "back", "release", None),
    ]


def test_a_finger_that_stays_down_is_a_hold_after_its_time_and_else_a_press(tmp_path):
    script = "1 back down\n0.5 back up\n1 back down\n2 back up\n1 wait\n"
    assert inputs(tmp_path, script) == [
        (1.5, "back", "press", None),
        (3.3, "back", "hold", None),
        (4.5, "back", "release", None),
    ]


def test_two_buttons_at_once_mean_nothing_whole_or_one_after_the_other(tmp_path):
    script = (
        "1 start+back press\n1 back+dial hold bounce\n1 start down\n0.5 back down\n0.5 start up\n0.5 back up\n1 wait\n"
    )
    assert inputs(tmp_path, script) == []


def test_the_dial_turned_while_it_is_pressed_is_another_gesture(tmp_path):
    found = inputs(tmp_path, "1 dial down\n0.1 dial +2\n0.1 dial up\n1 dial +1\n")
    assert [(gesture, steps) for _, _, gesture, steps in found] == [("press-turn", 2), ("turn", 1)]


def test_a_button_held_while_the_power_comes_back_is_jammed_until_it_is_let_go(tmp_path):
    script = "1 start down\n0.1 power cut\n20 start up\n1 start press\n"
    assert [(at, gesture) for at, _, gesture, _ in inputs(tmp_path, script)] == [(22.1, "press")]


def test_a_button_that_stays_down_is_named(tmp_path):
    inputs(tmp_path, "1 start down\n30 wait\n")
    faults = [row["what"] for row in rows(tmp_path / "out") if row["kind"] == "fault"]
    assert faults == ["Down for too long: START; let go, or look at the wire and at `active_low`."]
