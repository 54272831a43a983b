"""A list of which nothing may be missed: START goes on in it fact by fact, and leaves it after the last."""

from msgspec.structs import replace

from nightcrier.box.show.facts import Number
from nightcrier.box.show.stages import HOST, Tell
from nightcrier.box.table.core.page_kinds import StagePage
from tests.box.table.evening import Evening


def test_start_goes_through_the_list_before_it_leaves_it(evening: Evening) -> None:
    evening.start()
    assert evening.table.session
    facts = tuple(map(Number, range(3)))
    session = replace(evening.table.session, stage=Tell(HOST, facts, by_one=True))
    evening.table = replace(evening.table, session=session, page=StagePage())
    for index in (1, 2):
        evening.start()
        assert evening.table.page == StagePage(index)
        assert evening.table.session == session
    evening.start()
    assert evening.table.session != session
