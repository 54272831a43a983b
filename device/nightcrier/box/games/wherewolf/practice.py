"""Leads a practice night: the calls of the first night with open eyes. Each role is explained before its call and gets
time to act.

If the box deals, no role is called. The players hear the possible roles, and what they will do at the box."""

from collections.abc import Iterable

from msgspec.structs import replace

from nightcrier.box.games.wherewolf.hosted.call_shows import close_cues, wake_cues
from nightcrier.box.games.wherewolf.hosted.placing import roles_first_shown
from nightcrier.box.games.wherewolf.table.phrases import role_word, wolf_line, wolf_title, wolf_word
from nightcrier.box.games.wherewolf.table.village import WolfRules
from nightcrier.box.show.cues import Call, Cue, Gap, Say, Show, Window
from nightcrier.box.show.facts import Fact
from nightcrier.box.show.stages import TABLE, Perform, Stage, Tell
from nightcrier.box.show.teaching import PRACTICE_OVER, PracticePlay, practice_opening
from nightcrier.kernel.ids import LineId, Seconds

_OPEN_EYED = "practice"
_TIME: Seconds = 30.0
"""The seconds in which a called role may act. START ends this time earlier."""
_BREATH = Gap(1.5)
_AT_THE_BOX = ("box.how", "box.dusk", "box.dawn")


def practice_of(rules: WolfRules) -> PracticePlay:
    """Return a practice night: what to do, the night, a description of the day, and the end."""
    taught = replace(rules, options=replace(rules.options, wording="full"))
    return PracticePlay(_at_the_box(taught) if rules.options.host == "box" else _night_of_calls(taught))


def _night_of_calls(rules: WolfRules) -> tuple[Stage, ...]:
    begin = practice_opening("cards", wolf_line("practice.cards"), timed=True)
    night = Perform(practice_calls(rules), _OPEN_EYED)
    return (begin, night, _day(), PRACTICE_OVER)


def _at_the_box(rules: WolfRules) -> tuple[Stage, ...]:
    begin = practice_opening("ears", wolf_line("practice.box"), timed=False)
    roles = Perform(tuple(_roles_told(dict.fromkeys(rules.possible))), _OPEN_EYED)
    night = _tell(wolf_word("moment.nightfall"), *map(wolf_line, _AT_THE_BOX))
    return (begin, roles, night, _day("box.ballot"), PRACTICE_OVER)


def _tell(title: Fact, *lines: LineId) -> Tell:
    return Tell(TABLE, (title,), lines, back=True)


def _day(*more: str) -> Tell:
    lines = map(wolf_line, ("explain", *more))
    return _tell(wolf_word("moment.accusation"), LineId("practice.day"), *lines)


def practice_calls(rules: WolfRules) -> Show:
    """Return the calls of the first night. Each role is explained before the first call in which the role appears. The
    roles without a call come last."""
    asleep, cues = dict.fromkeys(rules.possible), list[Cue]()
    for call in rules.calls(1):
        new = [role for role in asleep if role in roles_first_shown(call)]
        cues += _call_role(rules, call, new)
        asleep = dict.fromkeys(role for role in asleep if role not in new)
    rest = list(_roles_told(asleep))
    return (*cues, *rest[:1], *((Say(LineId("practice.sleep")),) if rest else ()), *rest[1:])


def _call_role(rules: WolfRules, call: str, new: Iterable[str]) -> Iterable[Cue]:
    """Yield the call of a role as in the night, but explained, without night sounds, and with time to act."""
    yield Call(wolf_title(call))
    yield from map(_explain, new)
    yield from (cue for cue in wake_cues(rules, call, 1) if isinstance(cue, Say))
    yield Window(call, _TIME, least=0.0)
    yield from (cue for cue in close_cues(rules, call, 1) if isinstance(cue, Say | Gap))


def _roles_told(roles: Iterable[str]) -> Iterable[Cue]:
    for role in roles:
        yield from (Call(role_word(role)), _explain(role), _BREATH)


def _explain(role: str) -> Say:
    return Say(LineId(f"explain.role.wherewolf.{role}"))
