"""Run `nightcrier voices`: list and check the voices that come with the box, build and import new voices, and record
people.

`list` and `check` run on the box itself. The verbs that need the studio's libraries import them."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from nightcrier.studio.pack_folder import LICENCES, NO_NAME
from nightcrier.studio.script import HOUSE
from nightcrier.tools import voice_making
from nightcrier.tools.command_line import add_games, add_places, box_folders, path_named, with_tried
from nightcrier.tools.voice_files import VoiceFiles
from nightcrier.tools.voice_hearing import hear_voices
from nightcrier.tools.voice_making import show_readings
from nightcrier.tools.voice_people import export_own, import_own, nod_own, serve_booth, write_recording_page
from nightcrier.words.catalogue import LANGUAGES

_Do = Callable[[VoiceFiles, Namespace], Iterable[str]]
_Argument = Callable[[ArgumentParser], object]


def _argument(*names: str, **told: Any) -> _Argument:
    return lambda parser: parser.add_argument(*names, **told)


_out = partial(_argument, "--out", type=path_named)


def _languages(nargs: str, told: str | None = None) -> _Argument:
    return _argument("languages", nargs=nargs, metavar="LANG", help=told)


_WHOSE = (
    _argument("language", metavar="LANG"),
    _argument("--person", default=NO_NAME, metavar="NAME", help="whose voice it is"),
)
_CHOICE = (
    _argument("--only", nargs="+", metavar="LINE", help="these lines, such as paused or 'vote.*'"),
    _argument("--game", metavar="GAME", help=f"the lines of one game; '{HOUSE}': those that all games share"),
    _argument("--deck", metavar="SCENARIO", help="the lines that a scenario's deck needs"),
    _argument("--cards", nargs="+", metavar="CARD", help="with --deck: these cards instead of its own"),
)
_TONES = (_languages("+", " ".join(LANGUAGES)), _argument("--pack", metavar="NAME", help="only this voice"))
_ALL = _languages("*", "all where none is named")
_AGAIN = "also lines whose text is the same, such as 'vote.*'"
_VERBS: Mapping[str, tuple[str, _Do]] = {
    "list": ("which voices there are, and how much of each game they can say", voice_making.list_voices),
    "check": (
        "clips and sounds that are missing, broken, stale, too long or loud, or without a licence",
        voice_making.check_voices,
    ),
    "build": ("have lines spoken and mastered; goes on where it stopped", voice_making.build_voices),
    "nod": ("listen to what somebody else has recorded, and nod, or have it spoken again", nod_own),
    "import": ("take in a folder or a zip of recordings named by line id", import_own),
    "export": ("one zip of somebody's voice, which `import` takes elsewhere", export_own),
    "booth": ("what the box runs when somebody records there", serve_booth),
    "page": ("one HTML file with which anybody records in a browser", write_recording_page),
    "table": ("write the review table of a language", voice_making.write_tables),
    "readings": ("how the machine's voices read what has changed", show_readings),
    "tones": ("measure the equaliser that makes voices alike", voice_making.measure_tones),
    "sentences": ("how long sentences of parts take, beside the same ones whole", voice_making.time_sentences),
    "heard": (
        "how well a recogniser understands clips, and which lines worst",
        hear_voices,
    ),
    "sounds": ("make the beds and signals anew", voice_making.make_sounds),
}
_GIVEN: Mapping[str, tuple[_Argument, ...]] = {
    "check": (_languages("*", "all of them and the sounds where none is named"),),
    "build": (
        *_TONES,
        _argument("--again", nargs="+", default=(), metavar="LINE", help=_AGAIN),
        _argument("--only", nargs="+", default=(), metavar="LINE", help="these lines and no others, in seconds"),
    ),
    "nod": (*_WHOSE, _argument("--listener", required=True, metavar="NAME", help="who listens: somebody else")),
    "import": (
        _argument("recordings", type=path_named, metavar="FOLDER", help="or the zip of `export` or of the page"),
        _argument("--language", metavar="LANG", help="where the recordings do not tell it themselves"),
        _argument("--person", metavar="NAME", help="whose voice it is"),
        _argument("--sure", action="store_true", help="also what does not sound like its line"),
    ),
    "export": (
        *_WHOSE,
        _argument("--game", metavar="GAME", help="the lines of a game in a file alone, and that file with them"),
        _out(metavar="FILE", help="LANG-NAME.zip, where none is named"),
    ),
    "booth": (
        *_WHOSE,
        _argument("--licence", choices=LICENCES, help="what others may do with it (own: nothing)"),
        _argument("--redo", action="store_true", help="also lines that were kept before"),
        *_CHOICE,
    ),
    "page": (_WHOSE[0], *_CHOICE, _out(metavar="FILE", help="record-LANG.html, where none is named")),
    "table": (_languages("+"), _out(default=Path("docs/languages"), metavar="DIR")),
    "readings": (
        _ALL,
        _argument("--all", action="store_true", help="also lines whose text is the reviewed one"),
        _argument("--reviewed", action="store_true", help="keep them: somebody has looked at each"),
    ),
    "tones": _TONES,
    "sentences": (_ALL, _TONES[1]),
    "heard": (
        _ALL,
        _TONES[1],
        _argument("--all", action="store_true", help="all lines, not 30 drawn ones of each voice"),
        _argument("--since", metavar="COMMIT", help="also the lines whose clips have changed since that commit"),
    ),
}


def add_voices_arguments(parser: ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="VERB")
    for name, (told, _) in _VERBS.items():
        verb = verbs.add_parser(name, help=told)
        for add in _GIVEN.get(name, ()):
            add(verb)
    add_places(parser, "state", verbs=verbs.choices.values())
    add_games(parser, *verbs.choices.values())
    for verb in verbs.choices.values():
        verb.add_argument("--audio", type=path_named, metavar="DIR", help="voices and sounds, instead of the box's own")


def do_voices(arguments: Namespace) -> int:
    """Run a verb of `nightcrier voices`. Return 0 when no fault was found, and 1 when a fault was found."""
    status = 0
    places = with_tried(box_folders(arguments.state), arguments)
    for fault in _VERBS[arguments.verb][1](VoiceFiles(places, arguments.audio), arguments):
        print(fault, file=sys.stderr)
        status = 1
    return status
