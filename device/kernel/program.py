"""What the program is called where it runs: a sentence that names a command names one that exists there."""

from pathlib import Path

TOP = Path(__file__).parents[2]


def program_call(words: str, top: Path = TOP) -> str:
    """Return how the program is called: `./run` in a checkout; the installer leaves that behind."""
    return f"{'./run' if (top / 'run').is_file() else 'nightcrier'} {words}"
