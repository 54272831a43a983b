"""`voices import` of a whole voice in one file: taken as it is, once every clip of it was looked at, or not at all. A
box can do that alone: nothing is mastered."""

from collections.abc import Iterator
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from device.commands.named import kept_in
from device.commands.progress import Patience
from device.commands.voice_files import VoiceFiles
from device.commands.voice_lists import measure_of_studio
from device.feeding.kinds import MOST_BYTES, Kind
from device.feeding.voices import look_at_voice, voice_misfit
from device.kernel.errors import BadFile, WrongUse
from device.kernel.files import refusal_reason, replace_file
from device.sound.containers import is_container
from device.sound.voices.packs import Pack, read_pack
from device.studio.script import voice_coverage


def whole_voice(file: Path) -> Pack | None:
    """What a container says of itself; None for anything else, such as a zip of takes."""
    try:
        return read_pack(file, lambda _fault: None) if is_container(file) else None
    except BadFile:
        return None


def must_be_whole(file: Path) -> None:
    """A zip that is cut short, or has nothing in it, needs no studio to be refused. Raises WrongUse."""
    try:
        with ZipFile(file) as archive:
            empty = not archive.infolist()
    except (BadZipFile, NotImplementedError):
        raise WrongUse(f"{file} is damaged, or no zip, and nothing of it was taken; copy it again.") from None
    if empty:
        raise WrongUse(f"{file} is an empty zip; nothing was taken.")


def take_voice(house: VoiceFiles, file: Path) -> Iterator[str]:
    """What is wrong with it, a sentence each; where nothing is, it lies beside people's recordings."""
    content = _content(file)
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


def _content(file: Path) -> bytes:
    if file.stat().st_size > MOST_BYTES[Kind.VOICE]:
        raise WrongUse(f"{file} is larger than any voice.")
    return file.read_bytes()
