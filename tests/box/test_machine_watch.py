"""Tests what people are told of the machine: once for each event, and a shutdown before the battery is empty."""

from nightcrier.box.events import BatteryCharge, Event, Stop
from nightcrier.box.machine import FAREWELL, VOLTAGE_CALM, MachineWatch
from nightcrier.kernel.faults import Cause, Fault, Part
from nightcrier.kernel.machine_state import Battery, MachineState

FINE, SUNK = MachineState(), MachineState(low_voltage=True)


def drawn(percent: int, minutes: int | None = None) -> MachineState:
    return MachineState(battery=Battery(percent, drawn=True, minutes=minutes))


def faults(events: list[Event]) -> list[tuple[Part, bool, Cause]]:
    return [(each.part, each.mended, each.cause) for each in events if isinstance(each, Fault)]


def test_low_voltage_is_told_once_and_forgotten_after_ten_quiet_minutes():
    watch = MachineWatch()
    assert watch.news(0.0, FINE) == []
    assert faults(watch.news(700.0, SUNK)) == [(Part.POWER, False, Cause.USUAL)]
    assert watch.news(702.0, FINE) == watch.news(760.0, SUNK) == []
    assert watch.news(760.0 + VOLTAGE_CALM - 1.0, FINE) == []
    assert faults(watch.news(760.0 + VOLTAGE_CALM, FINE)) == [(Part.POWER, True, Cause.USUAL)]
    assert faults(watch.news(3000.0, SUNK)) == [(Part.POWER, False, Cause.USUAL)]


def test_heat_is_told_once_until_it_has_cooled_down():
    watch = MachineWatch()
    heard = [
        faults(watch.news(60.0 * n, MachineState(celsius=heat))) for n, heat in enumerate((79.9, 80, 84, 71, 69.9, 60))
    ]
    assert heard == [[], [(Part.HEAT, False, Cause.USUAL)], [], [], [(Part.HEAT, True, Cause.USUAL)], []]


def test_a_low_battery_is_told_once_and_not_any_more_when_it_is_fed():
    watch = MachineWatch()
    assert watch.news(0.0, drawn(50)) == [BatteryCharge(0.0, Battery(50, drawn=True))]
    assert watch.news(60.0, drawn(50)) == []
    assert faults(watch.news(120.0, drawn(15))) == [(Part.BATTERY, False, Cause.USUAL)]
    assert faults(watch.news(180.0, drawn(14))) == []
    fed = MachineState(battery=Battery(14, drawn=False))
    assert faults(watch.news(240.0, fed)) == [(Part.BATTERY, True, Cause.USUAL)]
    assert watch.news(300.0, FINE) == [BatteryCharge(300.0, None)]


def test_minutes_count_like_percent():
    assert faults(MachineWatch().news(0.0, drawn(60, minutes=15))) == [(Part.BATTERY, False, Cause.USUAL)]


def test_an_empty_one_is_said_aloud_and_then_the_box_is_switched_off():
    watch = MachineWatch()
    assert faults(watch.news(0.0, drawn(5))) == [(Part.BATTERY, False, Cause.USUAL)], "a gauge may err once"
    assert watch.end_at is None
    assert faults(watch.news(60.0, drawn(5))) == [(Part.BATTERY, False, Cause.EMPTY)]
    assert watch.end_at == 60.0 + FAREWELL
    assert watch.news(60.0 + FAREWELL - 1.0, drawn(4)) == []
    assert watch.news(60.0 + FAREWELL, drawn(4)) == [Stop(60.0 + FAREWELL, power_off=True)]


def test_an_empty_one_that_is_fed_ends_nothing():
    watch, fed = MachineWatch(), MachineState(battery=Battery(2, drawn=False))
    assert [faults(watch.news(60.0 * n, state)) for n, state in enumerate((fed, fed, drawn(5), fed, drawn(5)))][:2] == [
        [],
        [],
    ]
    assert watch.end_at is None


def test_one_that_is_fed_after_all_switches_nothing_off():
    watch = MachineWatch()
    for at in (0.0, 60.0):
        watch.news(at, drawn(5))
    assert watch.end_at is not None
    fed = MachineState(battery=Battery(5, drawn=False))
    assert faults(watch.news(60.0 + FAREWELL, fed)) == [(Part.BATTERY, True, Cause.USUAL)]
    assert watch.end_at is None
    assert [each for each in watch.news(200.0, fed) if isinstance(each, Stop | Fault)] == []
