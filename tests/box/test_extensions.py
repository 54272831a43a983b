"""Tests that files that add roles to a game are found in several folders, of which later ones take precedence."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from nightcrier.box.extensions import MOST_ADDED, extended_plugs, read_extensions
from nightcrier.box.game_shelf import read_game_files
from nightcrier.box.library import build_house, first_choices, read_library
from nightcrier.box.show.setup import Setup
from nightcrier.box.start_room import files_at_start
from nightcrier.box.table.core.state import Rest, Table
from nightcrier.box.table.wishes import MOST_SCENARIOS, table_offers
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.faults import Fault
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.ids import Language, LineId
from nightcrier.phone.box_line import LONGEST_NEWS
from nightcrier.wire.public_record import public_line
from nightcrier.words.catalogue import LANGUAGES
from tests.box.games.engine.small import SMALL

ROLE = (
    'format = 1\nextends = "one-night"\n[role.{role}]\nside = "{side}"\n'
    '[words.en]\nname = "More"\nroles = {{ {role} = "R" }}\n'
)


def put(folder: Path, name: str, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.game.toml").write_text(text, "utf-8")
    return folder


def test_the_nearer_file_of_an_id_counts_unless_it_is_refused(tmp_path):
    far = put(tmp_path / "far", "more", ROLE.format(role="owl", side="tanner"))
    near = put(tmp_path / "near", "more", ROLE.format(role="owl", side="village"))
    faults: list[BadFile] = []
    (found,) = read_extensions((far, near, tmp_path / "none"), faults.append)
    assert (found.roles["owl"].side, faults) == ("village", [])
    put(near, "more", ROLE.format(role="owl", side="wood"))
    (found,) = read_extensions((far, near), faults.append)
    assert found.roles["owl"].side == "tanner"
    assert [fault.key for fault in faults] == ["role.owl.side"]


def test_a_role_of_two_files_is_left_out_of_the_farther_one_with_a_note(tmp_path):
    far = put(tmp_path / "far", "birds", ROLE.format(role="owl", side="tanner"))
    near = put(tmp_path / "near", "more", ROLE.format(role="owl", side="village"))
    faults: list[BadFile] = []
    assert [file.id for file in read_extensions((far, near), faults.append)] == ["more", "birds"]
    assert [str(fault) for fault in faults] == [
        f"{far}/birds.game.toml: role.owl: is left out, because more has that role, too."
    ]


def test_a_file_goes_to_the_game_that_it_extends_and_no_other_file_is_read(tmp_path):
    put(tmp_path, "more", ROLE.format(role="owl", side="village"))
    put(tmp_path, "broken", "this is no game")
    plugs = {found.plug.id: found.plug for found in extended_plugs((tmp_path,), print)}
    assert "owl" in dict(plugs["one-night"].table_game(()).cards())
    assert "owl" not in dict(plugs["wherewolf"].table_game(()).cards())


def test_a_file_found_right_is_not_read_again_until_it_changes(tmp_path, monkeypatch):
    put(tmp_path / "games", "more", ROLE.format(role="owl", side="village"))

    def sides() -> list[str]:
        return [file.roles["owl"].side for file in read_extensions((tmp_path / "games",), print, tmp_path / "kept")]

    assert sides() == ["village"]
    with monkeypatch.context() as patch:
        patch.setattr("nightcrier.box.game_files.read_game", lambda *_: pytest.fail("read again"))
        assert sides() == ["village"]
    put(tmp_path / "games", "more", ROLE.format(role="owl", side="werewolf"))
    assert sides() == ["werewolf"]


def test_its_words_are_made_when_one_is_looked_for_and_said_in_a_language_that_has_them(tmp_path, monkeypatch):
    german = ROLE.replace("words.en", "words.de").format(role="owl", side="village").replace('"R"', '"Eule"')
    (tmp_path / "own").mkdir()
    put(tmp_path / "own" / "games", "more", german)
    house = "nightcrier.box.games.one_night.file_words.words_of_files"
    with monkeypatch.context() as patch:
        patch.setattr(house, lambda *_: pytest.fail("made at the start"))
        where = replace(standard_folders({}, tmp_path), own=tmp_path / "own")
        words = read_library(where, list[Fault]().append).words
        assert words.role(Language("en"), "seer") == "Seer"
    italian, line = Language("it"), LineId("role.owl")
    assert words.role(italian, "owl") == "Eule"
    assert words.spoken_in(line, (italian,)) == [Language("de")]
    assert words.role(italian, "squire") == "Scudiero"
    assert words.spoken_in(LineId("role.squire"), (italian,)) == [italian]


def many_roles(first: int, count: int) -> str:
    """Return a file with this many roles, whose ids and names are as long as allowed."""
    roles = [f"owl-{number}-".ljust(32, "z") for number in range(first, first + count)]
    text = "".join(f'[role.{role}]\nside = "village"\nmax = 50\n' for role in roles)
    names = "".join(f'{role} = "{chr(0x1F43A) * 40}"\n' for role in roles)
    return f'format = 1\nextends = "one-night"\n{text}[words.en]\nname = "Owls"\n[words.en.roles]\n{names}'


def test_files_add_so_many_roles_that_menus_and_phones_can_show_them(tmp_path):
    where = replace(standard_folders({}, tmp_path), own=tmp_path / "own")
    where.own.mkdir()
    for number in range(5):
        put(where.own / "games", f"owls-{number}", many_roles(50 * number, 50))
    faults: list[Fault] = []
    library = read_library(where, faults.append)
    left_out = [fault.what.partition(": ")[0] for fault in faults if "at most 200 roles or calls" in fault.what]
    assert left_out[:1] == [str(where.own / "games" / "owls-4.game.toml")], "the first four fit"
    house = build_house(library, (), ())
    offers = table_offers(house, Table(first_choices(library), 0.0, seed=1, rest=Rest(0.0)))
    assert len(offers.deck.cards) == 23 + MOST_ADDED
    assert len(public_line(1.0, offers)) < LONGEST_NEWS // 2, "the other half is for scenarios and values"


def test_whatever_people_bring_the_offers_are_a_line_that_a_companion_reads(tmp_path):
    """With 500 decks and 180 roles, or 3000 sounds, the companion used to hang up and call again endlessly."""
    where = replace(standard_folders({}, tmp_path), own=tmp_path / "own")
    (where.own / "scenarios").mkdir(parents=True)
    deck = Path("config/scenarios/first-game.toml").read_text("utf-8").partition("[names]")[0]
    for number in range(MOST_SCENARIOS):
        name = f"a{number:03}{chr(0x1F43A) * 22}"
        (where.own / "scenarios" / f"{name}.toml").write_text(f'{deck}[names]\nen = "{chr(0x1F43A) * 80}"\n', "utf-8")
    for number in range(4):
        put(where.own / "games", f"owls-{number}", many_roles(50 * number, 50))
    library = read_library(where, list[Fault]().append)
    sounds = [f"{number:04}{chr(0x1F43A) * 22}" for number in range(3000)]
    voices = {language: tuple(f"{language}-{name}" for name in sounds) for language in LANGUAGES}
    house = replace(build_house(library, (), ("tapping", *sounds)), voices=voices)
    offers = table_offers(house, Table(replace(first_choices(library), bed=sounds[-1]), seed=1))
    assert len(public_line(1.0, offers)) < LONGEST_NEWS
    assert offers.scenarios
    beds = next(each for each in offers.settings if each.item == "screen.bed")
    assert (beds.values[0] != beds.values[beds.now], beds.values[beds.now]) == (True, sounds[-1])


def test_a_start_looks_at_so_many_files_and_bytes(tmp_path, monkeypatch):
    for number in range(4):
        put(tmp_path, f"owl-{number}", f"# {'z' * 97}\n")

    def looked_at() -> tuple[list[str], list[str]]:
        faults: list[BadFile] = []
        found = files_at_start((tmp_path,), faults.append)
        return [file.name[:5] for file in found], [Path(fault.file).name[:5] for fault in faults]

    assert looked_at() == (["owl-0", "owl-1", "owl-2", "owl-3"], [])
    monkeypatch.setattr("nightcrier.box.start_room.MOST_BYTES", 300)
    assert looked_at() == (["owl-0", "owl-1", "owl-2"], ["owl-3"])
    monkeypatch.setattr("nightcrier.box.start_room.MOST_FILES", 1)
    assert looked_at() == (["owl-0"], ["owl-1"])


def test_a_wrong_file_is_judged_once_and_told_at_every_start(tmp_path, monkeypatch):
    games = put(tmp_path / "games", "more", ROLE.format(role="owl", side="wood"))

    def faults() -> list[str]:
        told: list[BadFile] = []
        assert read_extensions((games,), told.append, tmp_path / "kept") == ()
        assert read_game_files((games,), told.append, tmp_path / "kept") == {}
        return [*map(str, told)]

    first = faults()
    assert [": role.owl.side: " in fault for fault in first] == [True, True]
    with monkeypatch.context() as patch:
        for reader in ("nightcrier.box.game_files.read_game", "nightcrier.box.games.engine.reading.read_game"):
            patch.setattr(reader, lambda *_: pytest.fail("judged again"))
        assert faults() == first
    put(games, "more", ROLE.format(role="owl", side="village"))
    assert [file.id for file in read_extensions((games,), print, tmp_path / "kept")] == ["more"]


def test_a_game_lies_on_the_shelf_in_as_many_bytes_as_its_file_has(tmp_path, monkeypatch):
    text = f"# {chr(0x1F43A)}{'z' * 999}{SMALL}"
    put(tmp_path, "fox", text)
    (tmp_path / "fox.game.toml").write_bytes(b"\xef\xbb\xbf" + text.encode())
    (game,) = read_game_files((tmp_path,), print, tmp_path / "kept").values()
    assert game.shelved.content == text.encode()
    assert game.file_text(Setup("fox", 5)) == text
    again, changed = (read_game_files((tmp_path,), print, tmp_path / "kept")["fox"] for _ in range(2))
    with monkeypatch.context() as patch:
        patch.setattr("nightcrier.box.games.engine.reading.read_game", lambda *_: pytest.fail("read again"))
        assert again.file == game.file, "a copy of it was kept"
    put(tmp_path, "fox", "another")
    assert changed.file == game.file
