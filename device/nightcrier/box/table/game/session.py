"""Leads a game from its setup to its end: begins, advances and leaves it, and continues it after a power cut."""

from collections.abc import Sequence
from typing import assert_never

from msgspec.structs import replace

from nightcrier.box.show import conductor
from nightcrier.box.show.answers import BACK, MENU, TIME_UP, Answer
from nightcrier.box.show.conductor import set_bed
from nightcrier.box.show.cues import SILENCE, Hush, Speak
from nightcrier.box.show.game_menu import GameMenu, answer_play
from nightcrier.box.show.plug import Game, Play, PractisedGame, Recalling
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.stages import Ask, Count, Perform, Stage, Tell, Verdict, answer_with_time, in_the_dark
from nightcrier.box.table.core.effects import (
    Answered,
    Began,
    CalledByNumber,
    ClockKept,
    Closed,
    Effect,
    Record,
    Remember,
    SetDrone,
    WithdrawGame,
)
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.state import GameBefore, HeldDial, LayingOut, Session, Table, TableStep, step_after
from nightcrier.box.table.evening.people import begin_evening_with, champion_lines
from nightcrier.box.table.evening.scenario import with_players
from nightcrier.box.table.evening.scores import ScoresPage
from nightcrier.box.table.game.conducting import conduct, is_for_nobody, lacks_a_part, pause_for_fault
from nightcrier.box.table.game.next_stage import (
    begin_asking,
    begin_performing,
    begin_talk,
    choices_at,
    clock_after,
    first_cursor,
    has_day_bed,
    is_counted,
    judge_and_count,
    marks_now,
    next_session,
    next_turn_start,
    stops_speech,
    talk_clock,
    tips_given,
    was_lost_before,
)
from nightcrier.box.table.game.tonight import numbers_of, told_before, tonight_setup
from nightcrier.box.table.heard.talk import speak
from nightcrier.kernel.chance import derive_seed
from nightcrier.kernel.ids import LineId
from nightcrier.kernel.people import EveningKind


def say_before(effects: Sequence[Effect], lines: tuple[LineId, ...]) -> tuple[Effect, ...]:
    first = next((effect for effect in effects if isinstance(effect, Speak)), None)
    return tuple(
        replace(effect, lines=(*lines, *effect.lines)) if effect is first and isinstance(effect, Speak) else effect
        for effect in effects
    )


def shut_again(session: Session, cue: int) -> tuple[LineId, ...]:
    """Return the lines that tell everybody to shut their eyes again before a show in the dark continues at this cue."""
    stage = session.stage
    return stage.shut if isinstance(stage, Perform) and conductor.bed_at(stage.show, cue).name else ()


def enter(table: Table, at: float, cue: int = 0, left: float = 0.0) -> TableStep:
    """Begin the present stage of the session, from its start or from a saved position."""
    session = table.session
    if session is None:
        return table, ()
    session = replace(session, since=at, cursor=first_cursor(session.stage, session.before))
    if session.cut_at is not None and session.cut_at <= at:
        return advance(replace(table, session=session), TIME_UP, at)
    over = table.page if table.page and table.page.stays else None
    table = replace(table, session=session, page=over, held_dial=HeldDial.NOTHING)
    match stage := session.stage:
        case Perform():
            return begin_performing(table, stage, at, cue)
        case Count():
            return begin_talk(table, session, talk_clock(session, stage, left).running(at))
        case Verdict():
            return judge_and_count(table, session, stage)
        case Ask() | Tell():
            return begin_asking(table, stage)
        case _:
            assert_never(stage)


def go_on(table: Table, at: float) -> TableStep:
    """Continue an interrupted game at the call where it stopped. If a needed part is broken, the game waits there."""
    session = table.session
    if session is None:
        return table, ()
    if session.lasting:
        lasting = replace(session.lasting, clock=session.lasting.clock.running(at))
        table = replace(table, session=replace(session, lasting=lasting))
    entered, effects = enter(table, at, session.place.cue, session.place.left)
    if not lacks_a_part(table, session):
        return entered, effects
    return step_after(effects, pause_for_fault(entered, at))


