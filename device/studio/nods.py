"""A second pair of ears: somebody else hears each clip of a person's voice beside its text, and nods or does not."""

from collections.abc import Mapping

from device.kernel.ids import LineId
from device.studio.booth import Booth, BoothAnswer
from device.studio.pack_folder import PackFolder
from device.studio.soundfiles import read_sound


def hear_voice(booth: Booth, script: Mapping[LineId, str], pack: PackFolder, listener: str) -> tuple[int, int]:
    """How many clips were nodded to, and how many have to be spoken again. Those with a nod are not played again."""
    waiting = [line for line, clip in pack.pack.clips.items() if line in script and not clip.nod]
    good = bad = 0
    for number, line in enumerate(waiting, 1):
        booth.show(f"\n{number} of {len(waiting)} · {line}\n  {script[line]}")
        answer = _heard(booth, pack, line)
        if answer is BoothAnswer.QUIT:
            break
        if answer is BoothAnswer.YES:
            pack.nod(line, listener)
            good += 1
        if answer is BoothAnswer.DROP:
            pack.drop(line)
            bad += 1
        pack.write()
    return good, bad


def _heard(booth: Booth, pack: PackFolder, line: LineId) -> BoothAnswer:
    """What is thought of this clip, played as often as it is wanted."""
    answer = BoothAnswer.AGAIN
    while answer is BoothAnswer.AGAIN:
        booth.play(*read_sound(pack.folder / pack.pack.clips[line].file))
        offered = (BoothAnswer.YES, BoothAnswer.AGAIN, BoothAnswer.DROP, BoothAnswer.NEXT, BoothAnswer.QUIT)
        answer = booth.ask(*offered)
    return answer
