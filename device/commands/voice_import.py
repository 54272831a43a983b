"""`nightcrier voices import`: recordings, or a voice from another box, taken in."""

import os
import shutil
import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path

from device.commands.as_owner import foreign_owner
from device.commands.named import kept_in, path_named
from device.commands.progress import ProgressBar, piped_patience
from device.commands.voice_files import VoiceFiles, spoken_language
from device.commands.voice_making import has_studio, with_studio
from device.commands.voice_taking import must_be_whole, take_voice, whole_voice
from device.kernel.errors import WrongUse
from device.kernel.ids import Language, LineId
from device.kernel.names import same_name
from device.sound.voices.packs import Pack
from device.studio.own_pack import NO_NAME, own_pack
from device.studio.pack_folder import PackFolder


def add_import_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("recordings", type=path_named, metavar="FOLDER", help="or the zip of `export` or of the page")
    parser.add_argument("--language", metavar="LANG", help="where the recordings do not tell it themselves")
    parser.add_argument("--person", metavar="NAME", help="whose voice it is")
    parser.add_argument("--sure", action="store_true", help="also what does not sound like its line")


def import_own(house: VoiceFiles, arguments: Namespace) -> Iterator[str]:
    given: Path = arguments.recordings
    if not given.exists():
        raise WrongUse(f"There is no folder or file {given}; name the one that holds the recordings.")
    voice = whole_voice(given)
    _must_be_theirs(given, voice, arguments.person)
    if voice and (voice.engine or not has_studio()):
        yield from take_voice(house, given)
        return
    if given.is_file():
        must_be_whole(given)
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
    from device.studio.likeness import MachineVoice
    from device.studio.take_import import ImportRules, import_recordings, listed_pack, must_hold_sounds

    given: Path = arguments.recordings
    must_hold_sounds(takes, given)
    listed = listed_pack(takes)
    _must_be_theirs(given, listed, arguments.person)
    language = language or spoken_language(listed.language if listed else _must_be_told())
    person = (listed.person if listed else "") or arguments.person or NO_NAME
    pack = own_pack(house.recordings, language, person, listed.licence if listed else "")
    rules = ImportRules(house.texts(language), MachineVoice(house.machine(language)), arguments.sure)
    with piped_patience(f"The recordings in {given} are listened to"):
        taken, refused = import_recordings(takes, rules, pack, ProgressBar(pack.folder.name))
    return pack, taken, refused


def _must_be_theirs(given: Path, listed: Pack | None, person: str | None) -> None:
    """Nobody's recordings become somebody else's. Raises WrongUse."""
    if listed and listed.person and person and same_name(listed.person) != same_name(person):
        raise WrongUse(
            f"{given} says that {listed.person} recorded it: leave --person out. Another name to show for the voice is "
            "written into its pack.toml, as name; the credit stays."
        )


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
