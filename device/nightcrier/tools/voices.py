"""Run `nightcrier voices`: list and check the voices of a box, record people, and import what was recorded elsewhere.

`list` and `check` run on any box. The verbs that need the libraries for recording import them. The studio, a program of
its own, has these verbs and more."""

import sys
from argparse import REMAINDER, ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, NamedTuple

from nightcrier.kernel.errors import NightcrierError
from nightcrier.takes.pack_folder import LICENCES, NO_NAME
from nightcrier.takes.script import HOUSE
from nightcrier.tools.command_line import add_games, add_places, box_folders, path_named, with_tried
from nightcrier.tools.voice_checks import STUDIO_MISSING, check_voices, list_voices
from nightcrier.tools.voice_files import VoiceFiles
from nightcrier.tools.voice_people import export_own, import_own, serve_booth, write_recording_page

AddArgument = Callable[[ArgumentParser], object]


def an_argument(*names: str, **told: Any) -> AddArgument:
    return lambda parser: parser.add_argument(*names, **told)


class VoiceVerb(NamedTuple):
    """A verb of `voices`: its purpose, its action, and its arguments. The action yields each fault as a sentence."""

    told: str
    do: Callable[[VoiceFiles, Namespace], Iterable[str]]
    given: tuple[AddArgument, ...] = ()


def languages_named(nargs: str, told: str | None = None) -> AddArgument:
    return an_argument("languages", nargs=nargs, metavar="LANG", help=told)


an_output = partial(an_argument, "--out", type=path_named)
WHOSE = (
    an_argument("language", metavar="LANG"),
    an_argument("--person", default=NO_NAME, metavar="NAME", help="whose voice it is"),
)
_CHOICE = (
    an_argument("--only", nargs="+", metavar="LINE", help="these lines, such as paused or 'vote.*'"),
    an_argument("--game", metavar="GAME", help=f"the lines of one game; '{HOUSE}': those that all games share"),
    an_argument("--deck", metavar="SCENARIO", help="the lines that a scenario's deck needs"),
    an_argument("--cards", nargs="+", metavar="CARD", help="with --deck: these cards instead of its own"),
)
VERBS: Mapping[str, VoiceVerb] = {
    "list": VoiceVerb("which voices there are, and how much of each game they can say", list_voices),
    "check": VoiceVerb(
        "clips and sounds that are missing, broken, stale, too long or loud, or without a licence",
        check_voices,
        (languages_named("*", "all of them and the sounds where none is named"),),
    ),
    "import": VoiceVerb(
        "take in a folder or a zip of recordings named by line id",
        import_own,
        (
            an_argument("recordings", type=path_named, metavar="FOLDER", help="or the zip of `export` or of the page"),
            an_argument("--language", metavar="LANG", help="where the recordings do not tell it themselves"),
            an_argument("--person", metavar="NAME", help="whose voice it is"),
            an_argument("--sure", action="store_true", help="also what does not sound like its line"),
        ),
    ),
    "export": VoiceVerb(
        "one zip of somebody's voice, which `import` takes elsewhere",
        export_own,
        (
            *WHOSE,
            an_argument("--game", metavar="GAME", help="the lines of a game in a file alone, and that file with them"),
            an_output(metavar="FILE", help="LANG-NAME.zip, where none is named"),
        ),
    ),
    "booth": VoiceVerb(
        "what the box runs when somebody records there",
        serve_booth,
        (
            *WHOSE,
            an_argument("--licence", choices=LICENCES, help="what others may do with it (own: nothing)"),
            an_argument("--redo", action="store_true", help="also lines that were kept before"),
            *_CHOICE,
        ),
    ),
    "page": VoiceVerb(
        "one HTML file with which anybody records in a browser",
        write_recording_page,
        (WHOSE[0], *_CHOICE, an_output(metavar="FILE", help="record-LANG.html, where none is named")),
    ),
}
_OF_STUDIO = ("build", "nod", "table", "readings", "tones", "sentences", "heard", "sounds")


def add_verbs(parser: ArgumentParser, verbs: Mapping[str, VoiceVerb]) -> Any:
    """Add these verbs to the command `voices`, and return the object to which further verbs can be added."""
    parsers = parser.add_subparsers(dest="verb", required=True, metavar="VERB")
    for name, verb in verbs.items():
        own = parsers.add_parser(name, help=verb.told)
        for add in verb.given:
            add(own)
    add_places(parser, "state", verbs=parsers.choices.values())
    add_games(parser, *parsers.choices.values())
    for own in parsers.choices.values():
        own.add_argument("--audio", type=path_named, metavar="DIR", help="voices and sounds, instead of the box's own")
    return parsers


def add_voices_arguments(parser: ArgumentParser) -> None:
    parsers = add_verbs(parser, VERBS)
    for name in _OF_STUDIO:
        parsers.add_parser(name).add_argument("words", nargs=REMAINDER)


def do_voices(arguments: Namespace) -> int:
    if arguments.verb in _OF_STUDIO:
        raise NightcrierError(STUDIO_MISSING.format(verb=arguments.verb))
    return run_verb(VERBS, arguments)


def run_verb(verbs: Mapping[str, VoiceVerb], arguments: Namespace) -> int:
    """Run a verb. Return 0 when no fault was found, and 1 when a fault was found."""
    status = 0
    places = with_tried(box_folders(arguments.state), arguments)
    for fault in verbs[arguments.verb].do(VoiceFiles(places, arguments.audio), arguments):
        print(fault, file=sys.stderr)
        status = 1
    return status
