"""Processes one event at the table, and returns the next state with the effects. Everything that people do goes through
this module."""

from typing import assert_never

from msgspec.structs import replace

from nightcrier.box.events import (
    BatteryCharge,
    Caption,
    Ceiling,
    Control,
    DiskPace,
    Ended,
    Event,
    FeatureNews,
    Gesture,
    HeldAtPowerOn,
    Input,
    PeopleCalled,
    Standings,
    Stop,
    Tick,
    Touched,
    Wished,
)
from nightcrier.box.show.cues import Hush, PlaySignal
from nightcrier.box.show.stages import Ask, Count, in_the_dark
from nightcrier.box.table.core.effects import CalledByNumber, Effect, LookUp, Record, Remember, Rouse
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.state import HeldDial, Rest, Scan, Session, Table, TableStep, step_after
from nightcrier.box.table.evening.people import follow_standings, let_guests_go, seating
from nightcrier.box.table.game.next_stage import bags_after
from nightcrier.box.table.game.tonight import first_words
from nightcrier.box.table.ground.before_game import NumberPage, begin_or_advise, unsay_deal
from nightcrier.box.table.ground.stage import run_stage, stage_due, surface
from nightcrier.box.table.heard.captions import is_performed
from nightcrier.box.table.heard.read_aloud import answer_silence, say_all, speak_page, speaks_menus, teach_controls
from nightcrier.box.table.heard.talk import speak
from nightcrier.box.table.look import caption_change_due, idle_due, is_occupied, pass_idle
from nightcrier.box.table.over.faults import follow_fault, tell_untold
from nightcrier.box.table.over.loudness_dial import (
    gauge_due,
    is_for_loudness,
    loudness_now,
    remember_hold,
    return_to_held_page,
    turn_after_hold,
)
from nightcrier.box.table.over.welcome import ask_in_turn, run_trying
from nightcrier.box.table.over.who_plays import WhoPage
from nightcrier.box.table.over.yes_or_no import QuestionPage
from nightcrier.kernel.faults import Fault
from nightcrier.kernel.ids import NOBODY_WAITS, number_line, screen_line


def step(house: House, table: Table, event: Event) -> TableStep:
    """Process one event. Before a gesture, first do whatever is already due."""
    house = house.with_letters(table.choices.letters)
    if isinstance(event, Wished):
        from nightcrier.box.table.wishes import is_heeded, refuse_wish  # few boxes have somebody who wishes

        if not is_heeded(table, event.wish):
            return table, refuse_wish(table, event)
    late: tuple[Effect, ...] = ()
    due = stage_due(table) if isinstance(event, Input) else None
    if due is not None and due <= event.at:
        table, late = step(house, table, Tick(event.at))
    scanned = table.choices.hands.over(house.settings.panel).scanning != "off" or table.scan != Scan()
    moved, effects = (_scan if scanned else _take_event)(house, table, event)
    return moved, (*late, *effects)


def _scan(house: House, table: Table, event: Event) -> TableStep:
    """Process one event on a box that is used with one or two switches."""
    from nightcrier.box.table.heard.scanning import await_reading, end_offers, keeps_switch, say_offer, scan_gesture

    begun, meant = scan_gesture(house, table, event) if isinstance(event, Input) else (table, event)
    moved, effects = (begun, ()) if meant is None else _take_event(house, begun, meant)
    if meant is not event and not keeps_switch(house, begun, moved):
        moved, effects = begun, ()
    held, moved = moved.scan.held, end_offers(table, await_reading(table, moved, event))
    if held and not moved.scan.held:
        moved, let_go = _take_event(house, moved, Input(event.at, Control.DIAL, Gesture.RELEASE))
        effects = (*effects, *let_go)
    said = say_offer(table, moved, event) if speaks_menus(house, moved) else ()
    return moved, (*effects, *said)


