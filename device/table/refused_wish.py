"""Why a wish is not done: the word of the screen for it, to whoever wished."""

from device.table.state import TableStep

ANEW, AWAY, BUSY = "net.untaken", "net.untaken.away", "stick.working"
"""What stands there is another thing by now; the box is not at its start page; root is still at something."""


class WishNotDone(Exception):
    """Nothing comes of it, but perhaps a `step` that was due before."""

    def __init__(self, word: str = ANEW, step: TableStep | None = None) -> None:
        super().__init__(word)
        self.word, self.step = word, step
