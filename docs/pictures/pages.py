"""Draw the pages of the screen in every language, one sheet a page: `./run -m docs.pictures.pages`. On each sheet stand
the first and the fullest state of the page, and the first in large letters, each in ten languages. With `--before`, the
sheets that changed stand below what they were."""

from collections.abc import Mapping, Sequence
from io import BytesIO
from itertools import chain
from pathlib import Path

from msgspec.structs import replace
from PIL import Image

from docs.pictures.showcase import every_page, private_pages
from nightcrier.box.library import build_house, first_choices, read_library
from nightcrier.box.panel.pictures import frame_picture
from nightcrier.box.sound.desk.sound_list import SoundList
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.drawing.frame import draw
from nightcrier.box.table.drawing.view import View, view_lines
from nightcrier.kernel.command import Parser, run_to_end
from nightcrier.kernel.faults import Fault
from nightcrier.kernel.files import replace_file
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.ids import Language
from nightcrier.kernel.screen import ScreenFormat
from nightcrier.tools.command_line import add_places, make_folder, path_named, with_tried
from nightcrier.tools.progress import ProgressBar, patience_in_pipe
from nightcrier.words.catalogue import LANGUAGES

_ACROSS, SCALE = 5, 3
BORDER, PAPER = 4, 90


def draw_pages() -> int:
    parser = Parser(prog="pages", description="Draws every kind of page in every language.")
    parser.add_argument("--out", type=path_named, default=Path("out/pages"), help="the folder to write to (out/pages)")
    parser.add_argument("--before", type=path_named, help="a folder of sheets: only what changed is drawn, below them")
    add_places(parser, "scenarios")
    arguments = parser.parse_args()
    make_folder(arguments.out)
    where, bar = with_tried(standard_folders(), arguments), ProgressBar("languages")
    shelf = read_library(where, list[Fault]().append)
    house = build_house(shelf, (where.audio / "voices",), SoundList(where.audio, (), print).beds())
    table = Table(first_choices(shelf))
    drawn = list[Mapping[str, Sequence[View]]]()
    with patience_in_pipe("Every page is drawn"):
        for language in LANGUAGES:
            drawn.append(_states(house, table, language))
            bar(len(drawn), len(LANGUAGES))
    for page in drawn[0]:
        states = zip(*[pages[page] for pages in drawn], strict=True)
        sheet = contact_sheet([*chain.from_iterable(states)], house.screen, _ACROSS, SCALE)
        _keep(arguments.out / f"{page}.png", sheet, arguments.before)
    return 0


def _states(house: House, table: Table, language: Language) -> Mapping[str, Sequence[View]]:
    """Return by the name of each page its first and its fullest view, and the first in large letters."""
    usual = _by_page(house, table, language)
    large = _by_page(house, replace(table, choices=replace(table.choices, letters="large")), language)
    return {page: (views[0], max(views, key=_letters), large[page][0]) for page, views in usual.items()}


def _by_page(house: House, table: Table, language: Language) -> Mapping[str, list[View]]:
    found = dict[str, list[View]]()
    for view in chain(every_page(house, table, language), private_pages(house, table, language)):
        found.setdefault(view.page, []).append(view)
    return found


def _letters(view: View) -> int:
    return sum(map(len, view_lines(view)))


def _keep(file: Path, sheet: bytes, before: Path | None) -> None:
    """Write a sheet. If there was one before, write both below each other, and only if they differ."""
    old = before / file.name if before else file
    if before and old.exists():
        if old.read_bytes() == sheet:
            return
        both = [Image.open(BytesIO(each)).convert("L") for each in (old.read_bytes(), sheet)]
        page = Image.new("L", (max(each.width for each in both), sum(each.height for each in both)), PAPER)
        page.paste(both[0])
        page.paste(both[1], (0, both[0].height))
        sheet = _png(page)
    replace_file(file, sheet)


def contact_sheet(views: Sequence[View], screen: ScreenFormat, columns: int, scale: int = 2) -> bytes:
    """Return a PNG of all these views, row by row."""
    rows = -(-len(views) // columns)
    across, down = screen.width + BORDER, screen.height + BORDER
    sheet = Image.new("L", (columns * across + BORDER, rows * down + BORDER), PAPER)
    for number, view in enumerate(views):
        row, column = divmod(number, columns)
        picture = frame_picture(draw(view, screen), screen).convert("L")
        sheet.paste(picture, (BORDER + column * across, BORDER + row * down))
    return _png(sheet.resize((sheet.width * scale, sheet.height * scale), Image.Resampling.NEAREST))


def _png(page: Image.Image) -> bytes:
    """Return a picture with few shades of grey, so that its file is small enough for the repository."""
    out = BytesIO()
    page.quantize(4).save(out, "PNG", optimize=True)
    return out.getvalue()


if __name__ == "__main__":
    raise SystemExit(run_to_end(draw_pages))
