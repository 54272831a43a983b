"""Tests that whoever looks on hears of other people, even if nothing else has changed."""

from msgspec.structs import replace

from nightcrier.box.onlooking import OnlookingPane, PublicState
from nightcrier.box.show.stages import Tell
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.game.session import start_game
from nightcrier.box.table.look import look
from nightcrier.box.table.public_table import phase_now
from nightcrier.box.table.wishes import table_offers
from nightcrier.kernel.clock import Beat, VirtualClock
from nightcrier.wire.public_record import Phase, TableOffers
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


def test_a_box_that_comes_back_inside_a_game_offers_once_what_it_offered_at_home(evening):
    at_home = table_offers(evening.house, evening.table)
    evening.start()
    told = list[PublicState]()
    pane = OnlookingPane(Beat(VirtualClock()), lambda _, news: told.append(news))
    for table in (evening.table, evening.after("press").table):
        assert table.session
        assert pane.show(evening.house, table, look(evening.house, table)) == []
    assert [news for news in told if isinstance(news, TableOffers)] == [at_home]


def test_what_is_told_before_the_first_night_is_part_of_dealing(real_house, real_table):
    table, _ = start_game(real_house, real_table, 0.0)
    assert table.session
    assert isinstance(table.session.stage, Tell)
    assert phase_now(table) is Phase.CARDS
    assert phase_now(replace(table, session=replace(table.session, had_night=True))) is Phase.ASKED
