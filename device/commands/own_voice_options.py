"""What can be said to the commands of people's own voices: whose it is, which lines, and for whom."""

from argparse import ArgumentParser, Namespace
from typing import get_args

from device.commands.named import path_named
from device.commands.voice_choice import add_choice_arguments
from device.kernel.booth import Licence
from device.studio.own_pack import OWN_LICENCE

LICENCES: tuple[Licence, ...] = get_args(Licence)


def add_people_arguments(
    record: ArgumentParser, nod: ArgumentParser, bring: ArgumentParser, out: ArgumentParser
) -> None:
    for parser in (record, nod, out):
        parser.add_argument("language", metavar="LANG")
    for parser in (nod, out):
        _add_person(parser)
    add_own_arguments(record)
    nod.add_argument("--listener", required=True, metavar="NAME", help="who listens: somebody else")
    bring.add_argument("recordings", type=path_named, metavar="FOLDER", help="or the zip of `export` or of the page")
    bring.add_argument("--language", metavar="LANG", help="where the recordings do not tell it themselves")
    bring.add_argument("--person", metavar="NAME", help="whose voice it is")
    bring.add_argument("--sure", action="store_true", help="also what does not sound like its line")
    out.add_argument("--out", type=path_named, metavar="FILE", help="LANG-NAME.zip, where none is named")


def _add_person(parser: ArgumentParser) -> None:
    parser.add_argument("--person", default="own", metavar="NAME", help="whose voice it is")


def add_own_arguments(parser: ArgumentParser) -> None:
    """Whose voice is recorded, which lines, and for whom."""
    _add_person(parser)
    parser.add_argument("--licence", choices=LICENCES, help="what others may do with it (own: nothing)")
    parser.add_argument("--redo", action="store_true", help="also lines that were kept before")
    add_choice_arguments(parser)


def chosen_licence(arguments: Namespace) -> str:
    """As a pack says it; nothing where it stays as it was."""
    return OWN_LICENCE if arguments.licence == "own" else arguments.licence or ""


def licence_choice(licence: str) -> str:
    """As it is chosen, of what a pack says."""
    return "own" if licence == OWN_LICENCE else licence
