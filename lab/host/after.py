"""What is judged outside the machine: recordings, disks after a power cut, other systems."""

import hashlib
import json
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from lab.host.hearing import find_lines, read_recording, tears
from lab.host.vm import Machine
from lab.host.volatile_disk import VolatileDisk, serve_disk
from lab.plan import HERE, Row

PROJECT = HERE.parent
VOICES = PROJECT / "assets" / "audio" / "voices"
CUTS = 50
"""Of each of the two runs."""


def gaps_after_start(folder: Path, word: str) -> list[Row]:
    """Nothing tears the bed in the seconds after a START."""
    lines = (folder / "printed.log").read_text("utf-8").splitlines()
    acts = [float(line.split()[-1]) for line in lines if line.startswith("#") and " act " in line]
    torn = tears(read_recording(folder / "dac.wav"), acts)
    found = ", ".join(f"{length * 1000:.0f} ms at {at:.1f} s" for at, length in torn[:5]) or "none"
    return [Row("holes of 20 ms or more in what is played", found, "none", not torn)]


def heard(folder: Path, language: str) -> list[Row]:
    """The lines of the night, found in the recording, in the order of the night."""
    voice = next(pack for pack in sorted(VOICES.glob("*/")) if _language(pack) == language)
    found = find_lines(read_recording(folder / "dac.wav"), voice)
    # Two lines with the same words have the same clip.
    clips = {_clip(voice, hit.line) for hit in found}
    wanted = _first_game_lines(language, folder)
    missing = [line for line in wanted if _clip(voice, line) not in clips]
    measured = f"{len(wanted) - len(missing)} of {len(wanted)} lines" + (
        f", not {', '.join(missing[:3])}" if missing else ""
    )
    return [
        Row(f"{language}: heard in the recording by matched filter", measured, "all lines of the night", not missing)
    ]


def _clip(voice: Path, line: str) -> bytes:
    return (voice / f"{line}.opus").read_bytes()


def _language(pack: Path) -> str:
    return next(
        (
            row.split('"')[1]
            for row in (pack / "pack.toml").read_text("utf-8").splitlines()
            if row.startswith("language")
        ),
        "",
    )


def _first_game_lines(language: str, folder: Path) -> list[str]:
    """What `render` says is said in such a night."""
    cues = folder / "night.jsonl"
    night = ["--scenario", "first-game", "--language", language, "--out", folder / "night.wav", "--cues", cues]
    subprocess.run([sys.executable, "-P", "-m", "device", "render", *night], check=True, capture_output=True)
    rows = [json.loads(row) for row in cues.read_text("utf-8").splitlines()]
    return [row["line"] for row in rows if row["kind"] == "say"]


def plug_disk(machine: Machine, folder: Path) -> None:
    """A USB disk that forgets what was not flushed; the power is cut at moments of chance."""
    image = folder / "state.raw"
    subprocess.run(["mke2fs", "-q", "-t", "ext4", image, "32M"], check=True)
    disk, door = VolatileDisk(image), folder / "disk.sock"
    serve_disk(disk, door)
    machine.monitor(f"drive_add 0 if=none,id=state,file=nbd:unix:{door},format=raw,cache=writeback")
    machine.monitor("device_add usb-storage,id=stick,drive=state,bus=usb.0")
    threading.Thread(target=_cut_power, args=(disk, folder), daemon=True).start()


def _cut_power(disk: VolatileDisk, folder: Path) -> None:
    share, chance = folder / "share", Random(folder.name)
    while not (share / "driving").exists():
        time.sleep(0.5)
    for number in range(CUTS):
        time.sleep(chance.random() * 2)
        saved = (share / "saved").read_text("utf-8") if (share / "saved").exists() else ""
        at = folder / "cuts" / str(number)
        at.mkdir(parents=True)
        disk.crash_image(at / "disk.raw", chance)
        (at / "saved").write_text(saved, "utf-8")


def judge_cuts(folder: Path, word: str) -> list[Row]:
    """What was said to be saved before a cut is on the disk after it, or something newer."""
    found: Counter[str] = Counter()
    for cut in sorted((folder / "cuts").iterdir()):
        found.update(_judged_cut(cut))
    bad = sum(count for what, count in found.items() if what.isupper())
    kept = min(found["choices kept"], found["journal kept"])  # a cut before anything is saved proves nothing
    measured = ", ".join(f"{what}: {count}" for what, count in sorted(found.items()))
    cuts = len(list((folder / "cuts").iterdir()))
    return [
        Row(
            f"{cuts} power cuts",
            measured,
            "nothing that was saved is lost",
            bad == 0 and cuts == CUTS and kept > CUTS // 2,
        )
    ]


def _judged_cut(cut: Path) -> list[str]:
    image = cut / "disk.raw"
    subprocess.run(["e2fsck", "-fp", image], capture_output=True, check=False)
    claims = [json.loads(row) for row in (cut / "saved").read_text("utf-8").splitlines() if row.endswith("}")]
    choices, journal = _file(image, "choices.json"), _file(image, "journal.jsonl")
    found = []
    sums = [claim["sum"] for claim in claims if claim["what"] == "choices"]
    if sums:
        kept = hashlib.sha256(choices).hexdigest()
        older = kept in sums[:-1] and kept != sums[-1]
        found.append("CHOICES OLDER" if older else "choices kept" if _whole(choices) else "CHOICES BROKEN")
    games = [claim for claim in claims if claim["what"] == "journal"]
    return [*found, _judged_journal(journal, games)] if games else found


def _judged_journal(journal: bytes, claims: list[dict[str, Any]]) -> str:
    """That of a game before the last is older; one that nothing was said of yet is newer."""
    head, last = hashlib.sha256(journal.split(b"\n")[0]).hexdigest(), claims[-1]
    if head == last["head"]:
        return "JOURNAL SHORT" if journal.count(b"\n") < last["lines"] else "journal kept"
    older = journal and head in [claim["head"] for claim in claims]
    return "JOURNAL OLDER" if older else "journal of another game"


def _whole(content: bytes) -> bool:
    try:
        json.loads(content)
    except ValueError:
        return content.startswith(b"{") and content.rstrip().endswith(b"}")
    return True


def _file(image: Path, name: str) -> bytes:
    return subprocess.run(["debugfs", "-R", f"cat /{name}", image], capture_output=True, check=False).stdout


def arm64(built: Path) -> list[Row]:
    """The libraries of a Pi fetched, and the program started, in a Debian for aarch64 under QEMU."""
    script = HERE / "machine" / "arm64"
    done = subprocess.run([script, built, PROJECT], capture_output=True, text=True, check=False)
    (built / "log" / "arm64.log").write_text(done.stdout + done.stderr, "utf-8")
    last = (done.stdout.strip().splitlines() or [done.stderr.strip()[-120:]])[-1]
    return [Row("aarch64: libraries fetched, decks listed, an evening rehearsed", last, "ready", done.returncode == 0)]


def thirty_two_bit(built: Path) -> list[Row]:
    """The installer on a machine that calls itself armv7l says so, before anything is changed."""
    command = ["setarch", "linux32", PROJECT / "systemd" / "install"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    said = (done.stdout + done.stderr).strip()
    return [
        Row(
            "installer on a 32-bit system",
            said,
            "one sentence, status 1, nothing changed",
            done.returncode == 1 and "64-bit" in said,
        )
    ]
