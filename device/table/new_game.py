"""A game that begins: its setup as the table stands tonight, its seed, its first stage. And one that was cut off,
rebuilt from its journal: from its setup, its seed and the answers so far."""

from collections.abc import Sequence
from typing import assert_never

from msgspec.structs import replace

from device.kernel.chance import derived
from device.kernel.ids import LineId
from device.kernel.people import SeatedPerson
from device.show.cues import Prepare
from device.show.plug import Game, deck_of, opening_of
from device.show.stages import Answer, Perform, Play, Recalling, Setup, all_values
from device.show.teaching import PracticeFace
from device.table.effects import (
    Answered,
    Began,
    Chosen,
    ClockKept,
    Closed,
    Effect,
    Entry,
    Reached,
    Record,
    Remember,
    TakenBack,
)
from device.table.heard_seats import with_numbers
from device.table.house import Choices, House
from device.table.kept_numbers import numbers_of, numbers_told, say_before
from device.table.roster import seated_people
from device.table.session import enter, onward
from device.table.state import LastingClock, Session, Table, TableStep, TalkClock, TurnState
from device.table.talk import speak
from device.table.turns import answer_turn, reopen_turn, restore_picks

NO_SCREEN = LineId("screen.fault.screen")
"""Said instead of a game whose secrets nobody could read."""

REDRAWS = 50
"""How often a game that begins too much like the one before is dealt anew; then it is played as it came."""


def start_game(house: House, table: Table, at: float, *, practice: bool = False) -> TableStep:
    """Begin the game that was chosen; or practise it, which leaves nothing behind."""
    choices = table.choices
    game = house.games[choices.game]
    setup = _lasting_setup(game, replace(tonight_setup(house, table), practice=practice))
    table, seed, play = _begin(game, setup, table)
    stage = play.stage()
    if stage is None:
        return table, ()
    session = Session(choices.game, setup, seed, play, stage)
    if session.keeps_secrets and not house.sees(table.faults):
        return speak(table, NO_SCREEN)
    began = Record(Began(session.game, setup, seed), session.keeps_secrets)
    begun = with_session(table, session)
    if practice:
        entered, effects = enter(begun, at)
        return entered, (began, *effects)
    choices = _played(choices, setup)
    begun = replace(begun, choices=choices, last=play, playing=numbers_of(setup.seated))
    entered, effects = enter(begun, at)
    return entered, (began, *say_before(effects, numbers_told(table)), Remember(choices))


def with_session(table: Table, session: Session) -> Table:
    """The game under way, and what the next of its kind has to know of it."""
    setup = session.setup
    kept = Setup(setup.scenario, setup.players, setup.deck, setup.options)
    return replace(table, session=session, begun={**table.begun, session.game: kept})


def _played(choices: Choices, setup: Setup) -> Choices:
    """One game more, whose roles this table has met now."""
    known = {*choices.played.get(choices.game, ()), *setup.deck}
    return replace(
        choices,
        played={**choices.played, choices.game: tuple(sorted(known))},
        players=setup.players if choices.players else 0,  # who plays with another number has agreed to it
        games=choices.games + 1,
    )


def _lasting_setup(game: Game, setup: Setup) -> Setup:
    """With every card by its name: whatever becomes of the file of its deck, the game under way stays what it is."""
    return replace(setup, deck=deck_of(game, setup))


def tonight_setup(house: House, table: Table) -> Setup:
    """The setup, with the roles this table has not met yet, which get more time, and how the evening stands."""
    met = table.choices.played.get(table.choices.game, ())
    setup = table.choices.setup
    deck = deck_of(house.games[table.choices.game], setup)
    heard = bool(table.standings and table.standings.ledgers.get(table.choices.game))
    seated = seated_people(table)
    return replace(
        setup,
        fresh=tuple(sorted({role for role in deck if role not in met})),
        ledger=_ledger(table, seated),
        heard=heard,
        told=not table.advised.isdisjoint(aim_lines(table.choices.game)),
        before=table.begun.get(table.choices.game),
        games_before=table.choices.games,
        seated=seated,
        evening=table.standings.evening if table.standings and seated else 0,
    )


