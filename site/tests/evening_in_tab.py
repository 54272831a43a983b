"""Runs inside the tab: plays a script on the ports of the page in virtual time, and returns its record."""

import json
from io import StringIO
from pathlib import Path

from nightcrier.box.panel.decode import SWITCHES
from nightcrier.box.record import RecordWitness
from nightcrier.box.rehearsal import Rehearsal
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.folders import standard_folders
from nightcrier_site.card import TabCard
from nightcrier_site.ports import TabGlass, TabLamp, TabPlayer

_PINS = {str(control): pin for pin, control in SWITCHES.items()}
KEPT = Path("/kept")


class LineRecord(RecordWitness):
    """Names each picture, but draws none, because the page has no library for pictures."""

    def _picture(self, frame, path): ...


class SlotInMemory:
    """Simulates a slot that is lost with the page."""

    content = b""

    def read(self):
        return self.content

    def write(self, content):
        self.content = content
        return ""


def played(actions: str, language: str, seed: int, tell) -> str:
    """Play an evening, and return its record as a JSON list. Any other output is a fault."""
    record = StringIO()
    config = Path("/language.toml")
    config.write_text(f'[table]\nlanguages = ["{language}"]\n', "utf-8")
    rehearsal = Rehearsal(
        standard_folders({}, KEPT),
        VirtualClock(),
        TabPlayer(tell),
        seed,
        LineRecord(record, KEPT),
        config,
        TabCard((SlotInMemory(), SlotInMemory()), KEPT),
        screen=TabGlass(tell),
        lamps=(TabLamp(tell),),
    )
    for after, what, how, bounce in json.loads(actions):
        rehearsal.advance(after)
        act(rehearsal, what, how, bounce)
    rehearsal.box.close()
    return json.dumps([record.getvalue()])


def act(rehearsal, what, how, bounce):
    match what:
        case "wait":
            pass
        case "until idle":
            rehearsal.until_idle(float(how))
        case "until said":
            rehearsal.until(lambda: not rehearsal.box.desk.speaks, float(how))
        case "until over":
            rehearsal.until_over(float(how))
        case "power":
            rehearsal.cut()
        case _:
            pins = tuple(_PINS[control] for control in what.split("+"))
            rehearsal.take(*rehearsal.hands.do(pins, how, bounce=bounce))
