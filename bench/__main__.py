"""All figures, in one go: `./run bench`, or `python -m bench --date 2026-01-31 [NAME ...]`.

Writes docs/proofs/performance.md: the machine, the date it is told, what each benchmark printed, with the note that
lies beside it (`attacked.md`), and which promises it keeps."""

import argparse
import platform
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock

from msgspec import Struct

from nightcrier import __version__

DOCS = Path(__file__).parents[1] / "docs"
ROUNDS = (
    (("nights", "attacked"), ("loudness", "voices", "masked_night", "bus", "calls")),
    (("costly_files",),),
    (("schedule",), ("weight",), ("gaps",)),
    (("press", "startup", "stopping", "dial", "holdup", "referee", "wherewolf", "packs"),),
)
"""Those of one round run side by side: first what computes and counts, then what waits, last what times to a
millisecond, one after the other on a machine at rest."""

TITLES = {
    "press": "Press to first sample, through the daemon",
    "gaps": "Gap between two lines",
    "holdup": "What plays, while a line is decoded",
    "schedule": "Schedule over a whole night of real time",
    "startup": "Exec to ready and to the first picture",
    "stopping": "Told to stop",
    "weight": "Memory, wake-ups, processor",
    "bus": "Bytes and time on the screen's bus",
    "dial": "Detents kept",
    "calls": "Functions called for a gesture",
    "nights": "Evenings in virtual time",
    "attacked": "Attacked",
    "costly_files": "Files that cost, taken and brought back",
    "referee": "The referee",
    "wherewolf": "The referee of Wherewolf",
    "loudness": "Loudness of voices, beds and signals",
    "voices": "How alike the voices are",
    "masked_night": "What the bed covers at every moment of a night",
    "packs": "Voice packs",
}


class Result(Struct, frozen=True):
    """What a benchmark printed; `kept` says that it is within what was asked for."""

    name: str
    printed: str
    kept: bool
    seconds: float


class Progress:
    """Tells of each benchmark when it begins and when it is done."""

    def __init__(self, total: int) -> None:
        self._total, self._done, self._lock = total, 0, Lock()

    def measure(self, name: str) -> Result:
        self._tell(f"       {name} ...")
        began = time.perf_counter()
        command = [sys.executable, "-m", f"bench.{name}"]
        done = subprocess.run(command, cwd=DOCS.parent, capture_output=True, text=True, check=False)
        said = done.stdout if done.returncode in (0, 1) and done.stdout else f"{done.stdout}{done.stderr[-500:]}"
        result = Result(name, said.strip("\n"), done.returncode == 0, time.perf_counter() - began)
        with self._lock:
            self._done += 1
        verdict = "" if result.kept else "   FALLS SHORT"
        self._tell(f"{self._done:2}/{self._total}  {name:12}{result.seconds:6.0f} s{verdict}")
        return result

    def _tell(self, what: str) -> None:
        print(what, file=sys.stderr, flush=True)


def measured(names: list[str]) -> list[Result]:
    """In the order of the page."""
    progress, results = Progress(len(names)), list[Result]()
    for lanes in ROUNDS:
        wanted = [[name for name in lane if name in names] for lane in lanes]
        with ThreadPoolExecutor(len(lanes)) as aside:
            for done in aside.map(lambda lane: [progress.measure(name) for name in lane], wanted):
                results += done
    return sorted(results, key=lambda result: list(TITLES).index(result.name))


def machine() -> list[str]:
    processor = next((row.partition(": ")[2] for row in _rows("/proc/cpuinfo") if row.startswith("model name")), "")
    memory = next((int(row.split()[1]) // 1024 for row in _rows("/proc/meminfo") if row.startswith("MemTotal")), 0)
    cores = sum(row.startswith("processor") for row in _rows("/proc/cpuinfo"))
    model = Path("/proc/device-tree/model")
    name = model.read_text().strip("\0") if model.is_file() else processor or platform.machine()
    return [
        f"- machine: {name}, {cores} cores, {memory} MiB, {platform.system()} {platform.release()}",
        f"- Python {platform.python_version()}, Nightcrier {__version__}",
    ]


def _rows(path: str) -> list[str]:
    return Path(path).read_text().splitlines() if Path(path).is_file() else []


def page(results: list[Result], date: str) -> str:
    """What stands under docs/."""
    short = [TITLES[result.name] for result in results if not result.kept]
    head = [
        "# Figures",
        "",
        "Made by `./run bench`. Read times as ratios: a Raspberry Pi Zero 2 W is ten to twenty times slower than a",
        "laptop, and so is what stands beside. Beside each figure stands what somebody would have otherwise, from the",
        "same run. Pins and screen are simulated, on this machine too; sound goes to a file. What was proven once is",
        "[apart](measured-once.md).",
        "",
        f"- date: {date}",
        *machine(),
        f"- {len(results) - len(short)} of {len(results)} are within what was asked for"
        + (f"; short of it: {', '.join(short)}" if short else ""),
        "",
    ]
    body = [f"## {TITLES[result.name]}\n\n```\n{result.printed}\n```\n{_below(result.name)}" for result in results]
    return "\n".join(head) + "\n" + "\n".join(body)


def note_on(name: str) -> str:
    """What stands below figures that do not explain themselves."""
    file = Path(__file__).with_name(f"{name}.md")
    return file.read_text("utf-8") if file.is_file() else ""


def _below(name: str) -> str:
    return f"\n{note}" if (note := note_on(name)) else ""


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench", description="Measures this machine for docs/proofs/performance.md.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"only these, and print them: {', '.join(TITLES)}")
    parser.add_argument("--date", default="", help="what stands on the page")
    arguments = parser.parse_args()
    unknown = [name for name in arguments.names if name not in TITLES]
    if unknown:
        parser.error(f"there is no benchmark {unknown[0]}; choose of {', '.join(TITLES)}")
    results = measured(arguments.names or list(TITLES))
    text = page(results, arguments.date)
    if arguments.names:
        print(text)
    else:
        (DOCS / "proofs" / "performance.md").write_text(text, "utf-8")
    return 0 if all(result.kept for result in results) else 1


if __name__ == "__main__":
    raise SystemExit(main())
