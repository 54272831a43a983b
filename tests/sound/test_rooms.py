"""The rooms of the sound stand as its floors do: none imports one beside it."""

import pytest

from tests.test_floors import MODULES, own_imports

SOUND = "device.sound."
ROOMS = {"desk", "voices", "players"}


def room_of(module):
    """The room in the sound; nothing for what all of them share."""
    parts = module.removeprefix(SOUND).split(".")
    return parts[0] if parts[0] in ROOMS else ""


@pytest.mark.parametrize("module", [module for module in MODULES if module.startswith(SOUND)])
def test_a_room_of_the_sound_imports_only_what_it_may(module):
    imported = {room_of(name) for name in own_imports(module) if name.startswith(SOUND)}
    room = room_of(module)
    assert imported <= {"", room}


def test_every_room_of_the_sound_is_known():
    assert {room_of(module) for module in MODULES if module.startswith(SOUND)} == {"", *ROOMS}
