"""An organiser who leads a tournament over the page: what is sent there, and what the tables tell."""

import asyncio
import csv
import io
from collections.abc import AsyncGenerator, Mapping
from html import unescape
from urllib.parse import urlencode

import msgspec

from nightcrier.broker.hall_messages import ResultGame, ResultPlace, TableResults
from nightcrier.broker.topics import TableTopics
from nightcrier.hall.tournament.forms import LIST_FILE
from nightcrier.web.exchange import PageAnswer, PageRequest
from tests.hall.organisers import HOST, Organisers

NAMES = ("Ada", "<b>Bob", "Cy", "Di", "Ed", "Flo", "=1+1", "Hu")
EDGE = "----edge"
BOTH = {"t-one": "yes", "t-two": "yes"}
HALF = {"fewest": "4", "wanted": "4", "most": "10"}


def act(organisers: Organisers, key: str, path: str, fields: Mapping[str, str], **headers: str) -> PageAnswer:
    """A form is sent, and what comes of it is waited for."""
    organisers.now += 1.0
    body = urlencode({"mark": organisers.mark(key), **fields})
    answer = organisers.ask(f"/tournament{path}", "POST", key, body, **headers)
    if answer.after:
        asyncio.run(waited(answer))
    return answer


async def waited(answer: PageAnswer) -> None:
    if answer.after:
        await answer.after()


def said(answer: PageAnswer) -> str:
    """What is wrong, as the page says it; names in it are set apart by signs that nobody sees."""
    assert answer.status == 409
    text = answer.body.decode().partition('role="alert"')[2].partition(">")[2].partition("</p>")[0]
    return unescape(text).replace("\u2068", "").replace("\u2069", "")


def shown(organisers: Organisers, key: str, path: str = "", **headers: str) -> str:
    return organisers.ask(f"/tournament{path}", key=key, **headers).body.decode()


def with_people(organisers: Organisers, *names: str) -> str:
    """The key of an organiser; two tables are there."""
    key = organisers.let_in()
    for table in ("one", "two"):
        organisers.joins(table, f"Table {table}")
    act(organisers, key, "/list", {"names": "\r\n".join(names or NAMES)})
    act(organisers, key, "/bounds", HALF)
    return key


def drawn(organisers: Organisers, key: str, number: int) -> PageAnswer:
    return act(organisers, key, "/draw", {"round": str(number), **BOTH})


def seats(organisers: Organisers, table: str) -> tuple[int, ...]:
    return organisers.tournament.tournament.rounds[-1].people_at(table)


def tells(organisers: Organisers, table: str, number: int, won: int, names: tuple[str, ...] = ()) -> None:
    """A game that this seat has won; by the seats alone where no names are told."""
    places = tuple(
        ResultPlace(seat, int(seat == won), names[seat - 1] if names else "")
        for seat in range(1, len(names or seats(organisers, table)) + 1)
    )
    game = ResultGame(number, "one-night", "First <Game>", places, f"{table}-{number}")
    organisers.desk.hear(TableTopics(table).results, msgspec.json.encode(TableResults(1, (game,), number)))


def rows_of(organisers: Organisers, key: str, name: str) -> list[dict[str, str]]:
    answer = organisers.ask(f"/tournament/{name}.csv", key=key)
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{name}.csv"'
    return list(csv.DictReader(io.StringIO(answer.body.decode("utf-8-sig"))))


async def pieces_of(body: bytes) -> AsyncGenerator[bytes, None]:
    for at in range(0, len(body), 4096):
        yield body[at : at + 4096]


def upload(organisers: Organisers, key: str, mark: str, content: bytes, end: str = "--", **headers: str) -> PageAnswer:
    """As browsers write it."""
    head = f'--{EDGE}\r\nContent-Disposition: form-data; name="mark"\r\n\r\n{mark}\r\n'
    file = f'--{EDGE}\r\nContent-Disposition: form-data; name="file"; filename="p.csv"\r\n\r\n'
    body = (head + file).encode() + content + (f"\r\n--{EDGE}{end}\r\n".encode() if end else b"")
    heads = {"host": HOST, "origin": f"http://{HOST}", "cookie": f"{organisers.cookie}={key}"}
    heads |= {"content-type": f"multipart/form-data; boundary={EDGE}", **headers}
    answer = organisers.site.answer(PageRequest("POST", LIST_FILE, heads, pieces=pieces_of(body)))
    asyncio.run(waited(answer))
    return answer
