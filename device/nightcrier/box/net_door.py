"""Serves the door for the second program, `nightcrier net`. The door is a socket in the runtime folder: lines of the
public record go out, and wishes come in.

A thread serves the door, so no guest can delay the box: the loop only hands its lines to the thread. A guest that reads
too slowly, or sends a line that is not a wish, is disconnected. New guests and wishes per second are limited."""

import os
import selectors
import socket
import stat
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue

from nightcrier.box.events import Event, Wished
from nightcrier.box.table.core.effects import AnswerGuest
from nightcrier.kernel.clock import Clock
from nightcrier.kernel.faults import Part
from nightcrier.kernel.guard import FaultGuard, LivingThread
from nightcrier.kernel.ids import Seconds
from nightcrier.kernel.refusal import Allowance, Refusal
from nightcrier.wire.public_record import TableShown, WishDone, WishRefused, public_line, read_public_line
from nightcrier.wire.wishes import LONGEST_WISH, AtDoor, Do, read_wish

MOST_UNREAD = 2**17  # bytes
"""The most bytes that a guest may leave unread. A slower guest is disconnected, and must connect again."""
_AT_ONCE = 2 * LONGEST_WISH


class Unwelcome(Exception):
    """Raised when a guest has left, reads too slowly, or sent a line that is not a wish."""


class NetGuest:
    """Represents one connection to the door. Reading and writing never block."""

    def __init__(self, connection: socket.socket, number: int) -> None:
        """Take over the connection. No other guest ever gets the same `number`."""
        self.connection, self.number = connection, number
        self._unread, self._heard = bytearray(), bytearray()
        connection.setblocking(False)

    @property
    def owes(self) -> bool:
        return bool(self._unread)

    def tell(self, lines: bytes) -> None:
        """Queue these lines for the guest, and send as many as the guest reads now. Raises Unwelcome."""
        self._unread += lines
        self.write()
        if len(self._unread) > MOST_UNREAD:
            raise Unwelcome

    def write(self) -> None:
        """Send as many waiting bytes as the socket accepts now. Raises Unwelcome."""
        try:
            while self._unread:
                del self._unread[: self.connection.send(self._unread)]
        except BlockingIOError:
            return
        except OSError as gone:
            raise Unwelcome from gone

    def wishes(self) -> list[AtDoor]:
        """Return the wishes that have arrived, one per line. Raises Unwelcome."""
        try:
            came = self.connection.recv(_AT_ONCE)
        except BlockingIOError:
            return []
        except OSError as gone:
            raise Unwelcome from gone
        if not came:
            raise Unwelcome
        *lines, rest = (bytes(self._heard) + came).split(b"\n")
        self._heard = bytearray(rest)
        wishes = [read_wish(line) for line in lines]
        if len(rest) > LONGEST_WISH or None in wishes:
            raise Unwelcome
        return [wish for wish in wishes if wish is not None]


MOST_GUESTS = 4
MOST_LINES = 1000
"""The most lines that may wait for the thread. If more wait, all guests are disconnected; those that connect again get
the newest state."""
ENTRIES, ENTRIES_A_SECOND = 8, 2.0
WISHES, WISHES_A_SECOND = 40, 5.0
_EVERYBODY = 0
_RIGHTS = 0o660
"""The file mode of the socket: only the box and the group of the second program may use it. The systemd drop-in sets
that group for the box's own files."""


