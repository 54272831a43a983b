"""Open JTalk: Japanese."""

from pathlib import Path

from device.studio.engines.port import Need, Order, Program, Run

DICTIONARY = "/var/lib/mecab/dic/open-jtalk/naist-jdic"
VOICES = "/usr/share/hts-voice"
QUIET_ENOUGH = -6  # dB; at its own level the voice clips short words


def engine(_language: str, voice: str, speed: float, run: Run) -> Program:
    file = f"{VOICES}/{voice}/{voice.replace('-', '_')}.htsvoice"

    def order(text: str, out: Path) -> Order:
        words = (
            "open_jtalk",
            "-x",
            DICTIONARY,
            "-m",
            file,
            "-r",
            f"{speed:g}",
            "-fm",
            "-1",
            "-g",
            f"{QUIET_ENOUGH}",
            "-ow",
            str(out),
        )
        return Order(words, text, out)

    needs = (
        Need("open_jtalk", "open-jtalk"),
        Need(DICTIONARY, "open-jtalk-mecab-naist-jdic"),
        Need(file, f"hts-voice-{voice}"),
    )
    return Program(needs, order, run)
