"""Tests that the box starts with any value in one field of its saved choices, and that every other field stays."""

import json
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import fields, replace

from nightcrier.box.events import KeyUse
from nightcrier.box.library import Library, first_choices, read_library
from nightcrier.box.remembered import fit_choices, wrong_fields
from nightcrier.box.show.setup import NO_CARDS
from nightcrier.box.table.core.house import Choices, HandsChoice, OwnVoice
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.ids import Language
from nightcrier.kernel.phrasings import Bags
from nightcrier.kernel.state_file import ChoicesFile
from tests.box.memory.conftest import ForgetfulDisk

FILE = Path("/state/choices.json")
BEDS = ("tapping", "rain")
NAMES = tuple(field.name for field in fields(Choices))
SHELF: Library = read_library(standard_folders({}, Path("/nowhere")), [].append)
FIRST = first_choices(SHELF)
CHOSEN = replace(
    FIRST,
    game="growl",
    languages=(Language("it"), Language("de")),
    voices={Language("it"): "it-female"},
    loudness=3,
    usual_loudness=3,
    low_loudness=2,
    bed_loudness=5,
    bed="rain",
    drone=True,
    foley=True,
    day_bed=False,
    theme="plain",
    second_on_back=True,
    cast="cast",
    spoken_menu=True,
    captions="always",
    letters="large",
    ear="Headset",
    explain="never",
    brightness=1,
    idle_off="60",
    tournament="long",
    players=7,
    one_leads=True,
    leader_plays=True,
    not_offered=("Ann",),
    games=5,
    bags=Bags(7, {"day.open": 3}, 5, 1),
    crier="plain",
    guests_play=True,
    hidden=("wherewolf",),
    played={"growl": ("hunter",)},
    welcome="players",
    keys={"046d:c31c/57": KeyUse.START},
    hands=HandsChoice(12, 5, swap=True, reverse=True, scanning="two", pace=30, turned=True, latch=True),
    own_voice=OwnVoice("Ann", "growl", again=True, licences={"Ann": "CC0-1.0"}),
    setups={**FIRST.setups, "growl": replace(FIRST.setups["growl"], players=6)},
    decks={"growl": (replace(FIRST.setups["growl"], players=5),)},
    lying={"growl": (NO_CARDS, replace(FIRST.setups["growl"], players=5))},
)
WORDS = st.text(max_size=8) | st.sampled_from((*SHELF.games, *NAMES, "en", "scenario", "players", "first-game"))
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
)


def started(choices: dict[str, object]) -> tuple[Choices, list[str]]:
    """Return the choices with which a box plays after loading these, and the fields that it reports as wrong."""
    disk = ForgetfulDisk()
    disk.write(FILE, json.dumps({"version": 100, "choices": choices}).encode())
    found, faults = ChoicesFile(disk, FILE, Choices).load()
    assert found is not None
    return fit_choices(found, SHELF, FIRST, BEDS), [*(fault.key for fault in faults), *wrong_fields(found, BEDS)]


def written() -> dict[str, object]:
    plain: dict[str, object] = msgspec.to_builtins(CHOSEN)
    return plain


def test_what_was_chosen_differs_everywhere_from_a_new_box_and_stays():
    assert started(written()) == (CHOSEN, [])
    assert [name for name in NAMES if getattr(CHOSEN, name) == getattr(FIRST, name)] == []


@pytest.mark.parametrize("name", NAMES)
@given(value=ANYTHING)
def test_a_wrong_value_costs_no_other_field(name, value):
    kept, wrong = started({**written(), name: value})
    lost = {name, "game"} if name == "setups" else {name}
    assert replace(kept, **{field: getattr(CHOSEN, field) for field in lost}) == CHOSEN
    assert all(key == name or key.startswith((f"{name}.", f"{name}[")) for key in wrong)


@pytest.mark.parametrize("name", NAMES)
def test_a_value_of_another_kind_is_named_and_is_as_on_a_new_box(name):
    kept, wrong = started({**written(), name: None})
    assert wrong == [name]
    assert getattr(kept, name) == getattr(FIRST, name)
