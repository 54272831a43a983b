"""What will be heard next, got ready beforehand: its first clips decoded, its bed opened."""

from collections.abc import Sequence

from device.sound.desk.handover import Handover
from device.sound.desk.sound_list import SoundList
from device.sound.port import Utterance


class NextSounds:
    """Not at once, but at the next poll, so that a picture comes before it: decoding takes the processor away from the
    drawing. What is wanted without a device is got ready when there is one."""

    def __init__(self, handover: Handover, sounds: SoundList) -> None:
        self._handover, self._sounds = handover, sounds
        self._utterances: tuple[Utterance, ...] = ()
        self._bed = ""
        self._at: float | None = None

    def want(self, utterances: Sequence[Utterance], bed: str, at: float) -> None:
        """These, and no others."""
        self._utterances, self._bed, self._at = tuple(utterances), bed, at

    def want_again(self, at: float) -> None:
        """The device was opened: nothing is ready on it."""
        self._at = at

    def due(self) -> float | None:
        return self._at

    def get_ready(self, now: float, *, bed_plays: bool) -> None:
        """When it is time to. There is one stream for the bed: one that plays is left alone."""
        if self._at is None or now < self._at:
            return
        self._at = None
        for utterance in self._utterances:
            self._handover.prepare(utterance)
        sound = self._sounds.bed(self._bed) if self._bed and not bed_plays else None
        if sound:
            self._handover.cue_bed(sound.file)
