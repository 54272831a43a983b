"""Erases everything, like a person who gives the box away: from the menu, by holding START."""

import os
import time

from eyes import Eyes
from hands import Hands
from moments import now, until
from rows import row, say
from service import STATE, restart, service, shell
from service_log import Log
from standing import judge_units
from usb_stick import News

OWN, CARD = "/etc/nightcrier", "/boot/firmware/nightcrier"
DECK = f"{OWN}/scenarios/sunday.toml"
BEGUN = f"{OWN}/forgetting"
FIVE = """game = "one-night"
level = 1
cards = ["werewolf", "werewolf", "seer", "robber", "troublemaker", "insomniac"]
[names]
en = "Adelheid"
"""
NAMES = ("Adelheid", "Benedikt", "Cordelia")
PEOPLE = ",".join(f'{{"name":"{name}"}}' for name in NAMES)
EVENING = f'{{"version":100,"evening":{{"number":1,"kind":"open","target":5,"people":[{PEOPLE}]}}}}'
ON_DEVICE, FORGET, END = -1, -5, 60
"""The steps of the dial to a row of two menus, from their first row; and a time limit in seconds."""
hands, eyes, log, news = Hands(), Eyes(), Log(), News()


def places() -> str:
    """Return all kept files that contain one of the names."""
    words = " ".join(f"-e {name}" for name in NAMES)
    return shell(f"grep -rlsa {words} {STATE} /var/cache/private/nightcrier {OWN} {CARD} /var/lib/nightcrier-card")


def live_in() -> None:
    """Prepare an evening with names, a deck of people's own, and the same deck on the card's first partition."""
    shell(f"systemctl stop nightcrier; mkdir -p {STATE}/evenings; echo '{EVENING}' >{STATE}/evenings/000001.json")
    shell(f"chown -R --reference={STATE} {STATE}/evenings")
    os.makedirs(os.path.dirname(DECK), exist_ok=True)
    with open(DECK, "w") as file:
        file.write(FIVE)
    shell(f"mount -o remount,rw /boot/firmware; cp {DECK} {CARD}/; mount -o remount,ro /boot/firmware")
    restart()


def to_the_question() -> None:
    """Go from home to the question: the menu, its last row, and there the fifth row from the end."""
    until(lambda: log.page() == "home", 30)
    for steps in (ON_DEVICE, FORGET):
        hands.press("press")
        time.sleep(1)
        hands.turn(steps, 12)
        time.sleep(1)
    hands.press("press")


def asked() -> str:
    """Go to the question, and return the page that the log names."""
    begun = now()
    to_the_question()
    page = log.wait("Page question", begun, 10)
    return page[1] if page else f"page {log.page()}"


live_in()
settings = shell(f"sha256sum <{OWN}/device.toml")
before = places()
row(
    "where names stand",
    f"{len(before.split())} files",
    "three or more, on the card, too",
    len(before.split()) >= 3 and CARD in before,
)
page = asked()
row("the menu asks", page, "a question", "question" in page)
hands.press("start")
time.sleep(6)
row("a press is not enough", log.page(), "question", log.page() == "question" and bool(places()))
hands.hold("start")
told = news.wait()
came = {key: told.get(key) for key in ("chore", "good")}
row("holding START", came, "{'chore': 'forget', 'good': True}", came == {"chore": "forget", "good": True})
until(lambda: service("ActiveState") == "active", END)
left = places()
row("where names stand then", left or "nowhere", "nowhere", not left and not os.path.exists(DECK))
same = shell(f"sha256sum <{OWN}/device.toml") == settings
row("the settings", "as they were" if same else "changed", "as they were", same)
time.sleep(6)
say("says", "screen.stick.forgotten")
live_in()
open(BEGUN, "w").close()  # as where the power went when it had just begun
restart()
left = places() + " ".join(each for each in (BEGUN, DECK) if os.path.exists(each))
row("begun, and cut: the next start", left or "forgot", "forgot", not left)
judge_units()
eyes.judge_bus()
