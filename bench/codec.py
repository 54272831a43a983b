"""python -m bench.codec [PACK ...]: what each voice loses by being encoded, as PESQ hears it in wide band (ITU-T
P.862.2): 4.64 is nothing, 4.2 what is asked for on average. It wants the voices' engines, and `pip install pesq`, which
compiles."""

import sys
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from device.box.folders import standard_folders
from device.commands.voice_files import VoiceFiles
from device.studio.engines.catalogue import StudioVoice, read_voices
from device.studio.engines.port import install_sentence, run_program
from device.studio.mastering import shaped_line
from device.studio.ogg import CLIP_LOUDNESS, OPUS_RATE
from device.studio.ring import Wave
from device.studio.soundfiles import decode_sound, encode_speech, gain_factor, line_loudness, resample_to
from device.studio.tone import limit_peaks

LINES = 6
"""Of each voice, spread over the longer half of what it says: PESQ is made for sentences."""

ASKED = 4.2
_RATE = 16000

Compare = Callable[[Wave, Wave], float]


def main(names: Sequence[str]) -> int:
    try:
        from pesq import pesq
    except ImportError:
        print("PESQ is not here, so nothing was measured; run: .venv-test/bin/pip install pesq", file=sys.stderr)
        return 2

    def compare(before: Wave, after: Wave) -> float:
        return float(pesq(_RATE, resample_to(before, OPUS_RATE, _RATE), resample_to(after, OPUS_RATE, _RATE), "wb"))

    print("voice          kbit/s  lines  PESQ mean  lowest   kbit/s that come out")
    wanted = {name: voice for name, voice in read_voices().items() if (name in names if names else voice.shipped)}
    kept = [_print_voice(name, voice, compare) for name, voice in wanted.items()]
    print(f"asked for: {ASKED:g} on average, for each voice")
    return 0 if all(kept) else 1


def _print_voice(name: str, voice: StudioVoice, compare: Compare) -> bool:
    missing = install_sentence(name, voice.ready(run_program).needs)
    if missing:
        print(f"{name:14} not measured. {missing}")
        return True
    scores, bits, seconds = [], 0, 0.0
    for line, rate in _lines(voice):
        clip = encode_speech(line, voice.kbits, min(rate, voice.band))
        decoded = decode_sound(clip)[: len(line)]
        scores.append(compare(line, decoded))
        bits, seconds = bits + 8 * len(clip), seconds + len(line) / OPUS_RATE
    print(
        f"{name:14} {voice.kbits:6} {len(scores):6} {np.mean(scores):10.2f} {min(scores):7.2f}"
        f" {bits / seconds / 1000:12.1f}",
        flush=True,
    )
    return bool(np.mean(scores) >= ASKED)


def _lines(voice: StudioVoice) -> Iterator[tuple[Wave, int]]:
    """Mastered, but for the codec; and the rate of the voice."""
    script = sorted(VoiceFiles(standard_folders(), None).script(voice.language).values(), key=len)
    longer, engine = script[len(script) // 2 :], voice.ready(run_program)
    for spoken in longer[:: len(longer) // LINES][:LINES]:
        sound, rate = engine.speak(spoken)
        line = shaped_line(sound, rate, voice.tone)
        yield limit_peaks(line * gain_factor(CLIP_LOUDNESS - line_loudness(line, OPUS_RATE)), OPUS_RATE, -3.0), rate


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
