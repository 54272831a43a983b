"""Tests that the docs are true: every command, option and setting they name exists, and the examples work."""

import argparse
import re
import tomllib
from collections.abc import Mapping
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import get_args

import pytest
from PIL import Image

from bench.__main__ import BENCHMARKS
from bench.net_phone import BROWSERS
from case.measures import shipped_measures
from docs.pictures.drawn import DRAWINGS
from docs.pictures.film import moments, seconds
from docs.pictures.moments import MOMENTS
from lab.leaks.__main__ import leaks_parser
from lab.plan import card_plan, installed_plan, planned_runs
from nightcrier.box.games.one_night.rules.roles import ROLES
from nightcrier.box.games.one_night.rules.scenarios import deck_scenario
from nightcrier.box.games.wherewolf.options import WHEREWOLF_CHOICES
from nightcrier.box.library import read_library
from nightcrier.box.show.setup import OptionValue
from nightcrier.cli import COMMANDS, module_of
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.refusal import Refusal
from nightcrier.web.gate import Denial
from nightcrier.wire.orders import Order, Who
from nightcrier.wire.wishes import Wish
from nightcrier.words.catalogue import LANGUAGES
from nightcrier_hall.__main__ import hall_parser
from nightcrier_site.__main__ import site_parser
from nightcrier_studio.__main__ import studio_parser

PAGES = (
    *map(Path, ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "PRIVACY.md", "SECURITY.md")),
    *(Path(folder, "README.md") for folder in ("case", "gpiozero-gpiod", "lab")),
    *(page for folder in ("device", "docs") for page in sorted(Path(folder).rglob("*.md"))),
)
TEXTS = {page: page.read_text("utf-8") for page in PAGES}
BESIDE = {
    "browser": set(),
    "page": {*LANGUAGES, *BROWSERS, "FOLDER"},
    "home": set(),
    "site": set(),
    "case": {"my.toml", "my-case", *shipped_measures().boards},
    "bench": {*BENCHMARKS},
    "lab": {"IMAGE"}
    | {
        name
        for plan in (installed_plan(), card_plan())
        for run in planned_runs(plan)
        for name in (run.experiment.name, run.name)
    },
}
"""Words of ./run besides the program's own, each with what may follow it."""

CALL = re.compile(r"(?:(?<!/)\bnightcrier|\./run) +((?:[a-z]+\b)[^\n`#>|]*)")
"""Matches a command line in the docs."""

IN_STUDIO = {"leaks": leaks_parser(), "hall": hall_parser(), "site": site_parser()} | {
    name: parser
    for action in studio_parser()._actions
    if isinstance(action, argparse._SubParsersAction)
    for name, parser in action.choices.items()
}
"""Parsers of the commands of studio, lab, hall and site, which ./run runs like those of a box."""
SCREEN_NAMES = ("Players", "Roles", "Random deck", "Device", "Check", "Sound test", "Spoken menu", "Scores", "Options")


def calls(text: str) -> list[list[str]]:
    """Return the words after the program's name, as far as they belong to the command."""
    return [call.strip().removesuffix(".").split() for call in CALL.findall(text)]


def parser_of(command: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=command, exit_on_error=False)
    getattr(import_module(module_of(command)), f"add_{command}_arguments")(parser)
    return parser


def known_to(parser: argparse.ArgumentParser) -> set[str]:
    """Return all options and verbs of a command, including those of its verbs."""
    known: set[str] = set()
    for action in parser._actions:
        known |= set(action.option_strings)
        if isinstance(action, argparse._SubParsersAction):
            known |= set(action.choices)
            for verb in action.choices.values():
                known |= known_to(verb)
    return known


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_every_command_and_option_that_is_named_exists(page):
    for command, *rest in calls(TEXTS[page]):
        if command in BESIDE:
            known = BESIDE[command] | set(re.findall(r'^name = "(.+)"$', TEXTS[page], re.MULTILINE))
            unknown = [word for word in rest if not word.startswith("--") and word not in known]
            assert unknown == [], f"{page} names {unknown} of {command}"
            continue
        assert command in COMMANDS or command in IN_STUDIO, f"{page} names the command {command}"
        known = known_to(parser_of(command)) if command in COMMANDS else set()
        known |= known_to(IN_STUDIO.get(command, argparse.ArgumentParser(add_help=False)))
        for option in (word for word in rest if word.startswith("--")):
            assert option in known, f"{page} names {command} {option}"
        if command in {"voices", "fonts"} and rest:
            assert rest[0] in known, f"{page} names {command} {rest[0]}"


