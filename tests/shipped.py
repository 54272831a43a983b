"""Finds the clips of the voices that come with the box."""

from pathlib import Path

from nightcrier.box.library import read_library
from nightcrier.box.plugs import screen_only_words
from nightcrier.box.sound.containers import container_index, is_container, sound_content
from nightcrier.box.sound.voices.packs import ShelvedPack, read_shelf, text_hash
from nightcrier.kernel.folders import share, standard_folders
from nightcrier.kernel.ids import Language, LineId
from nightcrier.takes.script import voice_script
from nightcrier.words.catalogue import LANGUAGES
from nightcrier.words.sentences import clip_texts

VOICES = share("assets") / "audio" / "voices"


def shipped_pack(voice: str) -> ShelvedPack:
    language = next(each for each in LANGUAGES if voice.startswith(f"{each}-"))
    return next(pack for pack in read_shelf(VOICES, Language(language), print) if pack.id == voice)


def shipped_clip(voice: str, line: str) -> Path:
    shelved = shipped_pack(voice)
    clip = shelved.file_of(shelved.pack.clips[LineId(line)])
    assert clip
    return clip


def rendered_lines(language: Language) -> set[LineId]:
    """Return the lines that a shipped voice speaks with their present text, under any id. `./run voices check` names
    the others."""
    words = read_library(standard_folders({}, Path("/nonexistent")), print).words
    script = voice_script(words, language, screen_only_words())
    hashes = {clip.hash for shelved in read_shelf(VOICES, language, print) for clip in shelved.pack.clips.values()}
    return {line for line in script if not hashes.isdisjoint(map(text_hash, clip_texts(words, language, line)))}


def lay_out(voice: str, folder: Path) -> None:
    """Unpack a voice into a folder, so that its files can be damaged one by one."""
    place = shipped_pack(voice).place
    names = list(container_index(place)) if is_container(place) else [file.name for file in place.iterdir()]
    folder.mkdir(parents=True)
    for name in names:
        (folder / name).write_bytes(sound_content(place / name))
