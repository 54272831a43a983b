"""Run `nightcrier hall`: the organiser's page of many tables, on one machine of a hall."""

import asyncio
from argparse import ArgumentParser, Namespace
from pathlib import Path

from nightcrier.box.folders import standard_folders
from nightcrier.kernel.errors import NightcrierError
from nightcrier.kernel.settings import NetSettings
from nightcrier.tools.command_line import add_places, with_tried
from nightcrier.tools.companion import log_plainly, need_libraries, read_own_settings

LEAST_PASSWORD = 10


def add_hall_arguments(parser: ArgumentParser) -> None:
    add_places(parser, "state", "config")


def do_hall(arguments: Namespace) -> int:
    log_plainly()
    where = with_tried(standard_folders(state=arguments.state), arguments)
    net = read_own_settings(where).net
    if not net.hall.name or not net.mqtt.broker:
        raise NightcrierError(
            "The settings name no hall; write its name into [net.hall] and the broker into [net.mqtt]: docs/hall.md."
        )
    need_libraries(broker=True)
    from nightcrier.tools.hall_program import serve_hall

    asyncio.run(serve_hall(net, where, hall_password(net)))
    return 0


def hall_password(net: NetSettings) -> str:
    """Read the password of the organiser's page. Raises NightcrierError if the password is missing or too short."""
    from nightcrier.broker.broker_talk import first_line

    if not net.hall.password_file:
        raise NightcrierError("The page of a hall needs a password; name its file in the settings: [net.hall].")
    password = first_line(Path(net.hall.password_file), "net.hall")
    if len(password) < LEAST_PASSWORD:
        raise NightcrierError(f"{net.hall.password_file} needs a password of {LEAST_PASSWORD} letters at least.")
    return password
