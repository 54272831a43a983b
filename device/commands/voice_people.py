"""`nightcrier voices record`, `nod`, `export` and `import`: people's own voices, from the microphone to another box."""

import io
import os
import shutil
import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from device.commands.as_owner import foreign_owner
from device.commands.named import draft, kept_in, path_named
from device.commands.progress import ProgressBar, piped_patience
from device.commands.voice_choice import add_choice_arguments, chosen_lines
from device.commands.voice_files import VoiceFiles, spoken_language
from device.commands.voice_making import has_studio, with_studio
from device.commands.voice_taking import must_hold_files, take_voice, whole_voice
from device.kernel.booth import Licence
from device.kernel.errors import WrongUse
from device.kernel.ids import Language, LineId
from device.studio.own_pack import OWN_LICENCE, own_pack
from device.studio.pack_folder import PackFolder

if TYPE_CHECKING:
    from device.studio.likeness import MachineVoice

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


def record_own(house: VoiceFiles, arguments: Namespace) -> Iterator[str]:
    with_studio("record")
    from device.studio.booth import lines_to_speak, record_lines
    from device.studio.microphone import TerminalBooth, load_portaudio

    language = spoken_language(arguments.language)
    with kept_in(house.state):
        packs = house.packs(language)
        pack = own_pack(house.recordings, language, arguments.person, chosen_licence(arguments))

        def old(line: LineId) -> Path | None:
            return next((each.file_of(each.pack.clips[line]) for each in packs if line in each.pack.clips), None)

        wanted = lines_to_speak(chosen_lines(house, language, arguments), pack, again=arguments.redo)
        kept = record_lines(TerminalBooth(load_portaudio()), wanted, pack, old, _machine(house, language))
    print(f"Lines kept in {pack.folder}: {kept}. Licence: {pack.pack.licence}.")
    yield from house.faults


def _machine(house: VoiceFiles, language: Language) -> "MachineVoice":
    """The best machine's voice of a language."""
    from device.studio.likeness import MachineVoice

    return MachineVoice(house.machine(language))


def nod_own(house: VoiceFiles, arguments: Namespace) -> Iterator[str]:
    with_studio("nod")
    from device.studio.microphone import TerminalBooth, load_portaudio
    from device.studio.nods import hear_voice

    language = spoken_language(arguments.language)
    if arguments.listener.casefold() == arguments.person.casefold():
        raise WrongUse("Whoever spoke knows what was meant: let somebody else listen.")
    with kept_in(house.state):
        pack = _recorded(house, language, arguments.person)
        booth = TerminalBooth(load_portaudio())
        good, bad = hear_voice(booth, house.texts(language), pack, arguments.listener)
    print(f"{pack.folder}: nodded to {good}, to be spoken again {bad}.")
    yield from house.faults


def export_own(house: VoiceFiles, arguments: Namespace) -> Iterator[str]:
    with_studio("export")
    from device.studio.voice_zip import write_voice

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


def import_own(house: VoiceFiles, arguments: Namespace) -> Iterator[str]:
    given: Path = arguments.recordings
    if not given.exists():
        raise WrongUse(f"There is no folder or file {given}; name the one that holds the recordings.")
    voice = whole_voice(given)
    if voice and (voice.engine or not has_studio()):
        yield from take_voice(house, given)
        return
    must_hold_files(given)
    language = spoken_language(arguments.language) if arguments.language else None
    with_studio("import")
    from device.studio.take_import import passed_over
    from device.studio.voice_zip import unpacked

    with unpacked(given) if given.is_file() else nullcontext(given) as folder:
        yield from passed_over(folder)
        with _takes_for(house.state, folder) as takes, kept_in(house.state):
            pack, taken, refused = _imported(house, arguments, takes, language)
            yield from refused
    _print_taken(pack, taken, len(taken) + len(refused))


def _imported(
    house: VoiceFiles, arguments: Namespace, takes: Path, language: Language | None
) -> tuple[PackFolder, Sequence[LineId], Sequence[str]]:
    """Into which pack, what was taken in, and why the rest was not."""
    from device.studio.take_import import ImportRules, import_recordings, listed_pack, must_hold_sounds

    given: Path = arguments.recordings
    must_hold_sounds(takes, given)
    listed = listed_pack(takes)
    language = language or spoken_language(listed.language if listed else _must_be_told())
    person = arguments.person or (listed.person if listed else "") or "own"
    pack = own_pack(house.recordings, language, person, listed.licence if listed else "")
    rules = ImportRules(house.texts(language), _machine(house, language), arguments.sure)
    with piped_patience(f"The recordings in {given} are listened to"):
        taken, refused = import_recordings(takes, rules, pack, ProgressBar(pack.folder.name))
    return pack, taken, refused


def _print_taken(pack: PackFolder, taken: Sequence[LineId], given: int) -> None:
    where = f"{pack.folder}: " if pack.pack.clips else ""
    voice_of = f", as the voice of {pack.pack.person}" if taken else ""
    print(f"{where}{len(taken)} of {given} recordings taken in{voice_of}.")
    for line in taken:
        print(f"  {line}")


def _must_be_told() -> str:
    raise WrongUse("Say which language is spoken in them, as in --language it.")


@contextmanager
def _takes_for(state: Path, takes: Path) -> Iterator[Path]:
    """A folder that the owner of this state may read: where root brings them, copies of those it may read itself."""
    owner = foreign_owner(state)
    if owner is None:
        yield takes
        return
    with tempfile.TemporaryDirectory(prefix="nightcrier-") as copies:
        os.chown(copies, owner.st_uid, owner.st_gid)
        for file in filter(Path.is_file, takes.iterdir()):
            os.chown(shutil.copyfile(file, Path(copies) / file.name), owner.st_uid, owner.st_gid)
        yield Path(copies)
