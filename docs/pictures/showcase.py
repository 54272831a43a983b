"""Show every page of the table as people see it. The pages become pictures in the docs, and a test checks that no text
is cut."""

from collections.abc import Collection, Iterable, Iterator
from typing import get_args

from msgspec.structs import replace

from docs.pictures.showcase_evening import BACK, HOLD, START, TURN, evening_tables, hear, use_hands
from nightcrier.box.events import KeyUse, PersonStanding, Standings
from nightcrier.box.show.plug import Game
from nightcrier.box.show.setup import DeckOrigin, Setup
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.state import Page, Table
from nightcrier.box.table.drawing.view import View
from nightcrier.box.table.evening.scores import ScoresPage
from nightcrier.box.table.game.conducting import current_turn
from nightcrier.box.table.ground.ask_and_tell import DROP_RESULT
from nightcrier.box.table.ground.before_game import BOXES, CARDS, LEADS, NumberPage
from nightcrier.box.table.ground.menus import MENUS, SWITCH_OFF
from nightcrier.box.table.ground.power_on import GO_ON
from nightcrier.box.table.look import look
from nightcrier.box.table.over.evening_menus import FORGET_NAME, REMOVE, STRIKE_GAME
from nightcrier.box.table.over.explain import EXPLAIN
from nightcrier.box.table.over.faults import FILES
from nightcrier.box.table.over.listing import ListingPage
from nightcrier.box.table.over.menu_items import Item, Menu
from nightcrier.box.table.over.spell import SpellPage
from nightcrier.box.table.over.welcome import STEPS, WelcomePage
from nightcrier.box.table.over.who_plays import NEW_EVENING, WhoPage
from nightcrier.box.table.over.yes_or_no import END_GAME, END_UNCOUNTED, QuestionPage
from nightcrier.box.table.plugs.chores.root_work import CHORE_QUESTIONS, KEEP, RootWork
from nightcrier.box.table.plugs.ear.ear_row import FoundEarCards
from nightcrier.box.table.plugs.hall.hall import Hall, HelpPage, MessagePage
from nightcrier.box.table.plugs.keys.keys import FORGET_KEYS, KeysPage
from nightcrier.box.table.plugs.phone.phone_page import PhoneNet, PhonePage
from nightcrier.box.table.plugs.recording.booth import BoothPage, OpenedBooth
from nightcrier.box.table.plugs.recording.booth_view import BoothMood
from nightcrier.kernel.booth_messages import Licence, NoBooth, Spoilt, TakeMade
from nightcrier.kernel.chores import Chore, ChoreDone, StickIn, WifiDown, WifiFault, WifiHome, WifiUp
from nightcrier.kernel.faults import Cause, Fault, Flaw, Part
from nightcrier.kernel.ids import Language, LineId
from nightcrier.kernel.machine_state import Battery
from nightcrier.kernel.people import EveningKind
from nightcrier.kernel.settings import HallSettings, MqttSettings, NetSettings

SEATS = (PersonStanding("", 3, 1, out=False), PersonStanding("", 2, 2, out=True), PersonStanding("Ann", 0, 2, out=True))
_TOURNAMENT = Standings(0.0, EveningKind.LONG, 5, SEATS, (1,), {1: 1, 2: 1, 3: 0})


QUESTIONS = (
    END_GAME,
    END_UNCOUNTED,
    GO_ON,
    SWITCH_OFF,
    CARDS,
    LEADS,
    BOXES,
    EXPLAIN,
    REMOVE,
    FORGET_NAME,
    DROP_RESULT,
    NEW_EVENING,
    STRIKE_GAME,
    *CHORE_QUESTIONS,
    FORGET_KEYS,
)
_FLAWS = (Flaw("our-own-night.toml", "cards.4"),)
_SPOKEN = LineId("paused"), LineId("welcome.language")
"""Lines to read while recording: a short line, and a line that is too long for the glass."""


def every_page(house: House, table: Table, language: Language) -> Iterator[View]:
    """Yield all pages from home to verdict in the screen's language, private pages too, as the glass shows them."""
    other = Language("it" if language == "en" else "en")
    choices = replace(table.choices, languages=(language, other))
    table = replace(table, choices=choices, standings=_TOURNAMENT)
    let_in = replace(house, settings=replace(house.settings, net=NetSettings(enabled=True)))
    net = NetSettings(mqtt=MqttSettings("192.168.178.20"), hall=HallSettings("spring"))
    in_hall = replace(house, settings=replace(house.settings, net=net), may_leave_hall=True)
    kept = replace(house, has_version_before=True, has_root=True)
    for box, parts in (
        (house, (_homes, _menus, _questions, _faults, _who_plays, _standings, _booth)),
        (let_in, (_phone, _own_wifi)),
        (in_hall, (_hall,)),
        (kept, (_machine,)),
        (replace(house, has_keys=True), (_keys,)),
        (house, (_stick, _scores, evening_tables)),
    ):
        for tables in parts:
            yield from (replace(look(box, each), hidden=None) for each in tables(box, table))


