"""python -m bench.live: how loud live speech is, and how long it stays silent at its ends, with the programs that are
here. A clip has -16 LUFS, and 0.12 s around its voice."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from device.box.folders import standard_folders
from device.commands.voice_files import VoiceFiles
from device.kernel.ids import Language
from device.sound.voices.speech_files import cut_dead_air
from device.sound.voices.speech_programs import ESPEAK, RHVOICE, LiveVoice, SpeechProgram
from device.studio.engines.spellings import pinyin
from device.studio.heard import cut_out
from device.studio.ogg import CLIP_LOUDNESS
from device.studio.soundfiles import line_loudness, read_sound, true_peak

LINES = 8
WITHIN = 1.5
"""LU, on average of a voice: how close a loudness that is set once for all lines comes."""


def main() -> int:
    print("live voice                loudness LUFS mean   min..max      peak dBTP   silence, s: as made, as played")
    kept = [
        _print_voice(program, language, voice)
        for program in (RHVOICE, ESPEAK)
        for language, voice in program.voices.items()
        if shutil.which(program.program)
    ]
    print(f"asked for: {CLIP_LOUDNESS:g} LUFS, on average of a voice within {WITHIN:g}")
    return 0 if all(kept) else 1


def _print_voice(program: SpeechProgram, language: str, voice: LiveVoice) -> bool:
    script = list(VoiceFiles(standard_folders(), None).script(Language(language)).values())
    loud, peaks, made, played = [], [], [], []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "line.wav"
        for text in script[:: len(script) // LINES]:
            spoken = pinyin(text) if language == "zh-Hant" else text
            subprocess.run(program.command(program.program, voice, file), input=spoken.encode(), check=True)
            made.append(_silence(file))
            cut_dead_air(file)
            played.append(_silence(file))
            sound, rate = read_sound(file)
            loud.append(line_loudness(sound, rate))
            peaks.append(true_peak(sound))
    name = f"{language} {program.program} {voice.name}"
    print(
        f"{name:28} {voice.loudness:3} {np.mean(loud):10.1f} {min(loud):8.1f}..{max(loud):5.1f} {max(peaks):11.1f}"
        f" {np.mean(made):18.2f} {np.mean(played):9.2f}",
        flush=True,
    )
    return bool(abs(np.mean(loud) - CLIP_LOUDNESS) <= WITHIN)


def _silence(file: Path) -> float:
    """Around what is spoken: a line without any has the breath that `cut_out` leaves."""
    sound, rate = read_sound(file)
    return (len(sound) - len(cut_out(sound, rate))) / rate + 0.12


if __name__ == "__main__":
    sys.exit(main())
