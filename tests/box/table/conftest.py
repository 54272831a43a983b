"""Provides a house with a small game of its own, since the table must not depend on any real one."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest
from msgspec import Struct
from msgspec.structs import replace

from docs.pictures import showcase
from nightcrier.box.games.engine.game import FileGame
from nightcrier.box.library import Library, build_house, first_choices, read_library
from nightcrier.box.show.answers import Answer, Option
from nightcrier.box.show.cues import CHOSEN, SILENCE, Bed, Call, Say, Show, Window
from nightcrier.box.show.deck_checks import deck_finding
from nightcrier.box.show.facts import Number, RoleName, SeatName, Word
from nightcrier.box.show.plug import Game
from nightcrier.box.show.setup import Choice, Scenario, Setup
from nightcrier.box.show.stages import Ask, Count, Perform, Stage, Tell, Verdict
from nightcrier.box.table.core.effects import Effect
from nightcrier.box.table.core.house import Choices, House
from nightcrier.box.table.core.state import GameBefore, Table
from nightcrier.box.table.drawing.view import View
from nightcrier.box.table.game.conducting import current_turn
from nightcrier.box.table.game.session import advance
from nightcrier.box.table.look import look
from nightcrier.kernel.faults import Fault
from nightcrier.kernel.folders import share, standard_folders
from nightcrier.kernel.ids import Language, LineId
from nightcrier.words.catalogue import Book, Line, Words
from tests.box.table.evening import Evening
from tests.box.table.explained import LINES
from tests.box.table.known_people import known, with_four
from tests.box.table.secret_game import PlayedSecret
from tests.box.table.stage_games import SheetPlay, StagedPlay

EN, IT, FA = Language("en"), Language("it"), Language("fa")

NIGHT: Show = (
    Say(LineId("open")),
    Bed(CHOSEN),
    Call(RoleName("seer")),
    Say(LineId("seer.wake")),
    Window("seer", 12.0),
    Call(RoleName("robber")),
    Say(LineId("robber.wake")),
    Window("robber", 12.0),
    SILENCE,
    Say(LineId("dawn")),
)
STAGES: tuple[Stage, ...] = (
    Perform(NIGHT),
    Count(90.0, ((60.0, LineId("minute")), (30.0, LineId("half")))),
    Ask(0, Word("who"), (Option("1", SeatName(1)), Option("2", SeatName(2))), 1, lines=(LineId("ask"),)),
    Tell(
        0,
        (RoleName("seer"), Word("is", {"who": RoleName("robber"), "n": Number(2)})),
        lines=(LineId("tell"),),
        back=True,
        skip=True,
    ),
    Verdict((1,), (0, 1), (Word("won"),), (LineId("won"),)),
)


class PlayedToy(Struct, frozen=True):
    answers: tuple[Answer, ...] = ()

    def stage(self) -> Stage | None:
        return STAGES[len(self.answers)] if len(self.answers) < len(STAGES) else None

    @property
    def keeps_secrets(self) -> bool:
        return False

    def answer(self, value: Answer) -> "PlayedToy":
        return PlayedToy((*self.answers, value))


class Toy(Game):
    """Simulates a game with two scenarios. A deck must have three more cards than there are players."""

    id = "toy"

    def scenarios(self) -> tuple[Scenario, ...]:
        return (Scenario("first", {}, (3, 4, 5)), Scenario("second", {}, (4, 5, 6), 2))

    def choices(self) -> tuple[Choice, ...]:
        return (Choice("pace", ("slow", "normal"), "normal", menu="main"), Choice("lone", (False, True), False))

    def cards(self) -> tuple[tuple[str, int], ...]:
        return (("seer", 1), ("robber", 1), ("villager", 9))

    def random_deck(self, setup: Setup, seed: int) -> tuple[str, ...]:
        return ("robber",) * (setup.players + 3)

    def deck(self, setup: Setup) -> tuple[str, ...]:
        return setup.deck or ("seer", "robber", *["villager"] * (setup.players + 1))

    def usual_calls(self, setup: Setup) -> tuple[RoleName, ...]:
        return (RoleName("seer"), RoleName("robber"))

    def problems(self, setup: Setup) -> tuple[Word, ...]:
        missing = setup.players + 3 - len(self.deck(setup))
        return () if missing == 0 else (deck_finding("deck.count", n=missing),)

    def warnings(self, setup: Setup) -> tuple[Word, ...]:
        told = deck_finding("lay-out", n=1), deck_finding("stand-up")
        return told if setup.scenario == "second" else ()

    def opening(self, setup: Setup) -> tuple[LineId, ...]:
        return (LineId("open"),)

    def begin(self, setup: Setup, seed: int) -> PlayedToy:
        return PlayedToy()


SCREEN = {
    "guests.called": "{was} is called {now}",
    "ask.start": "START: {answer}",
    "digits": "0123456789",
    "on": "On",
    "off": "Off",
    "is": "{who} is number {n}",
    "home.players": "{n} players",
    "value.pace.slow": "Slow",
    "value.pace.normal": "Normal",
    "value.bed.none": "Silence",
    "deck.count": "{n} cards missing",
    "deck.right": "{n} cards",
    "seat": "Seat {n}",
    "lay-out": "Lay out {n}",
    "won": "Seat 2 wins",
}
BOOK = Book({"seer": "Seer", "robber": "Robber"}, SCREEN, {"dawn": Line("Morning.")})
PERSIAN = Book({}, {"digits": "۰۱۲۳۴۵۶۷۸۹", "home.players": "{n} بازیکن"}, {})


@pytest.fixture
def house():
    words = Words({EN: BOOK, FA: PERSIAN}, {"scenario.toy.first": {EN: Line("First game")}})
    return House({"toy": Toy()}, words, (EN, IT, FA), {EN: ("ann", "bob")}, ("tapping", "fire"))


@pytest.fixture
def choices():
    return Choices("toy", {"toy": Setup("first", 3)})


@pytest.fixture
def evening(house, choices):
    return Evening(house, Table(choices, seed=7))


@pytest.fixture
def play_through(evening):
    """Return a function that plays the game to the first stage of this kind."""

    def through(kind: type[Stage]) -> Evening:
        evening.start()
        while evening.table.session and not isinstance(evening.table.session.stage, kind):
            evening.table, _ = _advance(evening)
        return evening

    def _advance(evening: Evening) -> tuple[Table, Sequence[Effect]]:
        return advance(evening.table, "1", evening.at)

    return through


@pytest.fixture(scope="session")
def real_house():
    """Return the house as it is built on a box."""
    library = read_library(standard_folders({}, Path("/nonexistent")), list[Fault]().append)
    return build_house(library, (share("assets") / "audio" / "voices",), ("tapping", "fire"))


@pytest.fixture(scope="session")
def real_table(real_house):
    """Return a table whose people know all games."""
    return Table(replace(first_choices(Library(real_house.games, real_house.words)), explain="never"), seed=7)


@pytest.fixture
def real(real_house, real_table):
    """Return an evening at a table with the real games."""
    return Evening(real_house, real_table)


@pytest.fixture
def voted(real):
    """Return an evening with a One Night game for three after its vote, asked whether to keep the result."""
    setup = Setup("first-game", 3)
    choices = replace(real.table.choices, setups={"one-night": setup}, explain="never")
    play = real.house.games["one-night"].begin(setup, 1)
    real.table = replace(real.table, choices=choices)
    while real.table.session is None:
        real.start()
    while not isinstance(play.stage(), Ask):
        play = play.answer("")
    session = replace(real.table.session, play=play, stage=play.stage())
    real.table = replace(real.table, session=session, page=None)
    return real


@pytest.fixture(scope="session")
def games_that_show():
    """Return the ids of the games that show each page. The fixture that draws the pages fills in the sets."""
    return defaultdict(set)


@pytest.fixture(scope="session")
def turns_in():
    """Return, for each language, the tables at which it is a seat's turn. The fixture that draws pages fills it in."""
    return defaultdict(list)


