"""What came of bringing a saved box back, as people are told it."""

from msgspec import Struct

from device.feeding.saved_places import SCORE_FILE, WAITING
from device.kernel.errors import BadFile


class Restored(Struct, frozen=True):
    """The names of what is back, why the rest is not, and what was taken away as the box did not have it."""

    names: tuple[str, ...]
    refused: tuple[BadFile, ...]
    taken: tuple[str, ...] = ()


def restored_told(restored: Restored) -> str:
    """In one sentence for people."""
    kinds = {
        "the settings": ("own/device.toml",),
        "decks": ("own/scenarios/",),
        "background sounds": ("own/beds/",),
        "what was chosen": ("state/choices.json",),
        "the scores": (f"state/{SCORE_FILE}", f"state/{WAITING}"),
        "sheets of games": ("state/sheets/",),
        "own voices": ("state/voices/",),
    }
    back = [kind for kind, starts in kinds.items() if any(name.startswith(starts) for name in restored.names)]
    gone = f" Taken away, as the box did not have them: {len(restored.taken)} files." if restored.taken else ""
    return f"Brought back: {', '.join(back) or 'nothing'} ({len(restored.names)} files).{gone}"