def _take_event(house: House, table: Table, event: Event) -> TableStep:
    moved, effects = _act(house, table, event)
    if moved.starts:
        moved, effects = step_after(effects, begin_or_advise(house, replace(moved, starts=False), event.at))
    moved = _count_words(house, table.session, moved)
    if _is_felt(table, moved, event):
        effects = (*effects, PlaySignal(NOBODY_WAITS, "tick"))
    if table.session and not moved.session:
        # The bags are kept now: what the last game of an evening said is not said again on the next.
        effects = (*effects, Remember(moved.choices), *first_words(house, moved))
    if table.choices.guests_play:
        moved, effects = let_guests_go(moved, effects)
    if moved.anew and moved.at_home:
        moved = replace(moved, anew=())  # the game that was to begin a new evening did not begin
    moved, unsaid = unsay_deal(house, moved)
    effects = (*effects, *unsaid)
    if moved.untold and not moved.session:
        moved = tell_untold(moved)
    for feature in moved.features.values():
        moved, settled = feature.settle(house, moved, event)
        effects = (*effects, *settled)
    moved = replace(moved, now=max(table.now, event.at))
    return _speak_menus(house, table, event, (moved, effects)) if speaks_menus(house, moved) else (moved, effects)


def _speak_menus(house: House, table: Table, event: Event, after: TableStep) -> TableStep:
    moved, effects = after
    if isinstance(event, Input | Fault | Standings) or _begins_by_itself(table, moved):
        moved, effects = speak_page(house, table, moved, effects)
    moved, effects = teach_controls(house, moved, effects)
    return answer_silence(house, table, moved, event, effects) if isinstance(event, Input) else (moved, effects)


def _count_words(house: House, left: Session | None, table: Table) -> Table:
    """Count the phrasings that the table has heard in the stage that is over. After the game, the choices keep the
    counts."""
    now, choices = table.session, table.choices
    if left is None or now is left or (bags := bags_after(house, left, now)) is left.bags:
        return table
    if now:
        return replace(table, session=replace(now, bags=bags))
    return replace(table, choices=replace(choices, bags=replace(bags, games=choices.games)))


def _begins_by_itself(table: Table, moved: Table) -> bool:
    """Say whether a talk or an open question begins by itself, without any gesture, for example after a show."""
    stage = moved.stage
    return isinstance(stage, Count | Ask) and stage is not table.stage and not in_the_dark(stage)


def _is_felt(table: Table, moved: Table, event: Event) -> bool:
    """Say whether a tick should confirm a hold, because the hold takes effect before the finger lets go. In a game
    there is no tick, because the box speaks or must stay silent."""
    held = isinstance(event, Input) and event.gesture is Gesture.HOLD
    return held and table.session is None and moved.turned_now != table.turned_now


def table_due(house: House, table: Table) -> float | None:
    house = house.with_letters(table.choices.letters)
    looks = caption_change_due(house, table), gauge_due(table), idle_due(house, table)
    features = (each.due(house, table) for each in table.features.values())
    wanted = (
        surface(table).due(table),
        stage_due(table),
        table.trying.until if table.trying else None,
        *looks,
        *features,
    )
    moments = [moment for moment in (*wanted, table.scan.until) if moment is not None]
    return min(moments, default=None)


def _act(house: House, table: Table, event: Event) -> TableStep:
    match event:
        case Touched(at):
            return _wake(house, table, at)
        case Input():
            return _hand(house, table, event)
        case HeldAtPowerOn():
            from nightcrier.box.table.ground.profiles import (
                choose_profile,  # read in where somebody holds a control then
            )

            return choose_profile(house, table, event)
        case Fault():
            return follow_fault(house, table, event)
        case Standings():
            return _take_standings(house, table, event)
        case Caption():
            return replace(table, caption=event), ()
        case Ceiling(loudness=ceiling):
            under = replace(table, ceiling=ceiling)
            return under, (loudness_now(under),)
        case DiskPace(seconds=seconds):
            return replace(table, disk_pace=seconds), ()
        case BatteryCharge(battery=battery):
            return replace(table, battery=battery), ()
        case PeopleCalled(by_number=by_number):
            kept = bool(table.session) and by_number != table.by_number
            noted = (Record(CalledByNumber(by_number), beside=True),) if kept else ()
            return replace(table, by_number=by_number), noted
        case Ended():
            return _sound_ended(house, table, event)
        case FeatureNews():
            from nightcrier.box.table.plugs.registry import follow_news

            return follow_news(house, table, event)
        case Wished():
            from nightcrier.box.table.wishes import follow_wish

            return follow_wish(house, table, event)
        case Tick():
            return _time_passed(house, table, event)
        case Stop():
            return table, ()
        case _:
            assert_never(event)


