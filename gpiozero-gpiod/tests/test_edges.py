"""Tests that all edges arrive, in the kernel's order and with its times, whatever the callbacks do."""

import gc
import threading
import time

import pytest

from gpiozero_gpiod import GpiodFactory, listener
from gpiozero_gpiod.order import EdgeOrder
from gpiozero_gpiod.stamp import LineEdge


def listen(factory, number, callback, edges="both"):
    pin = factory.pin(number)
    pin.input_with_pull("up")
    pin.edges = edges
    pin.when_changed = callback
    return pin


def pull_up(board, *lines):
    for line in lines:
        board.drive(line, True)


def test_both_edges_are_told_with_their_time_and_their_number(board, factory, heard):
    pull_up(board, 5)
    pin = listen(factory, 5, heard)
    before = time.monotonic()
    board.drive(5, False)
    board.drive(5, True)
    told = [heard.get(timeout=20) for _ in range(2)]
    assert [state for _, state in told] == [0, 1]
    assert [ticks.number for ticks, _ in told] == [1, 2]
    assert before <= told[0][0] <= told[1][0] <= factory.ticks()
    assert factory.ticks_diff(told[1][0], told[0][0]) >= 0
    assert pin.state == 1


@pytest.mark.parametrize(("edges", "wanted"), [("rising", 1), ("falling", 0)])
def test_only_the_edges_that_are_wanted_are_told(board, factory, heard, edges, wanted):
    pull_up(board, 5)
    pin = listen(factory, 5, heard, edges)
    for level in (0, 1, 0, 1):
        board.drive(5, bool(level))
        if level == wanted:
            assert heard.states(1) == [wanted]
    assert heard.empty()
    assert pin.edges == edges


def test_edges_of_all_pins_are_numbered_in_one_row(board, factory, heard):
    pull_up(board, 5, 6)
    held = [listen(factory, 5, heard), listen(factory, 6, heard)]
    for line, level in ((5, False), (6, False), (5, True), (6, True)):
        board.drive(line, level)
    assert [heard.get(timeout=20)[0].number for _ in range(4)] == [1, 2, 3, 4]
    assert len(held) == 2


def test_nobody_is_told_of_a_pin_nobody_listens_to_any_more(board, factory, heard):
    pull_up(board, 5, 6)
    deaf = listen(factory, 5, heard)
    listen(factory, 6, heard)
    deaf.when_changed = None
    board.drive(5, False)
    board.drive(6, False)
    assert heard.get(timeout=20)[0].number == 1


def test_a_listener_that_is_gone_is_not_missed(board, factory, heard):
    pull_up(board, 5, 6)
    short = listen(factory, 5, type(heard)())
    gc.collect()
    listen(factory, 6, heard)
    board.drive(5, False)
    board.drive(6, False)
    assert heard.states(1) == [0]
    assert short.when_changed is None


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_callback_that_raises_is_reported_once_and_silences_nobody(board, factory, heard, monkeypatch):
    reported = []
    monkeypatch.setattr(threading, "excepthook", reported.append)
    pull_up(board, 5, 6)

    def broken(ticks, state):
        raise RuntimeError("in a callback")

    listen(factory, 5, broken)
    listen(factory, 6, heard)
    board.drive(5, False)
    board.drive(6, False)
    board.drive(5, True)
    board.drive(6, True)
    assert heard.states(2) == [0, 1]
    assert [str(report.exc_value) for report in reported] == ["in a callback"]


def test_a_callback_may_use_pins_and_close_the_factory(board, factory, heard):
    pull_up(board, 5)

    def closing(ticks, state):
        factory.pin(6).output_with_state(1)
        factory.close()
        heard(ticks, state)

    listen(factory, 5, closing)
    board.drive(5, False)
    assert heard.states(1) == [0]


def test_one_thread_listens_to_all_pins_and_none_where_nobody_listens(board, factory, heard):
    before = set(threading.enumerate())  # a thread of another test may end meanwhile
    factory.pin(7).input_with_pull("up")
    factory.pin(8).output_with_state(1)
    assert set(threading.enumerate()) <= before
    for line in (5, 6, 7):
        listen(factory, line, heard)
    assert len(set(threading.enumerate()) - before) == 1
    factory.close()
    assert set(threading.enumerate()) <= before


