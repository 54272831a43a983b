"""What `nightcrier decks show` prints of a game that has no sheet of its own: the cards that may come, what to know."""

from device.show.plug import ScenarioShelf, deck_of, warnings_of
from device.show.stages import Scenario, Setup
from device.table.pages.names import fact_text
from device.words.catalogue import LAST_RESORT, Words


def plain_sheet(game: ScenarioShelf, scenario: Scenario, setup: Setup, words: Words) -> list[str]:
    """The rows."""
    title = words.screen(LAST_RESORT, f"game.{game.id}")
    cards = [f"  {words.role(LAST_RESORT, card)}" for card in deck_of(game, setup)]
    advice = [f"  - {fact_text(words, LAST_RESORT, warning)}" for warning in warnings_of(game, setup)]
    return [
        f"{title}: {scenario.names['en']}, {setup.players} players, level {scenario.level} of 5",
        *(["", "Cards that may come", *cards] if cards else []),
        *(["", "Before you play", *advice] if advice else []),
    ]
