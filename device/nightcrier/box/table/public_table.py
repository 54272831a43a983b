"""Reports to companions what everybody may know about the table: the page, the progress of a show, the clock of a
discussion. Winners are reported once they were announced. A night appears as one page without words, no matter who is
asked. Whatever the host alone is asked or told by day appears like this, too. The scores are reported only at home."""

from collections import Counter
from typing import assert_never

from msgspec.structs import replace

from nightcrier.box.show.facts import Fact
from nightcrier.box.show.setup import DeckOrigin
from nightcrier.box.show.stages import HOST, NIGHT_PAGE, Ask, Count, Perform, Stage, Tell, Verdict, in_the_dark
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.names import fact_text
from nightcrier.box.table.core.signs import card_sign, side_sign, sign_path
from nightcrier.box.table.core.state import Session, Table
from nightcrier.box.table.drawing.view import View, view_lines
from nightcrier.box.table.evening.people import seating
from nightcrier.box.table.evening.scenario import scenario_line
from nightcrier.box.table.game.conducting import call_place
from nightcrier.box.table.ground.day import roles_in_play
from nightcrier.box.table.over.loudness_dial import voice_loudness
from nightcrier.box.table.over.open_to_wishes import is_at_home
from nightcrier.box.table.over.yes_or_no import QuestionPage
from nightcrier.box.table.phone_answers import pictured_seats, public_question
from nightcrier.kernel.ids import LineId, screen_line
from nightcrier.kernel.people import GameResult
from nightcrier.wire.public_record import (
    Phase,
    PublicClock,
    PublicPerson,
    RoleInPlay,
    RolesInPlay,
    ScoredGame,
    ScoredPerson,
    TableScores,
    TableShown,
)
from nightcrier.words.catalogue import UNHEARD

_PHASES = {"vote": Phase.VOTE, "verdict": Phase.VERDICT}  # of a show, by its page
_SILENT = frozenset({NIGHT_PAGE, "ask", "tell", "sheet"})
"""The pages of a night and those for a host, none of which makes a sound when it opens."""


def table_shown(house: House, table: Table, public: View) -> TableShown:
    """Return what everybody may know. `public` is the public view of the page. The password of the box's own Wi-Fi is
    never included."""
    shown = TableShown(
        page=public.page,
        language=public.language,
        lines=tuple(line.translate(UNHEARD) for line in view_lines(public)) if public.at_door else (),
        loudness=voice_loudness(table),
        ceiling=table.ceiling,
    )
    shown = table.page.tell(shown) if table.page and not table.rest.asleep else shown
    for feature in table.features.values():
        shown = feature.tell(shown)
    if table.session is None:
        return shown
    seen = _with_game(house, replace(shown, question=public_question(house, table)), table, table.session)
    return _host_record(seen, table, table.session.stage)


def _with_game(house: House, shown: TableShown, table: Table, session: Session) -> TableShown:
    """Add the game, and the number of the call that has begun in this night or show. The winners are added once
    something was heard after the music of the verdict."""
    score, clock, stage = session.score, session.clock or session.clock_over_it, session.stage
    floor = stage.floor if isinstance(stage, Count | Perform) else None
    return replace(
        shown,
        phase=phase_now(table),
        paused=score is not None and score.paused,
        game=session.game,
        call=call_place(house, session)[0],
        clock=PublicClock(clock.zero, clock.left, clock.up) if clock else None,
        speakers=pictured_seats(seating(table), floor.row) if floor else (),
        speaks=floor.at if floor else 0,
        winners=() if table.has_music else _winners(session),
    )


def _host_record(seen: TableShown, table: Table, stage: Stage) -> TableShown:
    """Hide from the public record what a host does. A night looks the same for a question to the host and a call for
    nobody, and a question to everybody pauses both. A day looks the same no matter how often the host alone is
    asked."""
    if seen.phase is not Phase.NIGHT:
        host = isinstance(stage, Ask | Tell) and stage.who == HOST
        return replace(seen, page="ask") if host and seen.page in _SILENT else seen
    if isinstance(table.page, QuestionPage):
        return replace(seen, paused=True)
    if seen.page not in _SILENT:
        return seen
    return replace(seen, page=NIGHT_PAGE, language=table.choices.language, lines=())


def phase_now(table: Table) -> Phase:
    """Return the phase of the game. Until the first night falls, people lay out and deal the cards. The phase never
    reveals that one seat alone is asked or told something."""
    session = table.session
    if session is None:
        return Phase.HOME
    if in_the_dark(session.stage):
        return Phase.NIGHT
    match session.stage:
        case Perform(page=page):
            return _PHASES.get(page, Phase.CARDS)
        case Count():
            return Phase.DAY
        case Ask() | Tell():
            return Phase.ASKED if session.had_night else Phase.CARDS
        case Verdict():
            return Phase.VERDICT
        case _:
            assert_never(session.stage)


def roles_shown(house: House, table: Table) -> RolesInPlay:
    """Return the roles in play during a discussion, and none at any other time."""
    session, language = table.session, table.choices.language
    if session is None or phase_now(table) is not Phase.DAY:
        return RolesInPlay(())
    game, deck = house.games[session.game], Counter(session.setup.deck)

    def plain(fact: Fact | None) -> str:
        return fact_text(house.words, language, fact).translate(UNHEARD) if fact else ""

    return RolesInPlay(
        tuple(
            RoleInPlay(
                plain(game.card_fact(card)),
                deck[card],
                sign_path(card_sign(game, card)),
                plain(side),
                sign_path(side_sign(game, card)),
            )
            for card, _, side in roles_in_play(house, session)
        )
    )


def _winners(session: Session) -> tuple[PublicPerson, ...]:
    stage, seated = session.stage, session.setup.seated
    if not isinstance(stage, Verdict):
        return ()
    people = {seat: PublicPerson(each.person, each.name) for seat, each in enumerate(seated, 1)}
    return tuple(people.get(seat, PublicPerson(seat, "")) for seat in stage.winners)


def table_scores(house: House, table: Table) -> TableScores | None:
    """Return the scores, or None while they are unknown, or while people play or use the menus."""
    standings = table.standings
    if standings is None or not is_at_home(table):
        return None
    return TableScores(
        standings.evening,
        standings.kind,
        standings.target,
        tuple(ScoredPerson(each.name, each.points, each.losses, each.out) for each in standings.people),
        standings.champions,
        tuple(_game(house, table, each) for each in standings.games),
    )


def _game(house: House, table: Table, result: GameResult) -> ScoredGame:
    title = house.words.title(table.choices.language, _title(result)).translate(UNHEARD)
    return ScoredGame(result.number, result.game, result.scenario, title, result.points, result.id)


def _title(result: GameResult) -> LineId:
    """Return the line of a game's title. A deck that was drawn at random or changed by hand has its own title."""
    own = set(DeckOrigin) - {DeckOrigin.SCENARIO}
    return screen_line(result.scenario) if result.scenario in own else scenario_line(result.game, result.scenario)
