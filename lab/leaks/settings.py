"""Draws the settings under which deals are compared. Every value of a choice comes up within a few settings, and every
pair of game and language within more."""

from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from random import Random
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.game_files import find_games
from nightcrier.box.games.engine.calls import why_with_cards
from nightcrier.box.games.engine.model import GameFile
from nightcrier.kernel.errors import WrongUse
from nightcrier.words.catalogue import LANGUAGES

_QUIET = (
    *("werewolf", "werewolf", "seer", "robber", "troublemaker", "villager", "villager", "villager", "insomniac"),
    *("drunk", "minion", "hunter"),
)
_BUSY = (
    *("doppelganger", "alpha-wolf", "werewolf", "robber", "witch", "troublemaker", "village-idiot", "curator"),
    "sentinel",
)
"""Decks of One Night. With the first, nothing of a night is seen by day. The second has every kind of role."""
_FIRST_MOON = ("seer", "pack-leader", "pack-wolf", "mage", "medium", "witch", "healer", "hermit", "peasant", "sinner")
_CENTER, _MOST = 3, 14


class Setting(Struct, frozen=True):
    """Describes how a table plays a game that the box deals. Two deals are compared up to the page in `ends`."""

    game: str
    scenario: str
    players: int
    deck: tuple[str, ...] = ()
    ends: tuple[str, ...] = ("vote", "verdict", "tell")
    language: str = "en"
    captions: Literal["needed", "always"] = "needed"
    letters: Literal["usual", "large"] = "usual"
    scanning: Literal["off", "one", "two"] = "off"
    pace: Literal["slow", "normal", "fast"] = "normal"
    spoken: bool = False
    ear: bool = False
    turned: bool = False
    latch: bool = False
    second: bool = False
    both: bool = False  # a second language is said, too
    named: bool = False  # people have names, short and long ones
    gentle: bool = False
    gestures: int = 150  # of hands in a game; then at most so many that do what it waits for, until the vote is over
    rests: int = 90
    told_by_day: bool = False  # by right: cards lie face up, or a shield is seen
    metered: bool = False  # nobody watches, and each turn takes equally long as on a real box
    folder: str = ""  # of a game in a file that does not come with the box

    def __str__(self) -> str:
        on = [
            name
            for name in ("spoken", "ear", "turned", "latch", "second", "both", "named", "gentle")
            if getattr(self, name)
        ]
        told = (self.language, f"captions {self.captions}", f"{self.letters} letters", f"scanning {self.scanning}")
        return f"{self.game}, {self.players} players, {', '.join((*told, f'{self.pace} pace', *on))}"


CHOICES: dict[str, tuple[object, ...]] = {
    "captions": ("needed", "always"),
    "letters": ("usual", "large"),
    "scanning": ("off", "one", "two"),
    "pace": ("slow", "normal", "fast"),
    **dict.fromkeys(("spoken", "ear", "turned", "latch", "second", "both"), (False, True)),
}
"""Everything a table may choose, apart from game, language and number of players."""


def game_tables(games: Sequence[Path]) -> Iterator[Sequence[Setting]]:
    for deck, told in ((_QUIET, False), (_BUSY, True)):
        tables = (
            Setting("one-night", "first-game", size, deck[: size + _CENTER]) for size in (3, 5, len(deck) - _CENTER)
        )
        yield [replace(table, told_by_day=told) for table in tables]
    yield [Setting("wherewolf", "first-moon", 8, _FIRST_MOON, ("verdict", "tell"))]
    for game, _ in find_games(games).games.values():
        if not why_with_cards(game):
            yield file_tables(game)


def file_tables(game: GameFile, folder: str = "") -> Sequence[Setting]:
    """Return the tables to try for a game in a file: with the fewest, a medium number, and the most players."""
    fewest, most = game.players[0], min(game.players[1], max(game.players[0], _MOST))
    ends = ("verdict", "tell") if game.many_nights else ("vote", "verdict", "tell")
    sizes = dict.fromkeys((fewest, (fewest + most) // 2, most))
    return [Setting(game.id, game.id, size, ends=ends, told_by_day=bool(folder), folder=folder) for size in sizes]


def drawn_settings(games: Sequence[Path], seed: int = 0) -> Iterator[Setting]:
    """Yield settings of all games endlessly. Each takes the next game and, round by round, the next language. Every
    value of a choice comes once, in random order, before one is repeated."""
    return _drawn(list(game_tables(games)), seed)


def settings_of(game: GameFile, folder: Path, seed: int = 0) -> Iterator[Setting]:
    """Yield settings of a game in a file endlessly. Raises WrongUse if the box does not deal it."""
    if why := why_with_cards(game):
        raise WrongUse(f"{game.id}: the box does not deal this game: {why}.")
    return _drawn([file_tables(game, str(folder.resolve()))], seed)


def _drawn(tables: Sequence[Sequence[Setting]], seed: int) -> Iterator[Setting]:
    chance, bags = Random(seed), {name: list[object]() for name in CHOICES}
    for number in count():
        turn, at = divmod(number, len(tables))
        table = tables[at][turn % len(tables[at])]
        chosen = {name: _next(bags[name], name, chance) for name in CHOICES}
        gentle = "vote" not in table.ends and turn % 2 == 1
        yield replace(table, language=LANGUAGES[(number + turn) % len(LANGUAGES)], gentle=gentle, **chosen)


def _next(bag: list[object], name: str, chance: Random) -> object:
    if not bag:
        bag.extend(chance.sample(CHOICES[name], len(CHOICES[name])))
    return bag.pop()
