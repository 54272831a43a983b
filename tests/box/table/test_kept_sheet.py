"""Tests that the verdict of a game with a sheet saves the sheet, also when it is told again after a power cut."""

from msgspec.structs import replace

from nightcrier.box.events import PersonStanding, Standings
from nightcrier.box.show.answers import Option
from nightcrier.box.show.facts import SeatName, Word
from nightcrier.box.show.stages import Ask, SheetTable, Verdict
from nightcrier.box.table.core.effects import CountGame, KeepSheet
from nightcrier.kernel.people import EveningKind, Presence
from tests.box.table.asking import after_cut

WHO = Ask(0, Word("who"), (Option("1", SeatName(1)),))
END = Verdict((), (0, 1, 0), sheet=SheetTable(("role",), (("seer",), ("drunk",), ("mason",))))
KEPT = KeepSheet("toy", "seat,role\n1,seer\n2,drunk\n3,mason\n")


def test_it_is_kept_with_the_points_and_again_after_a_power_cut(start_stages):
    evening = start_stages(WHO, END)
    assert [effect for effect in evening.start() if isinstance(effect, CountGame | KeepSheet)][1:] == [KEPT]
    again = after_cut(evening)
    assert KEPT in again.start()


def test_a_game_without_one_keeps_none(start_stages):
    evening = start_stages(replace(END, sheet=None))
    assert not [effect for effect in evening.effects if isinstance(effect, KeepSheet)]


def test_its_lines_have_the_numbers_of_the_list(start_stages):
    """The second of four people sits out."""
    evening, here = start_stages(END), PersonStanding("", 0, 0, out=False)
    away = replace(here, presence=Presence.SITS_OUT)
    evening.table = replace(evening.table, session=None)
    evening.send(Standings(0.0, EveningKind.OPEN, 5, (here, away, here, here), (), {1: 1}, evening=2))
    (kept,) = (effect for effect in evening.start() if isinstance(effect, KeepSheet))
    assert kept.text == "seat,role\n1,seer\n3,drunk\n4,mason\n"
