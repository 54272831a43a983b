"""Draw all pages of the screen in every language, as contact sheets: `./run -m docs.pictures.pages`."""

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image

from docs.pictures.showcase import every_page
from nightcrier.box.library import build_house, first_choices, read_library
from nightcrier.box.panel.pictures import frame_picture
from nightcrier.box.sound.desk.sound_list import SoundList
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.drawing import draw
from nightcrier.box.table.drawing.view import View
from nightcrier.kernel.command import Parser, run_to_end
from nightcrier.kernel.faults import Fault
from nightcrier.kernel.files import replace_file
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.screen import ScreenFormat
from nightcrier.tools.command_line import add_places, make_folder, path_named, with_tried
from nightcrier.tools.progress import ProgressBar, patience_in_pipe
from nightcrier.words.catalogue import LANGUAGES

COLUMNS, _SCALE = 8, 2


def draw_pages() -> int:
    parser = Parser(prog="pages", description="Draws every page in every language.")
    parser.add_argument("--out", type=path_named, default=Path("out/pages"), help="the folder to write to (out/pages)")
    add_places(parser, "scenarios")
    arguments = parser.parse_args()
    make_folder(arguments.out)
    where, bar = with_tried(standard_folders(), arguments), ProgressBar("pictures")
    shelf = read_library(where, list[Fault]().append)
    rooms = build_house(shelf, (where.audio / "voices",), SoundList(where.audio, (), print).beds())
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
    """Return a PNG of all these views, row by row. The PNG has few shades of grey, so that the file is small enough for
    the repository."""
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


if __name__ == "__main__":
    raise SystemExit(run_to_end(draw_pages))
