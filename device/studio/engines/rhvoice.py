"""RHVoice: English and Ukrainian. Statistical voices with free data, in Debian's contrib and non-free."""

from pathlib import Path

from device.studio.engines.port import Need, Order, Program, Run

DATA = "/usr/share/RHVoice/voices"
PACKAGES = {"en": "rhvoice-english", "uk": "rhvoice-ukrainian"}


def engine(language: str, voice: str, speed: float, run: Run) -> Program:
    def order(text: str, out: Path) -> Order:
        return Order(("RHVoice-test", "-p", voice, "-r", f"{speed:g}", "-q", "max", "-o", str(out)), text, out)

    return Program((Need("RHVoice-test", "rhvoice"), Need(f"{DATA}/{voice}", PACKAGES[language])), order, run)
