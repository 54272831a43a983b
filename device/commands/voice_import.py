"""`nightcrier voices import`: recordings, or a voice from another box, taken in."""

import os
import shutil
import tempfile
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from device.commands.progress import Patience, ProgressBar, patience_in_pipe
from device.commands.voice_files import VoiceFiles, find_language
from device.commands.voice_making import has_studio, measure_of_studio, with_studio
from device.feeding.as_owner import foreign_owner, kept_in
from device.feeding.kinds import MOST_BYTES, Kind
from device.feeding.voices import look_at_voice, voice_misfit
from device.kernel.errors import BadFile, WrongUse
from device.kernel.files import refusal_reason, replace_file
from device.kernel.ids import Language, LineId
from device.kernel.names import same_name
from device.sound.containers import is_container
from device.sound.voices.packs import Pack, read_pack
from device.studio.pack_folder import NO_NAME, PackFolder, own_pack, read_list
from device.studio.script import voice_coverage


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
    language = find_language(arguments.language) if arguments.language else None
    with_studio("import")
    from device.studio.take_import import name_strange_things
    from device.studio.voice_container import unpack

    with unpack(given) if given.is_file() else nullcontext(given) as folder:
        yield from name_strange_things(folder)
        with _takes_for(house.state, folder) as takes, kept_in(house.state):
            pack, taken, refused = _import_takes(house, arguments, takes, language)
            yield from refused
    _print_taken(pack, taken, len(taken) + len(refused))


def _import_takes(
    house: VoiceFiles, arguments: Namespace, takes: Path, language: Language | None
) -> tuple[PackFolder, Sequence[LineId], Sequence[str]]:
    """Into which pack, what was taken in, and why the rest was not."""
    from device.studio.likeness import MachineVoice
    from device.studio.take_import import ImportRules, import_recordings, must_hold_sounds

    given: Path = arguments.recordings
    must_hold_sounds(takes, given)
    listed = read_list(takes)
    _must_be_theirs(given, listed, arguments.person)
    if language is None:
        if listed is None:
            raise WrongUse("Say which language is spoken in them, as in --language it.")
        language = find_language(listed.language)
    person = (listed.person if listed else "") or arguments.person or NO_NAME
    pack = own_pack(house.recordings, language, person, listed.licence if listed else "")
    rules = ImportRules(house.texts(language), MachineVoice(house.machine(language)), arguments.sure)
    with patience_in_pipe(f"The recordings in {given} are listened to"):
        taken, refused = import_recordings(takes, rules, pack, ProgressBar(pack.folder.name))
    return pack, taken, refused


def _must_be_theirs(given: Path, listed: Pack | None, person: str | None) -> None:
    """Refuse to make somebody's recordings somebody else's. Raises WrongUse."""
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


@contextmanager
def _takes_for(state: Path, takes: Path) -> Iterator[Path]:
    """Give a folder that the owner of this state may read: where root brings them, copies of those it may read
    itself."""
    owner = foreign_owner(state)
    if owner is None:
        yield takes
        return
    with tempfile.TemporaryDirectory(prefix="nightcrier-") as copies:
        os.chown(copies, owner.st_uid, owner.st_gid)
        for file in filter(Path.is_file, takes.iterdir()):
            os.chown(shutil.copyfile(file, Path(copies) / file.name), owner.st_uid, owner.st_gid)
        yield Path(copies)


def whole_voice(file: Path) -> Pack | None:
    """Return what a container says of itself; None for anything else, such as a zip of takes."""
    try:
        return read_pack(file, lambda _fault: None) if is_container(file) else None
    except BadFile:
        return None


def must_be_whole(file: Path) -> None:
    """Refuse a zip that is cut short, or has nothing in it, without a studio. Raises WrongUse."""
    try:
        with ZipFile(file) as archive:
            empty = not archive.infolist()
    except (BadZipFile, NotImplementedError):
        raise WrongUse(f"{file} is damaged, or no zip, and nothing of it was taken; copy it again.") from None
    if empty:
        raise WrongUse(f"{file} is an empty zip; nothing was taken.")


def take_voice(house: VoiceFiles, file: Path) -> Iterator[str]:
    """Yield what is wrong with a voice, a sentence each; one without faults lies beside people's recordings then."""
    if file.stat().st_size > MOST_BYTES[Kind.VOICE]:
        raise WrongUse(f"{file} is larger than any voice.")
    content = file.read_bytes()
    with Patience("The clips are looked at"):
        shelved, faults = look_at_voice(file.name, content, measure_of_studio())
    misfit = voice_misfit(shelved, lambda language: [each.id for each in house.shipped(language)])
    if misfit:
        raise WrongUse(misfit)
    if not shelved.pack.clips and not faults:
        raise WrongUse(f"{file} holds no clips; nothing was taken.")
    if faults:
        yield from faults
        yield f"{file} cannot be used as it is, and nothing of it was taken; copy it, or make it, again."
        return
    place = house.recordings / file.name
    _keep(house, place, content)
    chapters = voice_coverage(shelved, house.script_of(shelved.pack)).chapters.values()
    print(f"{place}: taken; it says {sum(have for have, _ in chapters)} of {sum(all_ for _, all_ in chapters)} lines.")
    print("It is heard from the next power-on.")


def _keep(house: VoiceFiles, place: Path, content: bytes) -> None:
    try:
        with kept_in(house.state):
            replace_file(place, content)
    except OSError as refused:
        raise WrongUse(f"{place} cannot be kept ({refusal_reason(refused)}); make room on its card.") from None
