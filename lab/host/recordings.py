"""Judges recordings: which lines are heard, in which order, and whether the sound has holes."""

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from lab.host.hearing import Samples, find_beginnings, find_lines, in_order, read_recording, tears, torn
from lab.plan import HERE, Row
from nightcrier.box.sound.containers import sound_content
from nightcrier.box.sound.voices.packs import quality_rank, read_shelf
from nightcrier.kernel.ids import Language, LineId, fills_a_line, unended_line, whole_line
from nightcrier.kernel.phrasings import other_phrasings

PROJECT = HERE.parent
VOICES = PROJECT / "assets" / "audio" / "voices"

_NIGHT = "one-night.open", "one-night.dawn"
_BEGINNING = 1.5
"""The seconds in which a line is recognized. People in an evening wait longer before they go on."""
_PART = 0.01
"""The seconds from the beginning of a whole sentence to that of a part, whose exact place is not searched."""


def gaps_after_start(folder: Path, word: str) -> list[Row]:
    """Check that nothing tears the bed in the seconds after a START."""
    acts = [float(at) for at in _remarks(folder, "act")]
    gaps = tears(read_recording(folder / "dac.wav"), acts)
    found = ", ".join(f"{length * 1000:.0f} ms at {at:.1f} s" for at, length in gaps[:5]) or "none"
    return [Row("holes of 20 ms or more in what is played", found, "none", not gaps)]


def heard(folder: Path, word: str) -> list[Row]:
    """Check that the recording has all lines of each night, once each, in order."""
    recording = read_recording(folder / "dac.wav")
    return [_heard_night(language, recording, folder) for language in _remarks(folder, "language")]


def _heard_night(language: str, recording: Samples, folder: Path) -> Row:
    voice, lines = _voice(language), _first_game_lines(language, folder)
    wanted = [sound_content(voice[line]) for line in lines]
    # Two lines with the same words have the same clip.
    found = [sound_content(voice[hit.line]) for hit in find_lines(recording, {line: voice[line] for line in lines})]
    there = sum(clip in found for clip in wanted)
    measured = f"{there} of {len(wanted)} lines, {'' if found == wanted else 'not '}in their order"
    what = f"{language}: heard in the recording by matched filter"
    return Row(what, measured, "the lines of the night", found == wanted)


def said_in_evening(folder: Path, word: str) -> list[Row]:
    """Check that the recording has what the script of an evening expects to be heard, in order."""
    said, voice = _remarks(folder, "says"), _voice("en")
    ways = {line: [way for way in _ways(line, said) if way in voice] for line in said}
    wanted = [line for line in said if ways[line]]  # behind the bell of another is the screen
    clips = {way: voice[way] for line in wanted for way in ways[line]}
    heard = find_beginnings(read_recording(folder / "dac.wav"), clips, _BEGINNING)
    missed = in_order(wanted, {line: _moments(line, ways[line], heard) for line in wanted})
    silent = f"; {len(said) - len(wanted)} more have no recording" if len(said) > len(wanted) else ""
    measured = f"{len(wanted) - len(missed)} of {len(wanted)}" + (f", not {', '.join(missed[:3])}" if missed else "")
    return [Row("lines as written, heard in their order", measured + silent, "all", bool(wanted) and not missed)]


def _ways(line: str, said: Sequence[str]) -> list[str]:
    """Return the clips with which a voice may say a line: by itself, in the middle of a sentence, in other words, or
    in one sentence with the line before or after it."""
    fills = {LineId(each) for each in said if fills_a_line(LineId(each))}
    pairs = ((LineId(lead), fill) for lead in set(said) - fills for fill in fills if line in (lead, fill))
    own = LineId(line)
    return [own, unended_line(own), *other_phrasings(own), *(whole_line(lead, fill) for lead, fill in pairs)]


def _moments(line: str, ways: Sequence[str], heard: Mapping[str, Sequence[float]]) -> list[float]:
    """Return the times at which a line is heard. Parts of a sentence that is recorded whole come one by one."""
    return sorted(at + _PART * ((way != line) + way.endswith(f".{line}")) for way in ways for at in heard[way])


def hour_of_evenings(folder: Path, word: str) -> list[Row]:
    """Check that all evenings are heard, and that no night has a hole in its sound."""
    recording, voice = read_recording(folder / "dac.wav"), _voice("en")
    found = find_beginnings(recording, {line: voice[line] for line in _NIGHT}, _BEGINNING)
    begins, ends = (found[line] for line in _NIGHT)
    nights = [(begin, min((end for end in ends if end > begin), default=begin)) for begin in begins]
    there = [at for at, _ in torn(recording) if any(begin < at < end for begin, end in nights)]
    seconds = sum(end - begin for begin, end in nights)
    measured = f"{len(there)} in {len(nights)} nights, {seconds / 60:.0f} minutes"
    row = Row(
        "holes of 20 ms or more in a night", measured, "none in six nights or more", not there and len(nights) >= 6
    )
    return [*said_in_evening(folder, word), row]


def lines_of_a_night(folder: Path, word: str) -> list[Row]:
    """Check that the box still speaks when nothing can be written."""
    found = [hit.line for hit in find_lines(read_recording(folder / "dac.wav"), _voice("en"))]
    return [Row("full: heard in the recording", ", ".join(found) or "nothing", "two lines or more", len(found) >= 2)]


def _remarks(folder: Path, kind: str) -> list[str]:
    lines = (folder / "printed.log").read_text("utf-8").splitlines()
    found = (line.split(maxsplit=3) for line in lines if line.startswith("#"))
    return [words[3] for words in found if len(words) > 3 and words[2] == kind]


def _voice(language: str) -> dict[str, Path]:
    """Return, by line, the clips of the voice that a new box has in a language."""
    pack = min(read_shelf(VOICES, Language(language), print), key=quality_rank)
    return {line: file for line, clip in pack.pack.clips.items() if (file := pack.file_of(clip))}


def _first_game_lines(language: str, folder: Path) -> list[str]:
    """Return the lines that `render` says in a night in which everything is new to the table."""
    cues = folder / "night.jsonl"
    night = ["--scenario", "first-game", "--wording", "full", "--language", language]
    night += ["--out", folder / "night.wav", "--cues", cues]
    subprocess.run([sys.executable, "-P", "-m", "nightcrier", "render", *night], check=True, capture_output=True)
    rows = [json.loads(row) for row in cues.read_text("utf-8").splitlines()]
    return [row["line"] for row in rows if row["kind"] == "say"]
