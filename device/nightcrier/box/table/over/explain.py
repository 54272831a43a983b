"""Explains the game: finds what people do not know yet, says each topic, and shows its text part by part.

Before a game the explanation continues by itself, and the glass shows what is being said. START skips to the next
topic, BACK goes back one, a press repeats the topic, and holding START skips the rest.

The text of a topic is the line `explain.role.<name>` or `explain.game.<id>`, or several lines that end in `.1`, `.2`
and so on. The text about a card is found by its name, in whatever game the card is."""

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from itertools import count, islice, takewhile
from typing import ClassVar, assert_never

from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, Input
from nightcrier.box.show.cues import Hush
from nightcrier.box.show.facts import Fact, Joined, Number, PrintedName, RoleName, SeatMark, SeatName, Word, fact_lines
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.teaching import Topic
from nightcrier.box.table.core.controls import foot_of
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.names import fact_text
from nightcrier.box.table.core.state import Page, Table, TableStep, step_after
from nightcrier.box.table.drawing.frame import between_edges
from nightcrier.box.table.drawing.view import KeyWords, Row, Size, Text, View
from nightcrier.box.table.game.session import start_agreed
from nightcrier.box.table.game.tonight import aim_lines, tonight_setup
from nightcrier.box.table.heard.captions import caption_parts, is_covered
from nightcrier.box.table.heard.talk import reads_aloud, speak
from nightcrier.box.table.over.yes_or_no import Question, QuestionPage, go_back
from nightcrier.kernel.ids import LineId
from nightcrier.kernel.screen import ScreenFormat
from nightcrier.words.catalogue import LAST_RESORT, Words


def explanation(words: Words, whole: LineId) -> tuple[LineId, ...]:
    begins = 1 if is_written(words, LineId(f"{whole}.1")) else 2  # a whole line may be followed by its second part
    numbered = takewhile(partial(is_written, words), (LineId(f"{whole}.{n}") for n in count(begins)))
    return (*((whole,) if is_written(words, whole) else ()), *numbered)


def is_written(words: Words, line: LineId) -> bool:
    return words.line(LAST_RESORT, line) is not None or bool(words.written(line))


def fact_topic(house: House, fact: Fact, card: str = "") -> Topic | None:
    match fact:
        case RoleName(name) | Word(name):
            lines = explanation(house.words, LineId(f"explain.role.{name}"))
            return Topic(fact, lines, card) if lines else None
        case PrintedName() | Number() | SeatName() | SeatMark() | Joined():
            return None
    assert_never(fact)


def deck_topic(house: House, game: str, card: str) -> Topic | None:
    plug = house.games[game]
    name, lines = plug.card_fact(card), plug.card_lines(card)
    return Topic(name, lines) if lines else fact_topic(house, name)


def aim_topic(house: House, game: str) -> Topic | None:
    lines = explanation(house.words, aim_lines(game)[0])
    return Topic(Word(f"game.{game}"), lines) if lines else None


def card_topics(house: House, game: str, setup: Setup) -> tuple[Topic, ...]:
    cards = dict.fromkeys(house.games[game].deck(setup))
    found = (fact_topic(house, house.games[game].card_fact(card), card) for card in cards)
    return tuple(topic for topic in found if topic)


def due_topics(house: House, table: Table) -> tuple[Topic, ...]:
    """Return the topics to explain before the game that START would begin: those that people want and do not know yet,
    except those that the game itself explains when they are needed."""
    if table.choices.explain == "never":
        return ()
    setup = tonight_setup(house, table)
    topics = all_topics(house, table, setup.taught)
    if table.choices.explain == "always":
        return topics
    return tuple(topic for topic in topics if not topic.later and _is_new(table, setup, topic))


def all_topics(house: House, table: Table, taught: Collection[str] = ()) -> tuple[Topic, ...]:
    """Return everything that can be explained before the game that START would begin: the aim, the cards, topics about
    the cards, and the controls in that game. Cards that are `taught` in their calls are left out."""
    game, setup = table.choices.game, tonight_setup(house, table)
    topics = house.games[game].topics(setup)
    own = {line for topic in topics for line in topic.lines}
    aim = aim_topic(house, game)
    aims = (replace(aim, lines=tuple(line for line in aim.lines if line not in own)),) if aim else ()
    cards = (topic for topic in card_topics(house, game, setup) if topic.of not in taught)
    return (*aims, *cards, *topics)