def advance(table: Table, value: Answer, at: float) -> TableStep:
    """Lead to the next stage, or to the home page if the game is over."""
    session = table.session
    if session is None:
        return table, ()
    value = answer_with_time(session.stage, value, at - session.since)
    if isinstance(session.stage, Ask) and session.stage.lasts and isinstance(value, str) and value not in (BACK, MENU):
        table = replace(table, before=replace(table.before, result=value))  # of a game that ends with it, too
    play = answer_play(session.play, value)
    stage = play.stage()
    if stage is None:
        return leave(table)
    lasting = clock_after(session, stops=value == MENU, at=at)
    comes_back = isinstance(session.play, GameMenu) and not isinstance(play, GameMenu)
    following = replace(next_session(session, play, stage, value, marks_now(table, session.stage)), lasting=lasting)
    choices = choices_at(table.choices, following)
    cue = next_turn_start(stage) if comes_back else 0
    before = _before_after(table.before, session, following)
    entered, effects = enter(replace(table, session=following, choices=choices, before=before), at, cue)
    if was_lost_before(table, session, stage):
        entered, more = pause_for_fault(entered, at)
        effects = (*effects, *more)
    kept = (
        (Record(ClockKept(lasting.name, lasting.clock.seconds(at), lasting.clock.up), beside=True),)
        if lasting and lasting != session.lasting
        else ()
    )
    cut = (Hush(),) if stops_speech(session.stage, stage) else ()
    shows = following.keeps_secrets and (isinstance(stage, Verdict) or not _leads_one_way(session.stage))
    beside = not (session.is_for_one or following.is_for_one or shows)
    answered = Record(Answered(value), session.keeps_secrets, beside=beside)
    over = (set_bed(SILENCE),) if has_day_bed(table) else ()
    met = (Remember(choices),) if choices != table.choices else ()
    # Comes before the written answer: after a power cut between the two, the verdict stands and counts again.
    withdrawn = (WithdrawGame(),) if is_counted(session.stage) and value in (BACK, MENU) else ()
    return entered, (*withdrawn, answered, *kept, *cut, *over, *effects, *met)


def _leads_one_way(stage: Stage | None) -> bool:
    """Say whether a stage always comes out the same after a power cut. Otherwise people could see what their answer
    reveals about the cards, pull the plug before the answer is written, and then answer differently."""
    return isinstance(stage, Count | Perform) or (isinstance(stage, Tell) and not stage.back)


def _before_after(before: GameBefore, session: Session, following: Session) -> GameBefore:
    """Return what the table remembers of its games. A game counts as played with its deck once its first night falls,
    because people may still leave it while laying out the cards. A practice night does not count."""
    falls = in_the_dark(following.stage) and not (in_the_dark(session.stage) or following.had_night)
    counts = falls and not following.setup.practice
    return replace(before, times=min(_MOST_REPEATS, before.times + 1)) if counts else before


def open_menu(table: Table, at: float) -> TableStep:
    """Open the menu of the game under way. This interrupts a show, but not a call for nobody, which must sound like a
    question."""
    session = table.session
    if session is None or session.score is None or is_for_nobody(session.stage):
        return advance(table, MENU, at)
    cut, silence = conduct(table, conductor.pause_show(session.score, at))
    return step_after(silence, advance(replace(cut, caption=None), MENU, at))


def leave(table: Table) -> TableStep:
    """Leave a game that is over, and show the home page. After the verdict of a tournament game, show the scores
    instead, and if somebody has won the tournament, say who."""
    left, silence = close(table)
    standings, lines = table.standings, tips_given(table.session) if table.session else ()
    left = replace(left, before=replace(left.before, tipped=left.before.tipped or bool(lines)))
    if standings and standings.kind is not EveningKind.OPEN and isinstance(table.stage, Verdict):
        left, lines = replace(left, page=ScoresPage(None)), (*champion_lines(standings), *lines)
    return step_after(silence, speak(left, *lines) if lines else (left, ()))


def close(table: Table) -> TableStep:
    """Close the game: show the home page, and stop all sounds."""
    silence = (set_bed(SILENCE), *((SetDrone(0.0),) if table.choices.drone else ()))
    closed = Record(Closed(), beside=True)
    return replace(table, page=None, session=None, caption=None), (Hush(), *silence, closed)


