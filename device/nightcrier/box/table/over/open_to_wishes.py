"""Decides when the second program's wishes are accepted: while nobody plays and nobody uses a menu, and by day while no
single person uses the box. Also defines how a wish is refused."""

from collections.abc import Callable
from typing import Any, NamedTuple

from nightcrier.box.show.stages import Count, Stage, Verdict
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.state import Cursor, Table, TableStep
from nightcrier.box.table.over.deck import DeckPage
from nightcrier.kernel.ids import Seconds
from nightcrier.kernel.refusal import Refusal


def is_at_home(table: Table) -> bool:
    """Say whether wishes may change the next game: no game or call is under way, and the page allows wishes."""
    page = table.page and table.page.without_cover()
    return table.session is None and table.trying is None and (page is None or page.is_open)


class WishRow(NamedTuple):
    """The functions for one type of wish. `do` grants the wish, or raises WishNotDone. `is_open` says whether the table
    accepts such a wish now."""

    do: Callable[[House, Table, Any, Seconds], TableStep]
    is_open: Callable[[Table, Any], bool] = lambda table, _: is_at_home(table)


def is_root_asked(table: Table) -> bool:
    """Say whether the box still waits for an answer from root. Meanwhile a phone waits, too, and the box shows this."""
    return any(each.asks_root for each in table.features.values())


def is_at_stage(table: Table, *stages: type[Stage]) -> bool:
    """Say whether a game is at one of these stages, and no single person uses the box."""
    return isinstance(table.stage, stages) and not _is_read_alone(table)


def is_open_by_day(table: Table, _: object) -> bool:
    """Say whether the table is at home, or in a discussion or verdict that no seat reads alone."""
    return is_at_home(table) or is_at_stage(table, Count, Verdict)


def _is_read_alone(table: Table) -> bool:
    """Say whether a seat or the host uses the glass alone. An open question counts, too: it is answered first."""
    page = (table.page and table.page.without_cover()) or (table.session and table.session.cursor)
    return page.held is not None if isinstance(page, DeckPage | Cursor) else True


class WishNotDone(Exception):
    """Raised to refuse a wish, with the word for the reason. `step` holds what was done despite the refusal: the scores
    were looked up, or a part of a result was entered."""

    def __init__(self, word: Refusal = Refusal.ANEW, step: TableStep | None = None) -> None:
        super().__init__(word)
        self.word, self.step = word, step
