"""Which page stands on the screen, and what it is made of: every page is one of these."""

from collections.abc import Callable

from msgspec import Struct

from device.kernel.events import Event
from device.kernel.ids import LineId
from device.show.stages import Count, Perform, Tell, Verdict
from device.table.house import House
from device.table.pages import (
    advice,
    asking,
    day,
    deck,
    home,
    listing,
    night,
    night_view,
    notice,
    question,
    scores,
    telling,
)
from device.table.state import Advice, Deck, Home, Listing, Notice, Question, Scores, Table, Turn
from device.table.view import View


def _nothing(house: House, table: Table) -> tuple[LineId, ...]:
    return ()


def _never(table: Table) -> float | None:
    return None


class Page(Struct, frozen=True):
    """What happens there, what is seen, what the spoken menu says, and when it wants to be woken."""

    step: Callable[[House, Table, Event], Turn]
    view: Callable[[House, Table], View]
    spoken: Callable[[House, Table], tuple[LineId, ...]] = _nothing
    due: Callable[[Table], float | None] = _never


_PAGES: dict[type, Page] = {
    Home: Page(home.step, home.view, home.spoken),
    Listing: Page(listing.step, listing.view, listing.spoken),
    Deck: Page(deck.step, deck.view, deck.spoken, deck.due),
    Question: Page(question.step, question.view),
    Scores: Page(scores.step, scores.view, scores.spoken),
    Advice: Page(advice.step, advice.view, advice.spoken),
    Notice: Page(notice.step, notice.view, notice.spoken),
    Perform: Page(night.step, night_view.view, due=night_view.due),
    Count: Page(day.step, day.view, due=day.due),
    Tell: Page(telling.step, telling.view),
    Verdict: Page(telling.step, telling.view),
}
_ASKING = Page(asking.step, asking.view, asking.spoken)


def page_of(table: Table) -> Page:
    """A staged page is the one for the kind of stage the game has come to."""
    page = _PAGES.get(type(table.page))
    if page is None and table.session:
        page = _PAGES.get(type(table.session.stage), _ASKING)
    return page or _PAGES[Home]


def staged(table: Table) -> Page | None:
    """The page of the game under way, which goes on in time even while another page stands before it."""
    return _PAGES.get(type(table.session.stage)) if table.session else None