NO_SCREEN = LineId("screen.fault.screen")
"""The line that is said, instead of beginning a game with secrets, if the screen does not work."""

_MOST_REPEATS = 2
"""The most games in a row with one deck that are counted. After this many the box may suggest a faster pace."""
_REDRAWS = 50
"""The most times that a game is dealt again because its beginning is too similar to the previous game."""


def start_game(house: House, table: Table, at: float, *, practice: bool = False, teaches: bool = True) -> TableStep:
    """Begin the chosen game, or a practice night, which changes nothing for later games. Without `teaches`, nothing is
    explained, not even in calls."""
    choices = table.choices
    game = house.games[choices.game]
    tonight = tonight_setup(house, table)
    setup = replace(tonight, practice=practice, taught=tonight.taught if teaches else ())
    # By name and by text: whatever becomes of their files, this game stays as it is.
    setup = replace(setup, deck=game.deck(setup), file=game.file_text(setup))
    table, seed, play = _draw_game(game, setup, table)
    session = first_session(choices.game, setup, seed, play)
    if session is None:
        return table, ()
    if session.keeps_secrets and not house.sees(table.faults):
        return speak(table, NO_SCREEN)
    first = told_before(house, table)
    # Until the voices call people in another way.
    called = (Record(CalledByNumber(), beside=True),) if table.by_number else ()
    began = Record(Began(session.game, setup, seed), session.keeps_secrets, beside=True), *called
    begun = replace(table, session=session)
    if practice:
        laid_out = choices_at(choices, session)
        return step_after((*began, Remember(laid_out)), enter(replace(begun, choices=laid_out), at))
    players = setup.players if choices.players else 0  # who plays with another number has agreed to it
    played = dict(sorted(choices.played.items(), key=lambda each: each[0] == game.id))
    guests = choices.guests_play or house.has_guests
    choices = replace(choices, players=players, games=choices.games + 1, played=played, guests_play=guests)
    choices = choices_at(choices, session)
    before = replace(table.before, play=play, people=numbers_of(setup.seated), deck=setup.deck, times=setup.repeats)
    begun = replace(begun, choices=choices, before=before)
    entered, effects = enter(begun, at)
    return entered, (*began, *say_before(effects, first), Remember(choices))


def first_session(game: str, setup: Setup, seed: int, play: Play) -> Session | None:
    stage = play.stage()
    if stage is None:
        return None
    return Session(game, setup, seed, play, stage, laying=LayingOut.NOT_BEGUN.at(stage), bags=setup.bags)


def _draw_game(game: Game, setup: Setup, table: Table) -> tuple[Table, int, Play]:
    """Draw a seed, and begin a game with it. If the game is too similar to the previous one, draw again."""
    for _ in range(_REDRAWS):
        seed = derive_seed(table.seed, "game")
        table = replace(table, seed=next_seed(table.seed))
        play = begin_play(game, setup, seed)
        if table.before.play is None or not isinstance(play, Recalling) or not play.repeats(table.before.play):
            break
    return table, seed, play


def begin_play(game: Game, setup: Setup, seed: int) -> Play:
    if setup.practice and isinstance(game, PractisedGame):
        return game.practise(setup, seed)
    return game.begin(setup, seed)


def next_seed(seed: int) -> int:
    """Return the next seed of the table, which determines the rest of the evening. The table's seed is never written
    down, so the saved seed of one game does not reveal the seed of another."""
    return derive_seed(seed, "table", 256)


def start_agreed(house: House, table: Table, at: float, *, teaches: bool = True) -> TableStep:
    """Begin the game, and the new evening to which people have agreed. If the game cannot begin, the evening does not
    change. Without `teaches`, nothing is explained."""
    if not table.anew:
        return start_game(house, table, at, teaches=teaches)
    agreed = with_players(table.choices, table.choices.setup.players)
    renewed, first = begin_evening_with(replace(table, choices=agreed), table.anew)
    begun, effects = start_game(house, renewed, at, teaches=teaches)
    if begun.session:
        return begun, (*first, *effects)
    return replace(begun, choices=table.choices, standings=table.standings, before=table.before), effects