@pytest.fixture(scope="session")
def shown_in(real_house, real_table, games_that_show, turns_in):
    """Return a function that lists every page in a language with the first table that shows it, drawn only once."""

    @cache
    def shown(language: Language) -> list[tuple[Table, View]]:
        tables: list[Table] = []
        first: dict[object, tuple[Table, View]] = {}
        play = showcase.evening_tables

        def played(house: House, table: Table) -> Iterator[Table]:
            for each in play(house, table):
                if current_turn(each.session):
                    turns_in[language].append(each)
                yield each

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(showcase, "evening_tables", played)
            patch.setattr(showcase, "look", lambda house, table: (tables.append(table), look(house, table))[1])
            for view in showcase.every_page(real_house, real_table, language):
                table = tables.pop()
                games_that_show[view].add(table.choices.game)
                stage = table.session and type(table.session.stage)
                first.setdefault((view, type(table.page), stage), (table, view))
        return list(first.values())

    return shown


@pytest.fixture(scope="session")
def held_in(shown_in, turns_in, real_house):
    """Return a function that lists what one seat alone sees in a language, while it holds or turns the dial."""

    def held(language: Language) -> list[View]:
        shown_in(language)
        return list(showcase.held_pages(real_house, turns_in[language]))

    return held


@pytest.fixture(scope="session")
def pages_in(shown_in):
    """Return a function that lists the pages in a language without duplicates."""
    return cache(lambda language: list(dict.fromkeys(view for _, view in shown_in(language))))


