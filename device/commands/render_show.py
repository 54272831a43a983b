"""The show that `nightcrier render` was asked for: its game is begun, and led there as if people just pressed START."""

from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from device.box.rehearsal import Rehearsal
from device.commands.answers import MOST_STAGES, some_answer
from device.commands.render_choices import asked_choices
from device.commands.render_sounds import as_on_the_box
from device.kernel.errors import WrongUse
from device.kernel.ids import NOBODY_WAITS
from device.show.answers import Answer
from device.show.play import Play
from device.show.plug import problems_of
from device.show.stages import TABLE, Count, Perform, Stage, Tell, Verdict
from device.sound.voices.packs import pack_id, pack_places
from device.table.house import Choices, House
from device.table.loudness import loudness_now
from device.table.new_game import start_game
from device.table.pages.names import fact_text
from device.table.session import advance
from device.table.state import Table, TableStep
from device.words.catalogue import LAST_RESORT

_LONGEST = 7200.0


def opened_show(rehearsal: Rehearsal, recordings: Path, arguments: Namespace, kept: Choices | None) -> TableStep:
    """What was asked for, ready to be played, as the box `kept` it, with the voices people recorded there. Raises
    WrongUse where there is no such show."""
    daemon = rehearsal.box.daemon
    chosen = as_on_the_box(daemon.table.choices, kept, daemon.house.beds)
    table, effects = _opened(
        _with_people(daemon.house, recordings), replace(daemon.table, seed=arguments.seed, choices=chosen), arguments
    )
    return _without_questions(table), (loudness_now(table), *effects)


def _with_people(house: House, recordings: Path) -> House:
    """Their voices can be named, too, which no menu offers: of several the one that is named is heard first."""
    people = {language: tuple(map(pack_id, pack_places(recordings, language))) for language in house.voices}
    return replace(house, voices={language: (*house.voices[language], *people[language]) for language in people})


def perform_show(rehearsal: Rehearsal, shown: TableStep, refused: Callable[[], bool]) -> None:
    """Played to its end, or until the player refuses."""
    daemon, stage = rehearsal.box.daemon, _stage(shown[0])
    daemon.adopt(shown)

    def over() -> bool:
        return refused() or _stage(daemon.table) is not stage or _is_told(rehearsal, daemon.table)

    rehearsal.until(over, _LONGEST)


_NOTHING_SAID = Tell(TABLE, ())


class _ShowsAlone(Struct, frozen=True):
    """A game that says nothing where hands are waited for: what is asked or told after a show is no part of it."""

    play: Play

    def stage(self) -> Stage | None:
        stage = self.play.stage()
        return stage if stage is None or isinstance(stage, Perform | Count) else _NOTHING_SAID

    def answer(self, value: Answer) -> Play:
        return _ShowsAlone(self.play.answer(value))

    @property
    def keeps_secrets(self) -> bool:
        return self.play.keeps_secrets


def _without_questions(table: Table) -> Table:
    session = table.session
    return replace(table, session=replace(session, play=_ShowsAlone(session.play))) if session else table


def _is_told(rehearsal: Rehearsal, table: Table) -> bool:
    """Whether this is a verdict that was said after its sting: it stands until somebody goes on."""
    session = table.session
    if session is None or not isinstance(session.stage, Verdict):
        return False
    return session.sting == NOBODY_WAITS and not rehearsal.box.desk.speaks


def _name(stage: Stage) -> str:
    """What `--show` calls it; nothing where there is nothing to hear by itself."""
    if isinstance(stage, Perform):
        return stage.page
    return "day" if isinstance(stage, Count) else "verdict" if isinstance(stage, Verdict) else ""


def _opened(house: House, table: Table, arguments: Namespace) -> TableStep:
    """The game at the stage that was asked for, and what is to be done there first."""
    shows: dict[str, None] = {}
    for choices in asked_choices(house, table.choices, arguments):
        turn = _begun(house, replace(table, choices=choices))
        for number in range(MOST_STAGES):
            if (stage := _stage(turn[0])) is None:
                break
            name = _name(stage)
            if name and name == arguments.show:
                return turn
            shows |= {name: None} if name else {}
            turn = advance(turn[0], some_answer(stage, number), 0.0)
    raise WrongUse(f"There is no show '{arguments.show}' in this game; choose one of: {', '.join(shows)}.")


def _begun(house: House, table: Table) -> TableStep:
    """Raises WrongUse for what the box would not begin."""
    begun, choices = start_game(house, table, 0.0), table.choices
    wrong = problems_of(house.games[choices.game], choices.setup)
    if wrong:
        raise WrongUse(f"{fact_text(house.words, LAST_RESORT, wrong[0])}.")
    return begun


def _stage(table: Table) -> Stage | None:
    return table.session.stage if table.session else None
