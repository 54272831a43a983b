"""Plays at a table without a moderator: seat after seat comes to the box, reads, dials and presses, all at one pace."""

import math
from collections.abc import Mapping, Sequence
from typing import Self

from nightcrier.box.games.engine.secret_turns import SeatTurn, SecretRound
from nightcrier.box.show.stages import Count, Perform, Verdict
from nightcrier.box.show.tale import TELL_NIGHT
from nightcrier.box.table.game.conducting import current_turn
from tests.evenings.rehearsed import Row
from tests.evenings.wolf.script_writer import LONGEST
from tests.evenings.wolf.wolf_evening import Who, WolfEvening

_LEANS_IN, _READS, _DIALS, _PRESSES = 0.8, 1.6, 0.9, 0.6
"""The seconds that somebody who knows the game takes for each."""
_FREE = ("not-tonight", "nobody", "keeps", "no-more", "hand")
"""Choices, in order of preference, that people dial if nothing is planned for them."""


class DealtTable(WolfEvening):
    """Plays a table. A role without a plan names whomever the dial shows first, and leaves optional powers unused."""

    def deals(self, reads: Mapping[Who, Sequence[str]] = {}) -> Self:
        """Let everybody read who they are."""
        self.comes_to("DealRound")
        self.everybody({}, reads)
        return self

    def dusk(self, picks: Mapping[Who, Sequence[Who]], reads: Mapping[Who, Sequence[str]] = {}) -> Self:
        """Let everybody dial. Those who ask for something read the answer."""
        self.comes_to("DuskRound")
        self.note(f"Dusk of night {self.village.number}.")
        self.everybody(picks, reads)
        return self

    def dawn(self, reads: Mapping[Who, Sequence[str]] = {}, picks: Mapping[Who, Sequence[Who]] = {}) -> Self:
        """Let everybody read what was done to them."""
        self.comes_to("DawnRound")
        self.note(f"Dawn of night {self.village.number}.")
        self.everybody(picks, reads)
        return self

    def ballot(self, votes: Mapping[Who, Sequence[Who]], others: Who) -> Self:
        """Let the people named vote as planned, and everybody else for `others`."""
        self.comes_to("BallotRound")
        self._vote(votes, others)
        return self

    def run_off(self, votes: Mapping[Who, Sequence[Who]], others: Who) -> Self:
        """Vote again, after the Accused have spoken."""
        self.forward(lambda stage: isinstance(stage, Count))
        self.ballot(votes, others)
        return self

    def _vote(self, votes: Mapping[Who, Sequence[Who]], others: Who) -> None:
        self.note(f"A ballot: {others}, but " + ", ".join(f"{who} for {votes[who]}" for who in votes))
        everybody: dict[Who, Sequence[Who]] = {seat + 1: (others,) for seat in self.village.known.in_play}
        everybody |= {self.seat(who) + 1: picks for who, picks in votes.items()}
        self.everybody(everybody, {})

    def spies(self, reads: Mapping[Who, Sequence[str]]) -> None:
        """Play the secret round for the Spy."""
        self.comes_to("SpyRound")
        self.everybody({}, reads)

    def with_you(self, *who: Who) -> str:
        """Return the text that tells somebody that these are on the same side."""
        return "With you: " + ", ".join(str(seat + 1) for seat in sorted(map(self.seat, who)))

    def comes_to(self, kind: str) -> Self:
        """Go on to a round of this kind."""
        self.forward(lambda stage: isinstance(stage, Perform) and self.round() == kind)
        return self

    def round(self) -> str:
        """Return the kind of the round that is played, or an empty string."""
        step = self.steps[0]
        return type(step.kind).__name__ if isinstance(step, SecretRound) else ""

    def everybody(self, picks: Mapping[Who, Sequence[Who]], reads: Mapping[Who, Sequence[str]], first: int = 0) -> Self:
        """Play the turn of each seat, from the `first`."""
        chosen = {self.seat(who): values for who, values in picks.items()}
        read = {self.seat(who): texts for who, texts in reads.items()}
        kind = self.round()
        for seat in tuple(self.village.known.in_play)[first:]:
            self.called(seat)
            self.turn_of(seat, chosen.get(seat, ()), read.get(seat, ()))
        while self.round() == kind and isinstance(self.stage, Perform):
            self.go_on()
        return self

    def called(self, seat: int) -> Self:
        """Wait until it is this seat's turn."""
        evening, before, start = self.evening, len(self.evening.rows), self.evening.rehearsal.now
        evening.rehearsal.until(lambda: self.turn_now() is not None and self._turn().seat == seat, 60)
        passed = math.ceil((evening.rehearsal.now - start) * 10) / 10
        evening.advance(max(0.0, start + passed - evening.rehearsal.now))
        self.lines.append(f"{passed:.1f} wait")
        self._came(before)
        assert self._turn().seat == seat
        return self

    def turn_now(self) -> SeatTurn | None:
        """Return the turn that is open, or None."""
        found = current_turn(self.table.session)
        assert found is None or isinstance(found[1], SeatTurn)
        return found[1] if found and isinstance(found[1], SeatTurn) else None

    def turn_of(self, seat: int, picks: Sequence[Who], reads: Sequence[str]) -> None:
        """Hold the dial and read, dial and press as often as everybody else, hold and read the result, press."""
        turn, role = self._turn(), self.roles()[seat]
        if picks or reads:
            self.note(f"Seat {seat + 1}, {role}" + (f": {', '.join(map(str, picks))}." if picks else "."))
        rows = self.hold() if turn.seen else []
        for number in range(len(turn.lists)):
            self._dial_to(turn, number, self._wanted(turn, number, picks))
        if turn.lists and turn.reads:
            rows += self.hold()
        self.is_told(rows, *reads)
        if turn.reads:
            self.do("dial press", _PRESSES)
        for _ in turn.more:
            self.hold()
            self.do("dial press", _PRESSES)

    def hold(self) -> list[Row]:
        """Hold the dial for as long as people read."""
        self.do("dial down", _LEANS_IN)
        return self.do("dial up", _READS)

    def talks(self, seconds: float = 30) -> Self:
        """Let people talk by day, then press START."""
        self.forward(lambda stage: isinstance(stage, Count))
        self.do("start press", seconds)
        return self

    def burned(self, who: Who | None) -> Self:
        """Check who burned on the last day."""
        day = self.village.rounds[-1].day
        assert day.burned == (None if who is None else self.seat(who)), day
        return self

    def ends(self, how: str) -> None:
        self.forward(lambda stage: isinstance(stage, Verdict))
        self.note("It is over.")
        assert self.village.known.end == how
        self.do(f"dial +{self.stage.facts.index(TELL_NIGHT)}", 1)
        self.do("dial press")
        self.do("wait", 45)
        self.do("start press")

    def go_on(self) -> list[Row]:
        """Let time pass until the show is over, in whole seconds, from which a night's length is counted."""
        seconds, before, show = 0, len(self.evening.rows), self.stage
        while self._is_playing() and self.stage is show and seconds < LONGEST:
            self.evening.advance(1)
            seconds += 1
        self.lines.append(f"{seconds} wait")
        return self._came(before)

    def settle(self) -> Self:
        """Wait while the box only talks, until people have to do something. A turn counts as something to do."""
        while isinstance(self.stage, Perform) and not self.round():
            self.go_on()
        return self

    def pass_stage(self) -> None:
        """Play a round for which nothing is planned."""
        if self.round() and isinstance(self.stage, Perform):
            self.everybody({}, {})
        else:
            super().pass_stage()

    def _turn(self) -> SeatTurn:
        turn = self.turn_now()
        assert turn, "it is nobody's turn"
        return turn

    def _wanted(self, turn: SeatTurn, number: int, picks: Sequence[Who]) -> str:
        """Return the value to dial: the planned one, or else one that leaves the power unused, or else the first."""
        values = [option.value for option in turn.lists[number].options if option.value[0] != "-"]
        if number < len(picks) and len(values) > 1:
            wanted = picks[number]
            return wanted if isinstance(wanted, str) and wanted in values else str(self.seat(wanted))
        return next((value for value in _FREE if value in values), values[0])

    def _dial_to(self, turn: SeatTurn, number: int, value: str) -> None:
        """Dial to a value. The first detent brings up the beginning of the list, whichever way it goes."""
        dial = turn.lists[number]
        size = len(dial.options)
        places = [place for place, option in enumerate(dial.options) if option.value == value]
        ways = [1 + (place - dial.start) % size for place in places]
        ways += [-1 - (dial.start - place) % size for place in places]
        self.do(f"dial {min(ways, key=abs):+d}", _DIALS)
        self.do("dial press", _PRESSES)
