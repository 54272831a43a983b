"""A sentence of several lines by one voice: in one clip where the voice has that, else each but the last goes on."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from device.kernel.ids import LineId, on_line, whole_line
from device.sound.port import SpokenBy, Utterance
from device.sound.voices.voice_ports import TextOf
from device.sound.voices.voice_shelf import VoiceShelf

_LEAD_AND_FILL = 2
"""So many lines are a sentence that a voice may have whole."""


class ClipJoiner:
    """Looks for the clips that a voice has beside those of its lines alone."""

    def __init__(self, shelf: VoiceShelf, text_of: TextOf) -> None:
        self._shelf, self._text_of = shelf, text_of

    def joined(self, parts: Sequence[Utterance]) -> Iterator[Utterance]:
        """One sentence, in one clip where the voice has one; else each part but the last that is heard goes on, by its
        voice's clip for that where it has one."""
        whole = self._whole(*parts) if len(parts) == _LEAD_AND_FILL else None
        if whole:
            yield whole
            return
        last = max((at for at, part in enumerate(parts) if part.spoken_by is not SpokenBy.NONE), default=0)
        yield from map(self._going_on, parts[:last])
        yield from parts[last:]

    def _whole(self, lead: Utterance, fill: Utterance) -> Utterance | None:
        return self._beside(lead, whole_line(lead.line, fill.line))

    def _going_on(self, part: Utterance) -> Utterance:
        within = replace(part, goes_on=True)
        other = self._beside(part, on_line(part.line))
        return replace(within, clip=other.clip, seconds=other.seconds) if other else within

    def _beside(self, part: Utterance, line: LineId) -> Utterance | None:
        """This line by the voice that says a part."""
        place = part.clip.parent if part.clip else None
        shelved = next((each for each in self._shelf.packs(part.language) if each.place == place), None)
        clip = shelved.pack.clips.get(line) if shelved else None
        file = self._shelf.file_of(shelved, line, clip) if shelved and clip else None
        if not clip or not file:
            return None
        text = self._text_of(part.language, line)
        return replace(part, line=line, text=text[0] if text else "", clip=file, seconds=clip.seconds)
