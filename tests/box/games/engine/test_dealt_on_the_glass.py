"""Tests that every page and entry of the secret turns of the shipped games fits the screen whole in every language and
says what to do, and that what a moderator reads about deaths fits too."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from nightcrier.box.games.engine.game import FileGame
from nightcrier.box.games.engine.hosted.last_choices import HostAftermath
from nightcrier.box.games.engine.hosted.led_game import LedGame
from nightcrier.box.games.engine.model import MOST_DEALT
from nightcrier.box.games.engine.referee.records import CallChoice, DayChoices
from nightcrier.box.games.engine.secret_turns import SeatTurn
from nightcrier.box.games.engine.village import VillageGame, after_day, at_morning, fall_of_night
from nightcrier.box.library import read_library
from nightcrier.box.show.facts import Fact, Word
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.stages import Ask, Perform, Stage, Tell, Verdict
from nightcrier.box.table.core.names import fact_text
from nightcrier.box.table.drawing.view import Size, Text, View
from nightcrier.kernel.faults import Fault
from nightcrier.kernel.folders import standard_folders
from nightcrier.words.catalogue import LANGUAGES
from tests.on_glass import measure

LIBRARY = read_library(standard_folders({}, Path("/nonexistent")), list[Fault]().append)
DEALS, NIGHTS = 12, 2
DEALT = [
    game.id for game in LIBRARY.games.values() if isinstance(game, FileGame) and game.setup_for_deal(Setup(game.id, 0))
]


def setups(game: FileGame) -> Iterator[Setup]:
    """Yield decks for the largest table, whose two-digit seats are the widest, with all switches on or off."""
    most = min(MOST_DEALT, game.shelved.players[1])
    for seed in range(DEALS):
        setup = Setup(game.id, most, options=dict.fromkeys(game.file.switches, bool(seed % 2)))
        dealt = game.setup_for_deal(replace(setup, deck=game.random_deck(setup, seed)))
        assert dealt
        yield dealt


@cache
def turns_of(name: str) -> tuple[list[SeatTurn], dict[str, tuple[tuple[Fact, ...], Size]]]:
    """Return the turns of some nights of a game, and everything that seats see in them: the pages, and the entries on
    the dial. In some games all choose the first entry, so that they agree."""
    game, turns, found = LIBRARY.games[name], list[SeatTurn](), dict[str, tuple[tuple[Fact, ...], Size]]()
    assert isinstance(game, FileGame)
    for seed, setup in enumerate(setups(game)):
        play, rng = game.begin(setup, seed), Random(seed)
        assert isinstance(play, VillageGame)
        while (stage := play.stage()) and not isinstance(stage, Verdict) and play.state.number <= NIGHTS:
            row = tuple[str, ...]()
            for turn in stage.acts.values() if isinstance(stage, Perform) else ():
                assert isinstance(turn, SeatTurn)
                turns.append(turn)
                while (prompt := turn.prompt(row)).options or prompt.confirm:
                    found[str(prompt.seen)] = prompt.seen, Size.MEDIUM
                    found |= {str(option.label): ((option.label,), Size.LARGE) for option in prompt.options}
                    own = [option.value for option in prompt.options if option.value[:1] != "-"]
                    row += (rng.choice(own if seed % 3 else own[:1]) if own else prompt.confirm,)
            play = play.answer(row or over(stage))
    return turns, found


def over(stage: Stage) -> tuple[str, ...]:
    """Answer so that somebody is voted out, and then that a game without an end is over, or who has won it."""
    return ([each.value for each in stage.choices if each.value != "on"][-1],) if isinstance(stage, Ask) else ("over",)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", DEALT)
def test_what_a_seat_sees_in_its_turn_stands_whole_on_the_glass(game, language):
    cut = list[list[str]]()
    for facts, size in turns_of(game)[1].values():
        texts = [fact_text(LIBRARY.words, language, fact) for fact in facts]
        if not measure(View("tell", language, tuple(Text(text, size) for text in texts))).whole:
            cut.append(texts)
    assert cut == []


@pytest.mark.parametrize("game", DEALT)
def test_no_page_is_too_full_for_what_to_do_and_what_to_dial(game):
    for turn in turns_of(game)[0]:
        keys = {fact.key for fact in turn.seen if isinstance(fact, Word)}
        if any(each.named or len(each.own) == 1 for each in turn.lists):
            assert "turn.dial" in keys, turn.seen
        if any(not each.named and len(each.own) > 1 for each in turn.lists):
            assert any(".do." in key or key.startswith("dead.") for key in keys), turn.seen


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_an_elder_in_love_takes_along_stands_whole_on_the_glass(language):
    deck = ("seer", "witch", "hunter", "cupid", "guard", "elder", "little-one", "wolf", "wolf", *["villager"] * 2)
    play = LIBRARY.games["full-moon"].begin(Setup("full-moon", len(deck), deck, {"host": "moderator"}), 1)
    assert isinstance(play, LedGame)
    seats = {role: seat for seat, role in play.state.state.cards.items()}
    dead = (seats["elder"], seats["hunter"])
    night = replace(fall_of_night(play.state), night=(CallChoice(seats["cupid"], "cupid", dead),))
    shot = CallChoice(seats["hunter"], "shot", (seats["seer"],))
    village = after_day(at_morning(night), DayChoices(out=dead[:1], dusk=(shot,)))
    (page,) = HostAftermath(dead, secret=False).result(play.rules, village, ()).steps
    told = page.stage(play.rules, village)
    assert isinstance(told, Tell)
    (text,) = (fact_text(LIBRARY.words, language, fact) for fact in told.facts)
    assert text.count("›") == len(dead) + 1, "the shot was in vain"
    assert measure(View("tell", language, (Text(text, Size.LARGE), Text("_", Size.SMALL)))).whole
