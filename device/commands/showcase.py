"""Every page of the table as people meet it, for pictures in the docs and for the test that nothing is cut."""

from collections.abc import Iterator
from typing import get_args

from msgspec.structs import replace

from device.commands.answers import MOST_STAGES, some_answer
from device.kernel.booth import Licence, NoBooth, Spoilt, TakeMade
from device.kernel.chores import Chore, ChoreDone, StickIn, WifiFault, WifiUp
from device.kernel.events import Cause, Control, Event, Fault, Flaw, Gesture, Input, Part, PersonStanding, Standings
from device.kernel.ids import Language, LineId
from device.kernel.machine_state import Battery
from device.kernel.people import EveningKind
from device.kernel.settings import HallSettings, NetSettings
from device.show import conductor
from device.show.plug import DealFace, Game
from device.show.setup import DeckOrigin, Setup
from device.show.stages import Ask, Count, Perform, Stage, Tell, Verdict
from device.table.house import House
from device.table.look import look
from device.table.menus.device import POWER_OFF
from device.table.menus.every import MENUS
from device.table.menus.items import Item
from device.table.menus.people import FORGET
from device.table.menus.scores import STRIKE_GAME
from device.table.page_kinds import HomePage, StagePage
from device.table.pages.ask_page import DROP_RESULT
from device.table.pages.explain import EXPLAIN
from device.table.pages.home import FRESH_HINTS
from device.table.pages.listing import ListingPage
from device.table.pages.question import END_GAME, END_UNCOUNTED, QuestionPage
from device.table.pages.scores import ScoresPage
from device.table.pages.spell import SpellPage
from device.table.pages.welcome import STEPS, WelcomePage
from device.table.pages.who_plays import NEW_EVENING, WhoPage
from device.table.plugs.chores.root_work import CHORE_QUESTIONS, RootWork
from device.table.plugs.hall.hall import DuskPage, Hall, HelpPage, MessagePage
from device.table.plugs.phone.phone_page import OwnWifi, PhonePage
from device.table.plugs.recording.booth import BoothPage
from device.table.plugs.recording.booth_view import BoothMood, OpenedBooth
from device.table.power_on import GO_ON
from device.table.session import advance
from device.table.state import FILES, Table
from device.table.step import step
from device.table.view import View

SEATS = (PersonStanding("", 3, 1, out=False), PersonStanding("", 2, 2, out=True), PersonStanding("Ann", 0, 2, out=True))
_TOURNAMENT = Standings(0.0, EveningKind.LONG, 5, SEATS, (1,), {1: 1, 2: 1, 3: 0})


QUESTIONS = (
    END_GAME,
    END_UNCOUNTED,
    GO_ON,
    POWER_OFF,
    EXPLAIN,
    FORGET,
    DROP_RESULT,
    NEW_EVENING,
    STRIKE_GAME,
    *CHORE_QUESTIONS,
)
_FLAWS = (Flaw("our-own-night.toml", "cards.4"),)
_SPOKEN = LineId("paused"), LineId("explain.keys")
"""Lines that somebody may read while recording: a short one, and one of which the glass holds a part at a time."""


def every_page(house: House, table: Table, language: Language) -> Iterator[View]:
    """Home to verdict, for the language on the screen: what stands on the glass, whoever may see it."""
    return (replace(view, hidden=None) for view in _pages(house, table, language))


def _pages(house: House, table: Table, language: Language) -> Iterator[View]:
    other = Language("it" if language == "en" else "en")
    choices = replace(table.choices, languages=(language, other))
    table = replace(table, choices=choices, standings=_TOURNAMENT)
    yield from _homes(house, table)
    yield from _menus(house, table)
    yield from _around(house, table)
    for game in house.games.values():
        for setup in _setups(game):
            setups = {**choices.setups, game.id: setup}
            chosen = replace(choices, game=game.id, setups=setups, explain="never")
            yield from _evening(house, _after_another(house, replace(table, choices=chosen, standings=None), game))


