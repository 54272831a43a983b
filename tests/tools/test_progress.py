"""Tests how progress is shown: rewritten on a terminal, one line in a pipe, and nothing if the work is short."""

import io
import sys
from collections.abc import Callable

import pytest

from nightcrier.tools import progress
from nightcrier.tools.progress import Patience, Progress, ProgressBar

SILENT = progress._SILENT
"""The seconds of silence before a line appears, as they are outside of tests."""


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_seconds_done_are_written_over(monkeypatch):
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    with Progress("night.ogg") as shown:
        for seconds in (0.1, 0.9, 61.5):
            shown.show(seconds)
    assert terminal.getvalue() == "\rnight.ogg: 0:00\rnight.ogg: 1:01  done\n"


def test_work_that_fails_says_that_it_stopped(monkeypatch):
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    shown = Progress("night.ogg")
    shown.show(2.0)
    shown.__exit__(OSError, OSError("full"), None)
    assert terminal.getvalue().endswith("stopped\n")


def test_work_that_is_short_writes_nothing_into_a_pipe(capsys):
    with Progress("night.ogg") as shown:
        shown.show(2.0)
    ProgressBar("voice")(3, 4)
    assert capsys.readouterr() == ("", "")


def test_a_bar_fills_and_ends_its_line():
    terminal = Terminal()
    bar = ProgressBar("voice", terminal)
    bar(1, 2)
    bar(2, 2)
    first, second = terminal.getvalue().split("\r")[1:]
    assert first.count("█") == 15
    assert second.endswith("2/2\n")
    assert "·" not in second


class Waited:
    """Simulates a timer that runs out when the test says so."""

    daemon = started = cancelled = False

    def __init__(self, seconds: float, then: Callable[[], None]) -> None:
        self.seconds, self.then = seconds, then

    def start(self) -> None:
        self.started = True

    def cancel(self) -> None:
        self.cancelled = True


class Waiting:
    """Makes simulated timers."""

    def __init__(self) -> None:
        self.made: list[Waited] = []

    def __call__(self, seconds: float, then: Callable[[], None]) -> Waited:
        self.made.append(Waited(seconds, then))
        return self.made[-1]


@pytest.mark.parametrize("stream", [Terminal, io.StringIO])
def test_work_that_takes_two_seconds_says_what_it_does_in_a_pipe_too(monkeypatch, stream):
    monkeypatch.setattr(progress, "_SILENT", SILENT)
    with Patience("The games are judged", shown := stream(), timer := Waiting()):  # type: ignore[arg-type]
        (waited,) = timer.made
        assert (waited.seconds, waited.started, waited.daemon) == (2.0, True, True)
        assert shown.getvalue() == ""
        waited.then()
    assert shown.getvalue() == "The games are judged; Ctrl-C ends it.\n"
    assert waited.cancelled


@pytest.mark.parametrize("terminal", [True, False])
def test_sound_that_takes_long_is_named_in_a_pipe_and_counted_on_a_terminal(monkeypatch, terminal):
    timer = Waiting()
    monkeypatch.setattr(progress, "Patience", lambda what: Patience(what, timer=timer))  # type: ignore[arg-type]
    monkeypatch.setattr(sys, "stderr", stream := Terminal() if terminal else io.StringIO())
    with Progress("night.ogg"):
        for waited in timer.made:
            waited.then()
    assert stream.getvalue() == ("" if terminal else "night.ogg is being made; Ctrl-C ends it.\n")
    assert all(waited.started and waited.cancelled for waited in timer.made)
