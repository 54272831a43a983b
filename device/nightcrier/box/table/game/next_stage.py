"""Leads from one stage of a game to the next: remembers the answers, and begins the new stage. If people return to a
question, it shows their earlier answer, both after BACK and when they go forward again. The answer to a question for
one seat is not remembered, because another person may sit there next."""

from collections.abc import Mapping
from typing import TypeAlias

from msgspec.structs import replace

from nightcrier.box.events import Ended, Tick
from nightcrier.box.show import conductor
from nightcrier.box.show.answers import BACK, NONE_OF_THEM, TALK_OVER, Answer, Picks, all_values
from nightcrier.box.show.conductor import set_bed
from nightcrier.box.show.cues import Bed, Call, Hush, PlaySignal, Prepare, Say, Signal, Window
from nightcrier.box.show.facts import Fact
from nightcrier.box.show.game_menu import GameMenu, answer_play
from nightcrier.box.show.plug import Play
from nightcrier.box.show.setup import NO_CARDS, Setup
from nightcrier.box.show.stages import (
    TABLE,
    Ask,
    Count,
    Perform,
    SheetTable,
    Stage,
    Tell,
    Verdict,
    answer_with_time,
    in_the_dark,
    night_bed,
    stage_lines,
)
from nightcrier.box.show.tale import speaking_seconds, tale_lines
from nightcrier.box.table.core.effects import CountGame, Effect, KeepSheet
from nightcrier.box.table.core.house import Choices, House, LyingCards
from nightcrier.box.table.core.names import Seating, who_sits
from nightcrier.box.table.core.state import Cursor, GivenAnswer, LayingOut, Session, Table, TableStep, step_after
from nightcrier.box.table.core.talk_clock import LastingClock, TalkClock
from nightcrier.box.table.evening.people import next_kind, seating
from nightcrier.box.table.game.conducting import choose_bed, conduct, parts_needed, pause_for_fault
from nightcrier.box.table.heard.talk import ask_aloud, speak, stage_told, with_numbers
from nightcrier.kernel.faults import Part
from nightcrier.kernel.ids import DAY_BED, NOBODY_WAITS, LineId, Seconds, seat_line
from nightcrier.kernel.phrasings import CALL, Bags, moment_of, other_phrasings
from nightcrier.words.catalogue import LAST_RESORT

_KEPT = 64
"""The number of answers that are remembered. Nobody goes back that far."""


_AnswersNow: TypeAlias = tuple[tuple[GivenAnswer, ...], tuple[GivenAnswer, ...], Answer | None]
"""The answers given so far, the answers of questions that people left with BACK, and the earlier answer to the present
stage."""


def answers_after(session: Session, value: Answer, stage: Stage, marked: Picks | None = None) -> _AnswersNow:
    """Return the remembered answers once this answer has ended the stage. `marked` holds the values chosen in the
    question, if they are known."""
    if value == BACK:
        return _after_back(session, stage, marked)
    given, asked = session.given, session.stage
    if isinstance(asked, Ask) and asked.who <= TABLE:
        given = (*given, GivenAnswer(asked, value, session.bags))[-_KEPT:]
    came = (each.value for each in reversed(session.left) if _is_again(each.ask, stage))
    # After a show or a talk, questions are about something new: the answers left before are dropped.
    left = _others(session, stage) if isinstance(stage, Ask | Tell) else ()
    return given, left, next(came, None)


def _after_back(session: Session, stage: Stage, marked: Picks | None) -> _AnswersNow:
    given, left = session.given, _with_question_left(session, marked)
    places = [place for place, each in enumerate(given) if each.ask == stage]
    return (given[: places[-1]], left, given[places[-1]].value) if places else (given, left, None)


def _with_question_left(session: Session, marked: Picks | None) -> tuple[GivenAnswer, ...]:
    """Return the questions that people left with BACK, plus the one they leave now with its chosen values or its
    earlier answer. After a power cut its values are unknown, so it is not added."""
    stage = session.stage
    if not isinstance(stage, Ask) or stage.who > TABLE:
        return session.left
    if stage.marks is None:
        given = () if session.before is None else (GivenAnswer(stage, session.before),)
        return (*_others(session, stage), *given)[-_KEPT:]
    if marked is None:
        return _others(session, stage)
    return (*_others(session, stage), GivenAnswer(stage, marked))[-_KEPT:]


def _others(session: Session, stage: Stage) -> tuple[GivenAnswer, ...]:
    return tuple(each for each in session.left if each.ask != stage)


