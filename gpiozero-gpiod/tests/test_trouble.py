"""Tests trouble around the pins: floods, gaps, chips that are pulled out, processes that fork, bad callbacks."""

import os
import threading

import pytest
from gpiozero import LED, Button, exc

from gpiozero_gpiod import GpiodFactory, listener
from gpiozero_gpiod.order import EdgeOrder
from gpiozero_gpiod.stamp import LineEdge


def listen(factory, number, callback):
    pin = factory.pin(number)
    pin.input_with_pull("up")
    pin.when_changed = callback
    return pin


class Held:
    """A callback that blocks until it is released."""

    def __init__(self):
        self.began, self.go_on = threading.Event(), threading.Event()

    def __call__(self, ticks, state):
        self.began.set()
        self.go_on.wait(20)


class Flood:
    """An epoll that moves a line before each of its polls."""

    def __init__(self, real, move):
        self.real, self.move = real, move

    def __getattr__(self, name):
        return getattr(self.real, name)

    def poll(self, timeout):
        self.move()
        return self.real.poll(timeout)


def test_a_lost_edge_holds_nothing_up_where_edges_never_cease(paper, factory, heard):
    told = threading.Event()

    def move():
        if not told.is_set():
            with factory.inputs._lock:
                paper.drive(6, not paper.level(6))

    def ignore(ticks, state):
        pass

    pins = [listen(factory, 5, heard), factory.pin(6)]
    factory.inputs.epoll = Flood(factory.inputs.epoll, move)
    pins += [listen(factory, 6, ignore)]
    with factory.inputs._lock:
        paper.drive(5, False, lost=True)
        paper.drive(5, True)
    try:
        assert heard.states(1) == [1]
    finally:
        told.set()


def test_of_a_burst_the_last_edges_are_told_and_the_hole_shows(paper, factory, heard):
    listen(factory, 5, heard)
    with factory.inputs._lock:
        for n in range(10_001):
            paper.drive(5, bool(n % 2))
    told = [heard.get(timeout=20) for _ in range(1024)]
    assert [ticks.number for ticks, _ in told] == list(range(10_001 - 1023, 10_002))
    assert told[-1][1] == 0
    paper.drive(5, True)
    assert heard.get(timeout=20)[0].number == 10_002


def test_numbers_go_on_when_the_kernel_counts_from_0_again():
    order = EdgeOrder()
    order._next = order._base + 2**32 - 2
    for number in (2**32 - 2, 1, 2**32 - 1, 0):
        order.add(LineEdge(5, True, 0, number))
    numbers = [edge.number for edge in order.ready()]
    assert numbers == [2**32 - 2, 2**32 - 1, 2**32, 2**32 + 1]


def test_a_second_hole_waits_for_its_own_edge():
    order = EdgeOrder()
    for number in (2, 4):
        order.add(LineEdge(5, True, 0, number))
    assert [edge.number for edge in order.give_up()] == [2]
    assert order.missing == 3


def test_what_moves_while_the_lines_are_read_is_told_once(paper, factory, heard, monkeypatch):
    paper.drive(5, True)
    listen(factory, 5, heard)
    before = factory.chip.request_lines

    def meanwhile(*arguments, **settings):
        request = before(*arguments, **settings)
        paper.drive(5, False)
        return request

    monkeypatch.setattr(factory.chip, "request_lines", meanwhile)
    factory.pin(6).input_with_pull("up")
    paper.drive(5, True)
    told = [heard.get(timeout=20) for _ in range(2)]
    assert [(ticks.number, state) for ticks, state in told] == [(1, 0), (2, 1)]


def test_who_begins_to_listen_hears_nothing_of_before(paper, factory, heard):
    held = Held()
    deaf = listen(factory, 5, print)
    listen(factory, 6, held)
    paper.drive(6, False)
    assert held.began.wait(20)
    paper.drive(5, not paper.level(5))
    deaf.when_changed = None
    deaf.when_changed = heard
    paper.drive(5, not paper.level(5))
    held.go_on.set()
    assert heard.get(timeout=20)[0].number == 3


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_callback_that_exits_silences_nobody(board, factory, heard):
    def leave(ticks, state):
        raise SystemExit

    listen(factory, 5, leave)
    listen(factory, 6, heard)
    for level in (True, False):
        board.drive(5, level)
        board.drive(6, level)
    assert heard.get(timeout=20)


def test_a_callback_that_never_ends_does_not_hold_up_the_closing(board, factory, monkeypatch):
    monkeypatch.setattr(listener, "PATIENCE", 0)
    held = Held()
    board.drive(5, True)
    listen(factory, 5, held)
    board.drive(5, False)
    assert held.began.wait(20)
    factory.close()
    held.go_on.set()
    other = GpiodFactory(factory.chip.path)
    other.pin(5).input_with_pull("up")
    other.close()


