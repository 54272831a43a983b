"""Tests the page about writing a game: readers who follow it, in order, see what it shows."""

import json
import re
from pathlib import Path

import pytest

from nightcrier.box.games.engine.conditions import read_condition
from nightcrier.box.games.engine.verbs import VERBS
from nightcrier.cli import main

PAGE = Path("docs/write-a-game.md").read_text("utf-8")
FORM = Path("device/nightcrier/box/games/engine/game-file.md").read_text("utf-8")
DEED = re.compile(
    r"^```(?P<kind>toml|text)\n(?P<block>.*?)^```|In place\s+of `(?P<old>[^`]+)`\s+write\s+`(?P<new>[^`]+)`",
    re.MULTILINE | re.DOTALL | re.IGNORECASE,
)
NAMED = re.compile(r"# (\S+\.game\.toml)\n")
AT_THE_END = "# at the end of the file\n"
SECTION = "\n## "


class Reader:
    """Simulates a reader who copies each example and types each command. `file` is the one being written."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.file, self.capsys, self.typed = Path(), capsys, 0

    def does(self, deed: re.Match[str]) -> None:
        if deed["kind"] == "text":
            for command, printed in re.findall(r"^\$ nightcrier (.*)\n((?:(?!\$).*\n)*)", deed["block"], re.MULTILINE):
                self.typed += 1
                assert (main(command.split()), self.capsys.readouterr().out) == (0, printed)
            return
        if named := NAMED.match(deed["block"] or ""):
            self.file = Path(named[1])
        self.file.write_text(self.written(deed), "utf-8")
        assert main(["games", "check", str(self.file)]) == 0
        self.capsys.readouterr()

    def written(self, deed: re.Match[str]) -> str:
        if deed["block"] and NAMED.match(deed["block"]):
            return deed["block"]
        before = self.file.read_text("utf-8")
        if deed["old"]:
            assert before.count(deed["old"]) >= 1, deed["old"]
            return before.replace(deed["old"], deed["new"], 1)
        above, _, after = deed["block"].partition(AT_THE_END)
        return before.replace("[words.en]\n", f"{above}[words.en]\n", 1) + after


def test_a_reader_sees_what_the_page_shows(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    reader = Reader(capsys)
    for deed in DEED.finditer(PAGE):
        reader.does(deed)
    assert (reader.typed, sorted(file.name for file in tmp_path.iterdir())) == (
        2,
        ["fox.game.toml", "long-winter.game.toml"],
    )
    script = PAGE.partition("\n```\n1 ")[2].partition("```")[0]
    Path("long-winter.game.toml").unlink()
    Path("evening.txt").write_text(f"1 {script}", "utf-8")
    assert main(["rehearse", "evening.txt", "--games", ".", "--out", "seen"]) == 0
    rows = [json.loads(row) for row in Path("seen/log.jsonl").read_text("utf-8").splitlines()]
    said = [row["text"] for row in rows if row["kind"] == "say"]
    assert "Everybody, close your eyes." in said
    assert "The cock crows. Everybody, open your eyes." in said


def section(head: str, page: str = FORM) -> str:
    return page.partition(f"{SECTION}{head}\n")[2].partition(SECTION)[0]


def test_every_verb_stands_on_the_page_with_keys_that_it_knows():
    rows = [
        [re.findall(r"`([a-z_]+)`", cell) for cell in row.split("|")[1::2]]
        for row in section("The 22 verbs").splitlines()
    ]
    listed = [(verb, keys) for verbs, keys in (row for row in rows if len(row) == 2 and row[0]) for verb in verbs]
    assert {verb for verb, _ in listed} == VERBS.keys()
    assert len(listed) == len(VERBS)
    assert [verb for verb, keys in listed if not {*keys} <= VERBS[verb].keys | VERBS[verb].needs] == []


def test_the_seconds_of_every_verb_stand_on_the_page():
    told = section("The 22 verbs").partition("The seconds of a call")[2]
    found = {verb: int(n) for n, verbs in re.findall(r"(\d+) `([a-z ]+)`", told) for verb in verbs.split()}
    assert found == {name: verb.seconds for name, verb in VERBS.items()}


def test_a_condition_of_the_page_is_one_that_is_read():
    told = section("More keys").partition("**`if`**")[2]
    condition = next(quoted for quoted in re.findall(r"`([^`]+)`", told) if quoted.startswith("not ("))
    counts = "alive(all, -fox) * 2 - 1 > burned(fox) + 2"
    assert "`alive(all, -fox)`" in told
    for text in (condition, counts):
        read_condition(text, {"fox", "dog"}, ())


def test_every_key_of_the_page_is_one_that_is_read():
    read = "".join(file.read_text("utf-8") for file in Path("device/nightcrier/box/games/engine").glob("*.py"))
    told = [row.split("|")[2] for row in section("More keys").splitlines() if row.startswith("| ")]
    keys = {key for quoted in re.findall(r"`([^`]+)`", " ".join(told)) for key in re.findall(r"[a-z_]{3,}", quoted)}
    assert len(keys) > 50
    assert {key for key in keys if not re.search(rf"\b{key}\b", read)} == {"dog"}


FAULTS = re.findall(r"^\| `(.+?)` for `(.+?)` \| `(.+)` \|$", section("When it is wrong", PAGE), re.MULTILINE)


@pytest.mark.parametrize(("wrong", "right", "said"), FAULTS)
def test_a_fault_is_told_as_the_page_says(wrong, right, said, tmp_path, call):
    smallest = next(deed["block"] for deed in DEED.finditer(PAGE) if deed["kind"] == "toml")
    assert right in smallest
    file = tmp_path / "fox.game.toml"
    file.write_text(smallest.replace(right, wrong, 1), "utf-8")
    assert call(1, "games", "check", file).err == f"{file}: {said}\n"