def _is_new(table: Table, setup: Setup, topic: Topic) -> bool:
    """Say whether nobody here has played with a topic or heard it since power-on."""
    unmet = topic.of in setup.fresh if topic.of else table.choices.game not in table.choices.played
    return unmet and topic.lines[0] not in table.advised


def _explain_first(house: House, table: Table, topics: Sequence[Topic], at: float) -> TableStep:
    return explain(house, table, topics, None, begins=True) if topics else start_agreed(house, table, at)


EXPLAIN = Question(
    "ask.explain",
    lambda house, table, _, at: _explain_first(house, table, due_topics(house, table), at),
    no=lambda house, table, _, at: start_agreed(house, table, at, teaches=False),
    back=go_back,
    more=lambda house, table, _, at: _explain_first(house, table, all_topics(house, table), at),
    told="ask.explain.answers",
)
"""The question whether to explain the game before it begins: what is new, everything, or nothing."""


def explain(
    house: House, table: Table, topics: Sequence[Topic], under: Page | None, *, begins: bool = False
) -> TableStep:
    """Show these topics on a page over `under`, and say the first one."""
    return _tell(house, table, ExplainPage(tuple(topics), under, begins=begins))


class ExplainPage(Page, frozen=True, tag="explain"):
    """The page of topics that are explained one after the other, aloud and as text, `part` by `part`. START skips to
    the next topic, and after the last to the page below. If the page `begins` a game, it continues by itself after each
    topic, and after the last the game begins."""

    reads_along: ClassVar[bool] = True

    topics: tuple[Topic, ...]
    under: Page | None
    index: int = 0
    part: int = 0
    begins: bool = False

    def handle(self, house: House, table: Table, event: Input) -> TableStep:
        match event.control, event.gesture:
            case Control.DIAL, Gesture.TURN:
                return _turn(house, table, self, event.steps)
            case Control.DIAL, Gesture.PRESS | Gesture.HOLD:
                return _tell(house, table, replace(self, part=0))
            case Control.START, Gesture.PRESS:
                return _next_topic(house, _without_skipped(house, table, self), self, event.at)
            case Control.START, Gesture.HOLD:
                return _leave(house, _without_skipped(house, table, self), self, event.at)
            case Control.BACK, Gesture.PRESS if self.index:
                return _tell(house, table, replace(self, index=self.index - 1, part=0))
            case Control.BACK, Gesture.PRESS | Gesture.HOLD:
                return _silent(table, self.under)
        return table, ()

    def go_on(self, house: House, table: Table, at: float) -> TableStep:
        if not self.begins:
            return table, ()
        return _next_topic(house, replace(table, rest=replace(table.rest, touched=at)), self, at)

    def take_up(self, house: House, table: Table) -> TableStep:
        """Say the topic again. Otherwise the page would not continue by itself."""
        return _tell(house, table, replace(self, part=0))

    def view(self, house: House, table: Table) -> View:
        parts = (part for parts in _parts_by_line(house, table, self) for part in parts)
        rows = _title(house, table, self), Text(next(islice(parts, self.part, None)), Size.LARGE)
        shown = View("explain", table.choices.language, rows, head=True, foot=_foot(house, table))
        if is_covered(table, shown):
            return shown
        return replace(shown, foot=_foot(house, table, self.part + 1, self.part + 1 + sum(1 for _ in parts)))

    def lines(self, house: House, table: Table) -> tuple[LineId, ...]:
        return ()


def _turn(house: House, table: Table, page: ExplainPage, steps: int) -> TableStep:
    """Turn through the text. If pages are read aloud, turn to another line of it, and continue to read from there."""
    lines, counts = page.topics[page.index].lines, tuple(map(len, _parts_by_line(house, table, page)))
    starts = [sum(counts[:at]) for at, _ in enumerate(counts)]
    here = max(at for at, start in enumerate(starts) if start <= page.part)
    there = max(0, min(len(lines) - 1, here + steps))
    if there == here or not reads_aloud(house, table):
        return replace(table, page=replace(page, part=max(0, min(sum(counts) - 1, page.part + steps)))), ()
    return speak(replace(table, page=replace(page, part=starts[there])), *lines[there:])