def test_the_commands_of_the_docs_are_found_at_all():
    named = {words[0] for text in TEXTS.values() for words in calls(text)}
    assert named >= {"check", "decks", "rehearse", "render", "report", "scores", "voices"}


def test_the_readme_begins_with_how_to_run_test_and_install():
    readme = TEXTS[Path("README.md")]
    assert "](docs/pictures/wiring.svg)" in readme
    rows = readme.splitlines()[:40]
    block = rows[rows.index("```sh") :]
    first = [next(at for at, row in enumerate(block) if command in row) for command in ("./run", "./test", "systemd/")]
    assert first == sorted(first)
    assert any("git clone --depth 1" in row and "<" not in row for row in block), "it works as it stands"


def examples(language: str) -> list[tuple[Path, str]]:
    return [
        (page, block)
        for page, text in TEXTS.items()
        for block in re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    ]


def test_every_example_of_a_settings_file_names_settings_that_exist():
    shipped = tomllib.loads(Path("config/device.toml").read_text("utf-8"))
    shown = [tomllib.loads(block) for page, block in examples("toml") if page.name == "build.md"]
    for table, keys in (pair for example in shown for pair in example.items()):
        assert set(keys) <= set(shipped[table])
    assert {table for example in shown for table in example} == {"panel", "screen", "sound"}


def test_the_scenario_in_the_docs_can_be_played_for_every_number_of_players_it_promises():
    block = next(block for _, block in examples("toml") if "sunday-five.toml" in block)
    named = deck_scenario(block.encode(), "sunday-five")
    assert named.scenario.players == (3, 4, 5)
    assert [len(named.deck(players)) for players in named.scenario.players] == [6, 7, 8]


def test_the_deck_of_two_boxes_in_the_docs_is_played_in_its_order_and_with_its_seconds(tmp_path, call):
    block = next(block for _, block in examples("toml") if "two-boxes.toml" in block)
    (tmp_path / "two-boxes.toml").write_text(block, "utf-8")
    said = call(0, "decks", "--scenarios", tmp_path, "show", "two-boxes", "--players", "6").out
    assert re.findall(r"^  (\d x) +(Werewolf|Seer)", said, re.MULTILINE) == [("4 x", "Werewolf"), ("2 x", "Seer")]
    calls = re.findall(r"^  \d\. +(\w+) +(\d+) s", said, re.MULTILINE)
    assert calls == [("Werewolf", "6"), ("Squire", "15"), ("Robber", "8"), ("Seer", "12"), ("Troublemaker", "8")]


def test_the_docs_of_decks_name_every_role_and_how_many_there_are():
    named = dict(re.findall(r"`([a-z-]+)`(?: \((\d)\))?(?=[,.])", TEXTS[Path("docs/decks.md")]))
    assert {role: int(named[role] or 1) for role in ROLES} == {role: row.count for role, row in ROLES.items()}


def test_the_docs_of_decks_list_every_scenario_with_its_id():
    """The list has the order of `nightcrier decks`, from the easiest to the hardest."""
    games = read_library(standard_folders({}, Path("/nonexistent")), print).games.values()
    found = re.findall(r"^- (.+) `(.+)` (\d+)-(\d+), (\d)\b", TEXTS[Path("docs/decks.md")], re.MULTILINE)
    assert found == [
        (each.names["en"], each.id, str(each.players[0]), str(each.players[-1]), str(each.level))
        for game in games
        for each in game.scenarios()
    ]


