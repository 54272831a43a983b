"""Conducts the show of the game under way with the sounds that the table chose, and handles the secret turns in the
windows of the show.

Each call is written into the journal when it begins. A show waits while a part of the box that it needs is broken.

Each secret turn gets exactly one answer when its window is over, and always the same number of journal entries, no
matter who has pressed. People may begin to hold the dial before a window opens; the secret then appears with the
window. Each window needs a new hold, or somebody who still holds the dial would see the secret of the next seat."""

from collections.abc import Iterable, Iterator
from typing import assert_never

from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, Input
from nightcrier.box.show import conductor
from nightcrier.box.show.answers import Picks
from nightcrier.box.show.conductor import Score, call_start, current_call, night_share
from nightcrier.box.show.cues import (
    CHOSEN,
    Call,
    Hush,
    PlayFoley,
    PlaySignal,
    Prepare,
    SetBed,
    ShowEffect,
    Speak,
    Window,
    WindowOpened,
)
from nightcrier.box.show.facts import SeatName
from nightcrier.box.show.stages import LONGEST_LOOK, THEME, Perform, Secret, Stage, in_the_dark
from nightcrier.box.table.core.effects import Answered, Effect, Reached, Record, SetDrone
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.state import PastTurn, Session, Table, TableStep, TurnState
from nightcrier.box.table.heard.talk import effect_heard
from nightcrier.kernel.faults import Part
from nightcrier.kernel.ids import NOBODY_WAITS, Seconds

MOST_PRESSES = 12
"""The most presses of dial and BACK together in one turn. Each press is a journal entry; after the turn, empty entries
are added up to this number. No role needs more than four presses. The others let people change their minds."""


MOST_CALLS = 3
"""The most times that an unanswered turn is called. Then the box stops, because nobody seems to be there."""


def is_for_nobody(stage: Stage) -> bool:
    """Say whether a stage is a call at night for which nobody acts, although it sounds as if somebody were asked."""
    return isinstance(stage, Perform) and stage.still and in_the_dark(stage)


def call_place(house: House, session: Session) -> tuple[int, int]:
    """Return the number of the present call in the list of the deck's calls, and the length of that list. For the call
    of a seat, return its number among all seats. For a call that is not in the list, such as nightfall and the morning,
    return zeros."""
    called = current_call(session.score) if session.score else session.called
    if isinstance(called, SeatName):
        return called.seat, session.setup.players
    order = house.games[session.game].usual_calls(session.setup) if called else ()
    return (order.index(called) + 1, len(order)) if called in order else (0, 0)


def look_due(held: float | None, now: float, look: Seconds = LONGEST_LOOK) -> float | None:
    """Return the time at which a shown secret disappears by itself, or None if no secret is shown."""
    return held + look if held is not None and held + look > now else None


def latched_look(held: float | None, at: float) -> float | None:
    """Return the start of the look after a press that shows a secret, or None if a secret is already shown, because the
    press then hides it."""
    return at if look_due(held, at) is None else None


def is_turn_done(session: Session, name: str, secret: Secret) -> bool:
    state = turn_state(session, name)
    prompt = secret.prompt(state.row)
    return state.pressed > 0 and state.held is None and not prompt.options and not prompt.confirm


def current_turn(session: Session | None) -> tuple[str, Secret] | None:
    if session is None or not isinstance(session.stage, Perform) or session.score is None or session.score.over:
        return None
    cue = session.score.show[session.score.cue]
    secret = session.stage.acts.get(cue.name) if isinstance(cue, Window) else None
    return (cue.name, secret) if isinstance(cue, Window) and secret else None


def serves_turn(session: Session) -> bool:
    """Say whether the present call has a secret turn that is not over. It cannot be skipped, because a slip of a hand
    would take the turn from a seat. But once all presses of the turn are used up, only skipping leads on."""
    stage, score, turn = session.stage, session.score, current_turn(session)
    if turn and turn_state(session, turn[0]).pressed >= MOST_PRESSES:
        return False
    if not isinstance(stage, Perform) or score is None:
        return False
    ahead = next((n for n in range(score.cue + 1, len(score.show)) if isinstance(score.show[n], Call)), len(score.show))
    return any(isinstance(cue, Window) and cue.name in stage.acts for cue in score.show[score.cue : ahead])


