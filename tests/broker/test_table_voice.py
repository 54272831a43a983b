"""Tests when a table publishes: once for each change, and everything again for a newcomer."""

import msgspec
import pytest
from msgspec.structs import replace

from nightcrier.broker.topics import TableTopics
from nightcrier.kernel.ids import Language
from nightcrier.wire.public_record import LineSaid, Phase, PublicClock, SignalHeard
from tests.broker.spoken_table import TOPICS, SpokenTable
from tests.phone.phones import HOME, NIGHT, OFFERS, ON_GLASS

SAID = LineSaid("Wake up.", Language("en"), 1.5)


@pytest.fixture
def table():
    """Return a table whose box shows the home page, and whose messages go to a listener."""
    return SpokenTable().at_home().begin()


def test_whoever_comes_is_told_everything():
    table = SpokenTable()
    assert table.at_home().said == []
    table.begin()
    assert [message.topic for message in table.said] == [TOPICS.config, TOPICS.state, TOPICS.availability, TOPICS.left]
    assert [message.kept for message in table.said] == [True, True, True, False]
    assert table.state["deck"] == "One Night: First Game"
    assert table.newest(TOPICS.availability) == b"online"
    assert table.newest(TOPICS.left) == b"None"


def test_what_has_not_changed_is_not_said_again(table):
    before = len(table.said)
    table.box.shows(replace(HOME, lines=("something", "else")), OFFERS)
    table.voice.look()
    assert len(table.said) == before
    table.voice.say_again()
    assert len(table.said) == 2 * before


def descriptions(table: SpokenTable) -> list[bytes]:
    return [message.payload for message in table.said if message.topic == TOPICS.config]


def test_a_new_language_or_other_decks_describe_the_device_anew(table):
    for news in (replace(HOME, language=Language("de")), replace(OFFERS, scenarios=OFFERS.scenarios[:1])):
        table.now += 10.0
        table.box.shows(news)
    assert len(set(descriptions(table))) == 3
    assert set(table.voice.decks) == {"Vollmondnacht: First Game"}


def test_changes_that_follow_one_another_are_described_once_when_the_last_has_been_taken_in(table):
    table.now += 1.0
    table.box.shows(replace(HOME, language=Language("de")))
    table.box.shows(replace(OFFERS, scenarios=OFFERS.scenarios[:1]))
    assert len(descriptions(table)) == 1
    table.now += 9.0
    table.voice.look()
    assert len(descriptions(table)) == 2
    assert "Vollmondnacht" in descriptions(table)[1].decode()
    assert "GROWL" not in descriptions(table)[1].decode()


def test_the_device_is_described_once_its_decks_are_known():
    table = SpokenTable()
    table.begin().box.shows(HOME)
    assert descriptions(table) == []
    table.box.shows(OFFERS)
    (described,) = descriptions(table)
    assert b"One Night: First Game" in described


def test_without_decks_it_is_described_a_while_later():
    table = SpokenTable()
    table.begin().box.shows(NIGHT)
    table.now += 10.0
    table.voice.look()
    assert len(descriptions(table)) == 1


def test_whoever_is_born_is_told_at_once(table):
    table.box.shows(replace(HOME, language=Language("de")))
    table.voice.say_again()
    assert len(set(descriptions(table))) == 2


def test_each_call_is_told_once_with_its_number_and_again_where_the_table_went_back(table):
    table.box.shows(replace(NIGHT, phase=Phase.CARDS, call=1))
    for call in (1, 1, 2, 3, 2, 0, 1):
        table.box.shows(replace(NIGHT, call=call))
    assert table.events == [{"event_type": "call", "number": number} for number in (1, 1, 2, 3, 2, 1)]


def test_a_call_that_had_begun_before_is_not_told_as_new():
    table = SpokenTable()
    table.box.shows(replace(NIGHT, call=5))
    table.begin().box.shows(replace(NIGHT, call=5, paused=True))
    assert (table.events, table.state["call"], table.state["paused"]) == ([], 5, True)


def test_what_is_heard_is_told_and_never_later():
    table = SpokenTable()
    table.at_home().box.shows(SAID)
    table.begin().box.shows(SAID, SignalHeard("gong"))
    table.voice.say_again()
    said = {"event_type": "said", "text": SAID.text, "language": SAID.language, "seconds": SAID.seconds}
    assert table.events == [said, {"event_type": "signal", "name": "gong"}]
    assert not any(message.kept for message in table.said if "/event/" in message.topic)


def test_while_the_code_stands_on_the_glass_no_word_is_passed_on():
    table = SpokenTable()
    table.begin().box.shows(ON_GLASS, replace(SAID, text=ON_GLASS.code))
    assert table.events == []
    assert not any(ON_GLASS.code.encode() in message.payload for message in table.said)


def test_the_seconds_left_go_down_though_the_box_says_nothing(table):
    table.box.shows(replace(HOME, phase=Phase.DAY, clock=PublicClock(130.0, 0.0, up=False)))
    for now in (104.0, 115.0, 121.0, 121.2):
        table.now = now
        table.voice.look()
    left = [message.payload for message in table.said if message.topic == TOPICS.left]
    assert left == [b"None", b"30", b"20", b"9"]


def test_a_box_that_is_gone_is_not_available(table):
    table.box._hang_up()
    assert table.newest(TOPICS.availability) == b"offline"
    assert table.said[-1].kept
    assert table.at_home().newest(TOPICS.availability) == b"online"


def test_without_home_assistant_no_device_is_described():
    table = SpokenTable(TableTopics("den", ""))
    assert [message.topic for message in table.at_home().begin().said][:1] == [TOPICS.state]


def test_nothing_is_said_that_the_page_for_all_did_not_show():
    """Whatever the screen shows at night, the table's messages are the same to the byte."""
    said = []
    for lines in (("Seer", "opens"), ("Werewolf", "1:07"), ()):
        table = SpokenTable()
        table.at_home().begin()
        for call in (1, 2, 3):
            table.box.shows(replace(NIGHT, lines=lines, call=call), SAID)
        said.append(msgspec.json.encode(table.said))
    assert said[0] == said[1] == said[2]
