"""What lets a box into a hall, as files on a stick: settings of the network alone, and the password of the broker."""

import shutil
from contextlib import suppress
from pathlib import Path

from msgspec.structs import replace

from device.feeding.settings_given import settings_given
from device.kernel.errors import BadFile
from device.kernel.settings import SHIPPED, HallSettings, MqttSettings, NetSettings

_READER = "nightcrier-net"
"""The group of the program that speaks to the broker."""


def check_hall_settings(shown: str, content: bytes) -> NetSettings:
    """They name a hall and its broker, and set nothing else of a box. Raises BadFile."""
    settings = settings_given(shown, content)
    if replace(settings, net=SHIPPED.net) != SHIPPED:
        raise BadFile(shown, "", "sets more than [net]; take the rest out, or call the file device.toml")
    if not settings.net.hall.name or not settings.net.mqtt.broker:
        raise BadFile(shown, "", "names no hall or no broker; make it anew at the page of the hall")
    return settings.net


def check_hall_by_phone(shown: str, content: bytes) -> None:
    """One that was sent by the page says where the hall is, and nothing more: neither what a phone may do, nor which
    files are read for the broker. A password that lies here would go to whatever broker a guest names. Raises
    BadFile."""
    net = check_hall_settings(shown, content)
    mqtt, hall = net.mqtt, net.hall
    if mqtt.password_file:
        raise BadFile(shown, "net.mqtt.password_file", "goes with a password; put both on a stick")
    told = MqttSettings(mqtt.broker, mqtt.port, mqtt.tls, "", mqtt.name, "", mqtt.table)
    if net != NetSettings(enabled=True, mqtt=told, hall=HallSettings(hall.name, hall.title)):
        raise BadFile(shown, "", "says more than where a hall is; put it on a stick")


def check_hall_password(shown: str, content: bytes) -> None:
    """One row of text. Raises BadFile."""
    try:
        password = content.decode().strip()
    except UnicodeDecodeError:
        password = ""
    if not password.isprintable() or not password:
        raise BadFile(shown, "", "is no password; write it as one row of text")


def give_to_net(place: Path) -> None:
    """On a box without a second program, or on a computer, it stays its writer's."""
    with suppress(LookupError, PermissionError):
        shutil.chown(place, group=_READER)
