"""How far long work has come: written over on a terminal, silent in a pipe."""

import io
import sys
from collections.abc import Callable

import pytest

from device.commands.progress import Patience, Progress, ProgressBar


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_seconds_done_are_written_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    with Progress("night.ogg") as progress:
        for seconds in (0.1, 0.9, 61.5):
            progress.show(seconds)
    assert terminal.getvalue() == "\rnight.ogg: 0:00\rnight.ogg: 1:01  done\n"


def test_work_that_fails_says_that_it_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    progress = Progress("night.ogg")
    progress.show(2.0)
    progress.__exit__(OSError, OSError("full"), None)
    assert terminal.getvalue().endswith("stopped\n")


def test_nothing_is_written_into_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    with Progress("night.ogg") as progress:
        progress.show(2.0)
    ProgressBar("voice")(3, 4)
    assert capsys.readouterr() == ("", "")


def test_a_bar_fills_and_ends_its_line() -> None:
    terminal = Terminal()
    bar = ProgressBar("voice", terminal)
    bar(1, 2)
    bar(2, 2)
    first, second = terminal.getvalue().split("\r")[1:]
    assert first.count("█") == 15
    assert second.endswith("2/2\n")
    assert "·" not in second


class Waited:
    """A timer whose time is up when the test says so."""

    daemon = started = cancelled = False

    def __init__(self, seconds: float, then: Callable[[], None]) -> None:
        self.seconds, self.then = seconds, then

    def start(self) -> None:
        self.started = True

    def cancel(self) -> None:
        self.cancelled = True


def test_work_that_takes_two_seconds_says_what_it_does() -> None:
    terminal, timers = Terminal(), list[Waited]()

    def timer(seconds: float, then: Callable[[], None]) -> Waited:
        timers.append(Waited(seconds, then))
        return timers[-1]

    with Patience("The games are judged", terminal, timer):  # type: ignore[arg-type]  # as much of one as is used
        (waited,) = timers
        assert (waited.seconds, waited.started, waited.daemon) == (2.0, True, True)
        assert terminal.getvalue() == ""
        waited.then()
    assert terminal.getvalue() == "The games are judged; Ctrl-C ends it.\n"
    assert waited.cancelled


def test_in_a_pipe_nobody_waits() -> None:
    with Patience("The games are judged", io.StringIO(), pytest.fail):
        pass
