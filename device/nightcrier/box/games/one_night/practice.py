"""Teach a first night: what to know before the night, and a practice night with open eyes.

The practice night has the words of the real night. Each role is explained before its call. If the call already explains
the role, only the role's side is named. Players get time to act, and START skips the wait. The rules of the vote
follow. Nothing is judged or counted."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from nightcrier.box.games.one_night.day_and_vote import vote_rules
from nightcrier.box.games.one_night.night_show import (
    BETWEEN_CALLS,
    CallLines,
    call_lines,
    nudge_seconds,
    opening_lines,
    role_lines,
    window_seconds,
)
from nightcrier.box.games.one_night.rules.calls import call_named
from nightcrier.box.games.one_night.rules.deal import Deck, has_helper
from nightcrier.box.games.one_night.rules.options import Options, without_cards
from nightcrier.box.games.one_night.rules.role_book import PRINTED, RoleBook
from nightcrier.box.show.cues import Call, Cue, Gap, Say, Show, Window, say_lines
from nightcrier.box.show.facts import RoleName, Word
from nightcrier.box.show.stages import TABLE, Perform, Tell
from nightcrier.box.show.teaching import PRACTICE_OVER, PracticePlay, Topic, practice_opening
from nightcrier.kernel.chance import Chance
from nightcrier.kernel.ids import LineId, Seconds


def before_night(*, dealt: bool) -> tuple[Topic, ...]:
    """Return the topics to explain before a night: the seats, and the controls of the night and of the day."""
    if dealt:
        return (_step("center", "seats", "night-dealt"), _step("day", later=True))
    return (_step("still", "night"), _step("seats", "day", later=True))


def _step(*lines: str, later: bool = False) -> Topic:
    said = tuple(LineId(f"one-night.before.{line}") for line in lines)
    return Topic(Word("explain.before"), said, before=True, later=later)


_OPEN_CARDS = practice_opening("cards", LineId("practice.open"), timed=True)
_EARS_ONLY = practice_opening("ears", LineId("practice.listen"), timed=False)
_OPEN_EYED = "practice"
_BREATH = Gap(1.5)


def practice_night(
    deck: Deck, options: Options, chance: Chance, laid: Sequence[Tell] = (), book: RoleBook = PRINTED
) -> PracticePlay:
    """Return a practice night: laying out cards, the instructions, the night, the rules of the vote, and the end."""
    begin = replace(_EARS_ONLY if options.deal else _OPEN_CARDS, back=bool(laid))
    vote = Tell(TABLE, (RoleName("vote"),), (LineId("practice.day"), *vote_rules(deck, options)), back=True)
    return PracticePlay(
        (*laid, begin, Perform(practice_show(deck, options, chance, book), _OPEN_EYED), vote, PRACTICE_OVER)
    )


def practice_show(deck: Deck, options: Options, chance: Chance, book: RoleBook = PRINTED) -> Show:
    """Return the show of every call with an explanation of its role. Roles that are never called come last."""
    options = without_cards(options) if options.deal else options
    lines = call_lines(deck, options, chance, deck, book)
    seconds = {call: window_seconds(call, deck, options, chance, book) for call in lines}
    cues = [
        cue
        for call, said in lines.items()
        for cue in _call_role(call, _taught(call, said, options, book), None if options.deal else seconds[call], book)
    ]
    asleep = [role for role in dict.fromkeys(deck) if role not in lines]
    rest = [cue for role in asleep for cue in (Call(RoleName(role)), *say_lines(*role_lines(book.rows[role])), _BREATH)]
    sleep = (Call(RoleName(asleep[0])), Say(LineId("practice.sleep")), *rest) if asleep else ()
    return (*_before(deck, options), *cues, *_nudge(deck, options), *sleep)


def _call_role(call: str, said: CallLines, seconds: Seconds | None, book: RoleBook) -> Iterable[Cue]:
    """Yield the cues of a call, slower than in the night because the role is new. Without paper cards nobody acts."""
    yield Call(RoleName(call_named(call, book).title(book)))
    yield from say_lines(*said.wake)
    yield _BREATH if seconds is None else Window(call, seconds, least=0.0)
    yield from say_lines(*said.close)
    yield Gap(BETWEEN_CALLS)


def _taught(call: str, said: CallLines, options: Options, book: RoleBook) -> CallLines:
    """Return the lines of a call with an explanation of its role. If the call itself explains the rest, only the side
    of the role is added. A copied role was explained before."""
    role = book.rows[call_named(call, book).role]
    if call_named(call, book).copied:
        return said
    if role.call_tells and options.wording != "short":
        return replace(said, wake=(*said.wake, LineId(f"practice.side.{role.team}")))
    return replace(said, wake=(*role_lines(role), *said.wake))


def _before(deck: Deck, options: Options) -> Show:
    first = opening_lines(deck, options)[:-1]
    return (Call(RoleName("night")), *say_lines(*first)) if first else ()


def _nudge(deck: Deck, options: Options) -> Show:
    """Return the cues that explain how all players move a card a little, if the real night has this step."""
    if not options.nudge or has_helper(deck):
        return ()
    said = Say(LineId("practice.nudge"))
    return Call(RoleName("nudge")), said, Window("nudge", nudge_seconds(options), least=0.0)
