"""`nightcrier voices record`, `nod` and `export`: people's own voices, from the microphone to another box."""

import io
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from device.commands.named import draft, kept_in
from device.commands.own_voice_options import chosen_licence
from device.commands.voice_choice import chosen_lines
from device.commands.voice_files import VoiceFiles, spoken_language
from device.commands.voice_making import with_studio
from device.kernel.errors import WrongUse
from device.kernel.ids import Language, LineId
from device.studio.own_pack import own_pack
from device.studio.pack_folder import PackFolder

if TYPE_CHECKING:
    from device.studio.likeness import MachineVoice


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
        kept = record_lines(TerminalBooth(load_portaudio()), wanted, pack, old, machine_voice(house, language))
    print(f"Lines kept in {pack.folder}: {kept}. Licence: {pack.pack.licence}.")
    yield from house.faults


def machine_voice(house: VoiceFiles, language: Language) -> "MachineVoice":
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
