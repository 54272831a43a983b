"""Tests that the box prepares what the first START needs in advance, piece by piece, and that nobody notices."""

import subprocess
import sys
from unittest.mock import Mock

import pytest
from msgspec.structs import replace

from bench.calls import hand
from nightcrier.box.events import Control, Gesture, Standings
from nightcrier.box.parts import REHEARSE_AT, TABLE_PIECES, FirstStart
from nightcrier.box.rehearsal import Rehearsal
from nightcrier.box.show.setup import Setup
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.box.table.core.effects import LookUp
from nightcrier.box.table.heard.captions import GAPS
from nightcrier.box.table.look import look
from nightcrier.box.table.over.explain import ExplainPage, all_topics, read_ahead
from nightcrier.box.witness import LogWitness
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.people import EveningKind

PROGRAM = (*TABLE_PIECES, *GAPS)
CARD = (Control.DIAL, Gesture.TURN, 1)
STANDINGS = Standings(0.0, EveningKind.OPEN, 0, ())


@pytest.fixture
def box(tmp_path):
    return Rehearsal(standard_folders({}, tmp_path), VirtualClock(), SilentPlayer(), 1, LogWitness())


@pytest.fixture
def drawn():
    return []


@pytest.fixture
def part(box, drawn):
    daemon = box.box.daemon

    def perform(effect):
        return [STANDINGS] if isinstance(effect, LookUp) else []

    return FirstStart(box.clock, daemon.house, lambda: daemon.table, drawn.append, perform)


def live(part, clock):
    """Wake a part whenever it is due, and return its events each time."""
    told = []
    while (moment := part.due()) is not None:
        clock.move_to(moment)
        told.append(list(part.poll()))
    return told


def after_start(box):
    """Return the page to which START leads, without the caption that covers it if no voice can say its words."""
    hand(box, Control.START, Gesture.PRESS)()
    daemon = box.box.daemon
    assert daemon.table.session is not None
    return look(daemon.house, replace(daemon.table, caption=None))


def test_the_pages_that_are_drawn_beforehand_are_those_that_start_shows(box, part, drawn):
    assert live(part, box.clock) == [*[[]] * (17 + len(PROGRAM)), [STANDINGS], []]
    hand(box, Control.DIAL, Gesture.PRESS)()
    shown = [look(box.box.daemon.house, box.box.daemon.table)]
    hand(box, Control.BACK, Gesture.PRESS)()
    shown += [after_start(box), after_start(box)]
    hand(box, Control.BACK, Gesture.HOLD)()
    hand(box, Control.START, Gesture.HOLD)()
    shown.append(after_start(box))
    assert drawn == shown
    assert [view.page for view in drawn] == ["menu", "tell", "night", "tell"]


def test_the_page_of_start_is_drawn_before_the_box_is_ready(box, part, drawn):
    part.get_ready()
    assert drawn == [after_start(box)]


def test_nothing_of_it_is_kept(box, tmp_path):
    daemon = box.box.daemon
    box.advance(REHEARSE_AT - 0.1)
    before = daemon.table
    box.advance(1.0)
    assert daemon.table == before
    assert not (tmp_path / "journal.jsonl").exists()


@pytest.mark.parametrize("opened", [[(Control.DIAL, Gesture.PRESS)], [(Control.BACK, Gesture.PRESS), CARD]])
def test_what_the_dial_leads_to_from_a_list_is_drawn_before_a_hand_turns_it(box, part, drawn, opened):
    live(part, box.clock)
    for done in opened:
        hand(box, *done)()
    live(part, box.clock)
    coming = drawn[-2:]
    hand(box, Control.DIAL, Gesture.PRESS)()
    shown = [look(box.box.daemon.house, replace(box.box.daemon.table, caption=None))]
    hand(box, Control.BACK, Gesture.PRESS)()
    hand(box, Control.DIAL, Gesture.TURN, 1)()
    assert coming == [look(box.box.daemon.house, box.box.daemon.table), *shown]


def test_it_wakes_nobody_before_its_time(part):
    assert part.due() == REHEARSE_AT
    assert part.poll() == ()
    assert part.due() == REHEARSE_AT


def test_where_a_hand_was_faster_only_the_program_is_read_in(box, part, drawn, monkeypatch):
    read_in = list[str]()
    monkeypatch.setattr("nightcrier.box.parts.import_module", read_in.append)
    hand(box, Control.START, Gesture.PRESS)()
    assert live(part, box.clock) == [[]] * (len(PROGRAM) + 1)
    assert (drawn, read_in) == ([], [*TABLE_PIECES])


def test_where_a_hand_was_faster_the_next_game_is_prepared(box, part, drawn):
    hand(box, Control.START, Gesture.PRESS)()
    live(part, box.clock)
    hand(box, Control.BACK, Gesture.HOLD)()
    hand(box, Control.START, Gesture.HOLD)()
    assert box.box.daemon.table.session is None
    live(part, box.clock)
    assert [view.page for view in drawn] == ["menu", "tell", "night", "tell"]


