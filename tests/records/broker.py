"""Records what a table publishes at its broker during an evening of random gestures in each game, in order, and the
lines of the public record that it comes from."""

from msgspec import Struct

from nightcrier.broker.topics import TableTopics
from nightcrier.wire.public_record import read_public_line
from tests.box.onlooked import KeptLines
from tests.broker.spoken_table import SpokenTable
from tests.records.hands import RECORDS as EVENINGS

TOLD = ("one-night.en.0", "one-night-dealt.ja.30", "growl.fa.10", "wherewolf-led.th.20", "wherewolf-dealt.en.0")
EVERYWHERE = TableTopics("den", "homeassistant", "spring")
"""The topics of a table at home and in a hall."""


class ToldEvening(Struct, frozen=True):
    """Records a random evening, by its name."""

    name: str

    def rows(self) -> list[str]:
        kept, table = KeptLines(), SpokenTable(EVERYWHERE)
        EVENINGS[self.name].rows(kept)
        table.begin()
        rows = list[str]()
        for line in kept.lines:
            told = read_public_line(line)
            table.now = told.at
            table.box._take(told)
            table.voice.look()
            said = [f"{each.topic} {each.payload.decode()}{' kept' * each.kept}" for each in table.said]
            rows += [line.decode().rstrip(), *said]
            table.said.clear()
        return rows


RECORDS = {name: ToldEvening(name) for name in TOLD}
