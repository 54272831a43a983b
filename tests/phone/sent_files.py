"""Sends files between a phone and the box."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from html import unescape
from pathlib import Path

from nightcrier.kernel.chores import Chore
from nightcrier.web.exchange import PageRequest
from nightcrier.web.forms import words_of_page
from nightcrier.wire.wishes import ChoreWish
from nightcrier.words.catalogue import LANGUAGES
from tests.phone.phones import HOST, Phones
from tests.phone.test_page import WORDS

DECK = b'[deck]\nname = "Sunday"\n'
EDGE = "----edge"
KIND = f"multipart/form-data; boundary={EDGE}"


def form(mark: str, name: str, content: bytes) -> bytes:
    """Return a form with a file, written like a browser does."""
    head = f'--{EDGE}\r\nContent-Disposition: form-data; name="mark"\r\n\r\n{mark}\r\n'
    file = f'--{EDGE}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\nContent-Type: x/y\r\n\r\n'
    return (head + file).encode() + content + f"\r\n--{EDGE}--\r\n".encode()


async def pieces_of(body: bytes, size: int) -> AsyncGenerator[bytes, None]:
    for at in range(0, len(body), size):
        yield body[at : at + size]


async def sent(phones: Phones, key: str, pieces: AsyncIterator[bytes], kind: str = KIND) -> None:
    heads = {"host": HOST, "origin": f"http://{HOST}", "cookie": f"nightcrier={key}", "content-type": kind}
    answer = phones.site.answer(PageRequest("POST", "/file", heads, pieces=pieces))
    assert answer.after
    await answer.after()
    assert (answer.status, answer.headers["Location"]) == (303, "/files")


def send(phones: Phones, key: str, name: str, content: bytes, size: int = 7) -> str:
    """Send a file, and return what the page says about it."""
    asyncio.run(sent(phones, key, pieces_of(form(phones.mark(key), name, content), size)))
    return told(phones, key)


def saves(where: Path, content: bytes = b"all") -> None:
    """Simulate that root saved the box with this content."""
    (where / "out").mkdir()
    (where / "out" / "saved.zip").write_bytes(content)


def told(phones: Phones, key: str) -> str:
    page = phones.ask("/files", key=key).body.decode()
    said = unescape(page.partition('role="alert">')[2].partition("</p>")[0])
    words = words_of_page(WORDS, LANGUAGES[0])
    return next((name for name, text in words.items() if name.startswith("net.file.") and text == said), said)


def chores(phones: Phones) -> list[Chore]:
    """Return the chores that the box was asked for."""
    return [wish.chore for wish in phones.box.wished if isinstance(wish, ChoreWish)]


def lying(where: Path) -> list[str]:
    folder = where / "sent"
    return sorted(each.name for each in folder.iterdir()) if folder.is_dir() else []


def open_handles() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))
