"""Tests names that people give to the roles of a game in a file: shown and called, or refused without any harm."""

from pathlib import Path
from unittest.mock import Mock

import pytest
from msgspec.structs import replace

from nightcrier.box import game_shelf
from nightcrier.box.extensions import read_extensions
from nightcrier.box.game_files import find_games
from nightcrier.box.games.engine.model import Name
from nightcrier.box.games.engine.role_names import OF_ANOTHER
from nightcrier.box.library import Library, build_house, read_library, with_game_under_way
from nightcrier.box.show.setup import Setup
from nightcrier.box.table.core.effects import Began
from nightcrier.box.table.core.house import Choices
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.wishes import table_offers
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.faults import Fault
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.ids import Language, LineId
from tests.box.games.engine.small import ADDED, SMALL

EN, DE, FA = Language("en"), Language("de"), Language("fa")
FOX, WAKE = "file.fox-hunt.fox", LineId("file.fox-hunt.fox.wake")
NAMED = 'format = 1\n[roles]\nfox = "Old <Wizard>"\nhen = "Hen"\nowl = "Owl"\n'


def shelf(where: Path, own: dict[str, str], tried: dict[str, str] | None = None) -> tuple[Library, list[str]]:
    """Return the library and the faults read from these files of the box's owner and from those being tried out."""
    for folder, files in ((where / "own" / "games", own), (where / "tried", tried or {})):
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            (folder / name).write_text(content, "utf-8")
    faults = list[Fault]()
    folders = replace(standard_folders({}, where), own=where / "own", tried_games=(where / "tried",))
    return read_library(folders, faults.append, where / "kept"), [fault.what for fault in faults]


def text(library: Library, line: LineId, language: Language = EN) -> str:
    said = library.words.line(language, line)
    return said.text if said else ""


def test_a_name_given_to_a_role_is_shown_and_called(tmp_path):
    for _ in range(2):  # the second time from a kept copy
        library, faults = shelf(tmp_path, {"fox-hunt.game.toml": SMALL, "fox-hunt.en.names.toml": NAMED})
        assert faults == []
        assert library.words.role(EN, FOX) == "Old <Wizard>"
        assert text(library, WAKE) == "Old <Wizard>, open your eyes. Look at what lies ready."
        assert library.words.role(EN, "file.fox-hunt.hen") == "Hen"


def test_a_language_that_the_file_lacks_calls_who_has_a_name_in_it(tmp_path):
    library, _ = shelf(tmp_path, {"fox-hunt.game.toml": SMALL, "fox-hunt.de.names.toml": NAMED})
    assert text(library, WAKE, DE).startswith("Old <Wizard>, öffne die Augen.")
    assert library.words.spoken_in(WAKE, (FA,)) == [EN]
    assert library.words.role(DE, "file.fox-hunt.hen") == "Hen"


def test_a_name_that_is_shown_anyway_keeps_its_forms(tmp_path):
    same = NAMED.replace("Old <Wizard>", "Fox")
    library, _ = shelf(
        tmp_path, {"fox-hunt.game.toml": SMALL, "fox-hunt.de.names.toml": same, "fox-hunt.en.names.toml": same}
    )
    assert text(library, LineId("file.fox-hunt.fox.wake.many")).startswith("Foxes, ")
    assert text(library, WAKE, DE) == ""


def test_a_group_that_is_called_together_gets_a_name(tmp_path):
    given = 'format = 1\n[calls]\n"witness-two.of" = { name = "Merlin or Morgana", many = "Merlin and Morgana" }\n'
    given += 'owl = "Owl"\n[sides]\ntraitors = { name = "Minion", many = "Minions" }\n'
    library = shipped(tmp_path, "round-table", given)
    said = "Minions, put out your thumbs, and keep your eyes closed. Seer, open your eyes and look for the thumbs."
    assert text(library, LineId("file.round-table.seer.wake.met-many")) == said
    assert text(library, LineId("file.round-table.circle.close.many")) == "Minions, close your eyes."
    assert "Merlin and Morgana, put out" in text(library, LineId("file.round-table.witness-two.wake.met-many"))
    chosen = Choices("round-table", {"round-table": Setup("round-table", 7)}, (EN,))
    offers = table_offers(build_house(library, (), ()), Table(chosen))
    assert (offers.names["roles.seer"], offers.names["calls.witness-two.of"]) == ("Seer", "Merlin or Morgana")
    assert {each for each in offers.names if each.startswith("calls.")} == {"calls.witness-two.of"}