def _foot(house: House, table: Table, at: int = 1, of: int = 1) -> KeyWords:
    return foot_of(house, table.choices.language, "what the box explains", at, of)


def explain_head(house: House, table: Table) -> tuple[Row, ...]:
    """Return the name of the topic, which is shown above a caption, or nothing on other pages."""
    return (_title(house, table, table.page),) if isinstance(table.page, ExplainPage) else ()


def _title(house: House, table: Table, page: ExplainPage) -> Row:
    title = page.topics[page.index].title
    return Text(fact_text(house.words, table.choices.language, title), Size.SMALL)


def _room(house: House, table: Table) -> ScreenFormat:
    return between_edges(View("", table.choices.language, foot=_foot(house, table)), house.screen)


def _parts_by_line(house: House, table: Table, page: ExplainPage) -> Iterator[tuple[str, ...]]:
    """Yield the parts of each line of a topic, each with as much text as fits on the glass."""
    language, title, room = table.choices.language, _title(house, table, page), _room(house, table)
    for line in page.topics[page.index].lines:
        yield caption_parts(house.words.title(language, line), language, room, (title,))


def read_ahead(house: House, table: Table) -> Iterator[tuple[()]]:
    """Cut the texts of the next topic into parts, one text per step, both for the page and for captions. This happens
    while the topic before it is said, or while the box asks whether to explain."""
    page, choices, house = table.page, table.choices, house.with_letters(table.choices.letters)
    if isinstance(page, QuestionPage) and page.ask is EXPLAIN:
        page = ExplainPage(due_topics(house, table), None, -1)
    if not isinstance(page, ExplainPage) or page.index + 1 >= len(page.topics):
        return
    coming, room = replace(page, index=page.index + 1), _room(house, table)
    title = _title(house, table, coming)
    yield ()
    for line, _ in zip(coming.topics[coming.index].lines, _parts_by_line(house, table, coming), strict=True):
        yield ()
        for each in choices.languages_said(second=False):
            caption_parts(house.words.title(each, line), each, room, (title,))
            yield ()


def _tell(house: House, table: Table, page: ExplainPage) -> TableStep:
    """Say a topic. If it is explained to the whole table before a game, it is not offered again until power-off. If one
    person has looked it up, it is offered again, because the others may not have heard it. If pages are read aloud, the
    topic's name comes first, and once after power-on the use of the controls comes last."""
    topic, aloud = page.topics[page.index], reads_aloud(house, table)
    title = fact_lines(topic.title) if aloud else ()
    keys = (LineId("keys.explain"),) if aloud and "keys.explain" not in table.advised else ()
    told, effects = speak(replace(table, page=page), *title, *topic.lines, *keys)
    known = told.advised | set(keys) | ({topic.lines[0]} if page.begins else set())
    return replace(told, advised=known), effects


def _next_topic(house: House, table: Table, page: ExplainPage, at: float) -> TableStep:
    if page.index == len(page.topics) - 1:
        return _leave(house, table, page, at)
    return _tell(house, table, replace(page, index=page.index + 1, part=0))


def _without_skipped(house: House, table: Table, page: ExplainPage) -> Table:
    """Return the table as if a topic had not been said, if a press skips that topic before its last part. The topic is
    then offered again, or explained in its call."""
    cut = page.begins and page.part < sum(map(len, _parts_by_line(house, table, page))) - 1
    return replace(table, advised=table.advised - {page.topics[page.index].lines[0]}) if cut else table


def _leave(house: House, table: Table, page: ExplainPage, at: float) -> TableStep:
    """Lead to the page below, or begin the game."""
    silent, hush = _silent(table, page.under)
    return step_after(hush, start_agreed(house, silent, at)) if page.begins else (silent, hush)


def _silent(table: Table, under: Page | None) -> TableStep:
    return replace(table, page=under, caption=None), (Hush(),)
