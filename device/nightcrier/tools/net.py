"""Run `nightcrier net`: the page of a box in the home's network, and the connection to a broker."""

import asyncio
from argparse import ArgumentParser, Namespace
from importlib import import_module

from nightcrier.kernel.chores import NET_SOCKET
from nightcrier.kernel.errors import NightcrierError
from nightcrier.kernel.folders import standard_folders
from nightcrier.tools.command_line import add_places, path_named, with_tried
from nightcrier.web.companion import log_plainly, read_own_settings

_LIBRARIES, _FETCH = ("h11", "paho.mqtt.client"), "pip install 'nightcrier[net]'"


def add_net_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--box", type=path_named, metavar="SOCKET", help="the box's door (in its runtime folder)")
    add_places(parser, "state", "config")


def do_net(arguments: Namespace) -> int:
    log_plainly()
    where = with_tried(standard_folders(state=arguments.state), arguments)
    settings = read_own_settings(where)
    try:
        for library in _LIBRARIES if settings.net.mqtt.broker else _LIBRARIES[:1]:
            import_module(library)
    except ModuleNotFoundError as missing:
        raise NightcrierError(f"The page needs the library {missing.name}; fetch it with: {_FETCH}") from None
    from nightcrier.tools.net_program import serve_page

    asyncio.run(serve_page(arguments.box or where.runtime / NET_SOCKET, settings.net, where))
    return 0
