"""What people chose before, as far as this box can still use it: a file may be older than the program, or damaged."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from msgspec.structs import replace

from device.box.library import Library
from device.kernel.people import MOST_PEOPLE
from device.show.plug import opening_of
from device.show.setup import Setup
from device.table.given_names import spelling_refusal
from device.table.house import LOUDEST, NO_BED, Choices, OwnVoice
from device.table.menus.device import BRIGHTEST
from device.table.new_evening import is_kind
from device.table.pages.home import FRESH_HINTS
from device.words.catalogue import LANGUAGES


def _are_hints(hints: Mapping[str, int]) -> bool:
    return all(0 < count <= FRESH_HINTS.get(hint, 0) for hint, count in hints.items())


def _has_a_name(own: OwnVoice) -> bool:
    """Or none."""
    return not (own.person and spelling_refusal(own.person))


_RIGHT: Mapping[str, Callable[[Any], bool]] = {
    "loudness": range(1, LOUDEST + 1).__contains__,
    "low_loudness": range(1, LOUDEST + 1).__contains__,
    "bed_loudness": range(2 - LOUDEST, 2 * LOUDEST).__contains__,  # as far beyond an end as the voice can take it
    "brightness": range(1, BRIGHTEST + 1).__contains__,
    "tournament": is_kind,
    "players": range(MOST_PEOPLE + 1).__contains__,
    "hints": _are_hints,
    "own_voice": _has_a_name,
}
"""What else a value must be, beside its type; of those that are not here, any is played with."""


def wrong_fields(choices: Choices, beds: Collection[str]) -> tuple[str, ...]:
    """Those with a value that means nothing here, where there are these beds."""
    right = {**_RIGHT, "bed": {*(beds or (choices.bed,)), NO_BED}.__contains__}
    return tuple(field for field, is_right in right.items() if not is_right(getattr(choices, field)))


def fitting(choices: Choices | None, library: Library, first: Choices, beds: Collection[str]) -> Choices:
    """What was remembered; `first` where nothing was, and for each wrong value. A game, a language or a step that is
    gone is no fault."""
    if choices is None:
        return first
    languages = tuple(dict.fromkeys(language for language in choices.languages if language in LANGUAGES))
    kept = {game: setup for game, setup in choices.setups.items() if _playable(library, game, setup)}
    right = replace(choices, **{field: getattr(first, field) for field in wrong_fields(choices, beds)})
    return replace(
        right,
        game=choices.game if choices.game in kept else first.game,
        setups={**first.setups, **kept},
        decks=_fitting_decks(choices.decks, library),
        languages=(languages or first.languages)[:2],
    )


def _fitting_decks(decks: Mapping[str, tuple[Setup, ...]], library: Library) -> Mapping[str, tuple[Setup, ...]]:
    kept = {game: tuple(each for each in setups if _playable(library, game, each)) for game, setups in decks.items()}
    return {game: setups for game, setups in kept.items() if setups}


def _playable(library: Library, name: str, setup: Setup) -> bool:
    """A scenario that is gone, or an option this version does not know, is not worth a fault: start afresh. So it is
    with whatever else its game has against it, or the box could not be switched on again."""
    game = library.games.get(name)
    scenarios = game.scenarios() if game else ()
    known = any(setup.scenario == scenario.id and setup.players in scenario.players for scenario in scenarios)
    if game is None or not known:
        return False
    try:
        opening_of(game, setup)
    except Exception:  # noqa: BLE001 - a game may raise anything
        return False
    return True
