"""Tests well-formed saved boxes that are as costly as possible: each comes back whole or says what is left out, the
box still plays, and it can be undone."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from nightcrier.box.memory.evening import MOST_GAMES, Evening, KeptGame
from nightcrier.box.memory.evening_files import content_of
from nightcrier.cli import main
from nightcrier.kernel.folders import share, standard_folders
from nightcrier.kernel.people import MOST_PEOPLE, EveningKind, EveningPerson, GameResult
from nightcrier.kernel.reading import LARGEST_TEXT, LARGEST_TOML, LARGEST_TOML_LIST
from tests.box.stage import Stage
from tests.care.given_files import files_of
from tests.care.saved_boxes import FIRST, changed, keep_old_scores, put_in
from tests.sampling import sampled

Files = dict[str, bytes]
MANY = 300
LETTERS = ("n", "\ufdfa", "e\u0323\u0302\u0301", "\u1112\u1161\u11ab", "\U0001f469\u200d\U0001f680", "a\u05d0\u0660")
"""Letters of each kind: plain, 18 letters long in its widest form, stacked, in parts, joined, in both directions."""


def long_name(number: int) -> str:
    letter = ("n", "\ufdfa", "\u00e9", "\U0001f680")[number % 4]
    return f"{number:05}" + letter * (190 // len(letter.encode()))


def decks() -> Files:
    """Return decks for each kind of letters and each kind of row, up to nearly the largest file."""
    shipped = (share("config") / "scenarios" / "whole-village.toml").read_text("utf-8").partition("[names]")[0]
    kinds: tuple[Callable[[int, str], str], ...] = (
        lambda number, name: f'x{number} = "{name}"',
        lambda number, name: f'say.x{number} = "{name}"',
        lambda _, name: f"# {name * 10}",
        lambda number, name: f'y{number} = "' + "".join(f"\\U{ord(each):08x}" for each in name) + '"',
        lambda number, name: f'y{number} = """\\\n\\\n{name[:40]}"""',
    )
    found = Files()
    for at, (letter, row) in enumerate(product(LETTERS, kinds)):
        rows = f'{shipped}\n[names]\nen = "Dear {at}"\n'.encode()
        for number in range(4000):
            if len(rows) < LARGEST_TOML - 4000:
                rows += f"{row(number, letter * (80 // len(letter)))}\n".encode()
        found[f"own/scenarios/a{at:02}.toml"] = rows
    return found


def voices() -> Files:
    head = 'language = "it"\nname = "n"\nlicence = "n"\ncredit = "n"\nquality = "human"\nperson = "Ann"\n'
    listed = "".join(f'clips."c{each}" = {{file = "{each}", seconds = 1}}\n' for each in range(4900))
    return {f"state/voices/it-{each:05}/pack.toml": (head + listed).encode()[:LARGEST_TOML_LIST] for each in range(5)}


def scores() -> Files:
    """Return evenings with more people and games than any table has."""
    people = tuple(EveningPerson(f"N{each}") for each in range(MOST_PEOPLE))
    points = {person: 1 for person, _ in enumerate(people, 1)}
    seats = tuple(points)
    games = tuple(
        KeptGame(GameResult(each, "one-night", "first-game", points, f"{each:016x}"), (1,) * MOST_PEOPLE, seats)
        for each in range(1, MOST_GAMES + 1)
    )
    evenings = [Evening(number, EveningKind.OPEN, 5, people, games) for number in range(2, 6)]
    evenings += [Evening(number, EveningKind.OPEN, 5, people[:3]) for number in range(6, MANY)]
    return {f"state/evenings/{each.number:06}.json": content_of(each) for each in evenings}


def old_scores() -> Files:
    """Return one evening with more games than any table plays."""
    with TemporaryDirectory() as folder:
        Path(folder, "state").mkdir()
        file = keep_old_scores(Path(folder), "Kim", "Lea", "Mia")
        with closing(sqlite3.connect(file)) as book, book:
            games = [(number,) for number in range(2, MOST_GAMES)]
            book.executemany("INSERT INTO game VALUES (1, ?, 'one-night', 'first-game')", games)
            book.executemany("INSERT INTO result VALUES (1, ?, 1, 1)", games)
            marks = ((f"{each:016x}", "1 1 1", "1 2 3") for each in range(5000))
            book.executemany("INSERT INTO counted VALUES (?, 7, 1, ?, ?)", marks)
        return {"state/scores.sqlite": file.read_bytes()}


def kept(choices: object) -> bytes:
    return json.dumps({"version": 100, "choices": choices}, ensure_ascii=False).encode()


COSTLY: dict[str, Callable[[], Files]] = {
    "decks": decks,
    "voices": voices,
    "broken voices": lambda: {f"state/voices/it-{long_name(each)}.zip": b"PK" for each in range(MANY)},
    "beds": lambda: {f"own/beds/{long_name(each)}.wav": b"RIFF" for each in range(MANY)},
    "sheets": lambda: {f"state/sheets/{long_name(each)}.csv": bytes(LARGEST_TEXT) for each in range(60)},
    "settings": lambda: {"own/hall.toml": "".join(f"[key-{each}]\n" for each in range(900)).encode()},
    "choices": lambda: {
        "state/choices.json": kept({"languages": ["it"], "not_offered": [long_name(each) for each in range(MANY)]})
    },
    "scores": scores,
    "old scores": old_scores,
}


@pytest.mark.parametrize("what", sampled(COSTLY, 3))
def test_a_costly_box_comes_back_and_plays_and_is_undone(what, saved, other, capsys):
    before, costly = files_of(other), COSTLY[what]()
    changed(saved, lambda files, listed: [put_in(*each)(files, listed) for each in costly.items()])
    if "state/scores.sqlite" in costly:  # else the evenings count
        changed(saved, lambda files, listed: (files.pop(FIRST), listed["files"].pop(FIRST)))
    assert main(["restore", str(saved)]) in {0, 1}, capsys.readouterr().err
    said, came = "".join(capsys.readouterr()), files_of(other)
    assert [name for name in costly if name not in came and Path(name).name not in said] == []
    stage = Stage(standard_folders({}, other / "state"))
    for _ in range(7):  # past the faults, the questions and the advice of a first evening
        stage.start()
    assert stage.rehearsal.box.daemon.table.session is not None
    assert main(["restore", str(other / "state" / "before-restore.zip")]) == 0
    after = files_of(other)
    kept_there = [
        name for name in before if name.startswith(("own/", "state/voices", "state/sheets", "state/evenings"))
    ]
    assert [name for name in kept_there if after.get(name) != before[name]] == []
