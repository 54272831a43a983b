"""Tests that the shipped games in files are short, complete in every language, and quickly explained."""

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations, product

import pytest

from nightcrier.box.game_files import read_game_file
from nightcrier.box.game_lines import HouseLines
from nightcrier.box.games.engine.calls import calls_of_night, meant_roles
from nightcrier.box.games.engine.decks import deck_of
from nightcrier.box.games.engine.model import CallRow, GameFile
from nightcrier.box.games.engine.sayings import name_of
from nightcrier.box.games.engine.showing import checked_row
from nightcrier.box.sound.voices.voice_chain import VoiceChain
from nightcrier.kernel.errors import WrongUse
from nightcrier.kernel.folders import share
from nightcrier.kernel.ids import LineId
from nightcrier.words.catalogue import LANGUAGES, LAST_RESORT

SHIPPED = sorted((share("config") / "games").iterdir())
AT_HOME = {
    "badge": ("zh-Hant", "en"),
    "club-mafia": ("uk", "en"),
    "full-moon-plea": ("en", "th"),
    "jinro": ("ja", "it", "en"),
    "mafia-defence": ("fa", "en"),
    "village-captain": ("fr", "de", "es", "en"),
}
"""Games with the rules of one country, and the languages in which they are led. All others speak every language."""
MOST_LINES, LONGEST_EXPLANATION = 150, 45.0
SHORTER_LINES, SHORTER_EXPLANATION = 125, 40.0
"""The most lines and the longest explanation, in seconds, for games with the rules of one country."""
SPOKEN = [(file, language) for file in SHIPPED for language in AT_HOME.get(file.name.split(".")[0], LANGUAGES)]


def is_of_one_country(file):
    return file.name.split(".")[0] in AT_HOME


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.name)
def test_it_speaks_its_languages_and_nothing_is_to_be_said_against_it(file):
    row = checked_row(read_game_file(file), file.name)
    assert [note for note in row["notes"] if not re.search(": named in |: made by the house$", note)] == []
    assert sorted(row["languages"]) == sorted(AT_HOME.get(row["game"], LANGUAGES))


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.name)
def test_every_mark_is_named_because_a_moderator_reads_it(file):
    game = read_game_file(file)
    assert game.words[LAST_RESORT].marks.keys() == game.marks.keys()


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.name)
def test_its_rules_are_short(file):
    rules, *_ = re.split(r"^\[words\.", file.read_text("utf-8"), maxsplit=1, flags=re.MULTILINE)
    assert len(rules.splitlines()) <= (SHORTER_LINES if is_of_one_country(file) else MOST_LINES)


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.name)
def test_who_sleeps_while_the_own_side_is_called_is_told_so(file):
    """If all plotters but the figurehead are called, the name of their side would wake him too, as he is a plotter."""
    game, house = read_game_file(file), HouseLines()
    for call, deck in called_with_decks(game):
        awake = {*meant_roles(game, call.who, deck)}
        partly = {game.roles[role].side for role in awake} & {game.roles[role].side for role in {*deck} - awake}
        for (language, words), side in product(game.words.items(), partly):
            called, own = name_of(words, house[language], call.id, call.who), words.sides.get(side)
            assert called is None or own is None or not {called.name, called.many} & {own.name, own.many} - {""}


def called_with_decks(game: GameFile) -> Iterator[tuple[CallRow, tuple[str, ...]]]:
    """Yield each call of a first night that is addressed to roles, with each deck that has it."""
    added = [role.id for role in game.roles.values() if not role.fills and not role.count]
    for players in range(game.players[0], game.players[1] + 1) if not game.extends else ():
        for roles in (many for size in range(len(added) + 1) for many in combinations(added, size)):
            with suppress(WrongUse):
                deck = deck_of(game, players, roles)
                yield from ((call, deck) for call in calls_of_night(game, deck, players, 1, game.switches))


def test_the_werewolves_of_full_moon_wake_once_a_night():
    game = read_game_file(share("config") / "games" / "full-moon.game.toml")
    for night in (1, 2):
        calls = calls_of_night(game, deck_of(game, 12, ()), 12, night, game.switches)
        assert [call.id for call in calls if call.who.names == ("wolf",)] == ["wolves"]


@pytest.mark.parametrize(("file", "language"), SPOKEN, ids=[f"{file.name}-{language}" for file, language in SPOKEN])
def test_game_and_all_roles_are_soon_explained(file, language, tmp_path):
    """If no voice speaks a line, it lasts as long as the box allows for reading it."""
    game = read_game_file(file)
    lines = {**game.words[LAST_RESORT].lines, **game.words[language].lines}
    asked = ["explain", *(f"explain.{role}" for role in game.roles)]
    texts = {line: (said.text, said.text) for line, said in lines.items()}
    chain = VoiceChain(tmp_path, lambda _language, line: texts.get(line), print)
    said = chain.say([LineId(line) for line in asked], (language,))
    assert said
    assert sum(each.seconds for each in said) <= (
        SHORTER_EXPLANATION if is_of_one_country(file) else LONGEST_EXPLANATION
    )
