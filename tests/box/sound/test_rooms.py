"""Tests that no folder of the sound code imports from a folder beside it."""

from tests.test_floors import MODULES, own_imports

SOUND = "nightcrier.box.sound."
ROOMS = {"desk", "voices", "players"}


def room_of(module):
    """Return the folder of the sound code to which a module belongs, or an empty string if all folders share it."""
    parts = module.removeprefix(SOUND).split(".")
    return parts[0] if parts[0] in ROOMS else ""


def test_a_room_of_the_sound_imports_only_what_it_may():
    assert [
        f"{module} imports {imported}"
        for module in MODULES
        for imported in own_imports(module)
        if module.startswith(SOUND) and imported.startswith(SOUND) and room_of(imported) not in {"", room_of(module)}
    ] == []


def test_every_room_of_the_sound_is_known():
    assert {room_of(module) for module in MODULES if module.startswith(SOUND)} == {"", *ROOMS}
