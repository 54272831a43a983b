"""Somebody who has come in at the door for the second program: what it has not read yet, and what it says."""

import socket

from device.kernel.wishes import LONGEST_WISH, AtDoor, read_wish

MOST_UNREAD = 2**17  # bytes
"""Bytes. Whoever leaves so much lying is too slow, and comes in again for what is new."""
_AT_ONCE = 2 * LONGEST_WISH


class Unwelcome(Exception):
    """It has left, reads too slowly, or says what is no wish."""


class NetGuest:
    """One connection. Neither reading nor writing waits."""

    def __init__(self, connection: socket.socket, number: int) -> None:
        """No other guest ever has this `number`."""
        self.connection, self.number = connection, number
        self._unread, self._heard = bytearray(), bytearray()
        connection.setblocking(False)

    @property
    def owes(self) -> bool:
        """Whether something waits to be written."""
        return bool(self._unread)

    def tell(self, lines: bytes) -> None:
        """Raises Unwelcome."""
        self._unread += lines
        self.write()
        if len(self._unread) > MOST_UNREAD:
            raise Unwelcome

    def write(self) -> None:
        """As much as goes now. Raises Unwelcome."""
        try:
            while self._unread:
                del self._unread[: self.connection.send(self._unread)]
        except BlockingIOError:
            return
        except OSError as gone:
            raise Unwelcome from gone

    def wishes(self) -> list[AtDoor]:
        """What has come, line by line. Raises Unwelcome."""
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