def _after_another(house: House, table: Table, game: Game) -> Table:
    """The first scenario is a table's first game; the last follows it, with other cards and people who have names."""
    setup, first = table.choices.setup, game.scenarios()[0]
    if setup.scenario == first.id:
        return table
    known = _named_people(house, table.choices.language, setup.players)
    return replace(table, standings=known, lying={game.id: (Setup(first.id, first.players[-1]),)})


def _named_people(house: House, language: Language, players: int) -> Standings:
    """Many have a name, some have none."""
    names = house.words.screen(language, "people.fancy").split(",")
    named = tuple(PersonStanding(name, 0, 0, out=False) for name in (*names, *[""] * players)[:players])
    return Standings(0.0, EveningKind.OPEN, 5, named, (), {}, {})


def _setups(game: Game) -> Iterator[Setup]:
    """The first and the last scenario, and the first one dealt by the box where the game can be."""
    first, last = game.scenarios()[0], game.scenarios()[-1]
    yield Setup(first.id, first.players[-1])
    yield Setup(last.id, last.players[-1])
    if isinstance(game, DealFace):
        yield game.dealt_setup(Setup(first.id, first.players[0]))


def _homes(house: House, table: Table) -> Iterator[View]:
    for hints in (FRESH_HINTS, {"back": 1, "press": 1}):
        yield from _home_of_each(house, replace(table, choices=replace(table.choices, hints=hints)))
    yield from _home_of_each(house, table)
    for each in STEPS:
        yield look(house, replace(table, page=WelcomePage(each)))


def _home_of_each(house: House, table: Table) -> Iterator[View]:
    for game in house.games.values():
        for setup in _setups_at_home(game):
            choices = replace(table.choices, game=game.id, setups={**table.choices.setups, game.id: setup})
            at_home = replace(table, choices=choices, standings=None)
            yield look(house, at_home)
            yield look(house, _hands(house, at_home, (Control.START, Gesture.PRESS)))


def _setups_at_home(game: Game) -> Iterator[Setup]:
    """Each scenario, and the first with cards of other origins, which have names of their own."""
    for scenario in game.scenarios():
        yield Setup(scenario.id, scenario.players[-1])
    first = game.scenarios()[0]
    for origin in (DeckOrigin.DRAWN, DeckOrigin.CHOSEN):
        yield Setup(first.id, first.players[-1], origin=origin)


def _menus(house: House, table: Table) -> Iterator[View]:
    for menu, items in MENUS.items():
        for index, item in enumerate(items(house, table)):
            yield from _item(house, replace(table, page=ListingPage(menu, HomePage(), index)), item)


def _item(house: House, table: Table, item: Item) -> Iterator[View]:
    yield look(house, table)
    for draft, value in enumerate(item.values):
        if draft > 1 and value.text.isdecimal():
            continue  # one number looks like another
        yield look(house, replace(table, page=replace(table.page, draft=draft)))


def _around(house: House, table: Table) -> Iterator[View]:
    for question in QUESTIONS:
        yield look(house, replace(table, page=QuestionPage(question, HomePage())))
    for part in Part:
        fault = Fault(0.0, part, "The file is broken; mend it, or take it away.", flaws=_FLAWS if part in FILES else ())
        broken = _sent(house, table, fault)
        yield look(house, broken)
        for steps in range(1, 2 + len(fault.flaws)):
            yield look(house, _hands(house, broken, *[(Control.DIAL, Gesture.TURN)] * steps))
        yield look(house, replace(broken, page=HomePage()))
    yield look(house, replace(table, gauge_until=table.now + 1.0))
    yield look(house, replace(table, page=DuskPage(0.0)))
    yield from _who_plays(house, table)
    yield from _standings(house, table)
    yield from _booth(house, table)
    yield from _phone(house, table)
    yield from _hall(house, table)
    yield from _machine(house, table)
    yield from _stick(house, table)
    for index in range(3):
        yield look(house, replace(table, page=ScoresPage(HomePage(), index)))
        yield look(house, _hands(house, table, (Control.BACK, Gesture.PRESS), *[(Control.DIAL, Gesture.TURN)] * index))