def turn_state(session: Session, name: str) -> TurnState:
    """Return the state of this turn. It stays the same if the call is repeated, so that nobody can look twice."""
    return session.acting if session.acting and session.acting.name == name else TurnState(name)


def restore_picks(session: Session, turn: str, row: Picks) -> Session:
    """Return the session after a power cut, with the choices made before it."""
    before = turn_state(session, turn).pressed
    return replace(session, acting=TurnState(turn, row, before + 1, settled=True))


def may_pass(session: Session) -> bool:
    turn = current_turn(session)
    if turn is None:
        return True
    name, secret = turn
    acting = turn_state(session, name)
    return secret.may_pass(acting.row, acting.looked)


def answer_turns(table: Table) -> TableStep:
    """Answer every turn whose window is over, even if the turn was skipped."""
    effects: list[Effect] = []
    session = table.session
    while session and (behind := _behind(session)) is not None:
        place, name = behind
        acting = turn_state(session, name)
        session = answer_turn(session, acting)
        answered = Record(Answered(acting.row), session.keeps_secrets, MOST_PRESSES - acting.pressed)
        effects += [answered, Record(Reached(cue=place + 1))]
    if session and session.acting and session.score and session.score.paused:
        session = replace(session, acting=replace(session.acting, held=None, index=-1, touched=False))
    return replace(table, session=session), tuple(effects)


def answer_turn(session: Session, acting: TurnState) -> Session:
    play = session.play.answer(acting.row)
    past = (*session.past, PastTurn(acting.name, session.play, session.stage, acting))
    return replace(session, play=play, stage=play.stage() or session.stage, acting=None, past=past, unheeded=0)


def reopen_turn(session: Session) -> Session:
    """Return the session as it was before the last answer of a seat, so that the seat is called again. An answer that
    showed the seat something stays, because a second call must not show anybody more. A game may add a press in its
    place, so that everybody presses as often as in the first call."""
    *earlier, last = session.past
    row, secret = last.acting.row, last.stage.acts[last.name] if isinstance(last.stage, Perform) else None
    while secret and row and _is_empty_pick(secret, row):
        row = row[:-1]
    again = secret.prompt(row).again if secret else ""
    acting = TurnState(last.name, (*row, again) if again else row, settled=True)
    return replace(session, play=last.play, stage=last.stage, acting=acting, past=tuple(earlier))


def _is_empty_pick(secret: Secret, row: Picks) -> bool:
    """Say whether the last pick only confirmed that the seat has read, or showed nothing new and may be changed."""
    before, now = secret.prompt(row[:-1]), secret.prompt(row)
    return row[-1] in (before.confirm, before.again) or (
        not now.final and all(fact in before.seen for fact in now.seen)
    )


def is_left_alone(session: Session | None) -> bool:
    """Say whether the box has called a seat several times without an answer, and now waits for anybody."""
    return session is not None and session.unheeded >= MOST_CALLS


def darken_session(session: Session) -> Session:
    """Stop holding the dial, and hide what it showed. This look does not count, because it may have been too short."""
    acting, session = session.acting, replace(session, early=False)
    if acting is None or acting.held is None:
        return session
    return replace(session, acting=replace(acting, held=None, looked=False))


def _behind(session: Session) -> tuple[int, str] | None:
    stage, score = session.stage, session.score
    if not isinstance(stage, Perform) or score is None:
        return None
    past = ((n, cue.name) for n, cue in enumerate(score.show[: score.cue]) if isinstance(cue, Window))
    return next(((n, name) for n, name in past if name in stage.acts), None)


def holds_early(session: Session, event: Input) -> bool:
    """Say whether the dial is held after this gesture while no window is open. In a pause, the answer is no."""
    if event.control is not Control.DIAL:
        return session.early
    if current_turn(session) or (session.score and session.score.paused):
        return False
    return event.gesture is Gesture.HOLD or (session.early and event.gesture is Gesture.PRESS_TURN)


def holds_on(session: Session, score: Score) -> bool:
    """Say whether a hold that began before a window still counts after the show has moved on. Windows and pauses end
    it."""
    before = session.score
    if not session.early or before is None or before.show is not score.show or score.paused:
        return False
    return not any(isinstance(cue, Window) for cue in score.show[call_start(before) : score.cue])


