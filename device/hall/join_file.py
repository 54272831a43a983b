"""The file by which a box joins a hall: settings of its own kind, put on a stick as nightcrier/hall.toml."""

from collections.abc import Mapping

import msgspec

from device.kernel.sent_files import HALL_PASSWORD, HALL_SETTINGS
from device.kernel.settings import NetSettings

MOST_TITLE = 32


def join_file(net: NetSettings, broker: str, name: str, title: str) -> bytes:
    """Of the box that is called `name`; `broker` is where boxes find it. Where that asks for a password, each box has
    a name of its own there, and its own password."""
    mqtt = net.mqtt
    asks = bool(mqtt.password_file)
    let_in = {"name": name if asks else mqtt.name, "password_file": PASSWORD_OF_HALL if asks else ""}
    tables: Mapping[str, Mapping[str, str | int]] = {
        "net": {"enabled": True},
        "net.mqtt": {
            "broker": broker,
            "port": mqtt.port,
            "tls": mqtt.tls,
            "ca_file": mqtt.ca_file,
            **let_in,
            "table": name,
        },
        "net.hall": {"name": net.hall.name, "title": title},
    }
    rows = [f"# Put this on a stick as nightcrier/{HALL_SETTINGS}, and take it at the box."]
    for table, values in tables.items():
        rows += ["", f"[{table}]", *(f"{key} = {_written(value)}" for key, value in values.items())]
    return "\n".join([*rows, ""]).encode()


PASSWORD_OF_HALL = f"/etc/nightcrier/{HALL_PASSWORD}"
"""Where a box keeps it; beside this file it comes as nightcrier/hall.password."""


def _written(value: str | int) -> str:
    """As TOML: its texts are written as those of JSON."""
    return msgspec.json.encode(value).decode()
