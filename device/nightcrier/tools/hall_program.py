"""Put the organiser's program together: the files in its folder, its page, and its connection to the broker."""

import logging
import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from ipaddress import ip_address
from pathlib import Path

from nightcrier.box.folders import Folders, share
from nightcrier.box.library import read_offer
from nightcrier.hall.accounts import write_accounts
from nightcrier.hall.desk import HallDesk
from nightcrier.hall.dusk_caller import DuskCaller
from nightcrier.hall.entrance import HallEntrance, routes_of_part
from nightcrier.hall.line import HallLine
from nightcrier.hall.organisers_file import OrganisersFile
from nightcrier.hall.site import LARGEST_FORM, BoxesSite, HallSite, join_file
from nightcrier.hall.tables_page import UPLOAD
from nightcrier.hall.tables_site import TablesSite
from nightcrier.hall.tournament.desk import TournamentDesk
from nightcrier.hall.tournament.forms import LIST_FILE
from nightcrier.hall.tournament.site import TOURNAMENT_ROUTES, TournamentSite
from nightcrier.hall.tournament.tournament_file import TournamentFile
from nightcrier.hall.update_shelf import UpdateShelf
from nightcrier.kernel.chance import SystemChance
from nightcrier.kernel.files import DISK
from nightcrier.kernel.ids import Language
from nightcrier.kernel.settings import NetSettings
from nightcrier.tools.companion import listen_on, run_line
from nightcrier.web.forms import words_of_page
from nightcrier.web.gate import Gate
from nightcrier.web.own_address import own_address, own_name
from nightcrier.web.server import PageServer
from nightcrier.web.uploads import PhoneInbox
from nightcrier.words.catalogue import UNHEARD

_log = logging.getLogger("nightcrier")


async def serve_hall(net: NetSettings, where: Folders, password: str) -> None:
    """Serve the hall until the program gets a signal to stop. Raises NightcrierError when the port is in use, and
    BadFile when the tournament cannot be continued."""
    tournament = TournamentDesk(TournamentFile(DISK, where.state / "tournament.json"), _log.info, time.monotonic)
    desk = HallDesk(net.hall.name, time.monotonic, tournament.hear, f"{SystemChance().below(2**64):x}-")
    dusk = DuskCaller(net.hall.name, f"{SystemChance().below(2**64):x}", time.monotonic)
    for follower in (dusk.forget, tournament.forget):
        desk.follow_leaving(follower)
    entrance, shelf = _entrance(where, password), _update_shelf(net, where)

    def join(name: str, title: str, here: str) -> bytes:
        return join_file(net, _broker_for_boxes(net.mqtt.broker, here), name, title)

    site = HallSite(
        entrance,
        TablesSite(entrance, desk, dusk, shelf, titles_by_language()),
        BoxesSite(entrance, desk, shelf, join),
        routes_of_part(TournamentSite(entrance, tournament, desk, SystemChance()), TOURNAMENT_ROUTES),
    )
    serve = PageServer(site, largest_body=LARGEST_FORM, streamed=frozenset({UPLOAD, LIST_FILE})).serve
    server = await listen_on(serve, net.hall.port, "[net.hall] port")
    _log.info("The page of the hall is served on port %d.", net.hall.port)
    try:
        line = HallLine(net.mqtt, desk, dusk, tournament.look, time.monotonic, _log.info)
        await run_line(line.run(), "broker")
    finally:
        tournament.end()
        server.close()


def tell_accounts(net: NetSettings, folder: Path, tables: Sequence[str]) -> None:
    """Write the accounts of the hall and of these tables, each with a title behind `=` or without, and say so."""
    named = (table.partition("=") for table in tables)
    titles = {name: " ".join(title.split()) for name, _, title in named}
    names = write_accounts(folder, net, _broker_for_boxes(net.mqtt.broker, ""), titles)
    print(f"{folder} has the accounts of the hall and of {len(names)} tables; docs/hall.md says where each file goes.")


def titles_by_language() -> Callable[[Language], Mapping[str, str]]:
    """Return a function that has the titles, by deck, of all decks that came with this program."""
    games = read_offer((share("config") / "scenarios",)).games.values()

    @cache
    def titles(language: Language) -> Mapping[str, str]:
        words = words_of_page(share("assets") / "words", language)
        decks = (
            (game.id, deck.id, deck.names.get(language, deck.names["en"]))
            for game in games
            for deck in game.scenarios()
        )
        return {f"{game}/{deck}": f"{words[f'game.{game}']}: {name}".translate(UNHEARD) for game, deck, name in decks}

    return titles


def _entrance(where: Folders, password: str) -> HallEntrance:
    file = OrganisersFile(where.state / "organisers.json", password, _log.warning)
    gate = Gate(time.monotonic(), file.read(), most_tries=None, keep=file.write)
    return HallEntrance(gate, password, share("assets") / "words", time.monotonic)


def _update_shelf(net: NetSettings, where: Folders) -> UpdateShelf:
    folder = where.state / "update"
    inbox = PhoneInbox(folder, lambda place: shutil.disk_usage(place).free, updates=True)
    return UpdateShelf(inbox, folder, net.hall.port, own_address, time.monotonic)


def _broker_for_boxes(broker: str, here: str) -> str:
    """Return the address at which boxes reach the broker. If the broker runs on this machine, this is the address of
    the page."""
    try:
        is_here = broker == "localhost" or ip_address(broker).is_loopback
    except ValueError:
        is_here = False
    return (here or own_name()) if is_here else broker
