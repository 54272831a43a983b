"""All about one scenario: the sheet of its game, or a plain one."""

from argparse import Namespace
from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace

from device.commands.deck_list import scenario_shelf
from device.commands.deck_words import english_name
from device.commands.named import known_name
from device.kernel.errors import WrongUse
from device.show.plug import DeckSheetFace, EyesShutFace, LengthOf, ScenarioShelf, deck_of, problems_of, warnings_of
from device.show.setup import OptionValue, Scenario, Setup
from device.table.pages.names import fact_text
from device.words.catalogue import LAST_RESORT, Words


def scenario_sheet(games: Sequence[ScenarioShelf], words: Words, length: LengthOf, wanted: Namespace) -> list[str]:
    shelf = {scenario.id: (game, scenario) for game, scenario in scenario_shelf(games)}
    game, scenario = shelf[known_name(wanted.name, tuple(shelf), "scenario")]
    asked = _asked(game, wanted)
    setup = Setup(scenario.id, scenario.players[0] if wanted.seats is None else wanted.seats)
    if isinstance(game, DeckSheetFace):
        return game.deck_sheet(replace(setup, options=asked), partial(english_name, game, words), length)
    wrong = problems_of(game, setup)
    if wrong:
        raise WrongUse(f"{fact_text(words, LAST_RESORT, wrong[0])}.")
    return _plain_sheet(game, scenario, setup, words)


def _asked(game: ScenarioShelf, wanted: Namespace) -> dict[str, OptionValue]:
    """The options that were given. A sheet without the time of a night has no use for any."""
    given = {key: getattr(wanted, key) for key in ("pace", "wording") if getattr(wanted, key) is not None}
    if given and not isinstance(game, EyesShutFace):
        raise WrongUse(f"--{next(iter(given))} changes nothing here: the sheet of {game.id} has no times.")
    for choice in game.choices():
        if choice.id in given:
            known_name(given[choice.id], tuple(map(str, choice.values)), choice.id)
    return {"pace": "normal", "wording": "full", **given}


def _plain_sheet(game: ScenarioShelf, scenario: Scenario, setup: Setup, words: Words) -> list[str]:
    """The rows."""
    title = words.screen(LAST_RESORT, f"game.{game.id}")
    cards = [f"  {english_name(game, words, card)}" for card in deck_of(game, setup)]
    advice = [f"  - {fact_text(words, LAST_RESORT, warning)}" for warning in warnings_of(game, setup)]
    return [
        f"{title}: {scenario.names['en']}, {setup.players} players, level {scenario.level} of 5",
        *(["", "Cards that may come", *cards] if cards else []),
        *(["", "Before you play", *advice] if advice else []),
    ]
