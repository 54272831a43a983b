"""`nightcrier pictures`: every page in every language as contact sheets, each pixel as large as asked."""

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image

from device.box.folders import standard_folders
from device.box.library import first_choices, house, library
from device.commands.named import add_places, make_folder, path_named, with_tried
from device.commands.progress import ProgressBar, patience_in_pipe
from device.commands.showcase import every_page
from device.kernel.events import Fault
from device.kernel.files import replace_file
from device.kernel.screen import ScreenFormat
from device.panel.pictures import frame_picture
from device.sound.desk.sound_list import SoundList
from device.table.drawing import draw
from device.table.state import Table
from device.table.view import View
from device.words.catalogue import LANGUAGES

COLUMNS, _SCALE = 8, 2


def add_pictures_arguments(parser: ArgumentParser) -> None:
    told = "the folder to write to (docs/pages)"
    parser.add_argument("--out", type=path_named, default=Path("docs/pages"), help=told)
    add_places(parser, "scenarios")


def do_pictures(arguments: Namespace) -> int:
    make_folder(arguments.out)
    where, bar = with_tried(standard_folders(), arguments), ProgressBar("pictures")
    shelf = library(where, list[Fault]().append)
    rooms = house(shelf, (where.audio / "voices",), SoundList(where.audio, (), print).beds())
    table = Table(first_choices(shelf))
    with patience_in_pipe("Every page is drawn"):
        for done, language in enumerate(LANGUAGES, 1):
            views = list(dict.fromkeys(every_page(rooms, table, language)))
            replace_file(arguments.out / f"{language}.png", contact_sheet(views, rooms.screen, COLUMNS, _SCALE))
            bar(done, len(LANGUAGES))
    return 0


_BORDER = 4
_PAPER = 90


def contact_sheet(views: Sequence[View], screen: ScreenFormat, columns: int, scale: int = 2) -> bytes:
    """Return a PNG of all these views, row by row, in so few greys that it can be kept beside the code."""
    rows = -(-len(views) // columns)
    across, down = screen.width + _BORDER, screen.height + _BORDER
    sheet = Image.new("L", (columns * across + _BORDER, rows * down + _BORDER), _PAPER)
    for number, view in enumerate(views):
        row, column = divmod(number, columns)
        picture = frame_picture(draw(view, screen), screen).convert("L")
        sheet.paste(picture, (_BORDER + column * across, _BORDER + row * down))
    large = sheet.resize((sheet.width * scale, sheet.height * scale), Image.Resampling.NEAREST)
    out = BytesIO()
    large.quantize(4).save(out, "PNG", optimize=True)
    return out.getvalue()
