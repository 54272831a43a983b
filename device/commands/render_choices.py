"""What `nightcrier render` was asked for, as choices of the table: game, scenario, deck, options, voices and sounds."""

import re
from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from device.commands.named import known_name
from device.commands.named_values import named_values
from device.commands.render_sounds import asked_sounds
from device.kernel.errors import WrongUse
from device.kernel.ids import Language
from device.show.plug import Game, deck_of, problems_of
from device.show.setup import Choice, OptionValue, Scenario, Setup
from device.table.house import LOUDEST, Choices, House
from device.words.catalogue import LANGUAGES

_CARD = re.compile(r"[a-z-]+(=[1-9][0-9]?)?")
_MANY = range(1, 21)
"""Players a deck is tried with: it says itself how many it is for."""


def asked_choices(house: House, choices: Choices, arguments: Namespace) -> Iterator[Choices]:
    """What was asked for; with more and more players, where their number was not."""
    languages = _languages(arguments)
    wanted = next(iter(house.games)) if arguments.game is None else arguments.game
    game = house.games[known_name(wanted, tuple(house.games), "game")]
    sounds = asked_sounds(choices, arguments, house.beds)
    for setup in _setups(game, arguments):
        yield replace(
            choices,
            game=game.id,
            setups={game.id: setup},
            languages=languages,
            voices=_voices(house, choices.voices, languages, arguments.voice),
            loudness=LOUDEST,
            bed_loudness=LOUDEST,
            played={game.id: deck_of(game, setup)},
            **sounds,
        )


def _setups(game: Game, arguments: Namespace) -> list[Setup]:
    scenario, deck = _scenario(game, arguments.scenario), _deck(arguments.deck)
    options = _options(game, arguments)
    counts = (arguments.players,) if arguments.players is not None else _MANY if deck else scenario.players
    setups = [Setup(scenario.id, players, deck, options) for players in counts]
    fewest = min(len(problems_of(game, setup)) for setup in setups)
    return [setup for setup in setups if len(problems_of(game, setup)) == fewest]


def _options(game: Game, arguments: Namespace) -> Mapping[str, OptionValue]:
    """What was asked for by name; an option of its own name is the same as --option."""
    short = {name: value for name in ("pace", "wording") if (value := getattr(arguments, name)) is not None}
    asked = named_values("--option", arguments.option, short)
    choices = {choice.id: choice for choice in game.choices()}
    return {
        name: _value(choices[known_name(name, tuple(choices), f"option of {game.id}")], value)
        for name, value in asked.items()
    }


def _value(choice: Choice, wanted: str) -> OptionValue:
    """A switch is on or off."""
    named = {
        {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value): value for value in choice.values
    }
    return named[known_name(wanted, tuple(named), choice.id)]


def _voices(
    house: House, remembered: Mapping[Language, str], languages: Sequence[Language], wanted: Sequence[str]
) -> Mapping[Language, str]:
    """Each that was named speaks its own language."""
    speaks = {voice: language for language in languages for voice in house.voices[language]}
    return {**remembered, **{speaks[known_name(name, tuple(speaks), "voice")]: name for name in wanted}}


def _scenario(game: Game, wanted: str | None) -> Scenario:
    scenarios = {scenario.id: scenario for scenario in game.scenarios()}
    return scenarios[next(iter(scenarios)) if wanted is None else known_name(wanted, tuple(scenarios), "scenario")]


def _deck(words: str | None) -> tuple[str, ...]:
    """`werewolf=2,seer` is two Werewolves and the Seer."""
    cards: list[str] = []
    for word in [] if words is None else map(str.strip, words.split(",")):
        if not _CARD.fullmatch(word):
            raise WrongUse(f"--deck: '{word}' is no card; write a role, or role=how many.")
        role, _, count = word.partition("=")
        cards += [role] * int(count or 1)
    return tuple(cards)


def _languages(arguments: Namespace) -> tuple[Language, ...]:
    first = _language(arguments.language)
    if arguments.then is None:
        return (first,)
    if arguments.then == first:
        raise WrongUse(f"--then: every line is said in {first} already; name another language.")
    return first, _language(arguments.then)


def _language(code: str) -> Language:
    return Language(known_name(code, LANGUAGES, "language"))
