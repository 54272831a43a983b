"""Faults of beds and signals: missing, broken, of nobody knows whom, of the wrong length or loudness; and voices that
the list of licences does not name. Only to measure them needs a studio."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from msgspec import Struct

from device.kernel.errors import BadFile, NightcrierError
from device.kernel.ids import Decibels
from device.kernel.reading import read_content
from device.sound.desk.sound_list import NamedSound, SoundList
from device.sound.voices.packs import ShelvedPack
from device.studio.ogg import SECONDS_WITHIN, BrokenOgg, ogg_seconds
from device.studio.pack_check import level_faults

_LICENCES = "LICENSES.md"
_KINDS = ("beds", "signals")
_WITHIN: Decibels = 1.0
"""A sound may be so far from its level: coding takes a little, and so does one speaker of a bed in stereo."""
_MEND = "run `./run voices sounds`"


class MadeSounds(Struct, frozen=True):
    """The sounds that the studio makes: how loud each is to be, by its file beside the list; and how a file is
    measured."""

    wanted: Mapping[str, Decibels]
    measure: Callable[[Path], tuple[Decibels, Decibels]]


def house_sound_faults(audio: Path, made: MadeSounds | None) -> Iterator[str]:
    """All faults of the sounds in this folder, a sentence each."""
    faults = list[str]()
    listed = {_name(sound.file): sound for sound in SoundList(audio, (), faults.append).listed()}
    yield from faults
    if not listed:
        yield f"{audio}: there are no sounds; {_MEND}."
        return
    for name in _files_in(audio):
        if name not in listed:
            yield f"{audio / name}: sounds.toml does not name it, so nothing tells whose it is; take it away."
    for name in made.wanted if made else ():
        if name not in listed:
            yield f"{audio / name}: it is missing; {_MEND}."
    for name, sound in listed.items():
        yield from (f"{sound.file}: {fault}; {_MEND}." for fault in _sound_faults(name, sound, made))


def licence_faults(audio: Path, packs: Iterable[ShelvedPack]) -> Iterator[str]:
    """Yield the voices of the house whose licence is not told: everybody has to know what may be done with each."""
    try:
        told = read_content(audio / _LICENCES).decode()
    except BadFile as unread:
        yield str(unread)
        return
    for pack in packs:
        if f"`{pack.id}`" not in told or not pack.pack.licence:
            yield f"{pack.id}: nothing tells what may be done with it; write its licence into {audio / _LICENCES}."


def _name(file: Path) -> str:
    """The name of a file in the list."""
    return f"{file.parent.name}/{file.name}"


def _files_in(audio: Path) -> list[str]:
    """The names of all files in the folders of the sounds."""
    return sorted(_name(file) for kind in _KINDS for file in (audio / kind).glob("[!.]*"))


def _sound_faults(name: str, sound: NamedSound, made: MadeSounds | None) -> Iterator[str]:
    try:
        real = ogg_seconds(sound.file)
    except (BrokenOgg, OSError) as fault:
        yield f"it {fault}"
        return
    if abs(real - sound.seconds) > SECONDS_WITHIN:
        yield f"it lasts {real:.2f} s, not {sound.seconds:.2f} s as its list says"
    if made:
        yield from _loudness_faults(name, sound.file, made)


def _loudness_faults(name: str, file: Path, made: MadeSounds) -> Iterator[str]:
    wanted = made.wanted.get(name)
    if wanted is None:
        yield "the studio makes no such sound, so nothing tells whose it is; take it away"
        return
    try:
        loudness, peak = made.measure(file)
    except NightcrierError as fault:
        yield str(fault)
        return
    yield from level_faults(loudness, peak, wanted, _WITHIN)
