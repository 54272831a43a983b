"""Plays the moderator of a planned evening, with what he dials and reads."""

from collections.abc import Mapping
from typing import Self

from nightcrier.box.games.engine.hosted.placing import PlaceSeat
from nightcrier.box.games.wherewolf.hosted.hands import CountHands
from nightcrier.box.games.wherewolf.hosted.night import AbsentWait
from nightcrier.box.show.agenda import StageStep
from nightcrier.box.show.answers import NONE_OF_THEM
from nightcrier.box.show.cues import Say
from nightcrier.box.show.facts import Word
from nightcrier.box.show.stages import HOST, Ask, Count, Perform, Stage, Tell, Verdict
from nightcrier.box.show.tale import TELL_NIGHT
from tests.evenings.rehearsed import Row
from tests.evenings.wolf.wolf_evening import Who, WolfEvening, asked_role, card_names, choices, question

NOTHING = "Nothing happens"


class Moderator(WolfEvening):
    """Plays a moderator who has the screen in front of him."""

    def deals(self, *actual: str) -> Self:
        """Deal, and dial the roles if they are not the ones that the box proposes."""
        self.forward(lambda stage: question(stage) == "ask.actual")
        if actual:
            self.mark(*card_names(actual))
        else:
            self.do("start press", 3)
        return self

    def pass_stage(self) -> None:
        """Dial in a seat's card if cards were dealt by hand, or else do what people do without a plan."""
        match question(self.stage):
            case "ask.seat":
                self.note(f"The {asked_role(self.stage)} is in seat {self.cards[asked_role(self.stage)]}.")
                self.pick(str(self.cards[asked_role(self.stage)] - 1), 2)
            case "ask.role":
                self._places_seat()
            case "ask.whom" | "ask.save" if NONE_OF_THEM in choices(self.stage):
                self.pick(NONE_OF_THEM, 2)
            case _:
                super().pass_stage()

    def _places_seat(self) -> list[Row]:
        step = self.steps[0]
        assert isinstance(step, PlaceSeat)
        role = self.roles()[step.seat].partition(" ")[0]
        self.note(f"Seat {step.seat + 1} is the {role}.")
        return self.pick(role, 2)

    def reads_deal(self, *told: str) -> Self:
        """Read what to do, where seat 1 is, and who gets which card, seat by seat."""
        rows = [self.evening.last("tell")]
        self.forward(lambda stage: isinstance(stage, Tell) and len(stage.facts) > 1)
        for _ in range(self.session.setup.players + 1):
            rows += self.do("dial +1", 1)
        self.is_told(rows, *told)
        self.do("start press")
        return self

    def awake(self, *who: Who) -> str:
        """Return the text that tells the moderator who is awake."""
        return f"Awake: {self._numbers(who)}"

    def touch(self, *who: Who) -> str:
        return f"Touch {self._numbers(who)}"

    def dead(self, *who: Who) -> str:
        return f"Dead tonight: {self._numbers(who)}"

    def _numbers(self, who: tuple[Who, ...]) -> str:
        return ", ".join(str(seat + 1) for seat in sorted(map(self.seat, who)))

    def takes_back(self) -> Self:
        """Press BACK up to the last question, which withdraws its answer."""
        self.note("That was wrong: BACK.")
        while not isinstance(self.stage, Ask):
            self.do("back press", 1)
        return self

    def falls(self, number: int) -> Self:
        """Go on to the beginning of this night."""
        self.forward(lambda stage: isinstance(stage, Tell) and self.village.number == number)
        self.note(f"Night {number}.")
        return self

    def points(self, role: str, at: Who, *told: str) -> Self:
        """Point at somebody as this role. The moderator reads the answer."""
        self.forward(
            lambda stage: question(stage) in {"ask.whom", "ask.second", "ask.save"} and asked_role(stage) == role
        )
        self.note(f"The {role} points at seat {self.seat(at) + 1} ({at}).")
        self._answered(self.pick(str(self.seat(at)), 2), *told)
        return self

    def refrains(self, role: str) -> Self:
        """Choose not to use an optional power."""
        self.forward(lambda stage: question(stage) in {"ask.whom", "ask.save"} and asked_role(stage) == role)
        self.note(f"The {role} points at nobody.")
        self.pick(NONE_OF_THEM, 2)
        return self

    def answers(self, name: str, value: str) -> Self:
        """Answer the question of this name."""
        self.forward(lambda stage: question(stage) == name)
        self.note(f"{name}: {value}.")
        self.pick(value, 2)
        return self

    def reads(self, call: str, *told: str) -> Self:
        """Read a call in which nobody points."""
        self.forward(lambda stage: isinstance(stage, Tell) and stage.who == HOST and self._call() == call)
        self.note(f"The {call} are called.")
        self._reads(*told)
        return self

    def opens(self, power: str, turn: str, at: Who | None = None, told: str = NOTHING) -> Self:
        """Open somebody's eyes during a Mystic's turn. The moderator reads who it is, and what for."""
        self.forward(lambda stage: self._may_open(stage, turn))
        self.note(f"The {power} opens the eyes in the turn of the {turn}.")
        rows, asked = self.do("dial hold", 1), question(self.stage) == "ask.eyes"
        if asked:
            rows = self.pick(power, 2)
        if at is not None:
            assert question(self.stage) == "ask.whom", self.stage
            assert asked_role(self.stage) == power
            rows = self.pick(str(self.seat(at)), 2)
        if not asked or told != NOTHING:
            self._answered(rows, f"\u00a0{self.seat(power) + 1} · {told}")
        return self

    def _may_open(self, stage: Stage, turn: str) -> bool:
        """Say whether the stage is the question or the wait of this turn."""
        if isinstance(stage, Ask):
            return bool(stage.held) and asked_role(stage) == turn
        return isinstance(stage, Perform) and bool(stage.held) and self._called() == turn

    def talks(self, seconds: float = 60) -> Self:
        """Let people talk by day, then press START."""
        self.forward(lambda stage: isinstance(stage, Count))
        self.do("start press", seconds)
        return self

    def hands(self, hands: Mapping[Who, int], cards: Mapping[str, Who] = {}) -> Self:
        """Count hands for each seat as it is called. `cards` maps a role to the seat its card is raised for."""
        self.forward(lambda stage: question(stage) == "ask.hands")
        self.note("Hands: " + ", ".join(f"{count} for {who}" for who, count in hands.items()))
        counted = {self.seat(who): count for who, count in hands.items()}
        raised = {role: self.seat(who) for role, who in cards.items()}
        run_off = self.counting().run_off
        while isinstance(self.steps[0], CountHands) and self.counting().run_off == run_off:
            seat = self.seat_counted()
            for role in [role for role, at in raised.items() if at == seat]:
                self._raise_card(role)
                del raised[role]
            self.pick(str(counted.get(seat, 0)), 1)
            self.settle()
        return self

    def all_hands(self, who: Who) -> Self:
        """Raise everybody's hand for the same person."""
        self.hands({who: len(self.village.known.in_play)})
        return self

    def speaks(self, seconds: float = 20) -> Self:
        """Let one of the Accused speak, then press START."""
        self.forward(lambda stage: isinstance(stage, Count))
        self.do("start press", seconds)
        self.settle()
        return self

    def burned(self, who: Who | None) -> Self:
        """Check who burned on the last day."""
        wanted = None if who is None else self.seat(who)
        day = self.village.rounds[-1].day
        assert day.burned == wanted, day
        return self

    def accused(self, *who: Who) -> Self:
        """Check that these are the Accused."""
        steps = [step for step in self.steps if hasattr(step, "accused")]
        assert {self.seat(each) for each in who} == set(steps[0].accused), steps
        return self

    def sheet(self, *texts: str) -> Self:
        """Read these texts on the sheet, which holding START opens and any press closes."""
        self.note("The sheet.")
        self.is_told(self.do("start hold"), *texts)
        self.do("back press", 3)
        return self

    def reads_sheet(self, turns: int) -> list[Row]:
        """Open the sheet, turn to its end, and return what was shown."""
        self.note("The sheet, down to its end.")
        rows = self.do("start hold")
        for _ in range(turns):
            rows += self.do("dial +1")
        self.do("back press", 2)
        return rows

    def ends(self, how: str, *won: str) -> None:
        """Read the verdict of a game that ended like this, and hear its story by dial and by voice."""
        self.forward(lambda stage: isinstance(stage, Verdict))
        self.note("It is over.")
        assert self.village.known.end == how
        for text in won:
            self.shows_by_dial(text)
        self.do("dial -40", 1)
        self.do(f"dial +{self.stage.facts.index(TELL_NIGHT)}", 1)
        self.do("dial press")
        self.do("wait", 45)
        self.do("start press")

    def shows_by_dial(self, text: str) -> None:
        """Turn the dial until this text is shown."""
        for _ in range(40):
            if any(text in line for line in self.evening.last("screen")["lines"]):
                self.shows(text)
                return
            self.do("dial +1", 1)
        raise AssertionError(f"{text!r} is not shown")

    def _raise_card(self, role: str) -> None:
        self.note(f"The {role} raises the card.")
        self.do("dial hold", 1)
        if question(self.stage) == "ask.card":
            self.pick(role)

    def seat_counted(self) -> int:
        """Return the seat for which hands are up, counted from 0."""
        assert isinstance(self.stage.question, Word)
        mark = self.stage.question.fillings["n"]
        return mark.seat - 1

    def counting(self) -> CountHands:
        step = self.steps[0]
        assert isinstance(step, CountHands)
        return step

    def _answered(self, rows: list[Row], *told: str) -> None:
        """Check what is shown after dialing, then press START to close the eyes."""
        if question(self.stage) == "ask.role":
            rows = self._places_seat()
        if told:
            self.is_told(rows, *told)
        if isinstance(self.stage, Tell):
            assert told, self.evening.last("tell")
            self.do("start press", 2)

    def _reads(self, *told: str) -> None:
        self.is_told([next(row for row in reversed(self.evening.rows) if "secret" in row)], *told)
        self.do("start press", 2)

    def _call(self) -> str:
        """Return the call being answered now."""
        shown = [step.shown for step in self.play.steps[:3] if isinstance(step, StageStep)]
        shows = [stage.show for stage in shown if isinstance(stage, Perform) and stage.back]
        lines = [cue.line for show in shows for cue in show if isinstance(cue, Say)]
        call = lines[-1].removeprefix("wherewolf.").removesuffix(".close") if lines else ""
        return "vampire" if call == "ghoul" else call

    def _called(self) -> str:
        """Return the role being called, or an empty string."""
        step = self.steps[0]
        return step.call if isinstance(step, AbsentWait) else ""
