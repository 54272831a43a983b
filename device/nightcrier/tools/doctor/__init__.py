"""Check all that the box needs: say for each part whether it is right, and what mends it."""

from nightcrier.box.memory.config import load_settings
from nightcrier.kernel.files import Disk
from nightcrier.tools.doctor.files import fonts, memory, voices, words_and_games
from nightcrier.tools.doctor.host import Finding, Host, complaints, service
from nightcrier.tools.doctor.wires import glass, groups, loudspeaker, machine, pins, quiet_hours
from nightcrier.words.catalogue import LANGUAGES

_RESTART = "Mend it there, then: sudo systemctl restart nightcrier"


def examine(host: Host) -> list[Finding]:
    settings, faults = load_settings(Disk(), host.folders.settings, LANGUAGES)
    wrong = [Finding.advice("settings", str(fault), _RESTART, "config.help") for fault in faults]
    own = host.folders.settings[-1]
    fine = f"{own} can be used as it is." if own.exists() else f"As shipped: there is no {own}."
    found = [
        *(wrong or [Finding.fine("settings", fine)]),
        *service(host),
        *pins(host, settings.panel),
        *groups(host),
        *glass(host, settings.screen),
        *loudspeaker(host, settings.sound.card),
        *quiet_hours(host, settings.sound),
        *machine(host),
        *memory(host),
        *voices(host, settings.table.languages),
        *words_and_games(host),
        *fonts(host),
    ]
    return [*found, *(said for said in complaints(host) if not any(each.what in said.what for each in found))]
