"""What a table of a hall says and hears at a broker beside what every table does: its results, and the dusk of all."""

import asyncio
from contextlib import suppress

import msgspec
import pytest

from nightcrier.broker.hall_messages import ClockAnswer, ClockAsked, DuskMoment, TableResults, read_message
from nightcrier.broker.topics import ClockTopics, TableTopics
from nightcrier.kernel.settings import MqttSettings
from nightcrier.phone.broker_line import BrokerLine
from nightcrier.phone.dusk_voice import DuskVoice
from nightcrier.wire.wishes import DuskWish
from tests.broker.small_broker import SmallBroker
from tests.broker.spoken_table import SpokenTable
from tests.broker.test_dusk_voice import BOX_AHEAD, TimedBox
from tests.phone.phones import HOME, OFFERS, SCORES, until

IN_A_HALL = TableTopics("den", "", "gallery")
CLOCKS = ClockTopics("gallery", "den")


def test_the_results_of_a_table_are_told_to_its_hall_and_kept_there() -> None:
    table = SpokenTable(IN_A_HALL)
    table.begin()
    table.box.shows(HOME, OFFERS, SCORES)
    (told,) = [message for message in table.said if message.topic == "nightcrier/den/results"]
    assert told.kept
    results = read_message(told.payload, TableResults)
    assert results is not None
    assert [game.number for game in results.games] == [game.number for game in SCORES.games]
    table.box.shows(HOME, SCORES)
    assert len([message for message in table.said if message.topic == IN_A_HALL.results]) == 1


def test_a_table_of_no_hall_tells_its_results_to_nobody() -> None:
    table = SpokenTable()
    table.begin()
    table.box.shows(HOME, OFFERS, SCORES)
    assert not any(message.topic.endswith("/results") for message in table.said)


@pytest.mark.parametrize("kept", [False, True])
def test_a_dusk_goes_from_a_broker_to_the_box_and_one_that_was_left_there_does_not(kept: bool) -> None:
    async def run() -> list[float | None]:
        broker, table = SmallBroker(), SpokenTable(IN_A_HALL)
        box = TimedBox(lambda: table.now)
        box.shows(HOME)
        dusk = DuskVoice(box, CLOCKS, lambda: table.now)
        await broker.open()
        settings = MqttSettings(broker="127.0.0.1", port=broker.port, table="den")
        line = BrokerLine(settings, IN_A_HALL, box, table.voice, lambda: table.now, print, dusk)
        calling = asyncio.ensure_future(line.run())

        def questions() -> list[int]:
            said = [payload for topic, payload in broker.said if topic == CLOCKS.asked]
            return [msgspec.json.decode(payload, type=ClockAsked).number for payload in said]

        try:
            await asyncio.wait_for(until(lambda: bool(questions()) and CLOCKS.dusk in broker.listened), 60.0)
            answer = ClockAnswer(questions()[-1], "run", table.now + 50.0, table.now + 50.0)
            broker.tell(CLOCKS.told, msgspec.json.encode(answer))
            broker.tell(CLOCKS.dusk, msgspec.json.encode(DuskMoment("run", table.now + 110.0)), kept=kept)
            broker.tell(CLOCKS.told, b"rubbish")
            asked = len(questions())
            await asyncio.wait_for(until(lambda: len(questions()) > asked), 60.0)
        finally:
            calling.cancel()
            with suppress(asyncio.CancelledError):
                await calling
            await broker.end()
        return [wish.at for wish in box.wished if isinstance(wish, DuskWish)]

    told = asyncio.run(run())
    assert told == ([] if kept else [pytest.approx(100.0 + 60.0 + BOX_AHEAD, abs=0.01)])
