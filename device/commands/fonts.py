"""`nightcrier fonts`: whether every letter of the words can be shown, and building the strikes that show them."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from device.box.folders import share
from device.commands.named import add_places, box_folders, folder_named, with_tried
from device.commands.progress import Patience
from device.kernel.program import program_call
from device.studio.fonts import build_fonts, letters_missing

_SYSTEM_FONTS = Path("/usr/share/fonts")


def add_fonts_arguments(parser: ArgumentParser) -> None:
    commands = parser.add_subparsers(dest="what", required=True, metavar="check|build")
    checker = commands.add_parser("check", help="letters of the words and names that the screen cannot show")
    builder = commands.add_parser("build", help="draw the letters again, after words have changed")
    more = f"where more fonts lie, beside {_SYSTEM_FONTS}"
    builder.add_argument("--fonts", type=folder_named, metavar="DIR", help=more)
    add_places(parser, "scenarios", verbs=(checker, builder))


def do_fonts(arguments: Namespace) -> int:
    """Return 1 when a letter is missing."""
    words = sorted((share("assets") / "words").glob("*.toml"))
    folders = with_tried(box_folders(), arguments).scenarios
    names = [file for folder in folders for file in sorted(folder.rglob("*.toml"))]
    if arguments.what == "build":
        fonts = [arguments.fonts, _SYSTEM_FONTS] if arguments.fonts else [_SYSTEM_FONTS]
        with Patience("The letters are drawn"):
            built = list(build_fonts(share("assets") / "fonts", words, names, fonts))
        for file in built:
            print(f"{file.stat().st_size:8,} bytes  {file.name}")
        return 0
    unknown = letters_missing([*words, *names])
    for file, letters in unknown.items():
        print(f"{file.name}: no letters for {' '.join(letters)}; build them with: {program_call('fonts build')}")
    if not unknown:
        print("Every letter of the words can be shown.")
    return 1 if unknown else 0