def test_a_callback_may_close_its_own_pin_and_another(board, factory, heard):
    for line in (5, 6, 7):
        board.drive(line, True)

    def closing(ticks, state):
        factory.pin(5).close()
        factory.pin(6).close()

    listen(factory, 5, closing)
    listen(factory, 6, heard)
    listen(factory, 7, heard)
    for line in (5, 6, 7):
        board.drive(line, False)
    assert heard.get(timeout=20)
    assert factory.pin(5).when_changed is None


def test_two_threads_that_begin_to_listen_make_one_listener(paper, factory, monkeypatch):
    made, both = [], threading.Barrier(2)
    real = listener.EdgeListener.__init__

    def slowly(self, *arguments):
        made.append(self)
        both_or_one(both)
        real(self, *arguments)

    def both_or_one(barrier):
        try:
            barrier.wait(0.2)
        except threading.BrokenBarrierError:
            return

    monkeypatch.setattr(listener.EdgeListener, "__init__", slowly)
    threads = [threading.Thread(target=listen, args=(factory, line, print)) for line in (5, 6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 1


def test_a_chip_that_is_pulled_out_ends_quietly(paper, factory, heard, monkeypatch):
    reported = []
    monkeypatch.setattr(threading, "excepthook", reported.append)
    pin = listen(factory, 5, heard)
    led = LED(7, pin_factory=factory)
    led.on()
    paper.pull_out()
    with pytest.raises(OSError, match="No such device"):
        _ = pin.state
    with pytest.raises(OSError, match="No such device"):
        factory.pin(6).input_with_pull("up")
    led.close()
    factory.close()
    assert reported == []


def test_a_forked_process_takes_nothing_from_its_parent(paper, factory, heard, monkeypatch):
    led = factory.pin(7)
    led.output_with_state(1)
    pin = listen(factory, 5, heard)
    owner, parent = paper.lines[7].owner, os.getpid()
    monkeypatch.setattr(os, "getpid", lambda: parent + 1)
    led.close()
    pin.close()
    factory.close()
    monkeypatch.undo()
    assert (paper.lines[7].owner, paper.level(7)) == (owner, True)
    paper.drive(5, False)
    assert heard.states(1) == [0]


@pytest.mark.parametrize("bounce", [-0.1, 5000, float("nan"), float("inf")])
def test_a_bounce_no_kernel_counts_is_refused_and_costs_nobody(paper, factory, heard, bounce):
    listen(factory, 5, heard)
    pin = factory.pin(6)
    with pytest.raises(exc.PinInvalidBounce):
        pin.bounce = bounce
    pin.input_with_pull("up")
    paper.drive(5, False)
    assert heard.states(1) == [0]


def test_whatever_refuses_a_line_costs_the_others_nothing(paper, factory, heard, monkeypatch):
    listen(factory, 5, heard)
    before = factory.chip.request_lines

    def refuse(config, *arguments, **settings):
        if 6 in config:
            raise OverflowError("too large")
        return before(config, *arguments, **settings)

    monkeypatch.setattr(factory.chip, "request_lines", refuse)
    with pytest.raises(OverflowError):
        factory.pin(6).input_with_pull("up")
    paper.drive(5, False)
    assert heard.states(1) == [0]


def test_an_output_that_is_made_one_again_does_not_flicker(paper, factory):
    pin = factory.pin(7)
    pin.output_with_state(1)
    owner = paper.lines[7].owner
    pin.function = "output"
    assert (paper.lines[7].owner, pin.state) == (owner, 1)
    pin.output_with_state(0)
    assert (paper.lines[7].owner, pin.state) == (owner, 0)


def test_two_factories_of_one_chip_share_its_lines(board, factory, heard):
    board.drive(5, True)
    board.drive(6, True)
    other = GpiodFactory(factory.chip.path)
    with Button(5, pin_factory=factory), Button(6, pin_factory=other) as second:
        second.pin.when_changed = heard
        board.drive(6, False)
        assert heard.states(1) == [0]
        with pytest.raises(OSError, match="busy"):
            other.pin(5).input_with_pull("up")
    other.close()


def test_nothing_can_be_had_of_a_closed_factory(board, factory):
    import gpiod

    pin = factory.pin(5)
    pin.input_with_pull("up")
    factory.close()
    for use in (lambda: pin.state, lambda: pin.output_with_state(1)):
        with pytest.raises((gpiod.ChipClosedError, OSError)):
            use()
    pin.close()
