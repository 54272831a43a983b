"""A hall asks a table only when the table would heed it, as far as everybody can see how far its game is."""

from typing import Any

import pytest

from device.hall import seen_table
from device.kernel.chores import Chore
from device.kernel.public_record import Phase
from device.kernel.wishes import (
    ChoreWish,
    HelpedWish,
    IdentifyWish,
    LoudnessWish,
    MessageWish,
    PauseWish,
    ScenarioWish,
    SettingWish,
    Wish,
)
from device.net.mqtt.topics import Order
from device.show.stages import Ask, Count, Perform, Stage, Verdict
from device.table.heeded import is_heeded
from device.table.public_table import _phase
from tests.table.evening import Evening

WISHES: dict[Order, Wish] = {
    Order.LOUDNESS: LoudnessWish(3),
    Order.DECK: ScenarioWish("toy", "second"),
    Order.PAUSE: PauseWish(True),
    Order.LANGUAGE: SettingWish("main", "screen.language", "Deutsch"),
    Order.MESSAGE: MessageWish("Lunch"),
    Order.IDENTIFY: IdentifyWish(),
    Order.HELPED: HelpedWish(),
    Order.UPDATE: ChoreWish(Chore.UPDATE_SENT),
}


def test_every_order_is_a_wish_and_has_its_phases() -> None:
    assert set(WISHES) == set(seen_table._HEEDED) == set(Order)


@pytest.mark.parametrize("order", Order)
def test_at_home_all_are_asked_but_to_let_the_talk_stand(evening: Evening, order: Order) -> None:
    asked = Phase.HOME in seen_table._HEEDED[order]
    assert asked is (order is not Order.PAUSE)
    assert not asked or is_heeded(evening.table, WISHES[order])


@pytest.mark.parametrize("order", Order)
@pytest.mark.parametrize("stage", [Perform, Ask, Count, Verdict])
def test_in_a_game_none_is_asked_that_is_not_heeded_and_all_that_are(
    play_through: Any, stage: type[Stage], order: Order
) -> None:
    table = play_through(stage).table
    asked = _phase(table.session.stage) in seen_table._HEEDED[order]
    assert is_heeded(table, WISHES[order]) is asked