def _phone(house: House, table: Table) -> Iterator[View]:
    """The item of the menu, and its page, without an address, with one for a camera and one too long for that."""
    let_in = replace(house, settings=replace(house.settings, net=NetSettings(enabled=True)))
    last = len(MENUS["device"](let_in, table)) - 1
    yield look(let_in, replace(table, page=ListingPage("device", HomePage(), last)))
    for address in ("", "192.168.178.123:8080", "nightcrier-upstairs.local:8080"):
        yield look(let_in, replace(table, page=PhonePage(HomePage(), "048213", address)))
    yield from _own_wifi(let_in, table)


def _own_wifi(house: House, table: Table) -> Iterator[View]:
    """Offered, asked for, to be joined and to be ended; and why there is none."""
    page = PhonePage(HomePage(), "048213", alone=True)
    for fault in (None, *WifiFault):
        yield look(house, replace(table, page=replace(page, fault=fault)))
    yield look(house, replace(table.having(OwnWifi(None, 0.0)), page=page))
    up = OwnWifi(WifiUp("Nightcrier3F2A", "wmhxkmwrzmyg"), 0.0)
    for index in range(3):
        reached = PhonePage(HomePage(), "048213", "10.42.0.1:8080", index=index)
        yield look(house, replace(table.having(up), page=reached))


def _hall(house: House, table: Table) -> Iterator[View]:
    """The item of the menu, called or not; the call; what the organiser says, in few words and in many."""
    in_hall = replace(house, settings=replace(house.settings, net=NetSettings(hall=HallSettings("spring"))))
    last = len(MENUS["main"](in_hall, table)) - 1
    for wants_help in (False, True):
        yield look(in_hall, replace(table.having(Hall(wants_help)), page=ListingPage("main", HomePage(), last)))
    yield look(in_hall, replace(table, page=HelpPage(HomePage())))
    coming = house.words.screen(table.choices.language, "hall.coming")
    for text in (coming, "12:30", "The last round begins at 15:45. Please be at your new table!"):
        yield look(in_hall, replace(table, page=MessagePage(text, HomePage())))


def _machine(house: House, table: Table) -> Iterator[View]:
    """The items of the menu that only some boxes have, and the end of a battery."""
    kept = replace(house, has_version_before=True, has_root=True)
    for battery in (Battery(100, drawn=False), Battery(50, drawn=True, minutes=659)):
        fed = replace(table, battery=battery)
        for index, item in enumerate(MENUS["device"](kept, fed)):
            if item.line in ("screen.battery", "screen.go-back", "screen.forget-all"):
                yield from _item(kept, replace(fed, page=ListingPage("device", HomePage(), index)), item)
    yield look(house, _sent(house, table, Fault(0.0, Part.BATTERY, "It is empty.", cause=Cause.EMPTY)))


def _stick(house: House, table: Table) -> Iterator[View]:
    """Asked what to do with it; root is at it; and all that can come of that."""
    new = {"settings": 1, "decks": 12, "voices": 2, "beds": 3, "removed": 4}
    done = [ChoreDone(chore, good=good) for chore in Chore for good in (True, False)]
    for chore in (None, Chore.TAKE, ChoreDone(Chore.TAKE, new=new, refused=11), *done):
        asked = table.having(RootWork(StickIn(112, "0.10.2", 12, has_before=True), chore=chore))
        for index, item in enumerate(MENUS["stick"](house, asked)):
            yield from _item(house, replace(asked, page=ListingPage("stick", HomePage(), index)), item)
    of_card = table.having(RootWork(chore=ChoreDone(Chore.TAKE, new=new, refused=11, of_card=True)))
    for index, item in enumerate(MENUS["card"](house, of_card)):
        yield from _item(house, replace(of_card, page=ListingPage("card", HomePage(), index)), item)


