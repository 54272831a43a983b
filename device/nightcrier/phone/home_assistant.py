"""Describes a table to Home Assistant in one message, with an entity for each state and each order of the table. The
schema of that message is `DEVICE_DISCOVERY_SCHEMA` in homeassistant/components/mqtt/schemas.py."""

from collections.abc import Collection, Iterator, Mapping

import msgspec

from nightcrier import __version__
from nightcrier.broker.topics import TableTopics
from nightcrier.wire.orders import Order, OrderKind, Who
from nightcrier.wire.public_record import Phase
from nightcrier.wire.wishes import LOUDEST_WISH

EVENTS = ("said", "signal", "call")
_Entity = Mapping[str, object]
_Choices = Mapping[Order, Collection[str]]


def device_config(topics: TableTopics, words: Mapping[str, str], choices: _Choices) -> bytes:
    """Return the message that describes the table to Home Assistant, in the language of the table. `choices` are the
    possible values of each order."""
    entities = {f"{topics.id}-{part}": entity for part, entity in _entities(topics, words, choices)}
    described = {
        "device": {
            "identifiers": [topics.id],
            "name": f"Nightcrier {topics.table}",
            "manufacturer": "Nightcrier",
            "model": "Nightcrier",
            "sw_version": __version__,
        },
        "origin": {"name": "Nightcrier", "sw_version": __version__},
        "availability_topic": topics.availability,
        "components": {
            key: {**entity, "unique_id": key, "default_entity_id": f"{entity['platform']}.{key.replace('-', '_')}"}
            for key, entity in entities.items()
        },
    }
    return msgspec.json.encode(described)


def _entities(topics: TableTopics, words: Mapping[str, str], choices: _Choices) -> Iterator[tuple[str, _Entity]]:
    phases = [phase.value for phase in Phase]
    yield "phase", {**_state(topics, words["net.phase"], "phase"), "device_class": "enum", "options": phases}
    yield "game", _state(topics, words["net.game"], "title")
    yield "call", _state(topics, words["net.call"], "call")
    yield "winners", _state(topics, words["net.winners"], "winners")
    left = {"platform": "sensor", "name": words["net.left"], "state_topic": topics.left}
    yield "left", {**left, "device_class": "duration", "unit_of_measurement": "s"}
    for order in Order:
        if Who.HOME in order.who and order.kind is not OrderKind.CHOOSE:
            yield order, _order_entity(topics, words, order)
    for order, values in choices.items():
        if values:
            yield order, {**_order_entity(topics, words, order), "options": list(values)}
    for kind in EVENTS:
        told = {"platform": "event", "name": words[f"net.event.{kind}"], "state_topic": topics.event(kind)}
        yield f"{kind}-event", {**told, "event_types": [kind]}


def _state(topics: TableTopics, name: str, field: str, platform: str = "sensor") -> dict[str, object]:
    return {
        "platform": platform,
        "name": name,
        "state_topic": topics.state,
        "value_template": f"{{{{ value_json.{field} }}}}",
    }


def _order_entity(topics: TableTopics, words: Mapping[str, str], order: Order) -> _Entity:
    asked = {**_state(topics, words[order.word], order.shown, order.kind), "command_topic": topics.order(order)}
    match order.kind:
        case OrderKind.NUMBER:
            return {**asked, "min": 1, "max": LOUDEST_WISH, "step": 1}
        case OrderKind.TICK:
            return {**asked, "value_template": f"{{{{ 'ON' if value_json.{order.shown} else 'OFF' }}}}"}
    return asked
