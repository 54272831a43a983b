"""What can be read along while it is said, from the moment it is said, and whether a good voice says it; where the
table has two languages, one after the other."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, pairwise

from device.kernel.events import Caption
from device.kernel.ids import Seconds
from device.show.cues import Speak
from device.sound.desk.breath import pause_between
from device.sound.port import Utterance

_Timed = tuple[Seconds, Utterance]


def captions_of(
    speech: Speak, utterances: Sequence[Utterance], needs_caption: Callable[[Utterance], bool], at: float
) -> Caption | None:
    """What is said now, and behind it what follows."""
    read: Caption | None = None
    for heard, timed in reversed(list(_texts(utterances, needs_caption))):
        (begins, first), (ends, last) = timed[0], timed[-1]
        text = " ".join(said.text for _, said in timed)
        seconds = ends + last.seconds - begins
        read = Caption(at + begins, speech.token, text, first.language, seconds, speech.menu, read, heard)
    return read


def _texts(
    utterances: Sequence[Utterance], needs_caption: Callable[[Utterance], bool]
) -> Iterator[tuple[bool, list[_Timed]]]:
    """What is to be read in one piece: as long as the language stays, and all of it is heard well, or nothing."""
    for (is_read, _), group in groupby(_timed(utterances), lambda timed: (needs_caption(timed[1]), timed[1].language)):
        yield not is_read, list(group)


def _timed(utterances: Sequence[Utterance]) -> Iterator[_Timed]:
    """Each with the second at which it begins."""
    begins: Seconds = 0.0
    for said, following in pairwise([*utterances, None]):
        if said is None:
            return
        yield begins, said
        begins += said.seconds + (pause_between(said, following) if following else 0.0)
