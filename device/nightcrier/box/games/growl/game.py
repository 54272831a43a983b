"""Give the table the game GROWL: its scenarios, options and cards, and a game stage by stage."""

from collections.abc import Iterator, Sequence

from nightcrier.box.games.growl.cards import (
    FINAL_CARDS,
    GROWL_CARDS,
    GROWL_FEWEST,
    GROWL_MOST,
    HAND_CARDS,
    NIGHT_CARDS,
    NIGHTS,
    PLAYERS_OF_ONE_GAME,
    supplies_for,
)
from nightcrier.box.games.growl.options import GROWL_CHOICES, GrowlOptions, growl_options
from nightcrier.box.games.growl.phrases import growl_lines
from nightcrier.box.games.growl.village import GrowlGame, GrowlRules, village_of
from nightcrier.box.show.agenda import at_first_stage
from nightcrier.box.show.deck_checks import deck_finding, players_said, refuse_deck
from nightcrier.box.show.facts import Fact, PrintedName, RoleName, Word
from nightcrier.box.show.plug import Game
from nightcrier.box.show.setup import Choice, Scenario, Setup
from nightcrier.box.show.teaching import Topic
from nightcrier.kernel.chance import Chance, SeededChance
from nightcrier.kernel.ids import LineId, role_line

_SIDES = ("human", "wolf", "wolf-zero")


class Growl(Game):
    """The game GROWL with its own cards. Its deck is its possible nights. All other cards are only counted."""

    id = "growl"

    def __init__(self, scenarios: Sequence[Scenario]) -> None:
        self._scenarios = tuple(sorted(scenarios, key=lambda scenario: scenario.level))

    def scenarios(self) -> tuple[Scenario, ...]:
        return self._scenarios

    def choices(self) -> tuple[Choice, ...]:
        return GROWL_CHOICES

    def cards(self) -> tuple[tuple[str, int], ...]:
        return tuple((card, 1) for card in GROWL_CARDS)

    def hand_cards(self) -> tuple[tuple[str, int], ...]:
        return tuple(HAND_CARDS.items())

    def card_fact(self, card: str) -> Fact:
        """Return the name that is printed on a card."""
        return PrintedName(card)

    def card_lines(self, card: str) -> tuple[LineId, ...]:
        """Return the name of a card in the language of the table, and what people do when the card is revealed."""
        return (role_line(card), *GROWL_CARDS[card].lines)

    def random_deck(self, setup: Setup, seed: int) -> tuple[str, ...]:
        """Draw the smallest allowed deck: two nights and a Final Night."""
        return _draw_nights(tuple(GROWL_CARDS), SeededChance(seed))

    def deck(self, setup: Setup) -> tuple[str, ...]:
        """Return the possible nights: all nights, except those that people have left out."""
        return tuple(card for card in GROWL_CARDS if card in setup.deck) or tuple(GROWL_CARDS)

    def problems(self, setup: Setup) -> tuple[Word, ...]:
        return tuple(self._problems(setup))

    def _problems(self, setup: Setup) -> Iterator[Word]:
        if not GROWL_FEWEST <= setup.players <= GROWL_MOST:
            said = players_said(GROWL_FEWEST, GROWL_MOST)
            yield deck_finding("problem.scenario-players", said=said, least=GROWL_FEWEST, most=GROWL_MOST)
        deck = self.deck(setup)
        if sum(card in NIGHT_CARDS for card in deck) < NIGHTS or not any(card in FINAL_CARDS for card in deck):
            yield deck_finding("problem.growl-nights")

    def warnings(self, setup: Setup) -> tuple[Word, ...]:
        crowd = deck_finding("warning.growl-crowd")
        return (crowd,) if setup.players > PLAYERS_OF_ONE_GAME else ()

    def topics(self, setup: Setup) -> tuple[Topic, ...]:
        """Return the topics to explain: the sides, and the hand cards, because they are not in the deck. The rest is
        explained when it is needed: while the cards are laid out, and on the first day."""
        bites_and_wounds = Topic(Word("game.growl"), (LineId("explain.game.growl.3"),), later=True)
        named: list[tuple[Fact, str]] = [(Word(f"explain.growl.{side}"), f"growl.{side}") for side in _SIDES]
        named += [(RoleName(card), card) for card in HAND_CARDS]
        told = (Topic(title, (LineId(f"explain.role.{name}"),), later=True) for title, name in named)
        return bites_and_wounds, *told

    def opening(self, setup: Setup) -> tuple[LineId, ...]:
        return growl_lines("open")

    def pieces(self) -> tuple[str, ...]:
        return tuple(f"{__package__}.{piece}" for piece in ("ending", "course", "table_setup"))

    def begin(self, setup: Setup, seed: int) -> GrowlGame:
        """Begin a game, which leads from laying out cards to the verdict. Raises WrongUse for an impossible setup."""
        from nightcrier.box.games.growl.table_setup import setup_steps

        refuse_deck(self.problems(setup))
        rules = self._rules(setup, growl_options(setup.options), SeededChance(seed))
        return at_first_stage(GrowlGame(rules, village_of(setup.players), setup_steps(rules)))

    def _rules(self, setup: Setup, options: GrowlOptions, chance: Chance) -> GrowlRules:
        deck, supplies = self.deck(setup), supplies_for(setup.players, options.gold, options.more_cards)
        before = (each.players for each in setup.before if each.lays_cards)
        lying = tuple(supplies_for(players, options.gold, options.more_cards) for players in before)
        drawn, lot = _draw_nights(deck, chance), chance.below(2**32)
        little = options.says_little(heard=setup.heard or setup.known)
        nights = drawn if options.draws else ()
        other = lying if {*lying} - {supplies} else ()
        again = bool(lying) and not other and len(lying) == len(setup.before)  # whole, not begun upon nothing
        lays_all = bool(other) or not options.says_little(heard=setup.heard)
        return GrowlRules(
            supplies, options, little, lays_all, other, again, setup.told, deck, nights, setup.ledger, lot
        )


def _draw_nights(deck: Sequence[str], chance: Chance) -> tuple[str, ...]:
    nights, final = (tuple(card for card in deck if card in kind) for kind in (NIGHT_CARDS, FINAL_CARDS))
    return (*chance.shuffle(nights)[:NIGHTS], chance.pick(final))
