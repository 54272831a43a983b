"""Has what the decks of all games share: why one cannot be played, said in one vocabulary by glass, phone and command,
and what stands in every file of one."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated

from msgspec import Meta, Struct

from nightcrier.box.show.facts import Fact, Number, Word
from nightcrier.box.show.setup import Scenario
from nightcrier.kernel.errors import BadFile, WrongUse, full_sentence

DeckName = Annotated[str, Meta(min_length=1, max_length=80)]
"""As it is read, and as it is spelt for a voice: four rows of the glass. All names of all decks go to a second program
at once."""


class DeckFinding(Word, frozen=True, tag="word", kw_only=True):
    """The word of the screen for what forbids a deck, or is to be known before it is played; and the English sentence
    of commands and files for it, which says what to do, without its full stop."""

    sentence: str


def deck_finding(key: str, sentence: str, role: Fact | None = None, **numbers: int) -> DeckFinding:
    """A finding whose word speaks of this role and these numbers."""
    fillings: dict[str, Fact] = {name: Number(value) for name, value in numbers.items()}
    return DeckFinding(key, fillings if role is None else {"role": role, **fillings}, sentence=sentence)


def scenario_problems(scenarios: Sequence[Scenario], name: str, players: int) -> tuple[DeckFinding, ...]:
    """The finding that forbids a scenario: it is gone, or for another number of players."""
    made_for = next((each.players for each in scenarios if each.id == name), ())
    if players in made_for:
        return ()
    if not made_for:
        gone = "This scenario is not on the box any more: choose another"
        return (deck_finding("problem.unknown-scenario", gone),)
    least, most = made_for[0], made_for[-1]
    other = f"This scenario is for {least} to {most} players, and there are {players}: choose another scenario"
    return (deck_finding("problem.scenario-players", f"{other} or number", least=least, most=most),)


def refuse_deck(problems: Sequence[DeckFinding]) -> None:
    """Raise WrongUse with the first of them, where there is one."""
    if problems:
        raise WrongUse(full_sentence(problems[0].sentence))


class DeckFile(Struct, frozen=True, kw_only=True):
    """The file of a scenario, as far as all games share it. `say` spells names for the voice."""

    level: Annotated[int, Meta(ge=1, le=5)]  # 1 for beginners to 5 for experts
    names: Mapping[str, DeckName]
    say: Mapping[str, DeckName] = {}

    def scenario(self, file: str, name: str, fewest: int, more: int) -> Scenario:
        """The scenario, for so few players and up to so many more. Raises BadFile."""
        if "en" not in self.names:
            raise BadFile(file, "names", "needs at least a name in English (en)")
        return Scenario(name, self.names, tuple(range(fewest, fewest + more + 1)), self.level, self.say)


def check_decks(
    file: str, scenario: Scenario, first: str, joining: str, problems: Callable[[int], Sequence[DeckFinding]]
) -> None:
    """Check the deck for each number of players. These keys say who is in the smallest, and who joins with each player
    more. Raises BadFile."""
    for players in scenario.players:
        for found in problems(players)[:1]:
            key, wrong = (first if players == scenario.players[0] else joining), found.sentence
            raise BadFile(file, key, f"for {players} players, {wrong[0].lower()}{wrong[1:]}")
