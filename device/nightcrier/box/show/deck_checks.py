"""Checks decks: the file of a scenario, and what forbids a deck or must be known before it is played."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated

from msgspec import Meta, Struct

from nightcrier.box.show.facts import Fact, Number, Word
from nightcrier.box.show.setup import Scenario
from nightcrier.kernel.errors import BadFile, WrongUse, full_sentence

DeckName = Annotated[str, Meta(min_length=1, max_length=80)]
"""A name of a deck, as read or as spelt for a voice. The limit is four rows of the glass, since all names of all decks
go to a companion at once."""


class DeckFinding(Word, frozen=True, tag="word", kw_only=True):
    """A problem or a warning about a deck: the word for the screen, and an English `sentence` for commands and files.
    The sentence says what to do, and has no full stop."""

    sentence: str


def deck_finding(key: str, sentence: str, role: Fact | None = None, **numbers: int) -> DeckFinding:
    fillings: dict[str, Fact] = {name: Number(value) for name, value in numbers.items()}
    return DeckFinding(key, fillings if role is None else {"role": role, **fillings}, sentence=sentence)


def advice_rows(advice: Iterable[DeckFinding]) -> list[str]:
    """Return the rows of a printed sheet that tell what to know before a game; none without advice."""
    rows = [f"  - {each.sentence}." for each in advice]
    return ["", "Before you play", *rows] if rows else []


def scenario_problems(scenarios: Sequence[Scenario], name: str, players: int) -> tuple[DeckFinding, ...]:
    """Return the problem of a scenario that is gone or made for another number of players."""
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
    """Raise WrongUse with the first problem, if there is one."""
    if problems:
        raise WrongUse(full_sentence(problems[0].sentence))


class DeckFile(Struct, frozen=True, kw_only=True):
    """The file of a scenario, with the fields that all games share. `say` spells names for the voice."""

    level: Annotated[int, Meta(ge=1, le=5)]  # 1 for beginners to 5 for experts
    names: Mapping[str, DeckName]
    say: Mapping[str, DeckName] = {}

    def scenario(self, file: str, name: str, fewest: int, more: int) -> Scenario:
        """Return the scenario, for the fewest players and up to `more` players on top. Raises BadFile."""
        if "en" not in self.names:
            raise BadFile(file, "names", "needs at least a name in English (en)")
        return Scenario(name, self.names, tuple(range(fewest, fewest + more + 1)), self.level, self.say)


def check_decks(
    file: str, scenario: Scenario, first: str, joining: str, problems: Callable[[int], Sequence[DeckFinding]]
) -> None:
    """Check the deck for each number of players. Raises BadFile with one of two keys of the file: `first` for the
    smallest deck, `joining` for the players added to it."""
    for players in scenario.players:
        for found in problems(players)[:1]:
            key, wrong = (first if players == scenario.players[0] else joining), found.sentence
            raise BadFile(file, key, f"for {players} players, {wrong[0].lower()}{wrong[1:]}")
