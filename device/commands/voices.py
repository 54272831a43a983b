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
from device.commands.voice_making import (
    add_build_arguments,
    add_sentences_arguments,
    add_tones_arguments,
    build_voices,
    make_sounds,
    measure_tones,
    time_sentences,
)
from device.commands.voice_people import (
    add_export_arguments,
    add_nod_arguments,
    add_page_arguments,
    export_own,
    nod_own,
    write_recording_page,
)

_Do = Callable[[VoiceFiles, Namespace], Iterable[str]]
_Add = Callable[[ArgumentParser], None]


def _add_check_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("languages", nargs="*", metavar="LANG", help="all of them and the sounds where none is named")


def _add_table_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("languages", nargs="+", metavar="LANG")
    parser.add_argument("--out", type=path_named, default=Path("docs/languages"), metavar="DIR")


_CHECK = "clips and sounds that are missing, broken, stale, too long or loud, or without a licence"
_NOD = "listen to what somebody else has recorded, and nod, or have it spoken again"
_VERBS: Mapping[str, tuple[str, _Do, _Add | None]] = {
    "list": ("which voices there are, and how much of each game they can say", list_voices, None),
    "check": (_CHECK, check_voices, _add_check_arguments),
    "build": ("have lines spoken and mastered; goes on where it stopped", build_voices, add_build_arguments),
    "nod": (_NOD, nod_own, add_nod_arguments),
    "import": ("take in a folder or a zip of recordings named by line id", import_own, add_import_arguments),
    "export": ("one zip of somebody's voice, which `import` takes elsewhere", export_own, add_export_arguments),
    "booth": ("what the box runs when somebody records there", serve_booth, add_booth_arguments),
    "page": ("one HTML file with which anybody records in a browser", write_recording_page, add_page_arguments),
    "table": ("write the review table of a language", write_tables, _add_table_arguments),
    "readings": ("how the machine's voices read what has changed", show_readings, add_readings_arguments),
    "tones": ("measure the equaliser that makes voices alike", measure_tones, add_tones_arguments),
    "sentences": (
        "how long sentences of parts take, beside the same ones whole",
        time_sentences,
        add_sentences_arguments,
    ),
    "sounds": ("make the beds and signals anew", make_sounds, None),
}


def add_voices_arguments(parser: ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="VERB")
    for name, (told, _, add_arguments) in _VERBS.items():
        verb = verbs.add_parser(name, help=told)
        if add_arguments:
            add_arguments(verb)
    add_places(parser, "state", verbs=verbs.choices.values())
    for verb in verbs.choices.values():
        verb.add_argument("--audio", type=path_named, metavar="DIR", help="voices and sounds, instead of the box's own")


def do_voices(arguments: Namespace) -> int:
    """0 done, 1 when a fault was found."""
    _, do, _ = _VERBS[arguments.verb]
    status = 0
    for fault in do(VoiceFiles(box_folders(arguments.state), arguments.audio), arguments):
        print(fault, file=sys.stderr)
        status = 1
    return status
