"""Check everything that the box needs. The doctor says for each part whether it works, and how to mend it."""

from collections.abc import Iterator

from nightcrier.kernel.files import Disk
from nightcrier.kernel.settings import Settings
from nightcrier.kernel.settings_files import load_settings
from nightcrier.tools.doctor import files, wires
from nightcrier.tools.doctor.host import Finding, Host, check_log, check_service, is_box
from nightcrier.words.catalogue import LANGUAGES

_RESTART = "Mend it there, then: sudo systemctl restart nightcrier"


def examine(host: Host) -> list[Finding]:
    settings, faults = load_settings(Disk(), host.folders.settings, LANGUAGES)
    wrong = [Finding.advice("settings", str(fault), _RESTART, "config.help") for fault in faults]
    own = host.folders.settings[-1]
    fine = f"{own} can be used as it is." if own.exists() else f"As shipped: there is no {own}."
    found = [
        *(wrong or [Finding.fine("settings", fine)]),
        *(_check_box(host, settings) if is_box(host) else wires.check_terminal(host, settings.sound)),
        *wires.check_ear(host, settings.sound),
        *wires.check_quiet_hours(host, settings.sound),
        *wires.check_machine(host),
        *files.check_own_files(host),
        *files.check_voices(host, settings.table.languages),
        *files.check_words_and_games(host),
        *files.check_letters(host),
    ]
    return [*found, *(said for said in check_log(host) if not any(each.what in said.what for each in found))]


def _check_box(host: Host, settings: Settings) -> Iterator[Finding]:
    yield from check_service(host)
    yield from wires.check_pins(host, settings.panel)
    yield from wires.check_groups(host)
    yield from wires.check_screen(host, settings.screen)
    yield from wires.check_loudspeaker(host, settings.sound)
