"""A practice night: the calls of this deck with open eyes, each with who it is and what it does, and time to do it.
START goes on as soon as that is done. Then the rules of the vote; nothing is judged, and nothing counts."""

from collections.abc import Iterable

from device.games.one_night.narration import CLOSE, WAKE, vote_rules
from device.games.one_night.rules.blocks import spoken_lines
from device.games.one_night.rules.decks import Deck
from device.games.one_night.rules.night_calls import call_named, wake_order
from device.games.one_night.rules.options import Options
from device.games.one_night.windows import BETWEEN_CALLS, window
from device.kernel.chance import Chance
from device.kernel.ids import LineId
from device.show.cues import Call, Cue, Gap, Say, Show, Window
from device.show.facts import RoleName, Word
from device.show.stages import TABLE, Perform, Tell
from device.show.teaching import PracticePlay

_HAND: dict[bool, tuple[str, str]] = {False: ("cards", "open"), True: ("ears", "listen")}
"""With cards they lie open; without any there is only something to hear."""
_OPEN_EYED = "practice"
_BREATH = Gap(1.5)


def practice_night(deck: Deck, options: Options, chance: Chance) -> PracticePlay:
    """What to do, the night, the vote in words, and that it is over."""
    shown, said = _HAND[options.deal]
    begin = Tell(TABLE, (Word(f"practice.{shown}"),), (LineId(f"practice.{said}"),))
    vote = Tell(TABLE, (RoleName("vote"),), (LineId("practice.day"), *vote_rules(deck)), back=True)
    end = Tell(TABLE, (Word("practice.over"),), (LineId("practice.end"),), back=True)
    return PracticePlay((begin, Perform(practice_show(deck, options, chance), _OPEN_EYED), vote, end))


def practice_show(deck: Deck, options: Options, chance: Chance) -> Show:
    """Every call, each role told before its first; then who is never called."""
    calls = wake_order(deck, options)
    asleep = [role for role in dict.fromkeys(deck) if role not in calls]
    cues = [cue for call in calls for cue in _called(call, deck, options, chance)]
    rest = [cue for role in asleep for cue in (Call(RoleName(role)), _told(role), _BREATH)]
    return (*cues, *((Call(RoleName(asleep[0])), Say(LineId("practice.sleep")), *rest) if asleep else ()))


def _called(call: str, deck: Deck, options: Options, chance: Chance) -> Iterable[Cue]:
    """As in the night, but told before, and slower: everybody is new to it. What a Doppelganger became is known."""
    yield Call(RoleName(call))
    if not call_named(call).copied:
        yield _told(call)
    yield from map(Say, spoken_lines(WAKE[call], deck, options))
    yield _BREATH if options.deal else Window(call, window(call, deck, options, deck, chance), least=0.0)
    yield from map(Say, spoken_lines(CLOSE[call], deck, options))
    yield Gap(BETWEEN_CALLS)


def _told(role: str) -> Say:
    return Say(LineId(f"explain.role.{role}"))
