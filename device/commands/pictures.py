"""`nightcrier pictures`: every page in every language as contact sheets."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from device.box.folders import folders
from device.box.library import first_choices, house, library
from device.commands.places import make_folder, place
from device.commands.showcase import every_page
from device.kernel.events import Fault
from device.kernel.files import replace_file
from device.sound.desk.sound_list import SoundList
from device.studio.sheets import contact_sheet
from device.table.state import Table
from device.words.catalogue import LANGUAGES

COLUMNS, SCALE = 8, 2


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--out", type=place, default=Path("docs/pages"), help="the folder to write to (docs/pages)")


def run(arguments: Namespace) -> int:
    make_folder(arguments.out)
    where = folders()
    shelf = library(where, list[Fault]().append)
    rooms = house(shelf, where.audio / "voices", SoundList(where.audio, (), print).beds())
    table = Table(first_choices(shelf))
    for language in LANGUAGES:
        views = list(dict.fromkeys(every_page(rooms, table, language)))
        replace_file(arguments.out / f"{language}.png", contact_sheet(views, rooms.screen, COLUMNS, SCALE))
    return 0
