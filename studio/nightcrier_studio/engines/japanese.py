"""Write a Japanese text in kana, as Open JTalk pronounces it."""

import tempfile
from pathlib import Path

from nightcrier_studio.engines.port import ProgramCall, RunProgram, run_program

DICTIONARY = "/var/lib/mecab/dic/open-jtalk/naist-jdic"
_VOICE = "/usr/share/hts-voice/nitech-jp-atr503-m001/nitech_jp_atr503_m001.htsvoice"
_HURRIED = "10"
"""A speed of speaking at which the sound, to which nobody listens, is made sooner."""
_SPOKEN = -4
"""The column of Open JTalk's trace with the pronunciation of a word, counted from the last column."""


def kana(text: str, run: RunProgram = run_program) -> str:
    """Return the text in kana. Spaces separate the words."""
    with tempfile.TemporaryDirectory(prefix="nightcrier-") as folder:
        out, trace = Path(folder) / "sound.wav", Path(folder) / "trace"
        words = ("open_jtalk", "-x", DICTIONARY, "-m", _VOICE, "-r", _HURRIED, "-ow", str(out), "-ot", str(trace))
        run(ProgramCall(words, text, out))
        rows = trace.read_text("utf-8").partition("\n\n")[0].splitlines()[1:]
    return " ".join(row.split(",")[_SPOKEN] for row in rows)
