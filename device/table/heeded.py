"""Where the table is open to a second program: while nobody plays and no hand is in the midst of something, and by day
where nobody has the box alone."""

from device.kernel.chores import Chore
from device.show.stages import Stage
from device.table.page_kinds import DeckPage, HelpPage, HomePage, MessagePage, Page, PhonePage, StagePage
from device.table.state import Table


def is_at_home(table: Table) -> bool:
    """Whether wishes may change what the next game is."""
    return table.session is None and table.trying is None and isinstance(uncovered(table.page), HomePage | PhonePage)


def is_root_asked(table: Table) -> bool:
    """One word at a time: a second one would lie in the place of the first."""
    return isinstance(table.chore, Chore) or (table.wifi is not None and table.wifi.up is None)


def is_among(table: Table, *stages: type[Stage]) -> bool:
    """Where eyes are open and nobody has the box alone."""
    return table.session is not None and isinstance(table.session.stage, stages) and not _is_read_alone(table.page)


def uncovered(page: Page) -> Page:
    """Without what the organiser of a hall has put over it."""
    return page.under if isinstance(page, MessagePage | HelpPage) else page


def _is_read_alone(over: Page) -> bool:
    """By a seat that holds the dial, or by the host; and a question is answered first."""
    page = uncovered(over)
    return page.held is not None if isinstance(page, DeckPage | StagePage) else True
