"""Explains: each topic is said, and stands on the screen to be read by dial. START goes on, BACK goes one back, a press
says it again, holding START skips the rest."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from device.kernel.events import Control, Gesture, Input
from device.kernel.ids import LineId
from device.show.cues import Hush
from device.show.facts import Word
from device.show.teaching import Topic
from device.table.captions import caption_parts
from device.table.drawing import measure
from device.table.explanations import due_topics, is_written, layout_topics
from device.table.house import House
from device.table.new_game import start_agreed
from device.table.page_kinds import HomePage, Page
from device.table.pages.names import fact_lines, fact_text, number
from device.table.pages.question import Question, go_back
from device.table.state import Table, TableStep, step_after
from device.table.talk import speak
from device.table.tonight import tonight_setup
from device.table.view import Pair, Row, Size, Text, View

LISTENING_KEYS = Topic(Word("explain"), (LineId("explain.keys"), LineId("explain.skip")))
"""How to go through what is explained: told first, to a table that never played."""


def _explain_first(house: House, table: Table, under: Page, at: float) -> TableStep:
    """Explain how listening works, then what is due, then begin the game."""
    topics = due_topics(house, table)
    known = bool(table.choices.played) or not is_written(house.words, LISTENING_KEYS.lines[0])
    told = topics if known else (LISTENING_KEYS, *topics)
    return explain(table, told, HomePage(), begins=True) if topics else start_agreed(house, table, at)


EXPLAIN = Question(
    "ask.explain", _explain_first, no=lambda house, table, _, at: start_agreed(house, table, at), back=go_back
)
"""Whether to explain the game before it begins."""


def explain(table: Table, topics: Sequence[Topic], under: Page, *, begins: bool = False) -> TableStep:
    """Put these topics over this page, and say the first."""
    return _tell(table, ExplainPage(tuple(topics), under, begins=begins))


class ExplainPage(Page, frozen=True, tag="explain"):
    """The page of topics that are explained one after the other, aloud and to read by dial, `part` by part; START goes
    on. The last leads back to the page under it, or `begins` the game."""

    topics: tuple[Topic, ...]
    under: Page
    index: int = 0
    part: int = 0
    begins: bool = False

    def handle(self, house: House, table: Table, event: Input) -> TableStep:
        match event.control, event.gesture:
            case Control.DIAL, Gesture.TURN:
                last = len(_parts(house, table, self)) - 1
                return replace(table, page=replace(self, part=max(0, min(last, self.part + event.steps)))), ()
            case Control.DIAL, Gesture.PRESS:
                return _tell(table, replace(self, part=0))
            case Control.START, Gesture.PRESS if self.index < len(self.topics) - 1:
                return _tell(table, replace(self, index=self.index + 1, part=0))
            case Control.START, Gesture.PRESS | Gesture.HOLD:
                return _leave(house, table, self, event.at)
            case Control.BACK, Gesture.PRESS if self.index:
                return _tell(table, replace(self, index=self.index - 1, part=0))
            case Control.BACK, Gesture.PRESS | Gesture.HOLD:
                return _silent(table, self.under)
        return table, ()

    def view(self, house: House, table: Table) -> View:
        parts = _parts(house, table, self)
        title = _title(house, table, self, f"{self.part + 1}/{len(parts)}" if len(parts) > 1 else "")
        rows = (Text(row, Size.LARGE) for row in parts[self.part])
        foot = _foot(house, table)
        return View("explain", table.choices.language, (title, *rows, foot), head=True, kept=(foot,))

    def lines(self, house: House, table: Table) -> tuple[LineId, ...]:
        return ()


def _foot(house: House, table: Table) -> Text:
    """Return the row below all that is said and read: what goes on to the next."""
    return Text(house.words.screen(table.choices.language, "day.next"), Size.SMALL)


def explain_head(house: House, table: Table) -> tuple[Row, ...]:
    """Return the name of what is explained: it stays above what is read along. There is none on other pages."""
    return (_title(house, table, table.page, ""),) if isinstance(table.page, ExplainPage) else ()


def _title(house: House, table: Table, page: ExplainPage, place: str) -> Row:
    """Return the name of the topic, and which part of it that is, if there is room for both in one row."""
    language = table.choices.language
    name = fact_text(house.words, language, page.topics[page.index].title)
    both = Pair(name, number(house.words, language, place))
    measured = measure(View("explain", language, (both,)), house.screen)
    return both if measured.whole and measured.boxes[0].lines == 1 else Text(name, Size.SMALL)


def _parts(house: House, table: Table, page: ExplainPage) -> tuple[tuple[str, ...], ...]:
    """Return the rows of each part: the text of all lines, as the glass can hold it below the title; then what is
    listed."""
    language, title = table.choices.language, _title(house, table, page, "9/9")
    topic, below = page.topics[page.index], (_foot(house, table),)
    texts = (house.words.title(language, line) for line in topic.lines)
    listed = tuple(fact_text(house.words, language, fact) for fact in topic.listed)
    told = tuple((part,) for text in texts for part in caption_parts(text, language, house.screen, (title,), below))
    return (*told, *_listed(listed, View("explain", language, (title, *below), head=True), house))


def _listed(items: Sequence[str], above: View, house: House) -> Iterator[tuple[str, ...]]:
    """Put as many items into one part as the glass holds, each in a row."""
    part: tuple[str, ...] = ()
    for item in items:
        rows = tuple(Text(each, Size.LARGE) for each in (*part, item))
        measured = measure(replace(above, rows=(*above.rows, *rows)), house.screen)
        if part and not (measured.whole and measured.still):
            yield part
            part = ()
        part = (*part, item)
    if part:
        yield part


def _tell(table: Table, page: ExplainPage) -> TableStep:
    """Say the topic. What a whole table was told before a game is not offered again until the box is switched off; what
    somebody looked up, the others may not have heard."""
    topic = page.topics[page.index]
    told, effects = speak(
        replace(table, page=page), *topic.lines, *(line for fact in topic.listed for line in fact_lines(fact))
    )
    return replace(told, advised=told.advised | {topic.lines[0]}) if page.begins else told, effects


def _leave(house: House, table: Table, page: ExplainPage, at: float) -> TableStep:
    silent, hush = _silent(table, page.under)
    if not page.begins:
        return silent, hush
    steps = layout_topics(house, table.choices.game, tonight_setup(house, table))
    return step_after(hush, start_agreed(house, silent, at, laid=any(topic in steps for topic in page.topics)))


def _silent(table: Table, under: Page) -> TableStep:
    return replace(table, page=under, caption=None), (Hush(),)