def _hand(house: House, table: Table, event: Input) -> TableStep:
    """Do what a gesture means on the page. Holding START or BACK is a press if a hold has no meaning on that page."""
    if table.rest.swallow and event.gesture is not Gesture.RELEASE:
        return replace(table, rest=replace(table.rest, swallow=False, touched=event.at)), ()
    rest = replace(table.rest, touched=event.at)
    touched = replace(return_to_held_page(table, event), rest=rest, held_dial=HeldDial.NOTHING)
    if is_for_loudness(touched, event):
        return turn_after_hold(table.held_dial, touched, event)
    read = _read(touched, event)
    moved, effects = surface(read).handle(house, read, event)
    is_held = event.gesture is Gesture.HOLD and event.control is not Control.DIAL  # a held dial may still be turned
    if is_held and moved is read and not effects:  # a press by a slow finger
        moved, effects = surface(read).handle(house, read, replace(event, gesture=Gesture.PRESS))
    moved, effects = say_all(house, read, event, (moved, effects))
    return remember_hold(event, read, moved, effects), effects


def _read(table: Table, event: Input) -> Table:
    """Remove the caption over the page, because a gesture shows that people have read it. During a show, it stays."""
    reads_on = event.gesture is Gesture.RELEASE or table.trying is not None or is_performed(table)
    return table if reads_on else replace(table, caption=None)


def _sound_ended(house: House, table: Table, event: Ended) -> TableStep:
    read = table.caption is not None and event.token >= table.caption.token
    heard = replace(table, caption=None) if read else table
    if heard.trying or heard.session:
        moved, effects = run_trying(heard, event) if heard.trying else run_stage(heard, event)
    elif heard.page and event.token == heard.token:
        moved, effects = heard.page.go_on(house, heard, event.at)
    else:
        moved, effects = heard, ()
    # Nothing is cut: what follows by itself comes after the pause between two sentences, which an answer leaves out.
    return moved, tuple(effect for effect in effects if not isinstance(effect, Hush))


def _time_passed(house: House, table: Table, event: Tick) -> TableStep:
    if table.scan.until is not None:
        from nightcrier.box.table.heard.scanning import pass_offer

        table = pass_offer(house, table, event.at)
    if table.trying:
        return run_trying(table, event)
    led = table.page.pass_time(house, table, event.at) if table.page else (table, ())
    if led[0] is not table:
        return led
    if is_occupied(table):
        return run_stage(table, event)
    idle, effects = pass_idle(house, table, event.at)
    return step_after(effects, ask_in_turn(house, idle, event.at))


def _wake(house: House, table: Table, at: float) -> TableStep:
    """Wake the box at a touch. A sleeping box ignores the gesture that wakes it. The first touch also looks up the
    scores, because a command may have begun an evening."""
    rouse = (Rouse(), *first_words(house, table)) if table.rest.dozing else ()
    look_up = () if table.rest.looked_up and not table.rest.dozing else (LookUp(),)
    awake = replace(table, rest=Rest(at, swallow=table.rest.asleep, looked_up=True))
    return awake, (*rouse, *look_up)


def _take_standings(house: House, table: Table, standings: Standings) -> TableStep:
    """Accept the scores that the scorebook sends. If people tried to change an evening that is over, the box says so,
    and home shows the new one. If people come or go, the page that asks for the number of players shows the new
    number."""
    followed, effects = follow_standings(house, table, standings)
    asked = table.page.under if isinstance(table.page, QuestionPage) else table.page
    if isinstance(asked, WhoPage) and _asks_otherwise(table, followed):
        followed = replace(followed, page=asked.under)
    if not table.session and seating(followed) != seating(table):
        effects = (*effects, *first_words(house, followed))
    if isinstance(table.page, NumberPage) and followed.choices.players != table.choices.players:
        now = followed.choices.people_here
        followed, said = speak(replace(followed, page=replace(table.page, number=now, turned=True)), number_line(now))
        effects = (*effects, *said)
    if not standings.other_evening or table.session:
        return followed, effects
    return step_after(effects, speak(replace(followed, page=None), screen_line("score.other-evening")))


def _asks_otherwise(before: Table, now: Table) -> bool:
    """Say whether the open question about who plays is outdated, because the people or their number have changed."""
    people = [table.standings.people if table.standings else () for table in (before, now)]
    return people[0] != people[1] or before.choices.setup.players != now.choices.setup.players
