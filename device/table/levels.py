"""How loud voice and bed are, and what changes it. Their distance is what people chose it to be: neither a ceiling nor
the ends of the scale use it up."""

from msgspec.structs import replace

from device.table.effects import SetLoudness
from device.table.house import LOUDEST, Choices
from device.table.state import Table


def heard_loudness(table: Table) -> int:
    """That of the voice. What was chosen above the ceiling stays chosen, for the time when there is none; how far below
    its ceiling people want it is a choice of its own."""
    choices = table.choices
    return choices.loudness if choices.loudness <= table.ceiling else min(choices.low_loudness, table.ceiling)


def loudness_now(table: Table) -> SetLoudness:
    """How loud voice and bed are: where the ceiling lowers the voice, the bed goes down with it."""
    voice = heard_loudness(table)
    bed = max(1, min(table.ceiling, table.choices.bed_loudness - (table.choices.loudness - voice)))
    return SetLoudness(voice / LOUDEST, bed / LOUDEST)


def with_loudness(table: Table, loudness: int) -> Choices:
    """The choices with the voice so loud, and the bed as far from it as before: it may lie beyond an end of the scale,
    to come back from there."""
    choices = table.choices
    if choices.loudness > table.ceiling:
        return replace(choices, low_loudness=loudness)
    moved = loudness - choices.loudness
    return replace(choices, loudness=loudness, bed_loudness=choices.bed_loudness + moved)


def bed_level(choices: Choices) -> int:
    """Its place on the scale of the menu."""
    return max(1, min(LOUDEST, choices.bed_loudness))
