"""A game under way: begun, led from stage to stage, closed, and rebuilt from its journal after a power cut."""

from collections.abc import Sequence

from msgspec.structs import replace

from device.kernel.chance import SeededChance
from device.show import conductor
from device.show.cues import CHOSEN, SILENCE
from device.show.effects import Effect as ShowEffect
from device.show.effects import Hush, Prepare, SetBed
from device.show.stages import Ask, Count, Perform, Setup, Tell, Verdict
from device.table.effects import Answered, Began, Closed, Effect, Entry, Reached, Record, Remember, Scored
from device.table.house import House
from device.table.state import Countdown, Home, Scores, Session, Staged, Table, Turn
from device.table.talk import speak


def start(house: House, table: Table, at: float) -> Turn:
    """Begin the game that was chosen."""
    choices = table.choices
    setup = fresh(house, table)
    game = house.games[choices.game]
    play = game.begin(setup, table.seed)
    stage = play.stage()
    if stage is None:
        return table, ()
    session = Session(choices.game, setup, table.seed, play, stage)
    known = {*choices.played.get(choices.game, ()), *game.deck(setup)}
    choices = replace(choices, played={**choices.played, choices.game: tuple(sorted(known))})
    begun = replace(table, session=session, choices=choices, seed=next_seed(table.seed))
    began = Record(Began(session.game, setup, session.seed))
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


def next_seed(seed: int) -> int:
    """The seed of the next game, so that one evening's seed gives the whole evening."""
    return SeededChance(seed).below(2**32)


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
    onward = Session(session.game, session.setup, session.seed, play, stage)
    entered, effects = enter(replace(table, session=onward), at)
    return entered, (Record(Answered(value)), *effects)


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
    table = replace(table, session=kept, token=score.token)
    return table, (*noted, *effects)


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
                session, place = _answered(session, value), Reached()
            case Reached():
                place = entry
            case Closed():
                session = None
    return replace(session, place=place) if session else None


def _begun(house: House, game: str, setup: Setup, seed: int) -> Session | None:
    play = house.games[game].begin(setup, seed) if game in house.games else None
    stage = play.stage() if play else None
    return Session(game, setup, seed, play, stage) if play and stage else None


def _answered(session: Session, value: str) -> Session | None:
    play = session.play.answer(value)
    stage = play.stage()
    return Session(session.game, session.setup, session.seed, play, stage) if stage else None


def _choose(table: Table, effect: ShowEffect) -> Effect:
    """The bed called `chosen` is the one the table chose."""
    if isinstance(effect, SetBed) and effect.name == CHOSEN:
        return replace(effect, name=table.choices.bed)
    return effect


def _first(session: Session) -> int:
    return session.stage.start if isinstance(session.stage, Ask) else 0