def private_pages(house: House, table: Table, language: Language) -> Iterator[View]:
    """Yield what one seat sees alone in evenings that the box deals, under one name, while it holds or turns."""
    spoken = replace(table, choices=replace(table.choices, languages=(language,)))
    return held_pages(house, evening_tables(house, spoken))


def held_pages(house: House, tables: Iterable[Table]) -> Iterator[View]:
    """Yield what the seat whose turn it is sees at each of these tables while it holds or turns."""
    turns = (table for table in tables if current_turn(table.session))
    held = (use_hands(house, each, gesture) for each in turns for gesture in (HOLD, TURN))
    yield from (replace(view, page="private") for each in held if (view := look(house, each)).even)


def _homes(house: House, table: Table) -> Iterator[Table]:
    for game in house.games.values():
        for setup in _setups_at_home(game):
            yield from _home(house, table, setup, game)
    yield from (replace(table, page=page) for page in (*map(WelcomePage, STEPS), NumberPage(20, led=True)))


def _home(house: House, table: Table, setup: Setup, game: Game) -> Iterator[Table]:
    choices = replace(table.choices, game=game.id, setups={**table.choices.setups, game.id: setup})
    at_home = replace(table, choices=choices, standings=None)
    yield at_home
    yield use_hands(house, at_home, START)


def _setups_at_home(game: Game) -> Iterator[Setup]:
    """Yield a setup for each scenario. Then yield the first scenario with the cards of other origins, whose names
    differ."""
    for scenario in game.scenarios():
        yield Setup(scenario.id, scenario.players[-1])
    first = game.scenarios()[0]
    for origin in (DeckOrigin.DRAWN, DeckOrigin.CHOSEN):
        yield Setup(first.id, first.players[-1], origin=origin)


def _menus(house: House, table: Table) -> Iterator[Table]:
    for menu in MENUS.values():
        yield from _items(house, table, menu)


def _items(house: House, table: Table, menu: Menu, lines: Collection[str] = ()) -> Iterator[Table]:
    """Yield all items of a menu, or only the items with the given lines. Each item is shown with its values, and then
    the page that it opens."""
    for index, item in enumerate(menu.items(house, table)):
        if not lines or item.line in lines:
            page = ListingPage(menu, None, index)
            yield replace(table, page=page)
            yield from (replace(table, page=replace(page, draft=draft)) for draft in _drafts(item))
            yield from [replace(table, page=item.opens)] if isinstance(item.opens, Page) else []


def _drafts(item: Item) -> Iterator[int]:
    """Yield the values of a menu row to draw: all words, but only few numbers, because numbers look alike."""
    return (draft for draft, value in enumerate(item.values) if draft <= 1 or not value.text.isdecimal())


def _questions(_house: House, table: Table) -> Iterator[Table]:
    for question in (*QUESTIONS, replace(KEEP, about="spring · 192.168.178.20")):
        yield replace(table, page=QuestionPage(question, None))


def _faults(house: House, table: Table) -> Iterator[Table]:
    for part in Part:
        fault = Fault(0.0, part, "The file is broken; mend it, or take it away.", flaws=_FLAWS if part in FILES else ())
        broken = hear(house, table, fault)
        yield broken
        yield from (use_hands(house, broken, *[TURN] * steps) for steps in range(1, 2 + len(fault.flaws)))
        yield replace(broken, page=None)
    yield replace(table, gauge_until=table.now + 1.0)


def _keys(house: House, table: Table) -> Iterator[Table]:
    known = replace(table, choices=replace(table.choices, keys={"046d:c31c/57": KeyUse.START}))
    yield from _items(house, known, MENUS["hands"], {"screen.keys", "screen.keys.forget"})
    yield from (replace(known, page=KeysPage(None, index)) for index in range(len(KeyUse)))


def _phone(house: House, table: Table) -> Iterator[Table]:
    """Yield the phone item and its page: without an address, with a short address, and with an address too long for a
    QR code."""
    yield from _items(house, table, MENUS["box"], ("screen.phone",))
    for address in ("", "192.168.178.123:8080", "nightcrier-upstairs.local:8080"):
        yield replace(table, page=PhonePage(None, "048213", address))


def _own_wifi(_house: House, table: Table) -> Iterator[Table]:
    """Yield the pages of the network for phones: while root is at work, every fault, each picture of the box's own
    Wi-Fi, and the end of that in a home's network."""
    for news in (None, *map(WifiDown, WifiFault)):
        yield replace(table.with_feature(PhoneNet(news, 0.0)), page=PhonePage(None, "048213"))
    up = WifiUp("Nightcrier3F2A", "wmhxkmwrzmyg")
    for found, index in ((up, 0), (up, 1), (up, 2), (WifiHome(), 1)):
        net = table.with_feature(PhoneNet(found, 0.0))
        yield replace(net, page=PhonePage(None, "048213", "10.42.0.1:8080", index=index))


