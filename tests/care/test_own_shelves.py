"""Tests that no new file displaces an older one: at startup, the box reads only so many of each kind, by file name."""

from pathlib import Path

import pytest

from nightcrier.box import extensions, role_name_files, start_room
from nightcrier.box.library import read_library
from nightcrier.box.memory import scenario_files as config
from nightcrier.box.sound.voices import packs
from nightcrier.care import own_shelves
from nightcrier.cli import main
from nightcrier.kernel.faults import Fault
from nightcrier.kernel.folders import standard_folders
from nightcrier.tools.chore import take_sent
from tests.box.games.engine.small import ADDED, SMALL
from tests.care.given_files import DECK

pytestmark = pytest.mark.usefixtures("checked_here")

NAMES = 'format = 1\n[roles]\nfox = "Thief"\n'


def owned(box: Path, name: str, content: str | bytes) -> Path:
    file = box / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return file


def reason(sent: Path, name: str, content: str | bytes) -> str:
    """Return why a file from a phone is refused, or an empty string if it is taken."""
    (sent / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return "".join(take_sent(sent).reasons)


def size_of(files: list[Path]) -> int:
    return sum(file.stat().st_size for file in files)


def games_there() -> list[Path]:
    return [file for folder in standard_folders().games for file in folder.glob("*.game.toml")]


def decks_there() -> list[Path]:
    return [file for folder in standard_folders().scenarios for file in folder.glob("*.toml")]


@pytest.mark.parametrize(
    ("owners", "place", "named", "content", "module", "bound", "room"),
    [
        ("zoo.game.toml", "own/games", "a.game.toml", SMALL, start_room, "MOST_FILES", lambda: len(games_there())),
        ("zoo.game.toml", "own/games", "a.game.toml", SMALL, start_room, "MOST_BYTES", lambda: size_of(games_there())),
        ("zoo.en.names.toml", "own/games", "a.en.names.toml", NAMES, role_name_files, "_MOST_FILES", lambda: 1),
        ("zoo.toml", "own/scenarios", "a.toml", DECK, config, "_ROOM", lambda: sum(map(config._cost, decks_there()))),
        ("en-zoo.zip", "state/voices", "en-new.zip", "", packs, "_ROOM", lambda: packs._MOST_CLIPS),
    ],
)
def test_what_has_no_room_is_refused_and_the_owners_stays(
    sent, box, voice, monkeypatch, owners, place, named, content, module, bound, room
):
    owned(box, f"{place}/{owners}", content or voice)
    with monkeypatch.context() as full:
        full.setattr(module, bound, room())
        assert "has no room beside the others of its kind" in reason(sent, named, content or voice)
    assert [each.name for each in (box / place).iterdir()] == [owners]
    assert reason(sent, named, content or voice) == ""


def test_a_stick_brings_no_game_too_many_and_puts_another_in_its_place(stick, box, call, monkeypatch):
    owned(box, "own/games/zoo.game.toml", SMALL)
    monkeypatch.setattr(start_room, "MOST_FILES", len(games_there()))
    given = stick({"games/zoo.game.toml": f"{SMALL}# anew\n", "games/a.game.toml": SMALL})
    assert "1 game; one file could not be taken: games/a.game.toml: has no room" in call(1, "take", given).out
    assert "zoo" in read_library(standard_folders(), list[Fault]().append).games


def test_a_stick_may_bring_more_voices_than_a_phone(stick, box, voice, monkeypatch):
    owned(box, "state/voices/en-zoo.zip", voice)
    monkeypatch.setattr(packs, "_ROOM", packs._MOST_CLIPS)
    assert main(["take", str(stick({"voices/en-new.zip": voice}))]) == 0


def test_a_phone_replaces_no_game_that_came_with_the_box(sent, box):
    assert "came with the box" in reason(sent, "round-table.game.toml", SMALL)


def test_a_phone_adds_no_role_that_another_file_adds_and_not_too_many(sent, box, monkeypatch):
    mine = ADDED.replace("squire", "groom")
    assert "a role that another file adds" in reason(sent, "a.game.toml", ADDED)
    owned(box, "own/games/zoo.game.toml", mine)
    assert "a role that another file adds" in reason(sent, "a.game.toml", mine)
    assert reason(sent, "zoo.game.toml", mine) == ""
    other = ADDED.replace("squire", "cook")
    there = extensions.read_extensions(standard_folders().games, lambda _: None)
    monkeypatch.setattr(own_shelves, "MOST_ADDED", sum(map(extensions.count_added, there)))
    assert "adds too many roles" in reason(sent, "a.game.toml", other)
