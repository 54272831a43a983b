"""Runs `nightcrier-studio`: builds voices, sounds and letters, and shows how well they are understood."""

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from nightcrier.kernel.command import Parser, run_to_end
from nightcrier.kernel.program import program_version
from nightcrier.tools import voices
from nightcrier.tools.voice_people import import_own
from nightcrier.tools.voices import WHOSE, VoiceVerb, add_verbs, an_argument, an_output, languages_named, run_verb
from nightcrier.words.catalogue import LANGUAGES
from nightcrier_studio.hearing import hear_voices, misread_takes
from nightcrier_studio.making import (
    build_voices,
    check_with_sounds,
    make_sounds,
    measure_tones,
    show_readings,
    time_sentences,
    write_tables,
)
from nightcrier_studio.nods import nod_own
from nightcrier_studio.screen import add_fonts_arguments, add_words_arguments, do_fonts, do_words

_TONES = (languages_named("+", " ".join(LANGUAGES)), an_argument("--pack", metavar="NAME", help="only this voice"))
_ALL = languages_named("*", "all where none is named")
_AGAIN = "also lines whose text is the same, such as 'vote.*'"
VERBS: Mapping[str, VoiceVerb] = {
    **voices.VERBS,
    "check": voices.VERBS["check"]._replace(do=check_with_sounds),
    "import": voices.VERBS["import"]._replace(do=partial(import_own, hear=misread_takes)),
    "build": VoiceVerb(
        "have lines spoken and mastered; goes on where it stopped",
        build_voices,
        (
            *_TONES,
            an_argument("--again", nargs="+", default=(), metavar="LINE", help=_AGAIN),
            an_argument("--only", nargs="+", default=(), metavar="LINE", help="these lines and no others, in seconds"),
        ),
    ),
    "nod": VoiceVerb(
        "listen to what somebody else has recorded, and nod, or have it spoken again",
        nod_own,
        (*WHOSE, an_argument("--listener", required=True, metavar="NAME", help="who listens: somebody else")),
    ),
    "table": VoiceVerb(
        "write a table of all that is said and shown in a language",
        write_tables,
        (_ALL, an_output(default=Path("out/languages"), metavar="DIR")),
    ),
    "readings": VoiceVerb(
        "how the machine's voices read what has changed",
        show_readings,
        (
            _ALL,
            an_argument("--all", action="store_true", help="also lines whose text is the reviewed one"),
            an_argument("--reviewed", action="store_true", help="keep them: somebody has looked at each"),
        ),
    ),
    "tones": VoiceVerb("measure the equaliser that makes voices alike", measure_tones, _TONES),
    "sentences": VoiceVerb(
        "how long sentences of parts take, beside the same ones whole", time_sentences, (_ALL, _TONES[1])
    ),
    "heard": VoiceVerb(
        "how well a recogniser understands clips, and which lines worst",
        hear_voices,
        (
            _ALL,
            _TONES[1],
            an_argument("--all", action="store_true", help="all lines, not 30 drawn ones of each voice"),
            an_argument("--since", metavar="COMMIT", help="also the lines whose clips have changed since that commit"),
        ),
    ),
    "sounds": VoiceVerb("make the beds and signals anew", make_sounds),
}
_COMMANDS: Mapping[str, tuple[str, Callable[[ArgumentParser], object], Callable[..., int]]] = {
    "voices": ("voices: build, hear, check, record, import", partial(add_verbs, verbs=VERBS), partial(run_verb, VERBS)),
    "fonts": ("letters of the screen: check, build", add_fonts_arguments, do_fonts),
    "words": (
        "words: where Thai ones end, and what strangers found: check, mark, reviewed",
        add_words_arguments,
        do_words,
    ),
}


def main(words: Sequence[str] | None = None) -> int:
    return run_to_end(partial(_run, words))


def studio_parser() -> Parser:
    parser = Parser(prog="nightcrier-studio", description="Builds voices, sounds and letters of Nightcrier.")
    parser.add_argument("--version", action="version", version=f"nightcrier-studio {program_version()}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, (told, add, _) in _COMMANDS.items():
        add(commands.add_parser(name, help=told))
    return parser


def _run(words: Sequence[str] | None) -> int:
    arguments = studio_parser().parse_args(words)
    return _COMMANDS[arguments.command][2](arguments)


if __name__ == "__main__":
    sys.exit(main())
