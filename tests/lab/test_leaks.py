"""`./run leaks`: what differs between two rehearsals, and nothing where nothing does."""

import json
import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from lab.leaks.__main__ import main
from lab.leaks.compared_rows import CHANNELS
from nightcrier.box.record import PRIVATE_ROWS, RowKind
from nightcrier.box.show.stages import STINGS
from nightcrier.cli import main as nightcrier

LOG = [
    {"t": 1.0, "kind": "say", "line": "deal.turn", "text": "It is the turn of seat"},
    {"t": 1.5, "kind": "lamp", "state": "window"},
    {"t": 2.0, "kind": "screen", "page": "deal", "lines": ["Seat 1"], "frame": "frames/1.png"},
    {"t": 2.5, "kind": "tell", "who": 1, "lines": ["Seer"], "lit": 1000, "secret": True},
    {"t": 3.0, "kind": "disk", "file": "seal", "bytes": 128, "secret": True},
    {"t": 3.5, "kind": "input", "control": "dial", "gesture": "press"},
    {"t": 3.5, "kind": "bus", "commands": "", "bytes": 1026, "secret": True},
    {"t": 9.0, "kind": "state", "page": "verdict", "from": "vote"},
    {"t": 9.0, "kind": "say", "line": "verdict.village", "text": "The village wins."},
]
Rows = list[dict[str, object]]


