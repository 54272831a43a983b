"""Tests the message that describes the device to Home Assistant, and what our blueprints rely on."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from nightcrier.broker.topics import TableTopics
from nightcrier.phone.home_assistant import EVENTS, device_config
from nightcrier.web.forms import words_of_page
from nightcrier.wire.orders import Order, wish_of_order
from nightcrier.wire.public_record import OfferedSetting, Phase
from nightcrier.wire.wishes import SettingWish
from nightcrier.words.catalogue import LANGUAGES
from tests.broker.spoken_table import ENGLISH, TOPICS, WORDS, SpokenTable
from tests.phone.phones import HOME, OFFERS

COMMON = {"platform", "name", "unique_id", "default_entity_id", "state_topic"}
REQUIRED = {
    "sensor": set[str](),
    "number": {"command_topic"},
    "select": {"command_topic", "options"},
    "switch": {"command_topic"},
    "event": {"event_types"},
}
OPTIONAL = {
    "sensor": {"value_template", "device_class", "options", "unit_of_measurement"},
    "number": {"value_template", "min", "max", "step"},
    "select": {"value_template"},
    "switch": {"value_template"},
    "event": set[str](),
}


def described(decks: tuple[str, ...] = ("One Night: First Game",)) -> dict[str, Any]:
    choices = {Order.DECK: decks, Order.BRIGHTNESS: ("1", "2", "3")}
    found: dict[str, Any] = msgspec.json.decode(device_config(TOPICS, ENGLISH, choices))
    return found


def test_the_device_is_whole():
    config = described()
    assert set(config) == {"device", "origin", "availability_topic", "components"}
    assert config["device"]["identifiers"] == ["nightcrier-den"]
    assert set(config["device"]) <= {"identifiers", "name", "manufacturer", "model", "sw_version"}
    assert set(config["origin"]) == {"name", "sw_version"}
    assert config["availability_topic"] == "nightcrier/den/availability"


def test_each_entity_has_what_its_platform_needs_and_nothing_that_it_would_not_know():
    for entity in described()["components"].values():
        kind = entity["platform"]
        assert set(entity) >= COMMON | REQUIRED[kind]
        assert set(entity) <= COMMON | REQUIRED[kind] | OPTIONAL[kind]


def test_each_entity_is_known_again_by_an_id_of_its_own():
    entities = described()["components"]
    assert {entity["unique_id"] for entity in entities.values()} == set(entities)
    for entity in entities.values():
        assert re.fullmatch(rf"{entity['platform']}\.nightcrier_den_[a-z_]+", entity["default_entity_id"])


def test_every_topic_is_one_of_the_table():
    topics = {
        value
        for entity in described()["components"].values()
        for key, value in entity.items()
        if key.endswith("_topic")
    }
    told = {TOPICS.state, TOPICS.left, *map(TOPICS.event, EVENTS)}
    of_halls = set(map(TOPICS.order, (Order.LANGUAGE, Order.MESSAGE, Order.IDENTIFY, Order.HELPED, Order.UPDATE)))
    assert topics == told | (set(TOPICS.orders) - of_halls)
    assert not any(set(topic) & set("#+$") for topic in topics)


def test_the_phase_is_one_of_a_list():
    phase = described()["components"]["nightcrier-den-phase"]
    assert (phase["device_class"], phase["options"]) == ("enum", [phase.value for phase in Phase])


def test_before_the_decks_are_known_none_can_be_chosen():
    assert "nightcrier-den-deck" not in described(())["components"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_names_are_in_the_language_of_the_table(language):
    config = msgspec.json.decode(device_config(TOPICS, words_of_page(WORDS, language), {}))
    names = [entity["name"] for entity in config["components"].values()]
    assert all(names)
    assert len(set(names)) == len(names)


def test_a_table_has_a_tree_of_its_own():
    other = TableTopics("porch", "ha")
    assert set(other.orders).isdisjoint(TOPICS.orders)
    assert (other.config, other.birth) == ("ha/device/nightcrier-porch/config", "ha/status")
    assert set(Order) == set(other.orders.values())


def test_a_setting_of_a_menu_that_has_a_row_is_an_entity():
    brightness = OfferedSetting("glass", "screen.brightness", "Brightness", ("1", "2", "3"), 1)
    table = SpokenTable()
    table.box.shows(HOME, replace(OFFERS, settings=(*OFFERS.settings, brightness)))
    table.begin()
    entity = msgspec.json.decode(table.newest(TOPICS.config))["components"]["nightcrier-den-brightness"]
    assert (entity["options"], entity["value_template"]) == (["1", "2", "3"], "{{ value_json.brightness }}")
    assert (table.state["brightness"], entity["command_topic"]) == ("2", "nightcrier/den/set/brightness")
    assert wish_of_order(Order.BRIGHTNESS, b"3", {}) == SettingWish("glass", "screen.brightness", "3")


FOLDER = Path("docs/home-assistant")
TEXTS = {file.name: file.read_text("utf-8") for file in sorted(FOLDER.glob("*.yaml"))}
INPUTS = re.compile(r"^    (\w+):\n      name:", re.MULTILINE)


def test_there_is_one_for_the_lights_and_one_for_the_calls():
    assert set(TEXTS) == {"lights.yaml", "call-lamp.yaml"}


@pytest.mark.parametrize("name", TEXTS)
def test_what_is_asked_for_is_used_and_what_is_used_is_asked_for(name):
    assert set(re.findall(r"!input (\w+)", TEXTS[name])) == set(INPUTS.findall(TEXTS[name]))


@pytest.mark.parametrize("name", TEXTS)
def test_it_is_plain_text_of_two_spaces_a_step(name):
    for line in TEXTS[name].splitlines():
        assert line == line.rstrip()
        assert "\t" not in line
        assert (len(line) - len(line.lstrip(" "))) % 2 == 0


def test_the_lights_know_only_phases_that_there_are():
    named = re.findall(r"^    (?:to|from): \[?([\w, ]+)\]?$", TEXTS["lights.yaml"], re.MULTILINE)
    assert {phase for row in named for phase in row.split(", ")} == {phase.value for phase in Phase}


def test_the_lights_have_a_sequence_for_each_moment():
    text = TEXTS["lights.yaml"]
    triggers = re.findall(r"^    id: (\w+)$", text, re.MULTILINE)
    chosen = re.findall(r"^            id: (\w+)\n        sequence: !input (\w+)$", text, re.MULTILINE)
    assert chosen == [(moment, moment) for moment in triggers]
    assert triggers == ["night", "dawn", "vote", "verdict", "end"]


def test_the_lamp_blinks_the_number_of_the_call():
    assert "trigger.to_state.attributes.number" in TEXTS["call-lamp.yaml"]
    assert 'count: "{{ count // 5 + count % 5 }}"' in TEXTS["call-lamp.yaml"]
    assert "blink * 3 if repeat.index <= count // 5 else blink" in TEXTS["call-lamp.yaml"]