class NetDoor:
    """Holds the socket for guests, and all connected guests. `turn` does one round of the thread's work."""

    def __init__(self, path: Path, clock: Clock, put: Callable[[Event], None]) -> None:
        """Open the socket. Raises OSError if the socket cannot be created."""
        self._path, self._clock, self._put = path, clock, put
        self._listener = _open_listener(path)
        self._bell, self._rope = socket.socketpair()
        self._bell.setblocking(False)
        self._rope.setblocking(False)
        self._lines: SimpleQueue[tuple[int, bytes]] = SimpleQueue()
        self._states: dict[str, bytes] = {}
        self._missed = self._closing = False
        now = clock.now()
        self._entries = Allowance(ENTRIES, ENTRIES_A_SECOND, now)
        self._wishes = Allowance(WISHES, WISHES_A_SECOND, now)
        self._guests: dict[int, NetGuest] = {}
        self._came_in = _EVERYBODY
        self._eyes = selectors.DefaultSelector()
        self._eyes.register(self._bell, selectors.EVENT_READ)
        self._is_open = False
        self._thread: LivingThread | None = None

    def start(self) -> None:
        guard = FaultGuard(self._clock, Part.PANEL, "Serving the second program")
        self._thread = LivingThread("net-door", self._serve, guard, self._put)
        self._thread.start()

    def tell(self, line: bytes, state: str) -> None:
        """Hand a line to the thread without waiting. Only the loop calls this method. A guest that connects later gets
        the newest line of each `state`."""
        if state:
            self._states = {**self._states, state: line}
        self._hand_over(_EVERYBODY, line)

    def answer(self, told: AnswerGuest) -> None:
        """Send the answer to the guest that made the wish, if it is still connected. Only the loop calls this."""
        answer = WishRefused(told.number, told.word) if told.word else WishDone(told.number)
        self._hand_over(told.guest, public_line(self._clock.now(), answer))

    def _hand_over(self, guest: int, line: bytes) -> None:
        if self._lines.qsize() >= MOST_LINES:
            self._missed = True
        else:
            self._lines.put((guest, line))
        self._ring()

    def close(self, patience: Seconds = 1.0, *, stays: bool = False) -> None:
        """Disconnect all guests, and remove the socket unless it `stays` for the next start."""
        self._closing = True
        self._ring()
        if self._thread is None or self._thread.end(patience):
            self._close_all()
        if not stays:
            self._path.unlink(missing_ok=True)

    def _ring(self) -> None:
        try:
            self._rope.send(b"!")
        except BlockingIOError:
            return  # it rings already

    def _serve(self) -> bool:
        self.turn(self._patience())
        return not self._closing

    def _patience(self) -> Seconds | None:
        """Return the seconds until the next guest may connect, or None if the door is already open or has no room."""
        waits = len(self._guests) < MOST_GUESTS and not self._is_open
        return self._entries.wait(self._clock.now()) if waits else None

    def turn(self, patience: Seconds | None) -> None:
        """Handle everything that arrives, after waiting for at most this many seconds."""
        self._watch_entrance()
        for key, mask in self._eyes.select(patience):
            if key.fileobj is self._listener:
                self._let_in()
            elif key.fileobj is self._bell:
                self._hear_bell()
            else:
                self._serve_guest(key.data, mask)

    def _watch_entrance(self) -> None:
        """Watch the socket only while a new guest may connect. Otherwise every attempt would wake the thread."""
        opens = len(self._guests) < MOST_GUESTS and self._entries.wait(self._clock.now()) <= 0
        if opens and not self._is_open:
            self._eyes.register(self._listener, selectors.EVENT_READ)
        elif self._is_open and not opens:
            self._eyes.unregister(self._listener)
        self._is_open = opens

    def _let_in(self) -> None:
        self._entries.takes(self._clock.now())
        try:
            connection, _ = self._listener.accept()
        except OSError:
            return  # it has left again
        self._came_in += 1
        guest = NetGuest(connection, self._came_in)
        self._guests[connection.fileno()] = guest
        self._eyes.register(connection, selectors.EVENT_READ, guest)
        self._tell_guest(guest, b"".join(self._states.values()))

    def _hear_bell(self) -> None:
        self._bell.recv(4096)
        lines: list[tuple[int, bytes]] = []
        try:
            while True:
                lines.append(self._lines.get_nowait())
        except Empty:
            pass
        missed, self._missed = self._missed, False
        for guest in tuple(self._guests.values()):
            if missed:
                self._show_out(guest)
            else:
                self._tell_guest(guest, b"".join(line for to, line in lines if to in {_EVERYBODY, guest.number}))

    def _serve_guest(self, guest: NetGuest, mask: int) -> None:
        if guest.connection.fileno() not in self._guests:
            return  # shown out in this very round
        try:
            if mask & selectors.EVENT_WRITE:
                guest.write()
                self._watch(guest)
            for wish in guest.wishes() if mask & selectors.EVENT_READ else ():
                self._pass_on(guest, wish)
        except Unwelcome:
            self._show_out(guest)

    def _pass_on(self, guest: NetGuest, wish: AtDoor) -> None:
        """Pass a wish to the loop. If the present phase allows no wish, the door itself refuses. Otherwise the loop's
        delay would reveal that somebody is turning the dial."""
        now = self._clock.now()
        if not self._wishes.takes(now):
            raise Unwelcome
        match wish:
            case Do(number) if word := self._refusal_now():
                self._say(guest, public_line(now, WishRefused(number, word)))
            case Do(number, wished):
                self._put(Wished(now, wished, guest.number, number))
            case _:
                self._put(Wished(now, wish))

    def _refusal_now(self) -> Refusal | None:
        """Return why the present phase refuses every wish, judged by the last public state. Return None if the table
        itself must decide, for example while it asks a question about a result."""
        told = self._states.get(TableShown.__name__)
        news = read_public_line(told).news if told else None
        return news.phase.refusal if isinstance(news, TableShown) and not news.question else None

    def _tell_guest(self, guest: NetGuest, lines: bytes) -> None:
        try:
            self._say(guest, lines)
        except Unwelcome:
            self._show_out(guest)

    def _say(self, guest: NetGuest, lines: bytes) -> None:
        """Send these lines to the guest. Raises Unwelcome."""
        guest.tell(lines)
        self._watch(guest)

    def _watch(self, guest: NetGuest) -> None:
        write = selectors.EVENT_WRITE if guest.owes else 0
        self._eyes.modify(guest.connection, selectors.EVENT_READ | write, guest)

    def _show_out(self, guest: NetGuest) -> None:
        self._eyes.unregister(guest.connection)
        del self._guests[guest.connection.fileno()]
        guest.connection.close()

    def _close_all(self) -> None:
        for guest in tuple(self._guests.values()):
            self._show_out(guest)
        self._eyes.close()
        for each in (self._listener, self._bell, self._rope):
            each.close()


def _open_listener(path: Path) -> socket.socket:
    """Open the socket, and replace a socket that an earlier start left behind. No guest can connect before the file
    mode is set."""
    if path.exists() and stat.S_ISSOCK(path.lstat().st_mode):
        path.unlink()
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        listener.bind(os.fspath(path))
        path.chmod(_RIGHTS)
        listener.listen(MOST_GUESTS)
        listener.setblocking(False)
    except OSError:
        listener.close()
        raise
    return listener
