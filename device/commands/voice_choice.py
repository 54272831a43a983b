"""Which lines somebody wants to speak: all, those named, those of a game, those of a deck."""

from argparse import ArgumentParser, Namespace
from collections.abc import Collection
from fnmatch import fnmatchcase

from device.commands.named import known_name
from device.commands.voice_files import VoiceFiles
from device.kernel.errors import WrongUse
from device.kernel.ids import Language, LineId
from device.show.plug import CardsFace, Game, deck_of
from device.show.setup import Scenario, Setup
from device.studio.script import HOUSE, chapter_of, chapters_of


def add_choice_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--only", nargs="+", metavar="LINE", help="these lines, such as paused or 'vote.*'")
    parser.add_argument("--game", metavar="GAME", help=f"the lines of one game; '{HOUSE}': those that all games share")
    parser.add_argument("--deck", metavar="SCENARIO", help="the lines that a scenario's deck needs")
    parser.add_argument("--cards", nargs="+", metavar="CARD", help="with --deck: these cards instead of its own")


def chosen_lines(house: VoiceFiles, language: Language, arguments: Namespace) -> dict[LineId, str]:
    """As people read them. Raises WrongUse where there are none."""
    texts = house.texts(language)
    lines: Collection[LineId] = texts
    if arguments.game:
        chapters = chapters_of(texts)
        wanted = known_name(arguments.game, chapters, "game")
        lines = [line for line in lines if chapter_of(line, chapters) == wanted]
    if arguments.deck:
        of_deck = _lines_of_deck(house, texts, arguments.deck, arguments.cards)
        lines = [line for line in lines if line in of_deck]
    if arguments.only:
        lines = [line for line in lines if any(fnmatchcase(line, each) for each in arguments.only)]
    if not lines:
        raise WrongUse("No line is meant by that; see the ids in docs/languages.")
    return {line: texts[line] for line in lines}


def _lines_of_deck(
    house: VoiceFiles, lines: Collection[LineId], name: str, cards: Collection[str] | None
) -> set[LineId]:
    """All lines of its game but those of cards that are not in it; and the names of its cards."""
    shelf = {each.id: (game, each) for game in house.decks.values() for each in game.scenarios()}
    game, scenario = shelf[known_name(name, tuple(shelf), "scenario")]
    deck, chapters = set(cards or _cards(game, scenario)), chapters_of(lines)
    every = {card for each in house.games.values() if isinstance(each, CardsFace) for card, _ in each.cards()}
    names = {LineId(f"role.{card}") for card in deck}
    own = (line for line in lines if chapter_of(line, chapters) == game.id and not _of_others(line, every, deck))
    title = f"scenario.{game.id}.{scenario.id}"
    return {line for line in own if line == title or not line.startswith("scenario.")} | names.intersection(lines)


def _cards(game: Game, scenario: Scenario) -> set[str]:
    """In the deck, however many play."""
    return {card for players in scenario.players for card in deck_of(game, Setup(scenario.id, players))}


def _of_others(line: LineId, cards: Collection[str], deck: Collection[str]) -> bool:
    """Whether it names a card that is not in the deck. A call such as `doppelganger-minion` is of the first card."""
    named = (part if part in cards else _first_card(part, cards) for part in line.split("."))
    return any(card and card not in deck for card in named)


def _first_card(part: str, cards: Collection[str]) -> str:
    return max((card for card in cards if part.startswith(f"{card}-")), key=len, default="")
