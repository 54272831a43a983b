"""Give the table the game Wherewolf: its scenarios, its options, its possible roles, and a game stage by stage."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from nightcrier.box.games.wherewolf.decks.role_checks import (
    Variants,
    box_faults,
    random_roles,
    role_advice,
    role_faults,
)
from nightcrier.box.games.wherewolf.options import WHEREWOLF_CHOICES, RoleScenario, wherewolf_options
from nightcrier.box.games.wherewolf.rulebook import ITEMS, ROLE_TABLE, Faction, calls_made
from nightcrier.box.games.wherewolf.table.phrases import wolf_line, wolf_title
from nightcrier.box.show.deck_checks import refuse_deck
from nightcrier.box.show.facts import Fact, Word
from nightcrier.box.show.plug import PractisedGame
from nightcrier.box.show.setup import Choice, Scenario, Setup
from nightcrier.box.show.teaching import PracticePlay, Topic
from nightcrier.kernel.chance import SeededChance
from nightcrier.kernel.ids import LineId, Seconds

if TYPE_CHECKING:
    from nightcrier.box.games.wherewolf.table.course import WherewolfPlay

_PIECES = (
    *("referee.records", "referee.game_state", "referee.attacks", "referee.night_choices", "referee.night"),
    *("referee.votes", "referee.whole_game", "table.village", "dealt.ballots", "table.day"),
    *("dealt.dusk", "dealt.dawn", "hosted.pointing", "hosted.night", "hosted.script_only"),
    "table.course",
)
"""The modules that `begin` needs. They are imported one after another, because on a small Pi one long import would
block the controls."""
_TURNS_OF_A_NIGHT: Seconds = 18.0
"""The usual time that a player needs in a night to choose at dusk and to read at dawn."""


class Wherewolf(PractisedGame):
    """The game Wherewolf. Its scenarios are sorted from the easiest to the hardest. The cards of its deck are the
    possible roles."""

    id = "wherewolf"

    def __init__(self, scenarios: Sequence[RoleScenario]) -> None:
        ladder = sorted(scenarios, key=lambda named: (named.scenario.level, named.scenario.id))
        self._named = {named.scenario.id: named for named in ladder}

    def scenarios(self) -> tuple[Scenario, ...]:
        return tuple(named.scenario for named in self._named.values())

    def card_fact(self, card: str) -> Fact:
        """Return the name of a role as a word of this game, because other games have roles with the same ids."""
        return Word(f"{self.id}.{card}")

    def card_side(self, card: str) -> Fact | None:
        side = ROLE_TABLE[card].side
        return None if side == Faction.NONE else Word(f"{self.id}.team.{side}")

    def cards(self) -> tuple[tuple[str, int], ...]:
        return tuple((card.id, card.max) for card in ROLE_TABLE.values())

    def deck(self, setup: Setup) -> tuple[str, ...]:
        """Return the chosen possible roles, or the roles of the scenario if nothing is chosen. Return no roles if the
        scenario does not fit the number of players. The order is kept, because the random draw of the actual roles
        depends on it."""
        named = self._named.get(setup.scenario)
        if setup.deck:
            return setup.deck
        return () if named is None else named.possible(setup.players)

    def choices(self) -> tuple[Choice, ...]:
        return WHEREWOLF_CHOICES

    def random_deck(self, setup: Setup, seed: int) -> tuple[str, ...]:
        """Draw random possible roles with which the game can be played."""
        return random_roles(setup.players, _variants(setup), SeededChance(seed), setup.fresh)

    def problems(self, setup: Setup) -> tuple[Word, ...]:
        options = wherewolf_options(setup.options)
        refused = box_faults(setup.players) if options.host == "box" else ()
        return refused or role_faults(self.deck(setup), setup.players, _variants(setup))

    def warnings(self, setup: Setup) -> tuple[Word, ...]:
        return role_advice(self.deck(setup), setup.players)

    def usual_calls(self, setup: Setup) -> tuple[Fact, ...]:
        """Return the calls of the first night. Later nights have other calls."""
        items = ITEMS if wherewolf_options(setup.options).amulet_sword else ()
        return tuple(map(wolf_title, calls_made(1, (*self.deck(setup), *items))))

    def topics(self, setup: Setup) -> tuple[Topic, ...]:
        """Return the items, if people play with them. With a moderator, the first call of an item explains it."""
        items, led = ITEMS if wherewolf_options(setup.options).amulet_sword else (), self.is_led(setup)
        return tuple(Topic(wolf_title(item), (LineId(f"explain.role.{self.id}.{item}"),), later=led) for item in items)

    def setup_for_deal(self, setup: Setup) -> Setup:
        return replace(setup, options={**setup.options, "host": "box"})

    def taught_in_calls(self, setup: Setup) -> tuple[str, ...]:
        """Return all possible roles if a moderator leads: the calls explain in full what a role does, and the
        moderator, who has the glass with the cards, knows the roles that are not called."""
        return self.deck(setup) if self.is_led(setup) and wherewolf_options(setup.options).wording != "short" else ()

    def dealt_night(self, setup: Setup) -> Seconds | None:
        options = wherewolf_options(setup.options)
        return options.seconds(_TURNS_OF_A_NIGHT) * setup.players if options.host == "box" else None

    def is_led(self, setup: Setup) -> bool:
        return wherewolf_options(setup.options).host == "moderator"

    def opening(self, setup: Setup) -> tuple[LineId, ...]:
        return (wolf_line("open"),)

    def pieces(self) -> tuple[str, ...]:
        return tuple(f"{__package__}.{piece}" for piece in _PIECES)

    def begin(self, setup: Setup, seed: int) -> "WherewolfPlay":
        """Begin a game at the deal, and import the modules that it needs. Raises WrongUse for an impossible setup."""
        refuse_deck(self.problems(setup))
        from nightcrier.box.games.wherewolf.table.course import begin_game

        return begin_game(self.deck(setup), wherewolf_options(setup.options), setup, seed)

    def practise(self, setup: Setup, seed: int) -> PracticePlay:
        """Begin a practice of the first night, with open eyes and nothing random. Raises WrongUse for a bad setup."""
        refuse_deck(self.problems(setup))
        from nightcrier.box.games.wherewolf.practice import practice_of
        from nightcrier.box.games.wherewolf.table.village import WolfRules

        return practice_of(WolfRules(self.deck(setup), setup.players, wherewolf_options(setup.options), seed))


def _variants(setup: Setup) -> Variants:
    options = wherewolf_options(setup.options)
    return Variants(options.role_reveal, options.open_vote, options.shadow)