def aim_lines(game: str) -> tuple[LineId, LineId]:
    """What the aim of a game begins with: its only line, or the first of several."""
    whole = LineId(f"explain.game.{game}")
    return whole, LineId(f"{whole}.1")


def _ledger(table: Table, seated: Sequence[SeatedPerson]) -> tuple[int, ...]:
    """The points from this game of whoever sits at each seat."""
    points = table.standings.ledgers.get(table.choices.game, ()) if table.standings else ()
    return tuple(points[each.person - 1] for each in seated) if points else ()


def _begin(game: Game, setup: Setup, table: Table) -> tuple[Table, int, Play]:
    """A game, and the seed it is made of; another where it repeats the one before."""
    for _ in range(REDRAWS):
        seed = derived(table.seed, "game")
        table = replace(table, seed=next_seed(table.seed))
        play = begun_play(game, setup, seed)
        if table.last is None or not isinstance(play, Recalling) or not play.repeats(table.last):
            break
    return table, seed, play


def begun_play(game: Game, setup: Setup, seed: int) -> Play:
    """The game at its first stage, or its practice."""
    if setup.practice and isinstance(game, PracticeFace):
        return game.practise(setup, seed)
    return game.begin(setup, seed)


def next_seed(seed: int) -> int:
    """The table's next seed, so that one gives the whole evening. It never leaves the memory: from the seed of a game,
    which is written down, nobody finds that of another."""
    return derived(seed, "table", 256)


def first_words(house: House, table: Table) -> tuple[Effect, ...]:
    """The first words of the game that START would begin, and its bed, so that they start at once; and the names of
    those who play it."""
    opening = opening_of(house.games[table.choices.game], tonight_setup(house, table))
    first = (*numbers_told(table), *opening) if opening else ()
    return (with_numbers(table, Prepare(first, table.choices.bed)),) if first else ()


def restore_session(house: House, entries: Sequence[Entry]) -> Session | None:
    """The session a journal tells of, with the place it had come to; None when it tells of none."""
    session: Session | None = None
    for entry in entries:
        if isinstance(entry, Began):
            session = _begun(house, entry.game, entry.setup, entry.seed)
        elif session:
            session = _after(session, entry)
    return session


def _after(session: Session, entry: Entry) -> Session | None:
    match entry:
        case Answered(value):
            return _answered(session, value)
        case Chosen(turn, row):
            return restore_picks(session, turn, row)
        case TakenBack():
            return reopen_turn(session) if session.past else session
        case Reached():
            return replace(session, place=entry)
        case ClockKept(name, seconds, up):
            return replace(session, lasting=LastingClock(name, TalkClock(None, seconds, up)))
        case Began() | Closed():
            return None
        case _:
            assert_never(entry)


def _begun(house: House, game: str, setup: Setup, seed: int) -> Session | None:
    play = begun_play(house.games[game], setup, seed) if game in house.games else None
    stage = play.stage() if play else None
    return Session(game, setup, seed, play, stage) if play and stage else None


def _answered(session: Session, value: Answer) -> Session | None:
    if isinstance(session.stage, Perform) and session.stage.acts:
        turn = TurnState(next(iter(session.stage.acts)), all_values(value))
        return _in_show(session, answer_turn(session, turn))
    play = session.play.answer(value)
    stage = play.stage()
    return onward(session, play, stage, value) if stage else None


def _in_show(session: Session, answered: Session) -> Session:
    """A secret turn is answered within its show, which goes on."""
    before, now = session.stage, answered.stage
    goes_on = isinstance(before, Perform) and isinstance(now, Perform) and before.show == now.show
    return answered if goes_on else onward(session, answered.play, now, "")
