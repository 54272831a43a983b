"""`nightcrier voices page`: an HTML file with which somebody records a voice where there is no Linux."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path

from device.commands.named import draft, path_named
from device.commands.voice_choice import add_choice_arguments, chosen_lines
from device.commands.voice_files import VoiceFiles, spoken_language
from device.commands.voice_making import with_studio
from device.studio.own_pack import LICENCES


def add_page_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("language", metavar="LANG")
    add_choice_arguments(parser)
    parser.add_argument("--out", type=path_named, metavar="FILE", help="record-LANG.html, where none is named")


def write_recording_page(house: VoiceFiles, arguments: Namespace) -> Iterator[str]:
    with_studio("page")
    from device.studio.recording_page import recording_page

    language = spoken_language(arguments.language)
    lines = chosen_lines(house, language, arguments)
    licences = {told: "" if name == "own" else name for name, told in LICENCES.items()}
    page = recording_page(language, lines, house.machine(language), licences).encode()
    out = arguments.out or Path(f"record-{language}.html")
    with draft(out) as fresh:
        fresh.write_bytes(page)
    print(f"{out}: {len(lines)} lines, {len(page) / 1e6:.1f} MB. Open it in a browser.")
    yield from house.faults
