"""A game under way: begun, led from stage to stage, closed, and rebuilt from its journal after a power cut."""

from collections.abc import Sequence

from msgspec.structs import replace

from device.kernel.chance import derived
from device.kernel.events import Part
from device.kernel.ids import LineId
from device.show import conductor
from device.show.cues import CHOSEN, SILENCE
from device.show.effects import Effect as ShowEffect
from device.show.effects import Hush, Prepare, SetBed
from device.show.stages import Ask, Count, Game, Perform, Play, Recalling, Setup, Stage, Tell, Verdict
from device.table.acting import hides, remembered, settle
from device.table.effects import Answered, Began, Chosen, Closed, Effect, Entry, Reached, Record, Remember, Scored
from device.table.house import House
from device.table.state import Countdown, Home, Scores, Session, Staged, Table, Turn
from device.table.talk import speak

NO_SCREEN = LineId("screen.fault.screen")
"""Said instead of a game whose secrets nobody could read."""

REDRAWS = 50
"""How often a game that begins too much like the one before is dealt anew; then it is played as it came."""


def start(house: House, table: Table, at: float) -> Turn:
    """Begin the game that was chosen."""
    choices = table.choices
    setup = fresh(house, table)
    game = house.games[choices.game]
    table, seed, play = _begin(game, setup, table)
    stage = play.stage()
    if stage is None:
        return table, ()
    if hides(stage) and not house.sees(table.faults):
        return speak(table, NO_SCREEN)
    session = Session(choices.game, setup, seed, play, stage, sealed=hides(stage))
    known = {*choices.played.get(choices.game, ()), *game.deck(setup)}
    choices = replace(choices, played={**choices.played, choices.game: tuple(sorted(known))})
    begun = replace(table, session=session, choices=choices, last=play)
    began = Record(Began(session.game, setup, seed), session.sealed)
    entered, effects = enter(begun, at)
    return entered, (began, *effects, Remember(choices))


def fresh(house: House, table: Table) -> Setup:
    """The setup, with the roles this table has not met yet, which get more time, and how the evening stands."""
    met = table.choices.played.get(table.choices.game, ())
    setup = table.choices.setup
    deck = house.games[table.choices.game].deck(setup)
    return replace(setup, fresh=tuple(sorted({role for role in deck if role not in met})), ledger=_ledger(table, setup))


def _ledger(table: Table, setup: Setup) -> tuple[int, ...]:
    """What each seat has won, if so many play as in the games before."""
    won = tuple(place.won for place in table.standings.seats) if table.standings else ()
    return won if len(won) == setup.players else ()


def _begin(game: Game, setup: Setup, table: Table) -> tuple[Table, int, Play]:
    """A game, and the seed it is made of; another where it repeats the one before."""
    for _ in range(REDRAWS):
        seed = derived(table.seed, "game")
        table = replace(table, seed=next_seed(table.seed))
        play = game.begin(setup, seed)
        if table.last is None or not isinstance(play, Recalling) or not play.repeats(table.last):
            break
    return table, seed, play


def next_seed(seed: int) -> int:
    """The table's next seed, so that one gives the whole evening. It never leaves the memory: from the seed of a game,
    which is written down, nobody finds that of another."""
    return derived(seed, "table", 256)


def enter(table: Table, at: float, cue: int = 0, left: float = 0.0) -> Turn:
    """Take up the stage the session has come to, from its start or from a stored place."""
    session = table.session
    if session is None:
        return table, ()
    table = replace(table, page=Staged(_first(session)))
    match session.stage:
        case Perform(show):
            return conduct(table, conductor.begin(show, at, cue, table.token))
        case Count(seconds):
            clock = Countdown(at + (left or seconds))
            return replace(table, session=replace(session, countdown=clock, score=None)), ()
        case Verdict(winners=winners, lines=lines, seats=seats, points=points):
            told, effects = speak(table, *lines)
            return told, (*effects, Scored(session.game, session.setup.scenario, seats, winners, points))
        case Ask(lines=lines) | Tell(lines=lines) if lines:
            return speak(table, *lines)
    return table, ()


