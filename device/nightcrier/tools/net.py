"""Run `nightcrier net`: the page of a box in the home's network, and the connection to a broker."""

import asyncio
from argparse import ArgumentParser, Namespace

from nightcrier.box.folders import standard_folders
from nightcrier.tools.command_line import add_places, path_named, with_tried
from nightcrier.tools.companion import log_plainly, need_libraries, read_own_settings
from nightcrier.wire.public_record import NET_SOCKET


def add_net_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--box", type=path_named, metavar="SOCKET", help="the box's door (in its runtime folder)")
    add_places(parser, "state", "config")


def do_net(arguments: Namespace) -> int:
    log_plainly()
    where = with_tried(standard_folders(state=arguments.state), arguments)
    settings = read_own_settings(where)
    need_libraries(broker=bool(settings.net.mqtt.broker))
    from nightcrier.tools.net_program import serve_page

    asyncio.run(serve_page(arguments.box or where.runtime / NET_SOCKET, settings.net, where))
    return 0