def test_every_order_stands_in_the_docs():
    """The docs list exactly the orders that exist: at any broker, and in a hall, without Home Assistant's own."""
    page = TEXTS[Path("docs/home-assistant/README.md")]
    asked = page.partition("**What may be asked**")[2].partition("**Answers.**")[0]
    assert sorted(re.findall(r"^\| `(\w+)` \|", asked, re.MULTILINE)) == sorted(Order)
    in_a_hall = re.findall(r"^\| `(\w+)` \| .* \| (yes|no) \|$", asked, re.MULTILINE)
    to_all = {order: "yes" if Who.ALL in order.who else "no" for order in Order if order.who is not Who.HOME}
    assert dict(in_a_hall) == to_all


def test_every_wish_stands_in_the_page_of_its_room():
    told = Path("device/nightcrier/wire/README.md").read_text("utf-8").partition("| kind |")[2].partition("\n\n")[0]
    assert sorted(re.findall(r"`(\w+)`", told)) == sorted(kind.__struct_config__.tag for kind in get_args(Wish))


def test_every_refusal_stands_among_the_troubles():
    words = tomllib.loads(Path("assets/words/en.toml").read_text("utf-8"))["screen"]
    told = re.search(r"## A phone was refused\n(.*?)\n## ", TEXTS[Path("docs/trouble.md")], re.DOTALL)
    assert told
    quoted = [quote for row in re.findall(r"^- (\".*?\"): ", told[1], re.MULTILINE) for quote in row.split('"')[1::2]]
    said = [words[word] for word in (*Refusal, *(f"net.{denial.value}" for denial in Denial))]
    assert [text for text in said if not any(quote in text for quote in quoted)] == []
    assert [quote for quote in quoted if not any(quote in text for text in said)] == []


def test_the_names_of_menu_items_are_those_on_the_screen():
    words = tomllib.loads(Path("assets/words/en.toml").read_text("utf-8"))["screen"]
    assert set(SCREEN_NAMES) <= set(words.values())
    options = re.search(r"## The options of One Night\n(.*?)\n\n[A-Z]", TEXTS[Path("docs/play.md")], re.DOTALL)
    assert options
    named = re.findall(r"^- \*\*(.+?)\*\*", options[1], re.MULTILINE)
    assert len(named) > 5
    assert set(named) <= set(words.values())


def test_the_options_of_wherewolf_stand_in_the_docs_as_on_the_screen():
    words = tomllib.loads(Path("assets/words/en.toml").read_text("utf-8"))["screen"]
    table = re.search(r"## Options\n(.*?)\n## ", TEXTS[Path("docs/wherewolf.md")], re.DOTALL)
    assert table
    rows = re.findall(r"^- (.+?): ([^;\n]+)", table[1], re.MULTILINE)
    shown = {
        (name, *values.replace("*", "").split(", "), *re.findall(r"\*\*(.+?)\*\*", values)) for name, values in rows
    }
    assert shown == {
        (words[choice.id], *(value_shown(words, choice.id, value) for value in (*choice.values, choice.default)))
        for choice in WHEREWOLF_CHOICES
    }


def value_shown(words: Mapping[str, str], option: str, value: OptionValue) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return words.get(f"value.{option}.{value}", str(value))


def test_the_page_for_everybody_names_tests_that_exist():
    named = re.findall(r"`(tests/[\w/.]+|test_\w+\.py)`", Path("docs/proofs/everybody.md").read_text("utf-8"))
    assert len(named) > 25
    for each in named:
        assert Path(each).exists() or list(Path("tests").rglob(each)), each


def test_the_glossary_has_at_most_sixty_words_and_each_once():
    words = re.findall(r"^- (.+?):", TEXTS[Path("docs/glossary.md")], re.MULTILINE)
    assert sorted(words) == sorted({*words})
    assert 0 < len(words) <= 60, "one that a single room uses is explained there"


GUIDES = {page: text for page, text in TEXTS.items() if page.parts[0] == "docs" and page.parts[1] != "proofs"}


