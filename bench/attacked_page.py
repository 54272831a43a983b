"""Talks to a page under attack, from different addresses of this machine."""

import asyncio
import re
from contextlib import suppress
from http.client import HTTPConnection
from urllib.parse import urlencode

PATIENCE = 60.0
_COOKIE = re.compile(r"([^=]+=[^;]+)")


class AttackedPage:
    """Sends requests to a page, from one address of this machine. `cookie` and `mark` are those of somebody let in."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        self.port, self.host, self._address = port, f"127.0.0.1:{port}", address
        self.cookie = self.mark = ""

    def ask(self, method: str = "GET", path: str = "/", **fields: str) -> tuple[int, str]:
        """Send a request like a browser, and return status and text. A closed connection counts as status 0."""
        line = HTTPConnection("127.0.0.1", self.port, PATIENCE, (self._address, 0))
        kind = {"Content-Type": "application/x-www-form-urlencoded"} if fields else {}
        try:
            line.request(
                method,
                path,
                urlencode(fields) or None,
                {"Cookie": self.cookie, "Origin": f"http://{self.host}", **kind},
            )
            answer = line.getresponse()
            given = _COOKIE.match(answer.headers.get("Set-Cookie", ""))
            self.cookie = given[1] if given and answer.status == 303 else self.cookie
            return answer.status, answer.read().decode()
        except OSError:
            return 0, ""
        finally:
            line.close()

    def enter(self, **fields: str) -> int:
        status, _ = self.ask("POST", "/enter", **fields)
        marks = re.findall(r'name="mark" value="([^"]+)"', self.ask()[1])
        self.mark = marks[0] if marks else ""
        return status

    async def said(self, sent: bytes, number: int) -> int:
        """Send bytes from the address for this number, and return the status, or 0 if the connection was closed."""
        try:
            reader, writer = await self.line(number)
        except OSError:
            return 0
        try:
            writer.write(sent)
            writer.write_eof()
            head = await asyncio.wait_for(reader.read(64), PATIENCE)
        except (OSError, TimeoutError):
            return 0
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()
        return int(head.split(b" ")[1]) if head.startswith(b"HTTP/1.1 ") else 0

    async def line(self, number: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a connection from one of fifty addresses of this machine."""
        place = f"127.0.1.{1 + number % 50}"
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(place, 0))
