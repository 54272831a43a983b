"""Saying something outside a show: the spoken menu, a question, a warning."""

from msgspec.structs import replace

from device.kernel.ids import LineId
from device.show.effects import Hush, Speak
from device.table.choices import LOUDEST
from device.table.effects import Volume
from device.table.state import Table, TableStep


def speak(table: Table, *lines: LineId, menu: bool = False) -> TableStep:
    """Cut what is being said and say this instead."""
    token = table.token + 1
    return replace(table, token=token, caption=None), (Hush(), Speak(token, lines, menu))


def volume(table: Table) -> Volume:
    """How loud voice and bed are by what was chosen."""
    return Volume(table.choices.loudness / LOUDEST, table.choices.bed_loudness / LOUDEST)
