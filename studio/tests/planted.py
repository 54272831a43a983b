"""Makes ten clips of the English man, four of them wrong: two swapped, one cut short, one that says another number."""

from pathlib import Path

from msgspec.structs import replace

from nightcrier.box.sound.containers import read_stored
from nightcrier.box.sound.voices.packs import read_pack
from nightcrier.kernel.ids import LineId
from nightcrier.takes.pack_folder import PackFolder
from nightcrier.takes.soundfiles import decode_sound, encode_speech
from nightcrier.takes.voice_zip import write_voice

VOICE = Path("assets/audio/voices/en-male.zip")
_SEER, _ROBBER, _CUT, _MISREAD = "one-night.seer.wake", "one-night.robber.wake", "one-night.dawn", "deal.turn.number.7"
FAULTY = [_SEER, _ROBBER, _CUT, _MISREAD]
SAID = {
    _SEER: _ROBBER,
    _ROBBER: _SEER,
    _CUT: _CUT,
    _MISREAD: "deal.turn.number.10",
    **{f"one-night.{line}": f"one-night.{line}" for line in ("open", "troublemaker.wake", "drunk.wake")},
    **{line: line for line in ("one-night.insomniac.wake", "vote.open", "paused")},
}
"""Maps the line that each clip belongs to, to the line that it really says."""
HEARD = {
    _SEER: "robber wake up you may swap your card with another players if you do look at your new card",
    _ROBBER: "See your wake up, you may look at one other player's card or at two cards in the center.",
    _CUT: "Morning has come. Every...",
    _MISREAD: "It's your turn C10.",
    "one-night.open": "Night falls over the village, everyone close your eyes.",
    "one-night.troublemaker.wake": "Trouble Maker wake up, you may swap the cards of two other players without looking",
    "one-night.drunk.wake": "Drunk wake up, swap your card with one from the center without looking.",
    "one-night.insomniac.wake": "Insomniac wake up and look at your own card.",
    "vote.open": "Choose one other player and point when I tell you to.",
    "paused": "Let's pause.",
}
"""The texts that Whisper heard in these clips."""


def plant_faults(audio: Path) -> PackFolder:
    """Write a voice of these ten clips into one file, and return its folder."""
    whole, folder = read_pack(VOICE, lambda _fault: None), audio / "clips"
    clips = {LineId(line): replace(whole.clips[LineId(line)], file=f"{line}.opus") for line in SAID}
    pack = PackFolder(folder, replace(whole, clips=clips))
    folder.mkdir()
    for line, said in SAID.items():
        sound = read_stored(VOICE, whole.clips[LineId(said)].file)
        if line == _CUT:
            spoken = decode_sound(sound)
            sound = encode_speech(spoken[: len(spoken) // 2])
        (folder / f"{line}.opus").write_bytes(sound)
    pack_up(pack, audio)
    return pack


def pack_up(pack: PackFolder, audio: Path) -> None:
    (audio / "voices").mkdir(exist_ok=True)
    with (audio / "voices/en-male.zip").open("wb") as file:
        write_voice(pack, file)
