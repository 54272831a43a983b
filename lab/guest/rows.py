"""Prints rows of the table of results, and remarks for the log of the experiment."""

import json

from moments import now


def row(what: str, measured: object, promised: str, holds: bool) -> None:
    """Print a row of the table: what was checked, what was found, what was promised, and whether it holds."""
    print(json.dumps({"what": what, "measured": str(measured), "promised": promised, "holds": bool(holds)}), flush=True)


def say(*words: object) -> None:
    print("#", f"{now():9.3f}", *words, flush=True)
