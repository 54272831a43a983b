"""Takes control of the terminal, and restores it. A controlled terminal sends single keys without an echo, and shows a
separate page.

The terminal is restored by `leave`, at exit, by signals that no other code handles, and while the program is suspended.
Flow control is off, because otherwise Ctrl-S would block the loop at its next picture."""

import atexit
import os
import signal
import termios
import tty
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

from nightcrier.kernel.errors import WrongUse

TAKE = b"\x1b[?1049h\x1b[?25l\x1b[2J"
GIVE_BACK = b"\x1b[0m\x1b[?25h\x1b[?1049l"
"""The codes that restore a terminal: normal colors, the cursor, and the earlier page."""

_ENDS = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
_KEEPS = (signal.SIGTSTP, signal.SIGCONT, signal.SIGWINCH)


class TerminalGuard:
    """Takes control of one terminal, by the file descriptors of its keys and its picture. A second call of `enter` or
    `leave` does nothing."""

    def __init__(self, keys: int, picture: int) -> None:
        """Check that both file descriptors are a terminal. Raises `WrongUse`."""
        if not (os.isatty(keys) and os.isatty(picture)):
            raise WrongUse("The simulated box needs a terminal for its keys: start it in one, without pipes.")
        self.keys, self._picture = keys, picture
        self._saved: list[object] | None = None
        self._handlers: dict[int, object] = {}
        self.changed: Callable[[], None] = lambda: None
        """The function to call when the picture must be drawn again."""

    def enter(self) -> None:
        if self._saved is not None:
            return
        self._saved = termios.tcgetattr(self.keys)
        atexit.register(self.leave)
        for number in (*_ENDS, *_KEEPS):
            if number in _KEEPS or signal.getsignal(number) is signal.SIG_DFL:
                self._handlers[number] = signal.signal(number, self._handle_signal)
        self._take()

    def leave(self) -> None:
        if self._saved is None:
            return
        self._give_back()
        self._saved = None
        atexit.unregister(self.leave)
        for number, handler in self._handlers.items():
            if signal.getsignal(number) == self._handle_signal:
                signal.signal(number, handler)  # type: ignore[arg-type]  # what signal.signal gave back
        self._handlers.clear()

    def write(self, text: str) -> None:
        """Write text to the terminal. Raises OSError if the terminal no longer exists."""
        rest = text.encode()
        while rest:
            rest = rest[os.write(self._picture, rest) :]

    def _take(self) -> None:
        with suppress(termios.error, OSError):  # it may be gone already
            tty.setcbreak(self.keys, termios.TCSADRAIN)
            mode = termios.tcgetattr(self.keys)
            mode[0] &= ~termios.IXON
            termios.tcsetattr(self.keys, termios.TCSADRAIN, mode)
            os.write(self._picture, TAKE)

    def _give_back(self) -> None:
        with suppress(OSError):
            os.write(self._picture, GIVE_BACK)
        with suppress(termios.error, OSError):
            termios.tcsetattr(self.keys, termios.TCSADRAIN, self._saved)  # type: ignore[arg-type]  # as it was read

    def _handle_signal(self, number: int, _frame: FrameType | None) -> None:
        if number in _ENDS:
            self.leave()
            signal.raise_signal(number)
        elif number == signal.SIGTSTP:
            self._suspend()
        else:
            if number == signal.SIGCONT:
                self._take()
            self.changed()

    def _suspend(self) -> None:
        """Restore the terminal, stop like a program that does not catch the signal, and take control again afterward.
        Signals are caught before the picture is visible, because somebody may stop the program again at once."""
        self._give_back()
        for number in (signal.SIGTSTP, signal.SIGCONT):
            signal.signal(number, signal.SIG_DFL)
        signal.raise_signal(signal.SIGTSTP)
        for number in (signal.SIGTSTP, signal.SIGCONT):
            signal.signal(number, self._handle_signal)
        self._take()
        self.changed()
