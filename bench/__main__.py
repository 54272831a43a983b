"""All figures, in one go: `./run bench`, or `python -m bench --date 2026-01-31 [NAME ...]`.

Writes docs/performance.md: the machine, the date it is told, what each benchmark printed, and which promises it keeps.
Those that measure no time run two at once."""

import argparse
import platform
import subprocess
import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from msgspec import Struct

from device import __version__

PAGE = Path(__file__).parents[1] / "docs" / "performance.md"
ELSEWHERE = "nights"
"""Takes longest and needs one core: it runs beside those that count and do not time."""

COUNTING = ("gaps", "masking", "loudness", "bus")
TIMING = ("startup", "stopping", "weight", "press", "latency", "schedule")
QUICK = ("dial", "drawing", "journal", "referee", "packs")
TITLES = {
    "press": "Press to first sample, through the daemon",
    "latency": "Press to first sample, beside other ways",
    "gaps": "Gap between two lines",
    "schedule": "Schedule over a whole night of real time",
    "startup": "Exec to ready and to the first picture",
    "stopping": "Told to stop",
    "weight": "Memory, wake-ups, processor",
    "bus": "Bytes and time on the screen's bus",
    "drawing": "Drawing a frame",
    "dial": "Detents kept",
    "journal": "A call written down for good",
    "nights": "Evenings in virtual time",
    "referee": "The referee",
    "loudness": "Loudness of voices, beds and signals",
    "masking": "What the bed covers",
    "packs": "Voice packs",
}


class Result(Struct, frozen=True):
    """What a benchmark printed; `kept` says that it is within what was asked for."""

    name: str
    printed: str
    kept: bool
    seconds: float


def measure(name: str) -> Result:
    began = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", f"bench.{name}"], cwd=PAGE.parents[1], capture_output=True, text=True, check=False
    )
    said = done.stdout if done.returncode in (0, 1) and done.stdout else f"{done.stdout}{done.stderr[-500:]}"
    return Result(name, said.strip("\n"), done.returncode == 0, time.perf_counter() - began)


def measured(names: list[str]) -> list[Result]:
    """One after the other, each told as it is done."""
    results: list[Result] = []
    with ThreadPoolExecutor(1) as aside:
        beside: Future[Result] | None = aside.submit(measure, ELSEWHERE) if ELSEWHERE in names else None
        for name in [name for name in COUNTING if name in names]:
            results.append(_told(measure(name), len(results), len(names)))
        if beside:
            results.append(_told(beside.result(), len(results), len(names)))
    for name in [name for name in (*TIMING, *QUICK) if name in names]:
        results.append(_told(measure(name), len(results), len(names)))
    return sorted(results, key=lambda result: list(TITLES).index(result.name))


def _told(result: Result, before: int, total: int) -> Result:
    verdict = "" if result.kept else "   FALLS SHORT"
    print(f"{before + 1:2}/{total}  {result.name:12}{result.seconds:6.0f} s{verdict}", file=sys.stderr, flush=True)
    return result


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
    """The whole of docs/performance.md."""
    short = [TITLES[result.name] for result in results if not result.kept]
    head = [
        "# Figures",
        "",
        "Made by `./run bench`. Read times as ratios: a Raspberry Pi Zero 2 W is ten to twenty times slower than a",
        "laptop, and so is what stands beside. Beside each figure stands what somebody would have otherwise, from the",
        "same run.",
        "",
        f"- date: {date}",
        *machine(),
        f"- {len(results) - len(short)} of {len(results)} are within what was asked for"
        + (f"; short of it: {', '.join(short)}" if short else ""),
        "",
    ]
    body = [f"## {TITLES[result.name]}\n\n```\n{result.printed}\n```\n" for result in results]
    return "\n".join(head) + "\n" + "\n".join(body)


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench", description="Measures this machine and writes docs/performance.md.")
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
        PAGE.write_text(text, "utf-8")
        print(f"{PAGE.relative_to(PAGE.parents[1])} is written.", file=sys.stderr)
    return 0 if all(result.kept for result in results) else 1


if __name__ == "__main__":
    raise SystemExit(main())
