"""Plays an evening at the box's page, from entrance to scores: hands at the box, keys and fingers at phones."""

import json
from collections.abc import Iterator

from bench.browser_page import DOWN, ENTER, SPACE, TAB, BrowserPage
from bench.net_evening import PageEvening, page_evening
from bench.net_phone import LookedAt, Phone
from bench.net_quiet import QuietPhone
from bench.net_ring import ring_faults, send_result
from nightcrier.kernel.ids import Language
from nightcrier.phone.page import PagePart
from nightcrier.wire.public_record import Phase

SITTING = {
    "en": ("Ann", "Ben", "Cleo"),
    "fa": ("سارا", "رضا", "مینا"),
    "uk": ("Оля", "Іван", "Марко"),
    "it": ("Anna", "Luca", "Sofia"),
    "es": ("Ana", "Luis", "Inés"),
    "de": ("Anna", "Jörg", "Lena"),
    "fr": ("Anne", "Léo", "Zoé"),
    "zh-Hant": ("小明", "美玲", "家豪"),
    "ja": ("さくら", "ケンタ", "ゆき"),
    "th": ("สมชาย", "น้ำผึ้ง", "ปุ้ย"),
}
"""The players, with names that are common in each language."""
_CALLS = 3
"""The calls that pass in a night while phones are checked."""
_REFUSED, _DARK = "document.querySelector('[role=alert]') !== null", "document.body.className === 'night'"
_AT_HOME = "document.querySelector('.decks') !== null"
_BY_DAY = "document.getElementById('clock') !== null"
_ABSENT = "document.querySelector('[name=more][aria-pressed=false]').id"
_TOLD = "document.body.className === 'verdict' && document.getElementById('now').textContent.trim() !== ''"
_ASKED = "document.getElementById('ring') !== null && !document.getElementById('ring').hidden"


def box_tour(phones: list[Phone], language: Language) -> Iterator[LookedAt]:
    with page_evening(language) as evening:
        yield from _coming_in(phones, language, evening)
        yield from _at_home(phones, language, evening)
        yield from _game(phones, language, evening)
        evening.leave_verdict()
        yield from _part(phones, language, evening, PagePart.SCORES, "document.querySelector('table') !== null")


def encrypted_tour(phones: list[Phone], language: Language) -> Iterator[LookedAt]:
    """Enter over TLS, with a certificate that the browsers accept. News from the box must come by itself."""
    with page_evening(language, tls=True) as evening:
        yield from _coming_in(phones, language, evening, over="tls ")
        evening.begin_night()
        yield from _looks(phones, language, "tls night", _DARK)


def _coming_in(phones: list[Phone], language: Language, evening: PageEvening, over: str = "") -> Iterator[LookedAt]:
    for phone in phones:
        phone.page.open(evening.address)
        yield phone.look(language, f"{over}entrance")
    code = evening.phone_code()
    for phone in phones:
        _type_code(phone.page, f"{(int(code) + 1) % 10**6:06}", keeps=False)
        phone.page.until(_REFUSED)
        yield phone.look(language, f"{over}refused")
        _type_code(phone.page, code, keeps=True)
    evening.go_home()
    yield from _looks(phones, language, f"{over}home", _AT_HOME)


def _at_home(phones: list[Phone], language: Language, evening: PageEvening) -> Iterator[LookedAt]:
    first = phones[0].page
    _deck_by_finger(first)
    for part in (PagePart.GAME, PagePart.GLASS, PagePart.SOUND):
        yield from _part(phones, language, evening, part, "document.querySelector('[name=value]') !== null")
    _set_by_keys(first, evening)
    yield from _part(phones, language, evening, PagePart.PEOPLE, "document.querySelector('[name=name]') !== null")
    for person, name in enumerate(SITTING[language]):
        _name_by_keys(first, person, name)
    yield from _part(phones, language, evening, PagePart.FILES, "document.querySelector('[type=file]') !== null")


def _part(
    phones: list[Phone], language: Language, evening: PageEvening, part: PagePart, shown: str
) -> Iterator[LookedAt]:
    for phone in phones:
        phone.page.open(f"{evening.address}{part.removeprefix('/')}")
    yield from _looks(phones, language, part.removeprefix("/"), shown)


def _game(phones: list[Phone], language: Language, evening: PageEvening) -> Iterator[LookedAt]:
    """Play a game. What the box shows must appear on the phones by itself."""
    evening.begin_night()
    yield from _looks(phones, language, "night", _DARK)
    quiet = [QuietPhone(phone.page) for phone in phones]
    for _ in range(_CALLS):
        evening.next_call()
    for phone, watch in zip(phones, quiet, strict=True):
        yield phone.look(language, "called", watch.faults())
    evening.reach_day()
    yield from _looks(phones, language, "day", _BY_DAY)
    evening.reach_question()
    yield from _looks(phones, language, "question", _ASKED)
    for phone in phones:
        yield phone.look(language, "ring", ring_faults(phone.page))
    send_result(phones[0].page)
    evening.until(lambda table: table.phase is Phase.VERDICT)
    yield from _looks(phones, language, "verdict", _TOLD)


def _looks(phones: list[Phone], language: Language, state: str, shown: str) -> Iterator[LookedAt]:
    for phone in phones:
        phone.page.until(shown)
        yield phone.look(language, state)


def _type_code(page: BrowserPage, code: str, *, keeps: bool) -> None:
    page.focus("document.querySelector('[name=code]')")
    page.come_from(*code, TAB, *((SPACE,) if keeps else ()), TAB, ENTER)


def _set_by_keys(page: BrowserPage, evening: PageEvening) -> None:
    """Change the volume with keys. The new page and the box must both have the new value."""
    field = "document.getElementById('screen.loudness').elements.value"
    before = page.ask(f"{field}.value")
    page.type_until(field, (DOWN, TAB, ENTER), f"{field}.querySelector('[selected]').value !== '{before}'")
    evening.until(lambda table: str(table.loudness) != before)


def _name_by_keys(page: BrowserPage, person: int, name: str) -> None:
    """Rename somebody with keys. The box must have the name, because the new page gets it from there."""
    field = f"document.querySelectorAll('[name=name]')[{person}]"
    page.type_until(field, (*name, ENTER), f"{field}.defaultValue === {json.dumps(name)}")


def _deck_by_finger(page: BrowserPage) -> None:
    """Add a missing card by finger and remove it. The box must confirm each step."""
    card = f"document.getElementById('{page.ask(_ABSENT)}')"
    for state in ("true", "false"):
        page.touch_until(card, f"{card}.ariaPressed === '{state}'")