def test_a_group_keeps_a_given_name_where_the_game_names_the_group_by_its_side_now(tmp_path):
    """People's files still hold such names from a version in which `circle` and `seer.of` had names of their own."""
    given = 'format = 1\n[calls]\ncircle = "Bad Knights"\n"seer.of" = "Bad Thumbs"\n[sides]\ntraitors = "Bad Knight"\n'
    library = shipped(tmp_path, "round-table", given)
    assert text(library, LineId("file.round-table.circle.close.many")) == "Bad Knights, close your eyes."
    assert text(library, LineId("file.round-table.seer.wake.met-many")).startswith("Bad Thumbs, put out your thumbs")
    chosen = Choices("round-table", {"round-table": Setup("round-table", 7)}, (EN,))
    offers = table_offers(build_house(library, (), ()), Table(chosen))
    assert offers.names["calls.circle"] == "Bad Knights"


def shipped(where: Path, game: str, names: str, language: Language = EN, wrong: str = "") -> Library:
    """Return the library read from a shipped game and these names for it. Expect a fault for `wrong`, if given."""
    content = (Path("config/games") / f"{game}.game.toml").read_text("utf-8")
    library, faults = shelf(where, {f"{game}.game.toml": content, f"{game}.{language}.names.toml": names})
    assert faults == [f"{game}.{language}.names.toml: {wrong}: {OF_ANOTHER}."] * bool(wrong)
    return library


def test_names_that_would_swap_two_roles_change_nothing_wherever_they_come_from(tmp_path):
    swapped = 'format = 1\n[roles]\nseer = "Blade"\nblade = "Seer"\n'
    library = shipped(tmp_path, "round-table", swapped, wrong="roles.seer")
    assert text(library, LineId("file.round-table.seer.wake.met-many")).endswith(
        "Seer, open your eyes and look for the thumbs."
    )


def test_a_role_has_no_name_that_another_language_gives_to_another_role_and_shows_here(tmp_path):
    given = {
        f"fox-hunt.{each}.names.toml": f'format = 1\nroles.{role} = "Oracle"\n'
        for each, role in [("de", "fox"), ("en", "hen")]
    }
    library, faults = shelf(tmp_path, {"fox-hunt.game.toml": SMALL, **given})
    assert faults == [f"fox-hunt.de.names.toml: roles.fox: {OF_ANOTHER}."]
    assert [library.words.role(DE, f"file.fox-hunt.{role}") for role in ("hen", "fox")] == ["Oracle", "Fox"]


@pytest.mark.parametrize(("language", "name"), [("ja", "大Fox"), ("th", "Foxก"), ("zh-Hant", "Fox鶏")])
def test_a_name_in_which_a_called_role_is_heard_is_told_where_people_write_no_spaces(tmp_path, language, name):
    more = ADDED.replace("squire", "fox").replace("[[call]]", '[role.hen]\nside = "village"\n[[call]]')
    more = more.replace('"Squire" }', '"Fox", hen = "Hen" }')
    given = f'format = 1\nroles.hen = "{name}"\n'
    names = {f"{game}.{language}.names.toml": given for game in ("fox-hunt", "more")}
    library, faults = shelf(tmp_path, {"fox-hunt.game.toml": SMALL, "more.game.toml": more, **names})
    assert sorted(faults) == [f"{file}: roles.hen: {OF_ANOTHER}." for file in names]
    assert library.words.role(Language(language), "file.fox-hunt.hen") == "Hen"
    assert sorted(map(str, find_games((tmp_path / "own" / "games",)).complaints)) == sorted(faults)


FASCISTS = 'plotter = { name = "Fascist", many = "Fascists" }\nfigurehead = "Chancellor X"'
FASCHISTEN = (
    'plotter = { name = "Faschist", many = "Faschisten" }\nfigurehead = { name = "Oberhaupt", say = "Ober Haupt" }'
)