def go_on(table: Table, at: float) -> Turn:
    """Take up a game that was cut off, at the call that was cut. Without a loudspeaker it waits there."""
    session = table.session
    if session is None:
        return table, ()
    entered, effects = enter(table, at, session.place.cue, session.place.left)
    if Part.SOUND not in table.faults:
        return entered, effects
    held, more = hold(entered, at)
    return held, (*effects, *more)


def hold(table: Table, at: float) -> Turn:
    """The show waits at the cue that was cut, and says so where it can: on the screen and by the lamp."""
    session = table.session
    if session is None or session.score is None or session.score.paused:
        return table, ()
    held = replace(table, session=replace(session, held=True))
    return conduct(held, conductor.pause(session.score, at))


def advance(table: Table, value: str, at: float) -> Turn:
    """The stage is done: on to the next, or home when the game is over."""
    session = table.session
    if session is None:
        return table, ()
    play = session.play.answer(value)
    stage = play.stage()
    if stage is None:
        closed, silence = close(table)
        return replace(closed, page=_after(table, session)), silence
    onward = _onward(session, play, stage)
    entered, effects = enter(replace(table, session=onward), at)
    return entered, (Record(Answered(value), session.sealed), *effects)


def _onward(session: Session, play: Play, stage: Stage) -> Session:
    return Session(session.game, session.setup, session.seed, play, stage, sealed=session.sealed)


def _after(table: Table, session: Session) -> Home | Scores:
    """Where a tournament is played, a verdict is followed by how it stands now."""
    standings = table.standings
    judged = isinstance(session.stage, Verdict) and standings is not None and standings.kind != "open"
    return Scores(Home()) if judged else Home()


def close(table: Table) -> Turn:
    """The game is over: home, and silence."""
    silence = SetBed(SILENCE.name, SILENCE.level_db, SILENCE.ramp)
    return replace(table, page=Home(), session=None, caption=None), (Hush(), silence, Record(Closed()))


def conduct(table: Table, step: conductor.Step) -> Turn:
    """Take over what the conductor made of the show, and note each call in the journal as it comes."""
    score, asked = step
    session = table.session
    if session is None:
        return table, ()
    before = session.score.cue if session.score else -1
    place = conductor.call_start(score)
    noted = (Record(Reached(cue=place)),) if not score.over and place > before else ()
    effects: list[Effect] = [_choose(table, effect) for effect in asked]
    kept = replace(session, score=score, countdown=None)
    table, answered = settle(replace(table, session=kept, token=score.token))
    return table, (*answered, *noted, *effects)


def prepared(house: House, table: Table) -> tuple[Effect, ...]:
    """The first words of the game that START would begin, so that they start at once."""
    first = house.games[table.choices.game].opening(table.choices.setup)
    return (Prepare(first),) if first else ()


def restored(house: House, entries: Sequence[Entry]) -> Session | None:
    """The session a journal tells of, with the place it had come to; None when it tells of none."""
    session, place = None, Reached()
    for entry in entries:
        match entry:
            case Began(game, setup, seed):
                session, place = _begun(house, game, setup, seed), Reached()
            case Answered(value) if session:
                before, session = session.stage, _answered(session, value)
                place = place if session and _same_show(before, session.stage) else Reached()
            case Chosen(turn, value) if session:
                session = remembered(session, turn, value)
            case Reached():
                place = entry
            case Closed():
                session = None
    return replace(session, place=place) if session else None


def _begun(house: House, game: str, setup: Setup, seed: int) -> Session | None:
    play = house.games[game].begin(setup, seed) if game in house.games else None
    stage = play.stage() if play else None
    return Session(game, setup, seed, play, stage, sealed=hides(stage)) if play and stage else None


def _answered(session: Session, value: str) -> Session | None:
    play = session.play.answer(value)
    stage = play.stage()
    return _onward(session, play, stage) if stage else None


def _same_show(one: Stage, other: Stage) -> bool:
    """A secret turn is answered within its show, which goes on."""
    return isinstance(one, Perform) and isinstance(other, Perform) and bool(one.acts) and one.show == other.show


def _choose(table: Table, effect: ShowEffect) -> Effect:
    """The bed called `chosen` is the one the table chose."""
    if isinstance(effect, SetBed) and effect.name == CHOSEN:
        return replace(effect, name=table.choices.bed)
    return effect


def _first(session: Session) -> int:
    return session.stage.start if isinstance(session.stage, Ask) else 0
