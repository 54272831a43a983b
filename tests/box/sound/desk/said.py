"""What a desk said, and clips within a sentence."""

from msgspec.structs import replace

from nightcrier.box.sound.port import Said


def said(stage):
    return [(note.at, note.utterance.line) for note in stage.notes if isinstance(note, Said)]


def within(utterance):
    """The sentence goes on after it."""
    return replace(utterance, goes_on=True)
