"""The roles this table has met: those of a game whose night has begun. One that is given up before that, while its
cards are laid out, leaves them new, and what is new is offered again."""

from msgspec.structs import replace

from device.show.stages import Count, Stage, Verdict
from device.table.house import Choices
from device.table.pages.question import in_the_dark
from device.table.session_state import Session


def with_roles_met(choices: Choices, session: Session) -> Choices:
    """The choices, with what this stage makes known. A practice night leaves nothing behind."""
    if session.setup.practice or not _is_played(session.stage):
        return choices
    known = {*choices.played.get(session.game, ()), *session.setup.deck}
    return replace(choices, played={**choices.played, session.game: tuple(sorted(known))})


def _is_played(stage: Stage) -> bool:
    """Whether it is the night, or what comes after one."""
    return in_the_dark(stage) or isinstance(stage, Count | Verdict)