def test_a_hand_amid_the_program_lets_the_rest_of_it_be_read_in(box, part, drawn, monkeypatch):
    read_in = list[str]()
    monkeypatch.setattr("nightcrier.box.parts.import_module", read_in.append)
    while len(read_in) < 2:
        box.clock.move_to(part.due())
        part.poll()
    monkeypatch.setattr(part, "_table", lambda: replace(box.box.daemon.table, session=Mock(stage=None)))
    live(part, box.clock)
    assert (drawn, read_in) == ([], [*TABLE_PIECES])


def test_the_next_topic_is_cut_into_parts_while_one_is_told(box, monkeypatch):
    house, table, cut = box.box.daemon.house, box.box.daemon.table, list[tuple[object, ...]]()
    page = ExplainPage(all_topics(house, table), None)
    monkeypatch.setattr("nightcrier.box.table.over.explain.caption_parts", lambda *of: (cut.append(of), (of[0],))[1])
    look(house, replace(table, page=replace(page, index=1)))
    needed = set(cut)
    cut.clear()
    assert needed
    assert needed <= {each for _ in read_ahead(house, replace(table, page=page)) for each in cut}


IN_PIECES = """
import sys
from functools import partial
from importlib import import_module
from pathlib import Path

what, state = sys.argv[1:]
if what == "game":
    from nightcrier.box.games.wherewolf.plug import PLUG

    pieces = PLUG.table_game(()).pieces()
    reach = partial(import_module, "nightcrier.box.games.wherewolf.table.course")
elif what == "board":
    from functools import reduce

    from nightcrier.box.library import read_library
    from nightcrier.box.show.setup import Setup
    from nightcrier.kernel.folders import standard_folders

    board = read_library(standard_folders({}, Path(state)), print).games["round-table"]
    pieces, answers = board.pieces(), ("", "", "", "over", "loyal", "yes", ("1",))
    reach = partial(reduce, lambda play, each: play.answer(each), answers, board.begin(Setup(board.id, 5), 1))
else:
    from bench.calls import hand
    from nightcrier.box.events import Control, Gesture
    from nightcrier.kernel.folders import standard_folders
    from nightcrier.box.parts import TABLE_PIECES as pieces
    from nightcrier.box.rehearsal import Rehearsal
    from nightcrier.box.sound.port import SilentPlayer
    from nightcrier.box.witness import LogWitness
    from nightcrier.kernel.clock import VirtualClock

    box = Rehearsal(standard_folders({}, Path(state)), VirtualClock(), SilentPlayer(), 1, LogWitness())
    reach, pieces = hand(box, Control[what], Gesture.PRESS), pieces if what == "DIAL" else ()
house, counts = lambda: sum(name.startswith("nightcrier.") for name in sys.modules), []
for piece in pieces:
    before = house()
    import_module(piece)
    counts.append(house() - before)
before = house()
reach()
print(max(counts, default=0), min(counts, default=1), house() - before, len(counts))
"""


@pytest.mark.parametrize(("what", "least"), [("game", 10), ("board", 1), ("DIAL", 4), ("START", 0)])
def test_what_is_large_is_read_in_by_pieces_none_of_which_is_large(what, least, tmp_path):
    """The pieces include all modules that `begin`, the end of a board game, or a press of the dial would import. START
    imports nothing once the box is ready."""
    words = [sys.executable, "-c", IN_PIECES, what, str(tmp_path)]
    told = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    most, fewest, left, pieces = map(int, told.split())
    assert most < 12
    assert fewest > 0
    assert left == 0
    assert pieces >= least


def test_each_piece_has_a_moment_of_its_own(box, part):
    daemon = box.box.daemon
    wolf = daemon.house.games["wherewolf"]
    scenario = wolf.scenarios()[0]
    setup = Setup(scenario.id, scenario.players[0])
    choices = replace(
        daemon.table.choices, game="wherewolf", setups={**daemon.table.choices.setups, "wherewolf": setup}
    )
    daemon.adopt((replace(daemon.table, choices=choices), ()))
    assert len(live(part, box.clock)) == len(wolf.pieces()) + len(PROGRAM) + 17


@pytest.mark.parametrize("pieces", [0, 3])
def test_a_deck_that_hands_have_spoiled_meanwhile_is_left(box, part, pieces):
    """The deck is spoiled either before the first game is prepared, or before the one after it."""
    for _ in range(pieces):
        box.clock.move_to(part.due())
        part.poll()
    daemon = box.box.daemon
    choices = daemon.table.choices
    sixteen = replace(choices.setup, players=16, options={**choices.setup.options, "deal": True})
    setups = {**choices.setups, choices.game: sixteen}
    daemon.adopt((replace(daemon.table, choices=replace(choices, setups=setups)), ()))
    live(part, box.clock)
    assert part.due() is None