def _booth(house: House, table: Table) -> Iterator[View]:
    """A short line and a long one, read and spoken; counted in; and all that can come of a take."""
    table = replace(table, page=BoothPage(HomePage()))
    lines = tuple((line, house.words.title(table.choices.language, line)) for line in _SPOKEN)
    read = OpenedBooth(BoothMood.READING, lines, kept=frozenset(_SPOKEN[:1]))
    made = TakeMade(lines[1][0], "", 2.0)
    going = [mood for mood in BoothMood if mood not in {BoothMood.LICENCE, BoothMood.REFUSED, BoothMood.CLOSED}]
    moods = [replace(read, index=index, mood=mood) for index in range(2) for mood in going]
    doubted = replace(read, mood=BoothMood.HEARING, take=replace(made, doubtful=True))
    yield from (look(house, table.having(booth)) for booth in (*moods, doubted, OpenedBooth(BoothMood.READING)))
    for licence in get_args(Licence):
        yield look(house, table.having(replace(read, mood=BoothMood.LICENCE, licence=licence)))
    yield look(house, table.having(replace(read, mood=BoothMood.COUNTED_IN, count=3)))
    for why in (*Spoilt, *NoBooth):
        refused = replace(read, mood=BoothMood.REFUSED, why=why)
        yield look(house, table.having(refused))


def _standings(house: House, table: Table) -> Iterator[View]:
    """Of more people than a screen holds, after two games."""
    points = dict.fromkeys((*house.games,)[:2], (1,) * 5)
    many = replace(_TOURNAMENT, people=(replace(SEATS[0], name="", out=False),) * 5, ledgers=points)
    for index in range(7):
        yield look(house, replace(table, standings=many, page=ScoresPage(HomePage(), index)))


def _who_plays(house: House, table: Table) -> Iterator[View]:
    """One fewer than were here, more than were here, too few for the deck, nobody left."""
    ann = _TOURNAMENT.people[0]
    for here in (6, 4, 2):
        known = replace(_TOURNAMENT, people=(replace(ann, out=False),) * here, champions=(), kind="open")
        asked = replace(table, standings=known, page=WhoPage(HomePage()))
        yield from (look(house, replace(asked, page=WhoPage(HomePage(), index=index))) for index in range(2))
    yield look(house, replace(table, page=WhoPage(HomePage())))
    for text, index in (("", 0), ("Anna", 1), ("Ann", 2)):
        yield look(house, replace(table, page=SpellPage(HomePage(), 1, text, index)))


def _evening(house: House, table: Table) -> Iterator[View]:
    """All calls of a night with every role, the day, the vote, the questions after it, the verdict."""
    table = _hands(house, table, (Control.START, Gesture.PRESS))
    if table.session is None:
        table = _hands(house, table, (Control.START, Gesture.PRESS))
    for number in range(MOST_STAGES):
        session = table.session
        if session is None:
            return
        if isinstance(session.stage, Perform):
            yield from _calls(house, table)
        elif isinstance(session.stage, Count):
            yield look(house, table)
            yield look(house, _hands(house, table, (Control.BACK, Gesture.PRESS)))
        else:
            yield from _facts(house, table)
        table, _ = advance(table, some_answer(session.stage, number), table.now)


def _calls(house: House, table: Table) -> Iterator[View]:
    session = table.session
    if session is None or session.score is None:
        return
    for cue in range(len(session.score.show)):
        score, _ = conductor.begin_show(session.score.show, table.now, cue)
        at_cue = replace(table, session=replace(session, score=score))
        yield look(house, at_cue)
        if cue == 0:
            yield look(house, replace(at_cue, session=replace(session, score=replace(score, paused=True))))
    yield look(house, replace(table, session=replace(session, held=True)))


def _facts(house: House, table: Table) -> Iterator[View]:
    session = table.session
    stage = session.stage if session else None
    yield look(house, table)
    for _ in range(1, _further(stage)):
        table = _hands(house, table, (Control.DIAL, Gesture.TURN))
        yield look(house, table)
    if isinstance(stage, Ask) and stage.marks:
        yield look(house, replace(table, page=StagePage(0, marked=(1,))))


def _further(stage: Stage | None) -> int:
    """A verdict is shown whole, of a question's answers three."""
    if isinstance(stage, Ask):
        return min(3, len(stage.choices))
    return len(stage.facts) if isinstance(stage, Tell | Verdict) else 1


def _hands(house: House, table: Table, *gestures: tuple[Control, Gesture]) -> Table:
    for control, gesture in gestures:
        table = _sent(house, table, Input(table.now, control, gesture, int(gesture is Gesture.TURN)))
    return table


def _sent(house: House, table: Table, event: Event) -> Table:
    return step(house, table, event)[0]