def sentences(text: str) -> list[str]:
    """Return the sentences of paragraphs and list items, without tables, headings and code."""
    prose = re.sub(r"^```.*?^```|^[#|].*?$", "\n", text, flags=re.MULTILINE | re.DOTALL)
    blocks = re.split(r"\n\s*\n|\n\s*(?:[-*]|\d+\.) ", re.sub(r"\]\([^)]*\)", "]", prose))
    return [each for block in blocks for each in re.split(r"(?<=[.!?])[\"')*\]]*\s", block)]


@pytest.mark.parametrize("page", GUIDES, ids=str)
def test_a_page_names_its_reader_and_has_no_long_sentence(page):
    assert re.match(r"# .+\n\n\*For .+\*\n", GUIDES[page]), "its third line says for whom it is: *For hosts: ...*"
    assert [each for each in sentences(GUIDES[page]) if len(each.split()) > 40] == []


def test_a_long_sentence_is_found():
    long = " ".join(["one"] * 41)
    assert max(len(each.split()) for each in sentences(f"# {long}\n\n| {long} |\n\n- Short.\n- {long}. Short")) == 41
    assert all(len(each.split()) <= 1 for each in sentences(f"# {long}\n```\n{long}\n```\n| {long} |\n"))


def test_the_docs_stay_short():
    assert sum(len(text.split()) for text in GUIDES.values()) <= 27_200
    assert len(TEXTS[Path("README.md")].splitlines()) <= 130


def test_every_picture_is_named_in_the_docs():
    shown = {Path(name).name for text in TEXTS.values() for name in re.findall(r"\]\(([^)]*pictures/[^)]+)\)", text)}
    assert {file.name for file in Path("docs/pictures").iterdir() if file.suffix in {".gif", ".png", ".svg"}} <= shown


def maker() -> ModuleType:
    spec = spec_from_file_location("make", "docs/pictures/make.py")
    assert spec
    assert spec.loader
    made = module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def test_the_pictures_can_be_made_again(tmp_path):
    make = maker()
    found = dict(make.pictures(Path("docs/pictures/evening.txt"), make.EVENING, tmp_path))
    assert {f"{name}.png" for name in (*found, *make.SHEETS, *MOMENTS)} == {
        file.name for file in Path("docs/pictures").glob("*.png")
    }
    assert all(file.exists() for file in found.values())


@pytest.mark.parametrize("name", sorted(MOMENTS))
def test_the_pictures_of_moments_can_be_made_again(name):
    assert MOMENTS[name]() == Path(f"docs/pictures/{name}.png").read_bytes(), "docs/pictures/make.py"


@pytest.mark.parametrize("name", sorted(DRAWINGS))
def test_the_drawings_are_what_the_script_draws(name):
    assert DRAWINGS[name]() == Path(f"docs/pictures/{name}.svg").read_text("utf-8"), "docs/pictures/make.py"


def test_the_film_is_of_the_night_that_is_rehearsed(tmp_path):
    shown = moments(maker().rehearsal(Path("docs/pictures/night.txt"), tmp_path))
    assert {"Seer, close your eyes.", "Point!"} <= {each.said for each in shown}
    assert sum(seconds(shown)) < 70
    gif = Path("docs/pictures/first-night.gif")
    assert gif.stat().st_size <= 600_000
    with Image.open(gif) as picture:
        assert picture.n_frames == len(shown), "docs/pictures/make.py"


@pytest.mark.parametrize("script", sorted({file.removesuffix(".txt") for file, _, _ in maker().SHEETS.values()}))
def test_the_sheets_of_a_script_can_be_made_again(script, tmp_path):
    make = maker()
    wanted = [screens for file, screens, _ in make.SHEETS.values() if file == f"{script}.txt"]
    together = {f"{number} {name}": row for number, rows in enumerate(wanted) for name, row in rows.items()}
    found = dict(make.pictures(Path(f"docs/pictures/{script}.txt"), together, tmp_path))
    assert len(found) == len(together) > 0
    assert all(file.exists() for file in found.values())
