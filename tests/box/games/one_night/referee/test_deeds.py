"""Every building block of a power is done, told and explained."""

from nightcrier.box.games.one_night.rules.role_blocks import Deed
from nightcrier.box.games.one_night.rules.roles import ROLES
from nightcrier.box.games.one_night.sheets.judge_report import DEED_SAID


def test_every_block_is_done_told_and_explained() -> None:
    assert set(DEED_SAID) == set(Deed)


def test_every_block_has_a_role_that_uses_it() -> None:
    assert {role.power.deed for role in ROLES.values() if role.power} == set(Deed)
