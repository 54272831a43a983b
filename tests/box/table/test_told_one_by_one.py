"""A list of which nothing may be missed: START goes on in it fact by fact, and leaves it after the last. What is told
to the table without lines is read out."""

from msgspec.structs import replace

from nightcrier.box.show.facts import Number, SeatMark, Word
from nightcrier.box.show.stages import HOST, TABLE, Tell
from nightcrier.box.table.core.state import Cursor
from nightcrier.box.table.heard.talk import stage_told
from nightcrier.kernel.ids import LineId
from tests.box.table.evening import Evening


def test_start_goes_through_the_list_before_it_leaves_it(evening: Evening) -> None:
    evening.start()
    assert evening.table.session
    facts = tuple(map(Number, range(3)))
    session = replace(evening.table.session, stage=Tell(HOST, facts, by_one=True))
    evening.table = replace(evening.table, session=session, page=None)
    for index in (1, 2):
        evening.start()
        assert evening.table.turned_now == Cursor(index)
        assert evening.table.stage == session.stage
    evening.start()
    assert evening.table.stage != session.stage


def test_only_what_the_table_is_told_is_read_out() -> None:
    facts = (Word("deal.seat-card", {"n": SeatMark(2), "role": Number(7)}),)
    assert stage_told(Tell(TABLE, facts)) == ("seat.2", "number.7")
    assert stage_told(Tell(TABLE, facts, (LineId("deal.open"),))) == ("deal.open",)
    assert stage_told(Tell(HOST, facts)) == stage_told(Tell(1, facts)) == ()
