"""What only one seat, or the host, may see of a stage, beside what everybody may know of it."""

from msgspec.structs import replace

from device.show.facts import Fact, SeatName
from device.show.stages import HOST
from device.table.house import House
from device.table.pages.names import fact_text
from device.table.view import Hidden, Row, Size, Text, View


def private_view(
    house: House, shown: View, who: int, hint: str, facts: tuple[Fact, ...], rows: tuple[Row, ...]
) -> View:
    """`rows` for those eyes alone; without any, what all may know: whose turn it is and what that seat does next, and
    of the host, in front of whom the glass stands, nothing."""
    words, language = house.words, shown.language
    public = shown
    if who != HOST:
        name = Text(fact_text(words, language, SeatName(who)), Size.LARGE)
        public = replace(shown, rows=(name, Text(words.screen(language, hint), Size.SMALL)))
    return replace(shown, rows=rows, hidden=Hidden(public, shown.page, (who,), facts)) if rows else public
