"""`nightcrier voices page`, `nod` and `export`: people's own voices, recorded in a browser where there is no Linux,
heard by somebody else, and taken elsewhere."""

import io
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path

from device.commands.named import draft, path_named
from device.commands.voice_choice import add_choice_arguments, chosen_lines
from device.commands.voice_files import VoiceFiles, spoken_language
from device.commands.voice_making import with_studio
from device.feeding.as_owner import kept_in
from device.kernel.errors import WrongUse
from device.kernel.ids import Language
from device.studio.pack_folder import LICENCES, NO_NAME, PackFolder, own_pack


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


def add_whose_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("language", metavar="LANG")
    parser.add_argument("--person", default=NO_NAME, metavar="NAME", help="whose voice it is")


def add_nod_arguments(parser: ArgumentParser) -> None:
    add_whose_arguments(parser)
    parser.add_argument("--listener", required=True, metavar="NAME", help="who listens: somebody else")


def add_export_arguments(parser: ArgumentParser) -> None:
    add_whose_arguments(parser)
    parser.add_argument("--out", type=path_named, metavar="FILE", help="LANG-NAME.zip, where none is named")


def nod_own(house: VoiceFiles, arguments: Namespace) -> Iterator[str]:
    with_studio("nod")
    from device.studio.nods import hear_voice, load_portaudio

    language = spoken_language(arguments.language)
    if arguments.listener.casefold() == arguments.person.casefold():
        raise WrongUse("Whoever spoke knows what was meant: let somebody else listen.")
    with kept_in(house.state):
        pack = _recorded(house, language, arguments.person)
        good, bad = hear_voice(load_portaudio(), house.texts(language), pack, arguments.listener)
    print(f"{pack.folder}: nodded to {good}, to be spoken again {bad}.")
    yield from house.faults


def export_own(house: VoiceFiles, arguments: Namespace) -> Iterator[str]:
    with_studio("export")
    from device.studio.voice_container import write_voice

    language = spoken_language(arguments.language)
    with kept_in(house.state):
        pack = _recorded(house, language, arguments.person)
        content = io.BytesIO()
        clips = write_voice(pack, content)
    out = arguments.out or Path(f"{pack.folder.name}.zip")
    with draft(out) as fresh:
        fresh.write_bytes(content.getvalue())
    print(f"{out}: {clips} clips of {pack.pack.person}. Licence: {pack.pack.licence}.")
    yield from house.faults


def _recorded(house: VoiceFiles, language: Language, person: str) -> PackFolder:
    pack = own_pack(house.recordings, language, person)
    if not pack.pack.clips:
        raise WrongUse(f"Nothing was recorded in {pack.folder}; record it first, or name who spoke with --person.")
    return pack
