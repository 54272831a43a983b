"""Play evenings for the showcase: three decks of each game, each from the home page to the verdict."""

from collections.abc import Iterator

from msgspec.structs import replace

from nightcrier.box.events import Control, Event, Gesture, Input, PersonStanding, Standings
from nightcrier.box.show import conductor
from nightcrier.box.show.cues import Call, Window
from nightcrier.box.show.plug import Game
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.stages import Ask, Count, Perform, Stage, Tell, Verdict
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.state import Cursor, Session, Table
from nightcrier.box.table.game.session import advance
from nightcrier.box.table.ground.stage import surface
from nightcrier.box.table.step import step
from nightcrier.kernel.ids import Language
from nightcrier.kernel.people import EveningKind
from nightcrier.tools.auto_play import MOST_STAGES, auto_answer

START, BACK = (Control.START, Gesture.PRESS), (Control.BACK, Gesture.PRESS)
TURN, HOLD = (Control.DIAL, Gesture.TURN), (Control.DIAL, Gesture.HOLD)
_MOST_REPEATED = 40
"""After so many stages that show nothing new, a game goes round in a circle: hands, say, are counted for ever."""


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
    if last != first:
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
    """Yield all calls of a night with every role, the day, the vote, the questions after the vote, and the verdict.
    What looks like something earlier is left out: most nights of a game repeat. A game that only repeats is left."""
    table, seen, repeated = use_hands(house, table, START), list[object](), 0
    if table.session is None:
        table = use_hands(house, table, START)
    for number in range(MOST_STAGES):
        if table.session is None or repeated > _MOST_REPEATED:
            return
        stage, known = table.session.stage, len(seen)
        if isinstance(stage, Perform):
            yield from _calls(house, table, table.session, seen)
        elif stage not in seen:
            seen.append(stage)
            yield from _facts(house, table, stage)
        repeated = repeated + 1 if len(seen) == known else 0
        table, _ = advance(table, auto_answer(stage, number), table.now)


def _calls(house: House, table: Table, session: Session, seen: list[object]) -> Iterator[Table]:
    """Yield the calls and windows of a show, all that changes the picture, and the show in a pause."""
    show = session.score.show if session.score else ()
    for at in [at for at, cue in enumerate(show) if not at or isinstance(cue, Call | Window)]:
        score, _ = conductor.begin_show(show, table.now, at)
        called = replace(table, session=replace(session, score=score))
        view = replace(surface(called).view(house, called), hidden=None)
        if view not in seen:
            seen.append(view)
            yield called
        if not at:
            yield replace(table, session=replace(session, score=replace(score, paused=True)))
    yield replace(table, session=replace(session, held=True))


def _facts(house: House, table: Table, stage: Stage) -> Iterator[Table]:
    yield table
    if isinstance(stage, Count):
        yield use_hands(house, table, BACK)
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
