"""Find faults of voices, beds and signals: missing, outdated, broken, too long, too loud. This file needs no sound
library; only the measuring of beds and signals needs the studio. Files without a known author, and voices missing in
the list of licenses, are faults too."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from nightcrier.box.sound.desk.sound_list import NamedSound, SoundList
from nightcrier.box.sound.ogg import BrokenOgg, ogg_seconds
from nightcrier.box.sound.voices.clip_faults import (
    SECONDS_WITHIN,
    SHORTEST_LINE,
    SHORTEST_PART,
    MeasureFile,
    clip_faults,
    level_faults,
)
from nightcrier.box.sound.voices.packs import Clip, ShelvedPack, text_hash
from nightcrier.kernel.errors import BadFile, NightcrierError
from nightcrier.kernel.ids import Decibels, LineId, Seconds
from nightcrier.kernel.reading import read_content
from nightcrier.words.sentences import goes_on

_NAMED = 3
"""One sentence names at most this many lines; further lines are only counted."""


def pack_faults(shelved: ShelvedPack, script: Mapping[LineId, str], measure: MeasureFile | None) -> Iterator[str]:
    """Yield all faults of one pack as sentences. A person's pack need not have every line."""
    clips = shelved.pack.clips
    missing = [line for line in script if line not in clips and not shelved.pack.person]
    stale = [line for line in script if line in clips and clips[line].hash != text_hash(script[line])]
    yield from _several(shelved, missing, "has no clip", "have no clip")
    yield from _several(shelved, stale, "speaks an older text", "speak older texts")
    yield from _several(shelved, [line for line in clips if line not in script], "is no line now", "are no lines now")
    for line, clip in clips.items():
        yield from (
            f"{shelved.id}: {line}: {fault}; {_mend_clip(shelved, line, clip)}."
            for fault in clip_faults(shelved, clip, measure, shortest_of(script.get(line, "")))
        )


def _several(shelved: ShelvedPack, lines: Sequence[LineId], one: str, many: str) -> Iterator[str]:
    """Yield one sentence for all lines with the same fault: `one` for a single line, or else `many`."""
    if lines:
        named = ", ".join(lines[:_NAMED]) + (f" and {len(lines) - _NAMED} more" if len(lines) > _NAMED else "")
        yield f"{shelved.id}: {named} {one if len(lines) == 1 else many}; {_mend(shelved)}."


def shortest_of(spoken: str) -> Seconds:
    return SHORTEST_PART if goes_on(spoken) else SHORTEST_LINE


def _mend_clip(shelved: ShelvedPack, line: LineId, clip: Clip) -> str:
    if shelved.pack.person:
        return f"delete {clip.file} and {_mend(shelved)}"
    return _mend(shelved, f" --again {line}")


def _mend(shelved: ShelvedPack, more: str = "") -> str:
    language = shelved.pack.language
    if shelved.pack.person:
        return f"record anew as {shelved.pack.person}, at the box or with `./run voices page {language}`"
    return f"run `./run voices build {language} --pack {shelved.id}{more}`"


_LICENCES = "LICENSES.md"
_KINDS = ("beds", "signals")
_WITHIN: Decibels = 1.0
"""The allowed difference between a sound and its wanted level. Coding changes the level a little, and so does one
speaker that plays a stereo bed."""
_MEND = "run `./run voices sounds`"


class MadeSounds(Struct, frozen=True):
    """The sounds that the studio makes. `wanted` holds the wanted loudness of each sound by the file name in the list.
    `measure` measures a file."""

    wanted: Mapping[str, Decibels]
    measure: Callable[[Path], tuple[Decibels, Decibels]]


def house_sound_faults(audio: Path, made: MadeSounds | None) -> Iterator[str]:
    faults = list[str]()
    listed = {_name(sound.file): sound for sound in SoundList(audio, (), faults.append).house_sounds()}
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
    """Yield a sentence for each voice whose license is not stated, because everybody must know how a voice may be
    used."""
    try:
        told = read_content(audio / _LICENCES).decode()
    except BadFile as unread:
        yield str(unread)
        return
    for pack in packs:
        if f"`{pack.id}`" not in told or not pack.pack.licence:
            yield f"{pack.id}: nothing tells what may be done with it; write its licence into {audio / _LICENCES}."


def _name(file: Path) -> str:
    return f"{file.parent.name}/{file.name}"


def _files_in(audio: Path) -> list[str]:
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
