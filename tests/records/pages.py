"""Records the pages of phone and hall as their sites answer: status, headers, and the body line by line; for
refusals only the status."""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from hall.tests.organisers import AT_HOME, TO_ALL, Organisers
from nightcrier.broker.hall_messages import ResultGame, ResultPlace, TableResults
from nightcrier.broker.topics import TableTopics
from nightcrier.web.exchange import PageAnswer, RequestRefused
from nightcrier.wire.orders import Order
from nightcrier.wire.public_record import (
    LineSaid,
    Phase,
    PicturedSeat,
    PublicClock,
    PublicNews,
    PublicPerson,
    PublicPicture,
)
from tests.phone.phones import DECK, HOME, NIGHT, OFFERS, ON_GLASS, QUESTION, SCORES, Phones
from tests.phone.sent_files import form, pieces_of, sent
from tests.records.hands import LANGUAGES

PICTURE = PublicPicture(
    (PicturedSeat(1, "Ann"), PicturedSeat(2, "<b>Bob"), PicturedSeat(5, "")),
    ("Werewolf", "<i>Tanner"),
    "died",
    (None, None, None),
    None,
    (0, 0, 0),
)
SAID = LineSaid("<b>The wolves have won.", HOME.language, 1.0)
ASKED = replace(HOME, phase=Phase.ASKED, question=QUESTION)
CLOCK = PublicClock(130.0, 0.0, up=False)
SHOWN: dict[str, tuple[str, tuple[PublicNews, ...]]] = {
    "home": ("/", (HOME, SAID)),
    "deck": ("/", (replace(OFFERS, deck=DECK),)),
    "people": ("/people", (HOME,)),
    "scores": ("/scores", (SCORES,)),
    "files": ("/files", (HOME,)),
    "night": ("/", (replace(NIGHT, call=3),)),
    "day": ("/", (replace(HOME, phase=Phase.DAY, clock=CLOCK, wants_help=True, message="<i>Lunch"),)),
    "question": ("/", (ASKED,)),
    "ring": ("/", (replace(ASKED, question=replace(QUESTION, picture=PICTURE)),)),
    "verdict": ("/", (replace(HOME, phase=Phase.VERDICT, winners=(PublicPerson(1, "Ann"), PublicPerson(4, ""))), SAID)),
}
"""For each name, the path that a phone opens, and the news from the box before that."""
WISHES = (
    "type=newcomer",
    "type=scenario&game=growl&scenario=first",
    "type=loudness&loudness=21",
    "type=loudness&loudness=7",
    "type=chore&chore=rm",
    "type=result&at=61.5&value-1=yes",
    "",
)
TOLD_PAGES = ("/done", "/taken", "/misnamed")


def answer_rows(ask: Callable[..., PageAnswer], *words: Any, **named: Any) -> Iterator[str]:
    """Yield the rows of an answer, or of a refusal only the status."""
    try:
        answer = ask(*words, **named)
        if answer.after:
            asyncio.run(_at_once(answer.after))
    except RequestRefused as refused:
        yield str(refused.status)
        return
    yield f"{answer.status} {answer.kind}"
    yield from (f"{name}: {value}" for name, value in answer.headers.items())
    yield from answer.body.decode("utf-8", "surrogateescape").replace("><", ">\n<").split("\n")


async def _at_once(after: Callable[[], Awaitable[None]]) -> None:
    """Run what an answer does afterwards, without waiting for anything that is not there yet."""
    until = asyncio.timeout
    with patch("asyncio.timeout", lambda _: until(0.0)):
        await after()


def phone_page(where: Path, language: str, name: str) -> Iterator[str]:
    phones = Phones(where, updates=True)
    key = phones.let_in()
    path, news = SHOWN[name]
    phones.box.shows(*news)
    yield from answer_rows(phones.ask, path, key=key, accept_language=language)


def phone_entrance(where: Path, language: str) -> Iterator[str]:
    """Yield the entrance, and the page after each wrong code."""
    phones = Phones(where)
    yield from answer_rows(phones.ask, accept_language=language)
    phones.box.shows(ON_GLASS)
    for code in ("000000", "048213", "x"):
        yield from answer_rows(phones.ask, "/enter", "POST", body=f"code={code}", accept_language=language)


