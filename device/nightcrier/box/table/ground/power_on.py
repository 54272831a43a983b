"""Starts the table at power-on. A new box speaks first. An interrupted game is rebuilt from the setup, seed and answers
in its journal."""

from collections.abc import Sequence
from typing import assert_never

from msgspec.structs import replace

from nightcrier.box.show.answers import MENU, Answer, all_values
from nightcrier.box.show.game_menu import answer_play
from nightcrier.box.show.stages import Perform
from nightcrier.box.table.core.effects import (
    Answered,
    Began,
    CalledByNumber,
    Chosen,
    ClockKept,
    Closed,
    Effect,
    Entry,
    Reached,
    Remember,
    TakenBack,
)
from nightcrier.box.table.core.house import House, WelcomeStep
from nightcrier.box.table.core.state import GameBefore, Page, Session, Table, TableStep, TurnState, step_after
from nightcrier.box.table.core.talk_clock import LastingClock, TalkClock
from nightcrier.box.table.game.conducting import answer_turn, reopen_turn, restore_picks
from nightcrier.box.table.game.next_stage import bags_after, choices_at, next_session, shows_on
from nightcrier.box.table.game.session import begin_play, first_session, go_on, say_before, shut_again
from nightcrier.box.table.ground.home import HOME
from nightcrier.box.table.ground.stage import surface
from nightcrier.box.table.heard.talk import reads_aloud, speak
from nightcrier.box.table.over.loudness_dial import loudness_now
from nightcrier.box.table.over.welcome import open_welcome
from nightcrier.box.table.over.yes_or_no import Question, ask_over, ask_to_end


def _ask_for_end(house: House, table: Table, under: Page | None, at: float) -> TableStep:
    """Ask whether to end the interrupted game. Otherwise one wrong press at power-on would lose it."""
    return ask_to_end(table)


def _go_on(house: House, table: Table, under: Page | None, at: float) -> TableStep:
    """Continue the interrupted game. Eyes are open after the question, so people are asked to shut them first."""
    taken, effects = go_on(table, at)
    session = table.session
    # A bed that ends with the call's beginning is that of the morning, which opens the eyes.
    return taken, say_before(effects, shut_again(session, session.place.cue + 2) if session else ())


GO_ON = Question("ask.go-on", _go_on, no=_ask_for_end, back=_ask_for_end, page="go on with the game?")


def boot(house: House, table: Table, entries: Sequence[Entry], *, crashed: bool = False) -> TableStep:
    """Start the table at power-on, and offer to continue an interrupted game. After a crash the game continues without
    a question, because people may have their eyes shut."""
    ready = (loudness_now(table),)
    session = restore_session(house, entries)
    if session is None:
        greets = table.choices.welcome is not WelcomeStep.DONE
        return _greet(house, table, ready) if greets else step_after(ready, _say_home(house, table))
    choices = choices_at(table.choices, session)  # the power may have gone before they were kept
    met = (Remember(choices),) if choices != table.choices else ()
    cut = replace(table, session=session, choices=choices, by_number=was_called_by_number(entries))
    # The evening goes on, too: a game without a tip is one whose evening has had it.
    cut = replace(cut, before=GameBefore(result=_result_wished(session), tipped=not session.setup.tip))
    taken, effects = go_on(cut, table.now) if crashed else ask_over(cut, GO_ON)
    return taken, (*ready, *met, *effects)


def _greet(house: House, table: Table, ready: tuple[Effect, ...]) -> TableStep:
    opened, effects = open_welcome(table, table.choices.welcome)
    said, spoken = speak(opened, *surface(opened).lines(house, opened), menu=True)
    return said, (*ready, *effects, *spoken)


def _say_home(house: House, table: Table) -> TableStep:
    """Return a step that says where people are, if pages are read aloud."""
    return speak(table, *HOME.all_lines(house, table), menu=True) if reads_aloud(house, table) else (table, ())


def restore_session(house: House, entries: Sequence[Entry]) -> Session | None:
    """Return the session that the journal describes, at the position it had reached, or None if the journal has no
    game."""
    session: Session | None = None
    for entry in entries:
        if isinstance(entry, Began):
            session = _begin(house, entry)
        elif session:
            now = _after(session, entry)
            session = replace(now, bags=bags_after(house, session, now)) if now else None
    return session


def _result_wished(session: Session) -> str:
    given = (each.value for each in reversed(session.given) if each.ask.lasts and each.value != MENU)
    return next((value for value in given if isinstance(value, str)), session.setup.result)


def was_called_by_number(entries: Sequence[Entry]) -> bool:
    return next((entry.on for entry in reversed(entries) if isinstance(entry, CalledByNumber)), False)


def _after(session: Session, entry: Entry) -> Session | None:
    match entry:
        case Answered(value):
            return _answer(session, value)
        case Chosen(turn, row):
            return restore_picks(session, turn, row)
        case TakenBack():
            return reopen_turn(session) if session.past else session
        case Reached():
            return replace(session, place=entry)
        case ClockKept(name, seconds, up):
            return replace(session, lasting=LastingClock(name, TalkClock(None, seconds, up)))
        case CalledByNumber():
            return session  # of the table: see `was_called_by_number`
        case Began() | Closed():
            return None
        case _:
            assert_never(entry)


def _begin(house: House, began: Began) -> Session | None:
    game, setup, seed = began.game, began.setup, began.seed
    play = begin_play(house.games[game], setup, seed) if game in house.games else None
    return first_session(game, setup, seed, play) if play else None


def _answer(session: Session, value: Answer) -> Session | None:
    if isinstance(session.stage, Perform) and session.stage.acts and value != MENU:
        turn = TurnState(next(iter(session.stage.acts)), all_values(value))
        return _in_show(session, answer_turn(session, turn))
    play = answer_play(session.play, value)
    stage = play.stage()
    return next_session(session, play, stage, value) if stage else None


def _in_show(session: Session, answered: Session) -> Session:
    """Answer a secret turn of a show. The show continues unless the answer has ended it."""
    now = answered.stage
    return answered if shows_on(session.stage, now) else next_session(session, answered.play, now, "")
