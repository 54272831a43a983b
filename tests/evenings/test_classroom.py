"""Tests a class of thirty led by a teacher, up to the end of the first vote, at the slow pace."""

from pathlib import Path

import pytest

from nightcrier.box.show.stages import Ask, Count, Perform, Stage
from nightcrier.box.table.look import look
from tests.evenings.wolf.script_writer import LONGEST, ScriptWriter
from tests.evenings.wolf.wolf_evening import question
from tests.on_glass import measure

CLASS = 30


class Lesson(ScriptWriter):
    """Plays a teacher who accepts each answer as offered, and counts one hand for every second seat."""

    def __init__(self, where: Path, game: str, language: str) -> None:
        super().__init__(where, f"{game}, {CLASS}")
        self._to_game(game)
        self.do("dial press")
        self.choose("screen.players", lambda table: table.choices.setup.players == CLASS)
        self.choose("screen.language", lambda table: table.choices.language == language)
        self.choose("screen.pace", lambda table: table.choices.setup.options.get("pace") == "slow")
        self.leave_menus()
        self.start_game()

    def _to_game(self, game: str) -> None:
        for _ in range(LONGEST):
            if self.table.choices.game == game:
                return
            self.do("dial +1", 0.3)
        raise AssertionError(f"{game} is not at home")

    @property
    def gestures(self) -> int:
        return sum(row[:1].isdigit() for row in self.lines)

    @property
    def seconds(self) -> float:
        return float(self.evening.rehearsal.box.daemon.table.now)

    def leads_to(self, wanted: type[Stage] | str) -> tuple[int, int]:
        """Go on to a stage of this kind, or to this question. Return the gestures and seconds until then."""
        before = self.gestures, self.seconds
        for _ in range(LONGEST):
            if self._is_at(wanted):
                return self.gestures - before[0], round(self.seconds - before[1])
            self._is_readable()
            self._goes_on()
        raise AssertionError(f"{wanted} never came")

    def _is_at(self, wanted: type[Stage] | str) -> bool:
        return question(self.stage) == wanted if isinstance(wanted, str) else isinstance(self.stage, wanted)

    def _is_readable(self) -> None:
        shown = look(self.evening.rehearsal.box.daemon.house, self.table)
        assert measure(shown).whole, shown

    def _goes_on(self) -> None:
        match self.stage:
            case Perform():
                self.go_on()
            case Ask() if question(self.stage) == "ask.hands":
                self.pick(str(self.gestures % 2), 1)
            case Ask():
                self.do("dial press", 3)
            case _:
                self.do("start press", 3)


@pytest.mark.parametrize(("game", "language"), [("mafia", "en"), ("mafia", "th"), ("full-moon", "fa")])
def test_a_class_of_thirty_is_led_by_its_teacher(game, language, tmp_path):
    lesson = Lesson(tmp_path, game, language)
    dealt, night = lesson.leads_to("ask.whom"), lesson.leads_to(Count)
    lesson.leads_to("ask.hands")
    vote = lesson.leads_to(Perform)
    print(
        f"{game} {language}: gestures and seconds to the first question {dealt}, to the day {night}, of the vote {vote}"
    )
    assert dealt[0] <= CLASS + 6
    assert night[0] <= 8
    assert vote[0] <= 2 * CLASS
    assert vote[1] <= 4 * CLASS
