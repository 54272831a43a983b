"""RHVoice: English and Ukrainian. Statistical voices with free data, in Debian's contrib and non-free."""

from pathlib import Path

from device.studio.engines.port import Need, ProgramCall, ProgramEngine, RunProgram

_DATA = "/usr/share/RHVoice/voices"
_PACKAGES = {"en": "rhvoice-english", "uk": "rhvoice-ukrainian"}


def rhvoice_engine(language: str, voice: str, speed: float, run: RunProgram) -> ProgramEngine:
    def order(text: str, out: Path) -> ProgramCall:
        return ProgramCall(("RHVoice-test", "-p", voice, "-r", f"{speed:g}", "-q", "max", "-o", str(out)), text, out)

    return ProgramEngine((Need("RHVoice-test", "rhvoice"), Need(f"{_DATA}/{voice}", _PACKAGES[language])), order, run)
