"""The note of what waits may be broken, or a change in it make no sense: that is told, and costs only itself."""

import pytest

from nightcrier.box.events import Standings
from nightcrier.box.table.core.effects import LookUp, NewEvening
from nightcrier.kernel.faults import Fault
from nightcrier.kernel.people import EveningKind
from tests.box.book import GAME, Book

GOOD = '{"type":"count","game":"one-night","scenario":"first-game","points":[0,0,1]}'


def noted(change: str, mark: str = "a") -> str:
    return f'{{"change":{change},"game":"m{mark}","mark":"{mark}"}}'


@pytest.mark.parametrize("content", [b"", b"rubbish", b'{"version":100,"choices":{"changes":[{"change":1,"mark":2}]}}'])
def test_a_broken_note_of_what_waits_is_told_and_costs_nothing_else(tmp_path, content):
    (tmp_path / "uncounted.json").write_bytes(content)
    box = Book(tmp_path)
    (fault,) = box.book.count(LookUp())
    assert isinstance(fault, Fault)
    assert "uncounted.json" in fault.what
    box.book.count(GAME)
    assert box.on_disk() == [{1: 1, 2: 1, 3: 0}]


@pytest.mark.parametrize(
    "change",
    [
        *(GOOD.replace("0,0,1", points) for points in ("-1,0,1", "9999999999,0,1", f"{10**25},0,1")),
        GOOD.replace("]}", '],"evening":1,"seated":[{"person":1,"name":"Ada"}]}'),
        '{"type":"seat-people","people":[{"name":"x"},{"name":"y"},{"name":"z"}],"evening":1,"places":[2,2,7]}',
        '{"type":"amend","points":{"1":-7},"evening":1}',
        '{"type":"new-evening","kind":"open","target":-5,"names":["a","b","c"]}',
        f'{{"type":"new-evening","kind":"open","target":5,"names":["{"a" * 300}","b","c"]}}',
        '{"type":"new-evening","kind":"open","target":5,"names":[]}',
        '{"type":"new-evening","kind":"open","target":5,"names":["a","b"],"sits_out":[3]}',
        '{"type":"of-a-newer-box"}',
    ],
)
def test_a_change_that_makes_no_sense_costs_only_itself(box, tmp_path, change):
    box.book.count(NewEvening(EveningKind.OPEN, 5, ("Ada", "Ben", "Cem")))
    box.book.count(GAME)
    both = f"{noted(change)},{noted(GOOD, 'b')}"
    (tmp_path / "uncounted.json").write_text(f'{{"version":100,"choices":{{"changes":[{both}]}}}}')
    fault, told = Book(tmp_path).book.count(LookUp())
    assert isinstance(fault, Fault)
    assert "left out" in fault.what
    assert isinstance(told, Standings)
    assert (told.evening, [person.name for person in told.people]) == (1, ["Ada", "Ben", "Cem"])
    assert box.on_disk() == [{1: 1, 2: 1, 3: 0}, {1: 0, 2: 0, 3: 1}]
    assert [path.name for path in tmp_path.iterdir()] == ["evenings"]