def take_up_hold(table: Table, asked: Iterable[ShowEffect]) -> Table:
    """If somebody was already holding the dial when a window opens, let the hold begin at that moment."""
    session, turn = table.session, current_turn(table.session)
    opened = next((effect.seconds for effect in asked if isinstance(effect, WindowOpened)), None)
    if opened is None or session is None or turn is None or session.score is None or session.score.until is None:
        return table
    acting = turn_state(session, turn[0])
    if session.early and not acting.late and Part.SCREEN not in table.faults:
        acting = replace(acting, held=session.score.until - opened, looked=True, touched=True, settled=True)
    return replace(table, session=replace(session, acting=acting, early=False))


def conduct(table: Table, step: conductor.ScoreStep) -> TableStep:
    """Apply the score and the effects that the conductor returned, and write each new call into the journal. A show
    that continues does not wait for a missing part, because people may want to play with the screen alone. The caption
    of a pause disappears when the pause ends."""
    score, asked = step
    session = table.session
    if session is None:
        return table, ()
    before = session.score.cue if session.score else -1
    caption = None if session.score and session.score.paused and not score.paused else table.caption
    place = call_start(score)
    # At the first cue it tells no call: after a cut, the answer that led here leads here again.
    noted = (Record(Reached(cue=place), beside=place == 0),) if not score.over and place > before else ()
    if session.score and place != call_start(session.score):
        session = replace(session, said_again=0)
    effects = [*choose_sounds(replace(table, session=session), asked), *_drone(table, session.score, score)]
    early, held, reminded = holds_on(session, score), session.held and score.paused, session.reminded and score.paused
    kept = replace(session, score=score, clock=None, held=held, reminded=reminded, early=early, paces=score.paces)
    table, answered = answer_turns(replace(table, session=kept, token=max(table.token, score.token), caption=caption))
    table = take_up_hold(table, asked)
    # After a secret turn sounds come before the disk, whose time would tell how late somebody pressed.
    return table, (*effects, *answered, *noted) if answered else (*noted, *effects)


def _drone(table: Table, before: Score | None, after: Score) -> tuple[Effect, ...]:
    """Make the drone louder with each window, no matter who acts in it, and end it together with the bed."""
    was, is_now = (night_share(score) if score else 0.0 for score in (before, after))
    return (SetDrone(is_now),) if table.choices.drone and is_now != was else ()


def choose_sounds(table: Table, asked: Iterable[ShowEffect]) -> Iterator[Effect]:
    for effect in asked:
        match effect:
            case SetBed():
                yield choose_bed(table, effect)
            case PlayFoley(signal):
                yield from (PlaySignal(NOBODY_WAITS, signal),) if table.choices.foley else ()
            case PlaySignal(token, name) if token == NOBODY_WAITS and name in THEME and table.choices.theme == "plain":
                pass
            case Speak() | PlaySignal() | Prepare() | Hush() | WindowOpened():
                yield effect_heard(table, effect)
            case _:
                assert_never(effect)


def choose_bed(table: Table, effect: SetBed) -> SetBed:
    return replace(effect, name=table.choices.bed) if effect.name == CHOSEN else effect


def parts_needed(stage: Stage) -> frozenset[Part]:
    """Return the parts that a show cannot do without: the loudspeaker, and the screen if seats read and choose in
    secret. Questions need neither. A call for nobody must seem like a question, so it needs neither, too."""
    if not isinstance(stage, Perform) or is_for_nobody(stage):
        return frozenset()
    return frozenset({Part.SOUND, Part.SCREEN} if stage.acts else {Part.SOUND})


def lacks_a_part(table: Table, session: Session) -> bool:
    return not parts_needed(session.stage).isdisjoint(table.faults)


def pause_for_fault(table: Table, at: float) -> TableStep:
    """Pause the show at this cue, because a part of the box is broken. Screen and lamp show this if they work."""
    session = table.session
    if session is None or session.score is None or session.score.paused:
        return table, ()
    held = replace(table, session=replace(session, held=True))
    return conduct(held, conductor.pause_show(session.score, at))
