"""A night in one language: it is played; the recording is judged outside."""

import sys
import time

from person import Hands, Log, configure, row

language = sys.argv[1]
hands, log = Hands(), Log()
configure(f'[table]\nlanguages = ["{language}"]\n')
pressed = hands.press("start")
day = log.wait("Page day", pressed, 500)
row(f"{language}: a night of First Game", f"{day[0] - pressed:.0f} s" if day else "never ended", "ends", bool(day))
time.sleep(6)
