"""The night as a show: everybody asleep, the calls one after the other under the bed, the cards nudged, the morning.
It is made from the deck and the options alone: nobody can hear from it which card lies where.
"""

from collections.abc import Collection

from msgspec import Struct

from device.games.one_night.foley import foley_of
from device.games.one_night.narration import CLOSE, DAWN, HELPER, NIGHT_OPEN, NUDGE_LINES, PLACES, WAKE, WHOSE_LEFT
from device.games.one_night.rules.blocks import piece_lines
from device.games.one_night.rules.decks import Deck, has_helper
from device.games.one_night.rules.night_calls import calls_with_place, wake_order
from device.games.one_night.rules.options import Options
from device.games.one_night.windows import breath, nudge_window, window
from device.kernel.chance import Chance
from device.kernel.ids import LineId
from device.show.cues import CHOSEN, SILENCE, Bed, Call, Cue, Gap, Say, Show, Signal, Window, say_lines
from device.show.facts import RoleName

_ASLEEP = Gap(2.0)  # the howl before it is part of the pause in which eyes close
_AWAKE = Gap(0.5)


class CallLines(Struct, frozen=True):
    """The lines of a call, before its window and after it."""

    wake: tuple[LineId, ...]
    close: tuple[LineId, ...]


def night_show(deck: Deck, options: Options, chance: Chance, fresh: Collection[str] = ()) -> Show:
    """The whole night. `fresh` are roles never played at this table: their windows are longer."""
    lines = call_lines(deck, options, chance)
    cues: list[Cue] = [*_nightfall(deck, options)]
    for call, said in lines.items():
        seconds = window(call, deck, options, fresh, chance)
        wake, close = say_lines(*said.wake), say_lines(*said.close)
        cues += [Call(RoleName(call), foley_of(call)), *wake, Window(call, seconds), *close, Gap(breath(options))]
    return (*cues, *nudge(deck, options), *_dawn(deck, options))


def call_lines(deck: Deck, options: Options, chance: Chance) -> dict[str, CallLines]:
    """The lines at every call of this deck, in the order of the night; with the place of the center that the box names
    for each call that takes one, fresh every night."""
    places = {call: (chance.pick(PLACES),) for call in calls_with_place(deck, options)}
    return {
        call: CallLines(
            piece_lines((*WAKE[call], *places.get(call, ())), deck, options), piece_lines(CLOSE[call], deck, options)
        )
        for call in wake_order(deck, options)
    }


def eyes_shut_part(show: Show) -> Show:
    """The part of a night that is heard with the eyes shut: from its bed to the words that open them."""
    first = next(n for n, cue in enumerate(show) if isinstance(cue, Bed))
    silence = show.index(SILENCE)
    opens = next(n for n, cue in enumerate(show) if n > silence and isinstance(cue, Say))
    return show[first : opens + 1]


def opening(deck: Deck, options: Options) -> tuple[LineId, ...]:
    """The first words: whose left is meant, and who moves the cards, where that matters, and that the eyes close."""
    whose = WHOSE_LEFT if calls_with_place(deck, options) else ()
    helper = (HELPER,) if has_helper(deck) else ()
    return piece_lines((*whose, *helper, *NIGHT_OPEN), deck, options)


def _nightfall(deck: Deck, options: Options) -> tuple[Cue, ...]:
    return Call(RoleName("night")), *say_lines(*opening(deck, options)), Bed(CHOSEN), Signal("wolf-howl"), _ASLEEP


def nudge(deck: Deck, options: Options) -> tuple[Cue, ...]:
    """The cues in which everybody, eyes shut, moves a card a little, so that a crooked one tells nothing."""
    if not options.nudge:
        return ()
    said = say_lines(*piece_lines(NUDGE_LINES, deck, options))
    return Call(RoleName("nudge")), *said, Window("nudge", nudge_window(options))


def _dawn(deck: Deck, options: Options) -> tuple[Cue, ...]:
    return Call(RoleName("dawn")), SILENCE, Signal("dawn"), *say_lines(*piece_lines(DAWN, deck, options)), _AWAKE
