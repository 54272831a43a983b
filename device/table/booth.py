"""Recording at the box, as the table sees it: what the news from the recording program change, and what is left behind
when nobody records any more. What hands do stands in `device/table/pages/booth_page.py`."""

from typing import assert_never, get_args

from msgspec.structs import replace

from device.kernel.booth import (
    BoothClosed,
    BoothNews,
    CountedIn,
    Licence,
    LinesWaiting,
    TakeKept,
    TakeLevel,
    TakeMade,
    TakeSpoilt,
)
from device.kernel.ids import LineId
from device.show.cues import Hush
from device.table.effects import HearTake, LeaveBooth, OpenBooth, Remember, RereadVoices
from device.table.house import ALL, COMMON, DECK, Choices, House
from device.table.page_kinds import BoothPage, ListingPage, Page, SpellPage
from device.table.pages.notice import NoticePage
from device.table.state import BoothMood, OpenedBooth, Table, TableStep
from device.table.talk import speak

_HOW = LineId("recording.open")
_UNDER_WAY = frozenset({BoothMood.COUNTED_IN, BoothMood.SPEAKING, BoothMood.CUT})


SPEAKER = 0
"""Whose name is spelt, where it is no person of the evening."""


def call_speaker(table: Table, name: str) -> TableStep:
    """It is this person who speaks: back in the menu of recording."""
    choices = replace(table.choices, own_voice=replace(table.choices.own_voice, person=name))
    page = table.page
    while isinstance(page, SpellPage) or (isinstance(page, ListingPage) and page.menu == "speakers"):
        page = page.under
    return replace(table, choices=choices, page=page), (Remember(choices),)


def line_choices(house: House) -> tuple[str, ...]:
    return DECK, *house.games, COMMON, ALL


def wanted_lines(house: House, choices: Choices) -> str:
    """A game that is gone is none to record."""
    lines = choices.own_voice.lines
    return lines if lines in line_choices(house) else DECK


def open_booth(house: House, table: Table) -> TableStep:
    """What is to be recorded is asked for; how it goes stands on the page meanwhile."""
    opened = replace(table, page=BoothPage(table.page), booth=OpenedBooth(), caption=None)
    return opened, (Hush(), booth_wish(house, table))


def booth_wish(house: House, table: Table) -> OpenBooth:
    own, lines = table.choices.own_voice, wanted_lines(house, table.choices)
    game = "" if lines in {DECK, ALL} else lines
    setup = table.choices.setup
    deck, cards = (setup.scenario, tuple(dict.fromkeys(setup.deck))) if lines == DECK else ("", ())
    return OpenBooth(table.choices.language, own.person, own.licence, game, deck, cards, own.again)


def follow_booth(table: Table, news: BoothNews) -> TableStep:
    """Nobody waits for news of a booth that was left."""
    booth = table.booth
    if booth is None:
        return table, ()
    match news:
        case LinesWaiting():
            return _begin(table, booth, news)
        case CountedIn() | TakeLevel() | TakeMade() | TakeSpoilt():
            return _follow_take(table, booth, news) if booth.mood in _UNDER_WAY else (table, ())
        case TakeKept(line):
            return _kept(table, booth, line)
        case BoothClosed(why):
            return _now(table, replace(booth, mood=BoothMood.CLOSED, why=why))
        case _:
            assert_never(news)


def _begin(table: Table, booth: OpenedBooth, news: LinesWaiting) -> TableStep:
    """The licence of a voice that is there stays as it is. Where another stood in the menu, people read it first, and
    from now on it stands there."""
    own, booth = table.choices.own_voice, replace(booth, lines=news.lines)
    if news.licence == own.licence:
        return _say_how(replace(table, booth=booth))
    read = replace(table, booth=replace(booth, mood=BoothMood.LICENCE, licence=news.licence))
    licence = next((known for known in get_args(Licence) if known == news.licence), own.licence)
    choices = replace(table.choices, own_voice=own.under(licence))
    return replace(read, choices=choices), (Hush(), Remember(choices))


def _say_how(table: Table) -> TableStep:
    """Once this box can record; unless somebody has read on already."""
    if table.booth is None or table.booth.mood is not BoothMood.KEYS:
        return table, ()
    return speak(table, _HOW, menu=True)


def _follow_take(table: Table, booth: OpenedBooth, news: CountedIn | TakeLevel | TakeMade | TakeSpoilt) -> TableStep:
    """What comes of a take that was given up is no news any more."""
    match news:
        case CountedIn(left):
            mood = booth.mood if left else BoothMood.SPEAKING
            return _now(table, replace(booth, mood=mood, count=left))
        case TakeLevel(level):
            return _now(table, replace(booth, level_db=level))
        case TakeMade():
            return hear_take(table, replace(booth, mood=BoothMood.HEARING, take=news))
        case TakeSpoilt(why):
            return _now(table, replace(booth, mood=BoothMood.REFUSED, why=why))
        case _:
            assert_never(news)


def _now(table: Table, booth: OpenedBooth) -> TableStep:
    return replace(table, booth=booth), ()


def hear_take(table: Table, booth: OpenedBooth) -> TableStep:
    """Whoever spoke hears it as the table will."""
    if booth.take is None:
        return table, ()
    token = table.token + 1
    return replace(table, booth=booth, token=token, caption=None), (Hush(), HearTake(token, booth.take))


def _kept(table: Table, booth: OpenedBooth, line: LineId) -> TableStep:
    """On to the next line, if there is one, for whoever has not gone on."""
    after = replace(booth, kept=booth.kept | {line})
    if booth.mood is BoothMood.CUT:
        at = min(len(booth.lines) - 1, booth.index + 1)
        after = replace(after, mood=BoothMood.READING, index=at, part=0, take=None)
    return replace(table, booth=after), (Hush(), RereadVoices())


def leave_unused(table: Table) -> TableStep:
    """However the page was left, nothing listens behind it; a box that sleeps does not either."""
    left = _without_booth(table.page)
    if table.booth is None or (left != table.page and not table.asleep):
        return table, ()
    return replace(table, booth=None, page=left), (LeaveBooth(),)


def _without_booth(page: Page) -> Page:
    """What lies under it, also under what says that something is broken."""
    if isinstance(page, NoticePage):
        return replace(page, under=_without_booth(page.under))
    return page.under if isinstance(page, BoothPage) else page