def folder(where: Path, rows: Rows, dots: bytes = b"1") -> str:
    (where / "frames").mkdir(parents=True)
    (where / "frames/1.png").write_bytes(dots)
    (where / "log.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(where)


def changed(at: int, **fields: object) -> Rows:
    return [{**row, **fields} if number == at else row for number, row in enumerate(LOG)]


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (changed(0, text="It is her turn"), "1.0000 s, the words:"),
        (changed(0, t=1.2), "1.0000 s, the words:"),
        (changed(1, state="night"), "1.5000 s, the lamp:"),
        (changed(2, lines=["Seat 2"]), "2.0000 s, what all may see:"),
        (changed(3, lit=1020), "2.5000 s, the light:"),
        (changed(4, bytes=256), "3.0000 s, the disk:"),
        ([*LOG[:5], *LOG[6:]], "3.5000 s, the hands:"),
        ([*LOG[:6], *LOG[7:]], "3.5000 s, the wires of the glass:"),
        (changed(6, bytes=130), "3.5000 s, the wires of the glass:"),
        (changed(4, kind="fault"), "3.0000 s, the log:"),
        ([{"t": 0.5, "kind": "drone", "level_db": -40.0}, *LOG], "0.5000 s, the drone:"),
    ],
)
def test_the_first_difference_is_named(
    rows: Rows, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([folder(tmp_path / "a", LOG), folder(tmp_path / "b", rows)]) == 1
    assert capsys.readouterr().out.startswith(said)


def test_a_picture_counts_by_its_dots(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([folder(tmp_path / "a", LOG), folder(tmp_path / "b", LOG, b"2")]) == 1
    assert "what all may see" in capsys.readouterr().out


OTHER = changed(3, lines=["Robber"], lit=1005)
"""Other cards, and nothing leaks."""
PLAIN = [row for row in LOG if not row.get("secret")]


@pytest.mark.parametrize("rows", [OTHER, [*OTHER[:8], {**LOG[8], "line": "verdict.wolves"}], OTHER[:7]])
def test_what_may_differ_is_no_difference(rows: Rows, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([folder(tmp_path / "a", LOG), folder(tmp_path / "b", rows)]) == 0
    assert capsys.readouterr().out == "No difference in 7 rows.\n"


@pytest.mark.parametrize(
    ("rows", "others", "more", "said"),
    [
        (PLAIN, PLAIN, (), "a: was rehearsed without --secrets"),
        (LOG, PLAIN, (), "b: was rehearsed without --secrets"),
        ([], [], (), "a: nothing happened in it"),
        (LOG, [], (), "b: nothing happened in it"),
        (LOG, LOG, (), "with the same cards; rehearse one of them with another --seed"),
        ([*LOG[:3], *LOG[4:]], [*LOG[:3], *LOG[4:]], (), "Nobody looked at a card"),
        (LOG, OTHER, ("--until", "dael"), "no page 'dael'; did you mean 'deal'?"),
        (LOG, OTHER, ("--until", "deal"), "Nobody looked at a card"),
    ],
)
def test_where_nothing_can_be_compared_it_says_what_to_do(
    rows: Rows, others: Rows, more: tuple[str, ...], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([folder(tmp_path / "a", rows), folder(tmp_path / "b", others), *more]) == 2
    told = capsys.readouterr()
    assert said in told.err
    assert told.out == ""


def test_two_programs_of_one_script_tell_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As SECURITY.md has it typed: each under a number of its own, which stands in the names of files half written."""
    folders = [str(tmp_path / seed) for seed in "12"]
    for seed, out in zip("12", folders, strict=True):
        words = ["rehearse", "docs/pictures/without-cards.txt", "--out", out, "--secrets", "--seed", seed]
        program = threading.Thread(target=nightcrier, args=(words,))
        program.start()
        program.join()
    capsys.readouterr()
    assert main([*folders, "--until", "day"]) == 0
    assert capsys.readouterr().out.startswith("No difference in ")


def test_one_folder_is_not_compared_with_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    once = folder(tmp_path / "a", LOG)
    assert main([once, f"{once}/../a"]) == 2
    assert "is named twice" in capsys.readouterr().err


def test_each_kind_of_row_is_compared_or_private_and_told() -> None:
    assert set(CHANNELS) | PRIVATE_ROWS == set(RowKind)
    assert not set(CHANNELS) & PRIVATE_ROWS
    told = Path("docs/rehearse.md").read_text("utf-8")
    assert [kind for kind in RowKind if f"`{kind}`" not in told] == []


def test_what_is_no_record_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "none"), str(tmp_path / "none")]) == 2
    assert "name a folder of `rehearse --secrets`" in capsys.readouterr().err


STRANGE = (
    '{"a": 1}',
    '{"t": 1.0, "kind": "hum"}',
    '{"t": 1.0, "kind": "tell", "lit": "many"}',
    '{"t": 1.0, "kind": "screen", "frame": 5}',
    '{"t": 1.0, "kind": "screen", "frame": "a\\u0000b"}',
)


@pytest.mark.parametrize("row", ['{"t": 1.0}', '{"kind": "say"}', '{"t": "soon", "kind": "say"}', "[]", *STRANGE])
def test_a_log_of_other_rows_is_no_record(tmp_path: Path, capsys: pytest.CaptureFixture[str], row: str) -> None:
    (tmp_path / "log.jsonl").write_text(f"{row}\n")
    assert main([str(tmp_path), str(tmp_path)]) == 2
    assert "name a folder of `rehearse --secrets`" in capsys.readouterr().err


def test_a_pipe_in_the_place_of_a_log_is_not_waited_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(tmp_path / "log.jsonl")
    assert main([str(tmp_path), str(tmp_path)]) == 2
    assert "no plain file" in capsys.readouterr().err


SCRIPT = Path("tests/evenings/without-cards.txt")
LOOKS = ["20 wait", *["6 dial hold", "2 dial press"] * 5]
CALLS = ["8 dial hold", "1 dial +1", "0.4 dial press", "0.4 dial +2", "0.4 dial press", "1 dial hold"] * 8
WHOLE = ["until idle 900", "1 start press", "2 wait", "60 wait"]
"""To the talk and the vote, which run out; START judges what was voted."""


@pytest.fixture
def rehearsed(tmp_path: Path) -> Callable[..., str]:
    """The same hands, other cards: a game that the box deals, and these hands in it."""
    rows = SCRIPT.read_text("utf-8").splitlines()
    deal = next(at for at, row in enumerate(rows) if "start press" in row) + 1

    def rehearse(seed: int, hands: list[str], *at_home: str) -> str:
        script, out = tmp_path / "script.txt", tmp_path / str(seed)
        script.write_text("\n".join([*at_home, *rows[:deal], *LOOKS, *hands]))
        assert nightcrier(["rehearse", str(script), "--out", str(out), "--secrets", "--seed", str(seed)]) == 0
        return str(out)

    return rehearse


def log(out: str) -> Rows:
    return [json.loads(row) for row in (Path(out) / "log.jsonl").read_text("utf-8").splitlines()]


def test_other_cards_in_the_same_hands_leave_no_difference(
    rehearsed: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    one, other = rehearsed(1, CALLS), rehearsed(2, CALLS)
    assert main([one, other]) == 0, capsys.readouterr().out
    assert {row["kind"] for row in log(one)} >= {
        "say",
        "bed",
        "window",
        "lamp",
        "screen",
        "disk",
        "bus",
        "tell",
        "input",
    }


@pytest.mark.parametrize("hands", [CALLS, WHOLE])
def test_where_pages_are_read_aloud_the_ears_learn_no_more(
    rehearsed: Callable[..., str], capsys: pytest.CaptureFixture[str], hands: list[str]
) -> None:
    one, other = (rehearsed(seed, hands, "1 dial hold") for seed in (1, 2))
    assert "screen.options" in {row.get("line") for row in log(one)}  # the menu is read aloud
    assert main([one, other]) == 0, capsys.readouterr().out


def test_a_whole_evening_to_its_verdict_leaves_no_difference_whoever_has_won(
    rehearsed: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    one, other = rehearsed(1, WHOLE), rehearsed(2, WHOLE)
    won = [[row["name"] for row in log(out) if row.get("name") in STINGS] for out in (one, other)]
    assert won[0] != won[1]
    assert all(any(row.get("page") == "verdict" for row in log(out)) for out in (one, other))
    assert main([one, other]) == 0, capsys.readouterr().out
