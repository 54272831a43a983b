"""Run `nightcrier hall`: the organiser's page of many tables, on one machine of a hall."""

import asyncio
from argparse import ArgumentParser, Namespace
from pathlib import Path

from nightcrier.box.folders import standard_folders
from nightcrier.kernel.errors import NightcrierError
from nightcrier.kernel.settings import NetSettings
from nightcrier.tools.command_line import add_places, path_named, with_tried
from nightcrier.tools.companion import log_plainly, need_libraries, read_own_settings

LEAST_PASSWORD = 10


def add_hall_arguments(parser: ArgumentParser) -> None:
    told = "write into FOLDER Mosquitto's passwords and rules, and a stick for each TABLE, as table-7='By the window'"
    parser.add_argument("--accounts", nargs="+", metavar=("FOLDER", "TABLE"), help=told)
    add_places(parser, "state", "config")


def do_hall(arguments: Namespace) -> int:
    """Serve the organiser's page, or write the accounts of the hall."""
    log_plainly()
    where = with_tried(standard_folders(state=arguments.state), arguments)
    net = read_own_settings(where).net
    if not net.hall.name or not net.mqtt.broker:
        raise NightcrierError(
            "The settings name no hall; write its name into [net.hall] and the broker into [net.mqtt]: docs/hall.md."
        )
    need_libraries(broker=True)
    from nightcrier.tools.hall_program import serve_hall, tell_accounts

    if arguments.accounts:
        folder, *tables = arguments.accounts
        tell_accounts(net, path_named(folder), tables)
        return 0

    asyncio.run(serve_hall(net, where, hall_password(net)))
    return 0


def hall_password(net: NetSettings) -> str:
    """Read the password of the organiser's page. Raises NightcrierError if the password is missing or too short."""
    from nightcrier.broker.broker_client import first_line

    if not net.hall.password_file:
        raise NightcrierError("The page of a hall needs a password; name its file in the settings: [net.hall].")
    password = first_line(Path(net.hall.password_file), "net.hall")
    if len(password) < LEAST_PASSWORD:
        raise NightcrierError(f"{net.hall.password_file} needs a password of {LEAST_PASSWORD} letters at least.")
    return password