@pytest.mark.parametrize(
    ("language", "call", "given", "said", "spelt"),
    [
        ("en", "both", FASCISTS, "Fascist and Chancellor X, open", ""),
        ("en", "plotter", FASCISTS, "Fascists except Chancellor X, open", ""),
        ("en", "both", 'figurehead = "Puppet"', "Plotter and Puppet, open", ""),
        ("de", "both", FASCHISTEN, "Faschist und Oberhaupt, öffnet", "Faschist und Ober Haupt, öffnet"),
        ("de", "plotter", FASCHISTEN, "Faschisten außer Oberhaupt, öffnet", ""),
        ("en", "both", f'{FASCISTS}\n[sides]\nplotters = "Rogue"', "Rogue, open", ""),
    ],
)
def test_a_group_is_called_by_the_names_on_the_cards(tmp_path, language, call, given, said, spelt):
    library = shipped(tmp_path, "two-tracks", f"format = 1\n[roles]\n{given}\n", language)
    line = library.words.line(language, LineId(f"file.two-tracks.{call}.wake.many"))
    assert line.text.startswith(said)
    assert line.say.startswith(spelt)


def test_a_group_of_roles_that_can_be_missing_is_called_as_its_side(tmp_path):
    given = 'traitor = { name = "Minion", many = "Minions" }\nseer = "Merlin"\nblade = "Assassin"'
    library = shipped(tmp_path, "round-table", f"format = 1\n[roles]\n{given}\n")
    said = {call: text(library, LineId(f"file.round-table.{call}.wake.many")) for call in ("circle", "circle-but")}
    assert [each.split(",")[0] for each in said.values()] == ["Minions", "Minions except Stranger"]
    thumbs = text(library, LineId("file.round-table.witness-two.wake.met-many"))
    assert thumbs.startswith("Merlin and Pretender, put out your thumbs")


@pytest.mark.parametrize(
    ("language", "given", "said"),
    [
        ("en", '[roles]\nfigurehead = "Puppet"', "Plotters except Puppet, open your eyes and find each other."),
        ("en", '[sides]\nplotters = "Rogues"', "Rogues except Figurehead, open your eyes and find each other."),
        ("de", '[roles]\nfigurehead = "Puppe"', "Verschwörer außer Puppe, öffnet die Augen und erkennt einander."),
        ("ja", '[roles]\nfigurehead = "人形"', "人形以外の陰謀派は目を開けて、仲間を確認してください。"),
        (
            "en",
            '[roles]\nfigurehead = "Puppet"\n[calls]\nplotter = "Rogues"',
            "Rogues, open your eyes and find each other.",
        ),
        ("en", '[roles]\nreformer = "Mayor"', "Plotters except the Figurehead, open your eyes and find each other."),
    ],
)
def test_who_stays_asleep_is_told_so_by_the_name_on_the_card(tmp_path, language, given, said):
    library = shipped(tmp_path, "two-tracks", f"format = 1\n{given}\n", language)
    assert text(library, LineId("file.two-tracks.plotter.wake.many"), language).replace("\u200b", "") == said


TAKEN = """
format = 1
players = [5, 8]
[side.town]
[side.foxes]
count = 3
[role]
hen = { side = "town", fills = true }
fox = { side = "foxes", fills = true }
vixen = { side = "foxes", count = 1 }
cub = { side = "foxes", count = 1 }
[[call]]
who = ["foxes", "-vixen", "-cub"]
meets = { how = "thumbs", of = ["foxes", "-fox"] }
[words.en]
name = "Fox"
sides = { foxes = { name = "Thief", many = "Thieves" } }
[words.en.roles]
hen = "Hen"
fox = { name = "Fox", many = "Foxes" }
vixen = { name = "Vixen", say = "Viksen" }
cub = "Cub"
"""


def test_the_house_names_all_who_are_left_out(tmp_path):
    library, faults = shelf(tmp_path, {"fox-hunt.game.toml": TAKEN})
    assert faults == []
    said = library.words.line(EN, LineId("file.fox-hunt.foxes.wake.met-many"))
    assert said.text == (
        "Thieves except Foxes, put out your thumbs, and keep your eyes closed. "
        "Thief except Vixen and Cub, open your eyes and look for the thumbs."
    )
    assert said.say == said.text.replace("Vixen", "Viksen")
    assert library.words.role(EN, "file.fox-hunt.call.foxes") == "Thief except Vixen and Cub"


