"""Why a wish is not done: the word of the screen for it, to whoever wished."""

from device.kernel.refusal import Refusal
from device.table.state import TableStep


class WishNotDone(Exception):
    """Nothing comes of it, but perhaps a `step` that was due before."""

    def __init__(self, word: Refusal = Refusal.ANEW, step: TableStep | None = None) -> None:
        super().__init__(word)
        self.word, self.step = word, step