def phone_forms(where: Path, language: str) -> Iterator[str]:
    """Yield the page after wishes and files that nobody can take."""
    phones = Phones(where, updates=True)
    key = phones.let_in()
    for wish in WISHES:
        phones.box.is_there = "7" not in wish
        yield from answer_rows(phones.ask, "/wish", "POST", key, f"mark={phones.mark(key)}&{wish}")
        phones.now += 10.0
    for name, content in (("a.toml", b"[deck"), ("deck.toml", b"[deck]\nname = 1\n"), ("b.exe", b"MZ")):
        asyncio.run(sent(phones, key, pieces_of(form(phones.mark(key), name, content), 1000)))
        yield from answer_rows(phones.ask, "/files", key=key, accept_language=language)
        phones.now += 10.0
    phones.box.shows(replace(ASKED, question=replace(QUESTION, picture=PICTURE)))
    yield from answer_rows(phones.ask, key=key, accept_language=language)
    yield from (str(wished) for wished in phones.box.wished)


def open_doors(at: Phones | Organisers, key: str, paths: tuple[str, ...]) -> Iterator[str]:
    """Yield the answers for every path, with and without a key, by three methods."""
    for path in paths:
        for method in ("GET", "POST", "PUT"):
            for shown in ("", key):
                rows = answer_rows(at.ask, path, method, shown)
                yield f"{method} {path} {bool(shown)}"
                yield from rows


def phone_doors(where: Path) -> Iterator[str]:
    phones = Phones(where)
    phones.box.shows(SCORES)
    paths = ("/page.css", "/page.js", "/ring.js", "/scores.csv", "/wish", "/enter", "/leave", "/saved.zip", "/record")
    return open_doors(phones, phones.let_in(), (*paths, "/../etc/passwd", "/file"))


def full_hall(where: Path) -> tuple[Organisers, str]:
    """Return a hall with everything that its page can show, and a key to it."""
    at = Organisers(where)
    key = at.let_in()
    for number, phase in enumerate(Phase):
        at.joins(f"table-{number}", "<i>", replace(AT_HOME, phase=phase, help=number == 3, message="<i>Lunch"))
    at.joins("gone", state=None)
    at.desk.hear(TableTopics("table-3").left, b"130")
    at.desk.ask(("gone",), Order.MESSAGE, "Lunch")
    places = tuple(ResultPlace(seat, int(seat == 1), name) for seat, name in enumerate(("Ada", "<b>Bob", "=1+1"), 1))
    told = TableResults(1, (ResultGame(1, "one-night", "First <Game>", places, "id"),))
    at.desk.hear(TableTopics("table-3").results, msgspec.json.encode(told))
    at.results.is_kept = False
    at.sent()
    return at, key


def hall_page(where: Path, language: str) -> Iterator[str]:
    at, key = full_hall(where)
    yield from answer_rows(at.ask, key=key, accept_language=language)


def hall_told(where: Path, language: str) -> Iterator[str]:
    """Yield the entrance, the reply after each form, and the refused forms."""
    at, key = full_hall(where)
    yield from answer_rows(at.ask, accept_language=language)
    yield from answer_rows(at.ask, "/enter", "POST", body="password=no", accept_language=language)
    for path in TOLD_PAGES:
        yield from answer_rows(at.ask, path, key=key, accept_language=language)
    for fields in (TO_ALL, {"to": "some", "do": "loudness", "loudness": "7"}, {"to": "all", "do": "helped"}):
        yield from answer_rows(at.post, "/send", key, **fields)
    yield from answer_rows(at.ask, "/sent", key=key, accept_language=language)
    yield from (f"{topic} {payload!r}" for topic, payload in at.sent())


def hall_doors(where: Path) -> Iterator[str]:
    at, key = full_hall(where)
    yield from open_doors(at, key, ("/page.css", "/hall.css", "/hall.js", "/results.csv", "/one", "/join", "/leave"))


class AskedPage(Struct, frozen=True):
    """Records a page: what answers, and the words it is called with."""

    answers: Callable[..., Iterator[str]]
    words: tuple[str, ...] = ()

    def rows(self) -> list[str]:
        with tempfile.TemporaryDirectory() as folder:
            return [row.replace(folder, "~") for row in self.answers(Path(folder), *self.words)]


RECORDS = {
    "phone-doors": AskedPage(phone_doors),
    "hall-doors": AskedPage(hall_doors),
}
for _language in LANGUAGES:
    RECORDS |= {f"phone-{name}.{_language}": AskedPage(phone_page, (_language, name)) for name in SHOWN}
    RECORDS[f"phone-entrance.{_language}"] = AskedPage(phone_entrance, (_language,))
    RECORDS[f"phone-forms.{_language}"] = AskedPage(phone_forms, (_language,))
    RECORDS[f"hall-told.{_language}"] = AskedPage(hall_told, (_language,))
    RECORDS[f"hall-tables.{_language}"] = AskedPage(hall_page, (_language,))