def test_a_side_gets_a_name(tmp_path):
    game = SMALL + 'sides = { foxes = "Foxes" }\n'
    given = 'format = 1\n[sides]\nfoxes = "Thieves"\nowls = "Owls"\n'
    library, faults = shelf(tmp_path, {"fox-hunt.game.toml": game, "fox-hunt.en.names.toml": given})
    assert (library.words.role(EN, "file.fox-hunt.side.foxes"), faults) == ("Thieves", [])
    assert [*library.games["fox-hunt"].names_to_change()] == ["roles.hen", "roles.fox", "sides.foxes"]


def test_the_nearer_names_count_and_none_are_the_games_own_again(tmp_path):
    files = {"fox-hunt.game.toml": SMALL, "fox-hunt.en.names.toml": NAMED}
    library, _ = shelf(tmp_path, files, {"fox-hunt.en.names.toml": "format = 1\n[roles]\n"})
    assert library.words.role(EN, FOX) == "Fox"


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("one-night.en.names.toml", NAMED, "which is a game of the house"),
        ("fox-hunt.names.toml", NAMED, "must be called GAME.LANGUAGE.names.toml"),
        ("fox-hunt.xx.names.toml", NAMED, "must have a language of the box in its name"),
        ("fox-hunt.en.names.toml", NAMED.replace("format = 1", ""), "format: is missing"),
        ("fox-hunt.en.names.toml", NAMED + '"Owl" = "x"\n', "roles.Owl: must be small letters"),
        ("fox-hunt.en.names.toml", NAMED + '[calls]\n"a.b.of" = "x"\n', "calls.a.b.of: must be small letters"),
        ("fox-hunt.en.names.toml", f"marks = 1\n{NAMED}", "marks: is no key that is known here"),
        ("fox-hunt.en.names.toml", NAMED.replace("Old <Wizard>", "x" * 41), "roles.fox: must have at most 40 letters"),
        ("fox-hunt.en.names.toml", NAMED.replace("Old", "\u202eOld"), "must have no letter that nobody can see"),
        ("fox-hunt.en.names.toml", NAMED.replace("Old", "O" + "\u0301" * 4), "at most 3 marks on one letter"),
        ("fox-hunt.en.names.toml", NAMED + "".join(f'r{n} = "R"\n' for n in range(58)), "must be at most 60 names"),
        ("fox-hunt.en.names.toml", NAMED + "#" * 64 * 1024, "larger than"),
    ],
)
def test_wrong_names_cost_only_themselves(tmp_path, name, content, why):
    library, faults = shelf(tmp_path, {"fox-hunt.game.toml": SMALL, name: content})
    assert library.words.role(EN, FOX) == "Fox"
    assert [why in fault for fault in faults] == [True], faults


def test_commands_and_files_that_add_roles_know_the_names(tmp_path):
    added = NAMED.replace("fox", "squire")
    shelf(tmp_path, {"fox-hunt.game.toml": SMALL, "fox-hunt.en.names.toml": NAMED})
    shelf(tmp_path, {"more.game.toml": ADDED, "more.en.names.toml": added})
    folders, complaints = [tmp_path / "own" / "games"], list[BadFile]()
    assert find_games(folders).games["fox-hunt"][0].words[EN].roles["fox"] == Name("Old <Wizard>")
    (extension,) = read_extensions(folders, complaints.append)
    assert (extension.words[EN].roles["squire"].name, complaints) == ("Old <Wizard>", [])


def test_a_game_goes_on_with_the_names_that_its_roles_have_now(tmp_path):
    library, _ = shelf(tmp_path, {"fox-hunt.game.toml": SMALL + "#", "fox-hunt.en.names.toml": NAMED})
    going_on = with_game_under_way(library, [Began("fox-hunt", Setup("fox-hunt", 5, file=SMALL), 1)])
    assert going_on.in_files["fox-hunt"] is not library.in_files["fox-hunt"]
    assert going_on.words.role(EN, FOX) == "Old <Wizard>"


def test_a_game_that_can_no_longer_be_read_costs_only_itself(tmp_path, monkeypatch):
    files = {"fox-hunt.game.toml": SMALL, "fox-hunt.en.names.toml": NAMED}
    shelf(tmp_path, files)
    worse = BadFile("fox-hunt.game.toml", "", "is of another time")
    monkeypatch.setattr(game_shelf, "with_role_names", Mock(side_effect=worse))
    complaints = list[BadFile]()
    games = game_shelf.read_game_files([tmp_path / "own" / "games"], complaints.append, tmp_path / "kept")
    assert (list(games), complaints) == (["fox-hunt"], [worse])
