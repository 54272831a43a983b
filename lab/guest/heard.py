"""Plays a night in each of five languages, one after another. The host judges the recording."""

import sys
import time

from hands import Hands
from rows import row, say
from service import configure, shell
from service_log import Log

LANGUAGES = {"1": ("en", "fa", "uk", "it", "es"), "2": ("de", "fr", "zh-Hant", "ja", "th")}
SETTINGS = "/etc/nightcrier/device.toml"

hands, log = Hands(), Log()
shell(f"cp -p {SETTINGS} /tmp/as-installed")
for language in LANGUAGES[sys.argv[1]]:
    shell(f"cp -p /tmp/as-installed {SETTINGS}")
    configure(f'[table]\nlanguages = ["{language}"]\n')
    say("language", language)
    pressed = hands.begin_night()
    day = log.wait("Page day", pressed, 500)
    row(f"{language}: a night of First Game", f"{day[0] - pressed:.0f} s" if day else "never ended", "ends", bool(day))
    time.sleep(6)