def _hall(house: House, table: Table) -> Iterator[Table]:
    """Yield the hall item before and after a call for help, the page of the call, and short and long messages of the
    organiser."""
    yield from _items(house, table, MENUS["device"], ("screen.hall.here", "screen.hall.leave"))
    for wants_help in (False, True):
        yield from _items(house, table.with_feature(Hall(wants_help)), MENUS["main"], ("screen.hall.call",))
    yield replace(table, page=HelpPage(None))
    coming = house.words.screen(table.choices.language, "hall.coming")
    for text in (coming, "12:30", "The last round begins at 15:45. Please be at your new table!"):
        yield replace(table, page=MessagePage(text, None))


def _machine(house: House, table: Table) -> Iterator[Table]:
    """Yield the menu items that only some boxes have, and the fault of an empty battery."""
    heard = table.with_feature(FoundEarCards(("Headset",)))
    for battery in (Battery(100, drawn=False), Battery(50, drawn=True, minutes=659)):
        for menu, lines in (
            ("device", ("screen.battery", "screen.go-back", "screen.forget-all")),
            ("sounds", ("screen.ear",)),
        ):
            yield from _items(house, replace(heard, battery=battery), MENUS[menu], lines)
    yield hear(house, table, Fault(0.0, Part.BATTERY, "It is empty.", cause=Cause.EMPTY))


def _stick(house: House, table: Table) -> Iterator[Table]:
    """Yield the stick pages: the question what to do, the page while root works, and all results of that work."""
    new = {"settings": 1, "decks": 12, "games": 1, "voices": 2, "beds": 3, "removed": 4}
    done = [ChoreDone(chore, good=good) for chore in Chore for good in (True, False)]
    for chore in (None, Chore.TAKE, ChoreDone(Chore.TAKE, new=new, refused=11), *done):
        asked = table.with_feature(RootWork(StickIn(112, "0.10.2", 12, has_before=True), chore=chore))
        yield from _items(house, asked, MENUS["stick"])
    of_card = table.with_feature(RootWork(chore=ChoreDone(Chore.TAKE, new=new, refused=11, of_card=True)))
    yield from _items(house, of_card, MENUS["card"])


def _booth(house: House, table: Table) -> Iterator[Table]:
    """Yield the booth pages with a short and a long line: reading, counting down, speaking, and all results of a
    take."""
    table = replace(table, page=BoothPage(None))
    lines = tuple((line, house.words.title(table.choices.language, line)) for line in _SPOKEN)
    read = OpenedBooth(BoothMood.READING, lines, kept=frozenset(_SPOKEN[:1]))
    made = TakeMade(lines[1][0], "", 2.0)
    going = [mood for mood in BoothMood if mood not in {BoothMood.LICENCE, BoothMood.REFUSED, BoothMood.CLOSED}]
    booths = (
        *(replace(read, index=index, mood=mood) for index in range(2) for mood in going),
        replace(read, mood=BoothMood.HEARING, take=replace(made, doubtful=True)),
        OpenedBooth(BoothMood.READING),
        *(replace(read, mood=BoothMood.LICENCE, licence=licence) for licence in get_args(Licence)),
        replace(read, mood=BoothMood.COUNTED_IN, count=3),
        *(replace(read, mood=BoothMood.REFUSED, why=why) for why in (*Spoilt, *NoBooth)),
    )
    return map(table.with_feature, booths)


def _standings(house: House, table: Table) -> Iterator[Table]:
    """Yield the scores after two games of more people than fit on the screen."""
    points = dict.fromkeys((*house.games,)[:2], (1,) * 5)
    many = replace(_TOURNAMENT, people=(replace(SEATS[0], name="", out=False),) * 5, ledgers=points)
    for index in range(7):
        yield replace(table, standings=many, page=ScoresPage(None, index))


def _scores(house: House, table: Table) -> Iterator[Table]:
    for index in range(3):
        yield replace(table, page=ScoresPage(None, index))
        yield use_hands(house, table, BACK, *[TURN] * index)


def _who_plays(_house: House, table: Table) -> Iterator[Table]:
    """Yield the pages of who plays: with one person fewer or more than before, with too few people for the deck, and
    with nobody."""
    ann = _TOURNAMENT.people[0]
    for here in (6, 4, 2):
        known = replace(_TOURNAMENT, people=(replace(ann, out=False),) * here, champions=(), kind="open")
        for index in range(2):
            yield replace(table, standings=known, page=WhoPage(None, index=index))
    yield replace(table, page=WhoPage(None))
    for text, index in (("", 0), ("Anna", 1), ("Ann", 2)):
        yield replace(table, page=SpellPage(None, 1, text, index))
