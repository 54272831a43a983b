"""No room of the house grows above its ceiling in `weight.toml`."""

from pathlib import PurePosixPath

from tests.weight import room_of, together, weigh


def test_every_room_has_a_ceiling_and_is_below_it():
    weighed = list(weigh())
    assert len(weighed) > 20
    assert [name for name, _, most in weighed if most is None] == []
    assert [(name, weighs, most) for name, weighs, most in weighed if most is not None and weighs > most] == []


def test_a_line_belongs_to_the_deepest_room_that_is_named():
    rooms = {"device/nightcrier": 1, "device/nightcrier/box/games": 1}
    assert room_of(PurePosixPath("device/nightcrier/box/games/growl/deal.py"), rooms) == "device/nightcrier/box/games"
    assert room_of(PurePosixPath("device/nightcrier/web/gate.py"), rooms) == "device/nightcrier"
    assert room_of(PurePosixPath("attic/old.py"), rooms) == "attic"


def test_rooms_that_share_a_ceiling_are_added_up():
    lines = {"device/nightcrier": 1, "device/nightcrier/box": 20, "device/nightcrier/boxes": 300, "hall": 4000}
    several = {"device hall": 0, "device/nightcrier/box": 0}
    assert together(several, lines) == {"device hall": 4321, "device/nightcrier/box": 20}
