"""The pieces a call of the night is told in: a line, and when it is said. Rows to be read beside the rulebook."""

from collections.abc import Collection, Iterable

from msgspec import Struct

from device.games.one_night.rules.options import Options
from device.kernel.ids import LineId


class CallPiece(Struct, frozen=True):
    """A line, and when it is said: every role of `with_all` in the deck, one of `with_any`, none of `without`,
    the switch `option` on and `unless` off. `short` is the line for experts: the same where it is None, nothing where
    empty."""

    line: str
    short: str | None = None
    with_all: tuple[str, ...] = ()
    with_any: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    option: str = ""
    unless: str = ""

    def fits(self, deck: Collection[str], options: Options) -> bool:
        return (
            all(role in deck for role in self.with_all)
            and (not self.with_any or any(role in deck for role in self.with_any))
            and not any(role in deck for role in self.without)
            and (not self.option or bool(getattr(options, self.option)))
            and not (self.unless and getattr(options, self.unless))
        )

    def line_for(self, options: Options) -> str:
        return self.line if options.wording == "full" or self.short is None else self.short


def both_forms(
    line: str, with_all: tuple[str, ...] = (), with_any: tuple[str, ...] = (), without: tuple[str, ...] = ()
) -> CallPiece:
    """A line that has a short form of its own."""
    return CallPiece(line, f"{line}.short", with_all, with_any, without)


def wake_piece(call: str) -> CallPiece:
    """The line that wakes a call."""
    return both_forms(f"one-night.{call}.wake")


def spoken_lines(pieces: Iterable[CallPiece], deck: Collection[str], options: Options) -> tuple[LineId, ...]:
    """The lines said of these, for this deck and these options."""
    lines = (piece.line_for(options) for piece in pieces if piece.fits(deck, options))
    return tuple(LineId(line) for line in lines if line)