def _is_again(asked: Ask, stage: Stage) -> bool:
    """Say whether a stage is the same question as before. If only one answer can be chosen, the offered answers may
    differ, for example by the Gold that is left."""
    if asked.marks or not isinstance(stage, Ask):
        return asked == stage
    return (asked.question, asked.who, asked.marks) == (stage.question, stage.who, stage.marks)


def first_cursor(stage: Stage, before: Answer | None = None) -> Cursor:
    """Return the cursor at the beginning of a stage. `before` is the answer that was given there earlier. A question to
    one seat shows no answer until somebody turns the dial."""
    if not isinstance(stage, Ask):
        return Cursor()
    if stage.marks:
        places = _places(stage, stage.marks.first if before is None else all_values(before))
        start = places[0] if places and stage.choices[stage.start].value == NONE_OF_THEM else stage.start
        return Cursor(-1 if stage.who > TABLE else start, places)
    places = () if before is None else _places(stage, all_values(before))
    return Cursor(-1 if stage.who > TABLE else next(iter(places), stage.start))


def _places(stage: Ask, values: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(place for place, choice in enumerate(stage.choices) if choice.value in values)


def next_session(session: Session, play: Play, stage: Stage, value: Answer, marked: Picks | None = None) -> Session:
    """Return the session at the stage to which this answer leads. `marked` holds the values chosen in the question, if
    known. Opening the menu of a game keeps the state of a secret turn, so that nobody can look twice."""
    told = stage_told(session.stage) or session.told
    given, left, before = answers_after(session, value, stage, marked)
    judged = session.judged or is_counted(session.stage)
    game = Session(session.game, session.setup, session.seed, play, stage, told=told, given=given, left=left)
    night = session.had_night or (in_the_dark(session.stage) and value != BACK)
    if isinstance(session.play, GameMenu) or isinstance(play, GameMenu):
        game = replace(game, acting=session.acting)
    unused = None if parts_needed(session.stage) | parts_needed(stage) else session.unused_since
    game = replace(game, judged=judged, had_night=night, called=_called_before(session, stage), unused=unused)
    game = replace(game, before=before, lasting=session.lasting, laying=session.laying.at(stage))
    return replace(game, paces=session.paces, bags=session.bags, goes_back=value == BACK)


_AT_ANY_TIME = (LineId("paused"),)
"""The lines that belong to no stage, and that have only one phrasing in a whole game."""


def bags_after(house: House, left: Session, now: Session | None) -> Bags:
    """Return the bags after a step that may have led to another stage. What the old stage has said counts as heard.
    BACK undoes this, so that the same is said again, even in a show in between. A secret turn and the menu of the game
    return to what was being said. Calls count once a night, because all calls of a night have the same form."""
    before, after = _stage_of_game(left), _stage_of_game(now) if now else None
    goes_on = before is None or (after and (after is before or after == before or shows_on(before, after)))
    if goes_on or not left.bags.seed:
        return left.bags
    if now and now.goes_back:
        asked = (each.bags for each in reversed(left.given) if each.ask == after)
        return next(asked, None) or left.bags.after(_moments_heard(house, after, before), -1)
    return left.bags.after({*_moments_heard(house, before, after), *(() if now else tips_given(left))})


def _stage_of_game(session: Session) -> Stage | None:
    """Return the present stage of the game, even while its menu is open."""
    return session.play.game.stage() if isinstance(session.play, GameMenu) else session.stage


def tips_given(session: Session) -> tuple[LineId, ...]:
    """Return the tip that is said when people leave a game after its verdict, if there is one."""
    return (LineId(session.setup.tip),) if session.setup.tip and isinstance(session.stage, Verdict) else ()


def _moments_heard(house: House, stage: Stage | None, following: Stage | None) -> set[str]:
    """Return the moments of a stage that have several phrasings, and its calls if a night ends with it."""
    said = (*(stage_lines(stage) if stage else ()), *(() if following else _AT_ANY_TIME))
    others = ((line, next(other_phrasings(line))) for line in said)  # in a game of a file in whatever language
    phrased = (line for line, other in others if house.words.written(other) or house.words.line(LAST_RESORT, other))
    moments = {*map(moment_of, phrased)} - {CALL}
    ends_night = stage and in_the_dark(stage) and not (following and in_the_dark(following))
    return moments | {CALL} if ends_night else moments


def shows_on(left: Stage, now: Stage) -> bool:
    return isinstance(left, Perform) and isinstance(now, Perform) and left.show == now.show


def _called_before(left: Session, stage: Stage) -> Fact | None:
    """Return the last call of this night before the stage, because a host may be asked something about it."""
    if not (in_the_dark(left.stage) and in_the_dark(stage)):
        return None
    calls = [cue.title for cue in left.stage.show if isinstance(cue, Call)] if isinstance(left.stage, Perform) else []
    return calls[-1] if calls else left.called


def marks_now(table: Table, stage: Stage) -> Picks | None:
    """Return the values that are marked in a question, or None if there is no question or a page covers it."""
    if not isinstance(stage, Ask) or table.session is None or table.page:
        return None
    return tuple(stage.choices[index].value for index in table.session.cursor.marked)


def drops_result(session: Session) -> bool:
    """Say whether BACK would leave the game, so that its counted result would be lost."""
    return session.judged and session.play.answer(BACK).stage() is None


def was_lost_before(table: Table, left: Session, stage: Stage) -> bool:
    """Say whether a part that this stage needs broke during the stages before it, which did not need that part."""
    return any(table.faults[part].at >= left.unused_since for part in parts_needed(stage) if part in table.faults)


def stops_speech(left: Stage, stage: Stage) -> bool:
    """Say whether the speech of a stage is interrupted when the stage ends: by day, because people have read the text,
    and before a show. At night a line such as "close your eyes" is heard to its end."""
    if isinstance(left, Perform):
        return False
    return isinstance(stage, Perform) or night_bed(left) is None


def talk_clock(session: Session, stage: Count, left: Seconds = 0.0) -> TalkClock:
    """Return the clock of a discussion: that of an earlier discussion if it still runs, or else a new one. After a
    power cut, a new clock shows the time that was left."""
    if session.lasting and session.lasting.name == stage.clock and not left:
        return session.lasting.clock
    if stage.seconds is None:
        return TalkClock(None, left, up=True)
    return TalkClock(None, left or stage.seconds)


def clock_after(session: Session, *, stops: bool, at: float) -> LastingClock | None:
    """Return the clock that keeps running after this stage, or None. If a talk `stops` for the menu of the game, its
    clock is stopped meanwhile. A person who is called to speak gets the whole time."""
    if isinstance(session.stage, Count) and session.clock and (session.stage.clock or stops):
        clock = session.clock.stop(at) if stops and not session.stage.clock else session.clock
        return LastingClock(session.stage.clock, clock)
    return None if getattr(session.stage, "floor", None) else session.lasting


MOST_LYING = 4
"""The most setups that are remembered for a game. With this many, nobody knows which cards are on the table."""


def cards_on_table(lying: Mapping[str, LyingCards], session: Session) -> Mapping[str, LyingCards]:
    setup, known = session.setup, lying.get(session.game, ())
    own = Setup(setup.scenario, setup.players, setup.deck, setup.options)
    if session.laying is LayingOut.OVER:
        return {**lying, session.game: (own,)}
    mixed = session.laying is LayingOut.IN_ITS_MIDST and own not in known
    return {**lying, session.game: (*(known or (NO_CARDS,)), own)[-MOST_LYING:]} if mixed else lying


def choices_at(choices: Choices, session: Session) -> Choices:
    """Return the choices with the cards that are on the table at this stage, and with the roles that people know after
    it. A practice night teaches no roles. If people stop while laying out the cards, the roles stay new."""
    choices = replace(choices, lying=cards_on_table(choices.lying, session))
    if session.setup.practice or not (in_the_dark(session.stage) or isinstance(session.stage, Count | Verdict)):
        return choices
    known = {*choices.played.get(session.game, ()), *session.setup.deck}
    return replace(choices, played={**choices.played, session.game: tuple(sorted(known))})


_DAYTIME = Bed(DAY_BED, level_db=-8.0, ramp=4.0)
"""The bed that plays under a discussion."""


def begin_performing(table: Table, stage: Perform, at: float, cue: int) -> TableStep:
    """Begin a show. If it has secret turns and the screen is broken, it waits at its beginning."""
    paces = table.session.paces if table.session else conductor.NO_PACES
    begun, effects = conduct(table, conductor.begin_show(stage.show, at, cue, table.token, paces))
    if not stage.acts or Part.SCREEN not in table.faults:
        return begun, effects
    return step_after(effects, pause_for_fault(begun, at))


def next_turn_start(stage: Stage) -> int:
    """Return the cue at which a show calls the next seat that has a secret turn, or 0."""
    if not isinstance(stage, Perform) or not stage.acts:
        return 0
    window = next(n for n, cue in enumerate(stage.show) if isinstance(cue, Window) and cue.name in stage.acts)
    return conductor.call_start(conductor.Score(stage.show, window))


def has_day_bed(table: Table) -> bool:
    """Say whether a bed plays under the present talk. It does not while somebody speaks alone."""
    wanted = table.choices.day_bed and table.choices.theme == "full"
    return wanted and isinstance(table.stage, Count) and table.stage.floor is None


def begin_talk(table: Table, session: Session, clock: TalkClock) -> TableStep:
    bed = (set_bed(_DAYTIME),) if has_day_bed(table) else ()
    table = replace(table, session=replace(session, clock=clock, lasting=None, score=None))
    return table, (*bed, *sounds_after(table))


def judge_and_count(table: Table, session: Session, stage: Verdict) -> TableStep:
    """Announce a verdict, count its points, and save its sheet."""
    told, effects = begin_verdict(table, session, stage)
    kept = (KeepSheet(session.game, sheet_text(stage.sheet, seating(table))),) if stage.sheet else ()
    setup, kind = session.setup, next_kind(table)  # points count by person: people at the seats change between games
    counted = CountGame(session.game, setup.deck_id, stage.points, setup.seated, setup.evening, *kind)
    return told, (*effects, *((counted,) if is_counted(stage) else ()), *kept)


def is_counted(stage: Stage) -> bool:
    """Say whether this is a verdict with points."""
    return isinstance(stage, Verdict) and bool(stage.points)


def begin_asking(table: Table, stage: Ask | Tell) -> TableStep:
    """Say the lines of a question or of something to read. Without lines, play the signal of the question. Also begin
    the bed of the stage."""
    table, lines = ask_aloud(table, stage)
    signal = stage.signal if isinstance(stage, Ask) else ""
    said, effects = speak(table, *lines) if lines else (table, (PlaySignal(NOBODY_WAITS, signal),) if signal else ())
    return said, ((choose_bed(table, set_bed(stage.night)),) if stage.night else ()) + effects


def sounds_after(table: Table) -> tuple[Effect, ...]:
    """Return the effect that prepares the opening sounds of the next show, so that it starts without a delay when START
    ends a talk or a text for everybody. At any other stage, return nothing."""
    session = table.session
    stage = session.stage if session else None
    if session is None or not (isinstance(stage, Count) or (isinstance(stage, Tell) and stage.who == TABLE)):
        return ()
    value = answer_with_time(stage, TALK_OVER if isinstance(stage, Count) else "", 0.0)
    following = answer_play(session.play, value).stage()
    show = following.show if isinstance(following, Perform) else ()
    first = next((cue for cue in show if isinstance(cue, Say | Signal)), None)
    if first is None:
        return ()
    signal = first.name if isinstance(first, Signal) else ""
    return (with_numbers(table, Prepare(conductor.next_lines(conductor.Score(show, -1)), signal=signal)),)


def sheet_text(sheet: SheetTable, seating: Seating) -> str:
    rows = [("seat", *sheet.heads)]
    rows += [(str(who_sits(seating, seat).person), *row) for seat, row in enumerate(sheet.rows, 1)]
    return "".join(f"{','.join(row)}\n" for row in rows)


def begin_verdict(table: Table, session: Session, verdict: Verdict) -> TableStep:
    """Say the lines of a verdict. If it has music, play that first; `sting_ended` then says the lines."""
    if not verdict.sting or table.choices.theme == "plain":
        return speak(table, *verdict.lines)
    token = table.token + 1
    waiting = replace(table, token=token, caption=None, session=replace(session, sting=token))
    return waiting, (Hush(), PlaySignal(token, verdict.sting))


def sting_ended(table: Table, session: Session, verdict: Verdict, event: Tick | Ended) -> TableStep:
    """Say the lines of a verdict once its music has ended, unless somebody has already asked for them. Once a tale has
    ended, it can no longer be skipped."""
    if not isinstance(event, Ended) or event.token not in {session.sting, session.tale} - {NOBODY_WAITS}:
        return table, ()
    silent = replace(table, session=replace(session, sting=NOBODY_WAITS, tale=NOBODY_WAITS))
    return (silent, ()) if event.token == session.tale else speak(silent, *verdict.lines)


def tell_night(house: House, table: Table, session: Session, verdict: Verdict) -> TableStep:
    """Tell what happened in the game. While the tale is being told, START skips it."""
    names = {seat_line(seat): sitting.name for seat, sitting in seating(table).items()}
    languages = table.choices.languages_said(second=False)

    def seconds(line: LineId) -> Seconds:
        return sum(speaking_seconds(names.get(line) or house.words.title(each, line)) for each in languages)

    told = replace(table, session=replace(session, tale=table.token + 1))
    return speak(told, *tale_lines(verdict.tale, seconds))
