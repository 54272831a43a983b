"""Returns what a desk said, and utterances within a sentence."""

from msgspec.structs import replace

from nightcrier.box.sound.port import Said


def said(stage):
    return [(note.at, note.utterance.line) for note in stage.notes if isinstance(note, Said)]


def within(utterance):
    """Return the utterance as a part of a sentence that continues."""
    return replace(utterance, goes_on=True)
