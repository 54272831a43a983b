"""Runs `nightcrier-hall`: the organizer's page of many tables, on one machine of a hall."""

import asyncio
import stat
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from nightcrier.broker.broker_client import first_line
from nightcrier.kernel.command import Parser, run_to_end
from nightcrier.kernel.errors import NightcrierError, WrongUse
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.program import program_version
from nightcrier.kernel.settings import NetSettings
from nightcrier.web.companion import log_plainly, read_own_settings
from nightcrier_hall.program import serve_hall, tell_accounts

LEAST_PASSWORD = 10


def main(words: Sequence[str] | None = None) -> int:
    """Serve the organizer's page, or write the accounts of the hall. Return the exit status."""
    return run_to_end(lambda: _run(hall_parser().parse_args(words)))


def hall_parser() -> Parser:
    parser = Parser(prog="nightcrier-hall", description="The organiser's page of many tables.")
    told = "write into FOLDER Mosquitto's passwords and rules, and a stick for each TABLE, as table-7='By the window'"
    parser.add_argument("--accounts", nargs="+", metavar=("FOLDER", "TABLE"), help=told)
    parser.add_argument("--state", type=Path, metavar="DIR", help="what the hall remembers (its own folder)")
    parser.add_argument("--config", type=Path, metavar="FILE", help="its settings (/etc/nightcrier/device.toml)")
    parser.add_argument("--version", action="version", version=f"nightcrier-hall {program_version()}")
    return parser


def _run(arguments: Namespace) -> int:
    if arguments.config and not arguments.config.is_file():
        raise WrongUse(f"There is no file {arguments.config}; name the settings of this hall.")
    log_plainly()
    where = replace(standard_folders(state=arguments.state), tried_settings=arguments.config)
    net = read_own_settings(where).net
    if not net.hall.name or not net.mqtt.broker:
        raise NightcrierError(
            "The settings name no hall; write its name into [net.hall] and the broker into [net.mqtt]: docs/hall.md."
        )
    if arguments.accounts:
        folder, *tables = arguments.accounts
        tell_accounts(net, Path(folder), tables)
        return 0
    asyncio.run(serve_hall(net, where, hall_password(net)))
    return 0


def hall_password(net: NetSettings) -> str:
    """Read the password of the organizer's page. Raises NightcrierError if the password is missing or too short, or if
    other users may read it."""
    if not net.hall.password_file:
        raise NightcrierError("The page of a hall needs a password; name its file in the settings: [net.hall].")
    file = Path(net.hall.password_file)
    password = first_line(file, "net.hall")
    if file.stat().st_mode & stat.S_IROTH:
        raise NightcrierError(f"Others may read the password of the hall: chmod o= {file}")
    if len(password) < LEAST_PASSWORD:
        raise NightcrierError(f"{file} needs a password of {LEAST_PASSWORD} letters at least.")
    return password


if __name__ == "__main__":
    sys.exit(main())
