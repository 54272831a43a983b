"""`nightcrier pictures`: every page in every language as contact sheets."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from device.box.folders import standard_folders
from device.box.library import first_choices, house, library
from device.commands.named import make_folder, path_named
from device.commands.showcase import every_page
from device.kernel.events import Fault
from device.kernel.files import replace_file
from device.sound.desk.sound_list import SoundList
from device.studio.sheets import contact_sheet
from device.table.state import Table
from device.words.catalogue import LANGUAGES

COLUMNS, SCALE = 8, 2


def add_pictures_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--out", type=path_named, default=Path("docs/pages"), help="the folder to write to (docs/pages)"
    )


def do_pictures(arguments: Namespace) -> int:
    make_folder(arguments.out)
    where = standard_folders()
    shelf = library(where, list[Fault]().append)
    rooms = house(shelf, where.audio / "voices", SoundList(where.audio, (), print).beds())
    table = Table(first_choices(shelf))
    for language in LANGUAGES:
        views = list(dict.fromkeys(every_page(rooms, table, language)))
        replace_file(arguments.out / f"{language}.png", contact_sheet(views, rooms.screen, COLUMNS, SCALE))
    return 0