@pytest.fixture(scope="session")
def led_in(pages_in, games_that_show, real_house):
    """Return a function that lists a language's pages, of games with words in that language or in the language `by`."""

    def led(language: Language, by: Language | None = None) -> list[View]:
        files = {game.id: game.file for game in real_house.games.values() if isinstance(game, FileGame)}
        away = {game for game, file in files.items() if (by or language) not in file.words}
        return [view for view in pages_in(language) if games_that_show[view] - away]

    return led


@pytest.fixture
def dealt(evening, monkeypatch):
    """Return an evening with the secret game instead of the toy, in its first window."""
    monkeypatch.setattr(type(evening.house.games["toy"]), "begin", lambda _self, _setup, _seed: PlayedSecret())
    return evening.after("start ended")


@pytest.fixture
def start_stages(house, choices, monkeypatch):
    """Return a function that starts an evening at the first of some stages, instead of the toy."""

    def start(*stages, secret_from=1000, spoken_menu=False, sheet=(), kind=StagedPlay):
        play = kind(stages, secret_from=secret_from)
        if sheet:
            play = SheetPlay(stages, secret_from=secret_from, rows=sheet)
        monkeypatch.setattr(type(house.games["toy"]), "begin", lambda _self, _setup, _seed: play)
        return Evening(house, Table(replace(choices, spoken_menu=spoken_menu), seed=7)).after("start")

    return start


@pytest.fixture
def three(evening):
    """Return an evening for three people, who have played since power-on."""
    table = evening.table
    evening.table = replace(table, before=GameBefore(evening.house.games["toy"].begin(table.choices.setup, 0)))
    return evening


@pytest.fixture
def five(three):
    """Return an evening with five known people chosen, and a scenario for at most four on the dial."""
    three.table = replace(three.table, choices=replace(with_four(three), players=5))
    return three.after(known("Ann", "Bob", "Cleo", "Dan", "Eve"))


@pytest.fixture
def told(house, choices):
    """Return an evening of a game that has its aim and two of its three cards to explain."""
    words = Words({EN: Book({"seer": "Seer", "robber": "Robber"}, SCREEN, LINES)})
    return Evening(replace(house, words=words), Table(choices, seed=7))
