"""The list of scenarios: a row for each that fits what was asked for."""

from argparse import Namespace
from collections.abc import Iterator, Sequence

from device.commands.deck_words import english_name
from device.commands.named import known_name
from device.kernel.aligned_rows import aligned_rows
from device.kernel.errors import WrongUse
from device.kernel.ids import Seconds
from device.show.plug import CardsFace, EyesShutFace, LengthOf, ScenarioShelf, deck_of
from device.show.setup import Scenario, Setup
from device.words.catalogue import Words


def scenario_rows(games: Sequence[ScenarioShelf], words: Words, length: LengthOf, wanted: Namespace) -> list[str]:
    _refuse_unknown(games, wanted)
    fitting = [(game, scenario) for game, scenario in scenario_shelf(games) if _fits(game, scenario, wanted)]
    if not fitting:
        return ["No scenario fits; ask for less, or write one: see config/scenarios."]
    heads = ["NAME", "GAME", "LEVEL", "PLAYERS", "EYES SHUT", "TITLE", "CARDS"]
    return aligned_rows([heads, *(_row(game, scenario, words, length) for game, scenario in fitting)])


def _refuse_unknown(games: Sequence[ScenarioShelf], wanted: Namespace) -> None:
    """What no scenario has at all."""
    if wanted.role is not None:
        known_name(wanted.role, tuple(card for game in games for card, _ in _cards(game)), "role")
    scenarios = [scenario for _, scenario in scenario_shelf(games)]
    levels = sorted({scenario.level for scenario in scenarios})
    counts = sorted({players for scenario in scenarios for players in scenario.players})
    for asked, known, what in ((wanted.level, levels, "of level {n}"), (wanted.players, counts, "for {n} players")):
        if asked is not None and known and asked not in known:
            raise WrongUse(
                f"There is no scenario {what.format(n=asked)}; choose a number from {known[0]} to {known[-1]}."
            )


def scenario_shelf(games: Sequence[ScenarioShelf]) -> Iterator[tuple[ScenarioShelf, Scenario]]:
    return ((game, scenario) for game in games for scenario in game.scenarios())


def _cards(game: ScenarioShelf) -> tuple[tuple[str, int], ...]:
    return game.cards() if isinstance(game, CardsFace) else ()


def _fits(game: ScenarioShelf, scenario: Scenario, wanted: Namespace) -> bool:
    counts = [players for players in scenario.players if wanted.players in (None, players)]
    decks = (deck_of(game, Setup(scenario.id, players)) for players in counts)
    return wanted.level in (None, scenario.level) and any(wanted.role in (None, *deck) for deck in decks)


def _row(game: ScenarioShelf, scenario: Scenario, words: Words, length: LengthOf) -> list[str]:
    cards = dict.fromkeys(deck_of(game, Setup(scenario.id, scenario.players[-1])))
    named = ", ".join(english_name(game, words, card) for card in cards)
    title, shut = scenario.names["en"], _eyes_shut(game, scenario, length)
    return [scenario.id, game.id, str(scenario.level), _range(scenario.players), shut, title, named]


def _eyes_shut(game: ScenarioShelf, scenario: Scenario, length: LengthOf) -> str:
    """Minutes and seconds, from the fewest players to the most."""
    if not isinstance(game, EyesShutFace):
        return "-"
    ends = dict.fromkeys((scenario.players[0], scenario.players[-1]))
    times = dict.fromkeys(_clock(game.eyes_shut(Setup(scenario.id, players), length)) for players in ends)
    return "-".join(times)


def _clock(seconds: Seconds) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02d}"


def _range(players: Sequence[int]) -> str:
    return f"{players[0]}-{players[-1]}" if len(players) > 1 else str(players[0])
