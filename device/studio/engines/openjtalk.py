"""Open JTalk: Japanese."""

from pathlib import Path

from device.studio.engines.port import Need, ProgramCall, ProgramEngine, RunProgram

_DICTIONARY = "/var/lib/mecab/dic/open-jtalk/naist-jdic"
_VOICES = "/usr/share/hts-voice"
_QUIET_ENOUGH = -6  # dB; at its own level the voice clips short words


def openjtalk_engine(_language: str, voice: str, speed: float, run: RunProgram) -> ProgramEngine:
    file = f"{_VOICES}/{voice}/{voice.replace('-', '_')}.htsvoice"

    def order(text: str, out: Path) -> ProgramCall:
        words = (
            "open_jtalk",
            "-x",
            _DICTIONARY,
            "-m",
            file,
            "-r",
            f"{speed:g}",
            "-fm",
            "-1",
            "-g",
            f"{_QUIET_ENOUGH}",
            "-ow",
            str(out),
        )
        return ProgramCall(words, text, out)

    needs = (
        Need("open_jtalk", "open-jtalk"),
        Need(_DICTIONARY, "open-jtalk-mecab-naist-jdic"),
        Need(file, f"hts-voice-{voice}"),
    )
    return ProgramEngine(needs, order, run)
