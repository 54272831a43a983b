"""Whoever looks on is told of other people, also where nothing but these has changed."""

from msgspec.structs import replace

from nightcrier.box.onlooking import OnlookingPane, PublicState
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.look import look
from nightcrier.kernel.clock import Beat, VirtualClock
from nightcrier.wire.public_record import TableOffers
from tests.box.table.known_people import known


def test_other_people_are_offered(evening):
    told = list[PublicState]()
    pane = OnlookingPane(Beat(VirtualClock()), lambda _, news: told.append(news))

    def people(table: Table) -> list[str]:
        assert pane.show(evening.house, table, look(evening.house, table)) == []
        return [person.name for news in told[-1:] if isinstance(news, TableOffers) for person in news.people]

    table = replace(
        evening.table, rest=replace(evening.table.rest, looked_up=True), standings=known("Ann", "Bob", "Cay")
    )
    assert people(table) == ["Ann", "Bob", "Cay"]
    assert people(replace(table, standings=known("Ann", "Zoe", "Cay"))) == ["Ann", "Zoe", "Cay"]
