"""Finds what the box can explain, and the words for it: the aim of a game, a card, whatever else the game teaches.

That is a line `explain.role.<name>` or `explain.game.<id>`, or several: `.1`, `.2` and so on, as far as they are
written. A card is explained by the name it goes by, so nothing here asks which game it is."""

from collections.abc import Iterator
from itertools import count
from typing import assert_never

from device.kernel.ids import LineId
from device.show.facts import Fact, Joined, Number, PrintedName, RoleName, SeatMark, SeatName, Word
from device.show.plug import card_name, deck_of
from device.show.setup import Setup
from device.show.teaching import CardLinesFace, LayoutFace, TeachFace, Topic
from device.table.house import House
from device.table.state import Table
from device.table.tonight import aim_lines, tonight_setup
from device.words.catalogue import LAST_RESORT, Words


def explanation(words: Words, whole: LineId) -> tuple[LineId, ...]:
    """The lines that explain it; none where nobody wrote any."""
    return (*((whole,) if is_written(words, whole) else ()), *_parts(words, whole))


def _parts(words: Words, whole: LineId) -> Iterator[LineId]:
    for n in count(1):
        line = LineId(f"{whole}.{n}")
        if is_written(words, line):
            yield line
        elif n > 1:  # a whole line may be followed by its second part
            return


def is_written(words: Words, line: LineId) -> bool:
    return words.line(LAST_RESORT, line) is not None


def fact_topic(house: House, fact: Fact, card: str = "") -> Topic | None:
    """Explain a card, a call or an artifact; None if there is nothing to say of it."""
    name = _plain_name(fact)
    lines = explanation(house.words, LineId(f"explain.role.{name}")) if name else ()
    return Topic(fact, lines, card) if lines else None


def deck_topic(house: House, game: str, card: str) -> Topic | None:
    """Explain a card of the deck."""
    plug = house.games[game]
    name = card_name(plug, card)
    return Topic(name, plug.card_lines(card)) if isinstance(plug, CardLinesFace) else fact_topic(house, name)


def _plain_name(fact: Fact) -> str:
    """Return the name of a fact, if it is a single one."""
    match fact:
        case RoleName(name) | Word(name):
            return name
        case PrintedName() | Number() | SeatName() | SeatMark() | Joined():
            return ""
    assert_never(fact)


def aim_topic(house: House, game: str) -> Topic | None:
    lines = explanation(house.words, aim_lines(game)[0])
    return Topic(Word(f"game.{game}"), lines) if lines else None


def game_topics(house: House, game: str, setup: Setup) -> tuple[Topic, ...]:
    """Return what the game teaches beside its aim and its cards."""
    plug = house.games[game]
    return plug.topics(setup) if isinstance(plug, TeachFace) else ()


def layout_topics(house: House, game: str, setup: Setup) -> tuple[Topic, ...]:
    """Explain step by step how the cards are laid out."""
    plug = house.games[game]
    return plug.layout_topics(setup) if isinstance(plug, LayoutFace) else ()


def card_topics(house: House, game: str, setup: Setup) -> tuple[Topic, ...]:
    """Explain each different card of the deck once."""
    cards = dict.fromkeys(deck_of(house.games[game], setup))
    found = (fact_topic(house, card_name(house.games[game], card), card) for card in cards)
    return tuple(topic for topic in found if topic)


def due_topics(house: House, table: Table) -> tuple[Topic, ...]:
    """Return what to explain before the game that START would begin, as far as people want to hear it and have not met
    it: the aim, the cards, then what is easier once these are known, and last what hands do before the game."""
    game, setup = table.choices.game, tonight_setup(house, table)
    if table.choices.explain == "never":
        return ()
    aim = aim_topic(house, game)
    laid = () if setup.before else layout_topics(house, game, setup)  # a next game tells it itself
    rules = game_topics(house, game, setup)
    first, last = (tuple(topic for topic in rules if topic.last is late) for late in (False, True))
    topics = (*((aim,) if aim else ()), *card_topics(house, game, setup), *first, *laid, *last)
    return topics if table.choices.explain == "always" else tuple(t for t in topics if _is_new(table, setup, t))


def _is_new(table: Table, setup: Setup, topic: Topic) -> bool:
    """Whether nobody here has played with it, nor was told of it since the box was switched on."""
    unmet = topic.of in setup.fresh if topic.of else table.choices.game not in table.choices.played
    return unmet and topic.lines[0] not in table.advised
