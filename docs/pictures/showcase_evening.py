"""Play evenings for the showcase: three decks of each game, each from the home page to the verdict."""

from collections.abc import Iterator

from msgspec.structs import replace

from nightcrier.box.events import Control, Event, Gesture, Input, PersonStanding, Standings
from nightcrier.box.show import conductor
from nightcrier.box.show.plug import Game
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.stages import Ask, Count, Perform, Stage, Tell, Verdict
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.state import Cursor, Session, Table
from nightcrier.box.table.game.session import advance
from nightcrier.box.table.step import step
from nightcrier.kernel.ids import Language
from nightcrier.kernel.people import EveningKind
from nightcrier.tools.auto_play import MOST_STAGES, auto_answer

START, BACK, TURN = (Control.START, Gesture.PRESS), (Control.BACK, Gesture.PRESS), (Control.DIAL, Gesture.TURN)


def hear(house: House, table: Table, event: Event) -> Table:
    """Return the table after an event, without performing its effects."""
    return step(house, table, event)[0]


def use_hands(house: House, table: Table, *gestures: tuple[Control, Gesture]) -> Table:
    """Return the table after people have used these controls. A turn of the dial is one detent."""
    for control, gesture in gestures:
        table = hear(house, table, Input(table.now, control, gesture, int(gesture is Gesture.TURN)))
    return table


def evening_tables(house: House, table: Table) -> Iterator[Table]:
    """Yield the table at each page of every game."""
    choices = table.choices
    for game in house.games.values():
        for setup in _setups(game):
            setups = {**choices.setups, game.id: setup}
            chosen = replace(choices, game=game.id, setups=setups, explain="never")
            yield from _evening(house, _after_another(house, replace(table, choices=chosen, standings=None), game))


def _setups(game: Game) -> Iterator[Setup]:
    """Yield the first and the last scenario. If the box can deal the game, yield the first dealt scenario, too."""
    first, last = game.scenarios()[0], game.scenarios()[-1]
    yield Setup(first.id, first.players[-1])
    yield Setup(last.id, last.players[-1])
    if dealt := game.setup_for_deal(Setup(first.id, first.players[0])):
        yield dealt


def _after_another(house: House, table: Table, game: Game) -> Table:
    """Return the table after an earlier game. The earlier game used another scenario, so the cards differ, and the
    people have names."""
    setup, first = table.choices.setup, game.scenarios()[0]
    if setup.scenario == first.id:
        return table
    known = _people(house, table.choices.language, setup.players)
    lying = {game.id: (Setup(first.id, first.players[-1]),)}
    return replace(table, standings=known, choices=replace(table.choices, lying=lying))


def _people(house: House, language: Language, players: int) -> Standings:
    """Return an evening in which most people have a name."""
    names = house.words.screen(language, "people.fancy").split(",")
    named = tuple(PersonStanding(name, 0, 0, out=False) for name in (*names, *[""] * players)[:players])
    return Standings(0.0, EveningKind.OPEN, 5, named, (), {}, {})


def _evening(house: House, table: Table) -> Iterator[Table]:
    """Yield all calls of a night with every role, the day, the vote, the questions after the vote, and the verdict. A
    stage that is like an earlier one looks like it, so it is left out: most nights of a game repeat."""
    table, seen = use_hands(house, table, START), list[Stage]()
    if table.session is None:
        table = use_hands(house, table, START)
    for number in range(MOST_STAGES):
        session = table.session
        if session is None:
            return
        if session.stage in seen:
            pass
        elif isinstance(session.stage, Perform):
            yield from _calls(table, session)
        elif isinstance(session.stage, Count):
            yield table
            yield use_hands(house, table, BACK)
        else:
            yield from _facts(house, table, session.stage)
        seen.append(session.stage)
        table, _ = advance(table, auto_answer(session.stage, number), table.now)


def _calls(table: Table, session: Session) -> Iterator[Table]:
    if session.score is None:
        return
    for cue in range(len(session.score.show)):
        score, _ = conductor.begin_show(session.score.show, table.now, cue)
        yield replace(table, session=replace(session, score=score))
        if cue == 0:
            yield replace(table, session=replace(session, score=replace(score, paused=True)))
    yield replace(table, session=replace(session, held=True))


def _facts(house: House, table: Table, stage: Stage) -> Iterator[Table]:
    yield table
    for _ in range(1, _further(stage)):
        table = use_hands(house, table, TURN)
        yield table
    if isinstance(stage, Ask) and stage.marks:
        yield table.with_cursor(Cursor(0, marked=(1,)))


def _further(stage: Stage) -> int:
    """Return how many facts of a stage are shown: all facts of a verdict, but at most three answers of a question."""
    if isinstance(stage, Ask):
        return min(3, len(stage.choices))
    return len(stage.facts) if isinstance(stage, Tell | Verdict) else 1
