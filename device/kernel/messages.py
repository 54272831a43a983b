"""What a message for the glass of a table is to everybody who passes one on: one row of text, not too long."""

import unicodedata

from device.kernel.names import JOINERS, tidy_name

MOST_MESSAGE_LETTERS = 60
"""With their marks: more would be too small to be read across a table."""


def tidy_message(text: str) -> str:
    """Return a message as it is shown: letters in their usual form, single spaces, none at its ends. Empty if it is no
    message."""
    tidy = tidy_name(text)
    hidden = any(unicodedata.category(sign)[0] in "CZ" for sign in tidy if sign not in {" ", *JOINERS})
    letters = sum(not unicodedata.category(sign).startswith("M") for sign in tidy)
    return "" if hidden or letters > MOST_MESSAGE_LETTERS else tidy