def test_the_thread_waits_for_edges_and_for_nothing_else(paper, factory, heard, monkeypatch):
    waits = []

    class Epoll:
        def __init__(self, real):
            self.real = real

        def __getattr__(self, name):
            return getattr(self.real, name)

        def poll(self, timeout):
            waits.append(timeout)
            return self.real.poll(timeout)

    factory.inputs.epoll = Epoll(factory.inputs.epoll)
    pull_up(paper, 5)
    pin = listen(factory, 5, heard)
    for level in (False, True):
        paper.drive(5, level)
        heard.get(timeout=20)
    assert set(waits) == {None}
    assert len(waits) <= 3
    pin.close()


def test_a_pin_that_joins_takes_no_edge_from_the_others(paper, factory, heard):
    pull_up(paper, 5, 6)
    listen(factory, 5, heard)
    paper.drive(5, False)
    paper.drive(5, True)
    paper.drive(5, False)
    listen(factory, 6, heard)
    paper.drive(6, False)
    told = [heard.get(timeout=20) for _ in range(4)]
    assert [(ticks.number, state) for ticks, state in told] == [(1, 0), (2, 1), (3, 0), (4, 0)]


def test_what_moves_while_the_lines_are_asked_for_anew_is_told(paper, factory, heard, monkeypatch):
    pull_up(paper, 5)
    listen(factory, 5, heard)
    before = factory.chip.request_lines

    def meanwhile(*arguments, **settings):
        paper.drive(5, False)
        return before(*arguments, **settings)

    monkeypatch.setattr(factory.chip, "request_lines", meanwhile)
    factory.pin(6).input_with_pull("up")
    ticks, state = heard.get(timeout=20)
    assert (ticks.number, state) == (1, 0)
    paper.drive(5, True)
    assert heard.get(timeout=20)[0].number == 2


def test_outputs_are_not_disturbed_when_inputs_come_and_go(paper, factory, heard):
    factory.pin(7).output_with_state(1)
    owner = paper.lines[7].owner
    listen(factory, 5, heard)
    factory.pin(6).input_with_pull("up")
    factory.pin(5).close()
    assert paper.lines[7].owner is owner


def test_a_line_somebody_else_holds_costs_the_others_nothing(paper, machine, factory, heard):
    other = GpiodFactory("gpiozero-gpiod")
    other.pin(6).output_with_state(1)
    pull_up(paper, 5)
    listen(factory, 5, heard)
    with pytest.raises(OSError, match="busy"):
        factory.pin(6).input_with_pull("up")
    paper.drive(5, False)
    assert heard.states(1) == [0]
    other.close()


def test_edges_that_overtook_each_other_are_put_in_order(paper, factory, heard):
    pull_up(paper, 5, 6)
    listen(factory, 5, heard)
    listen(factory, 6, heard)
    with factory.inputs._lock:
        paper.queues_turned = True
        for line, level in ((5, False), (6, False), (5, True), (6, True)):
            paper.drive(line, level)
    assert [heard.get(timeout=20)[0].number for _ in range(4)] == [1, 2, 3, 4]


def test_an_edge_the_kernel_had_no_room_for_holds_nothing_up_and_shows_in_the_numbers(paper, factory, heard):
    pull_up(paper, 5)
    listen(factory, 5, heard)
    paper.drive(5, False)
    paper.drive(5, True, lost=True)
    paper.drive(5, False)
    assert [heard.get(timeout=20)[0].number for _ in range(2)] == [1, 3]


def test_debouncing_is_the_kernels(paper, factory, heard):
    pin = listen(factory, 5, heard)
    pin.bounce = 0.02
    assert paper.lines[5].settings.debounce_period.total_seconds() == 0.02


def edge(number, state=True):
    return LineEdge(5, state, 1000 * number, number)


def test_what_stands_behind_a_hole_waits_for_it():
    order = EdgeOrder()
    order.add(edge(1))
    order.add(edge(3))
    assert [e.number for e in order.ready()] == [1]
    assert order.missing == 2
    order.add(edge(2))
    assert [e.number for e in order.ready()] == [2, 3]
    assert order.missing is None


def test_a_hole_that_stays_is_stepped_over_and_late_comers_are_told_at_once():
    order = EdgeOrder()
    order.add(edge(4))
    assert order.ready() == []
    assert [e.number for e in order.rest()] == [4]
    order.add(edge(2))
    order.add(edge(5))
    assert [e.number for e in order.ready()] == [2, 5]


def test_numbers_go_on_over_requests():
    order = EdgeOrder()
    order.add(edge(1))
    order.ready()
    assert [e.number for e in order.begin_request([(7, False)], 99)] == [2]
    order.add(edge(1))
    assert [e.number for e in order.ready()] == [3]


def test_the_grace_for_a_missing_edge_is_too_short_to_be_felt():
    assert listener.GRACE <= 0.01
