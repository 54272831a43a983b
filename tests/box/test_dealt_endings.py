"""Tests how an evening without cards ends, on a whole box: the vote, the verdict, the story of the night."""

from nightcrier.box.events import Control, Gesture
from nightcrier.box.show.stages import Ask, Perform, Verdict
from tests.box.casting import Cast


class TestTheVote:
    def test_all_point_and_it_is_dialled_in(self, make):
        cast = make("seer")
        cast.box.until(lambda: isinstance(cast.box.stage, Ask))
        assert [row["line"] for row in cast.box.kinds("say")][-2:] == ["deal.votes", "seat-first"]
        for _ in range(cast.box.players):
            assert isinstance(cast.box.stage, Ask)
            cast.box.do(Control.DIAL)
        cast.box.until(lambda: isinstance(cast.box.stage, Verdict))
        assert cast.box.stage.dead == (1,)
        said = " ".join(row["line"] for row in cast.box.kinds("say"))
        assert said.endswith(" seat-first number.1 verdict.dead.one verdict.nobody"), "who died, and then who won"

    def test_in_secret_every_seat_has_the_same_time(self, make):
        cast = make("seer", secret_vote=True)
        self._vote(cast)
        voting = [row for row in cast.box.kinds("window") if row["t"] > self._opened(cast)]
        assert [row["role"] for row in voting] == [f"seat-{n + 1}" for n in range(cast.box.players)]
        assert len({row["seconds"] for row in voting}) == 1
        assert cast.box.stage.dead == (1,)

    def test_who_has_not_chosen_is_called_again(self, make):
        cast = make("seer", secret_vote=True)
        cast.box.until(lambda: isinstance(cast.box.stage, Perform) and cast.box.stage.page == "vote")
        cast.box.until_window("seat-1")
        cast.box.rehearsal.advance(30.0)
        assert cast.box.window == "seat-1"

    def _vote(self, cast: Cast) -> None:
        cast.box.until(lambda: isinstance(cast.box.stage, Perform) and cast.box.stage.page == "vote")
        for seat in range(1, cast.box.players + 1):
            cast.box.until_window(f"seat-{seat}")
            cast.box.choose("Seat 2" if seat == 1 else "Seat 1")
            assert cast.box.glass[-1] == "Done"
        cast.box.until(lambda: isinstance(cast.box.stage, Verdict))

    def _opened(self, cast: Cast) -> float:
        return float(next(row["t"] for row in cast.box.kinds("state") if row["page"] == "vote"))


class TestTheVerdict:
    def test_the_way_of_every_card_and_the_story_of_the_night(self, make):
        cast = make("robber")
        robber, victim = cast.seat("robber"), cast.other("robber")
        cast.box.choose(f"Seat {victim}")
        cast.box.until(lambda: isinstance(cast.box.stage, Ask))
        for _ in range(cast.box.players):
            cast.box.do(Control.DIAL)
        cast.box.until(lambda: isinstance(cast.box.stage, Verdict))
        shown = []
        for _ in range(30):
            shown += cast.box.glass
            cast.box.do(Control.DIAL, Gesture.TURN, 1)
        assert f"Robber: {robber} › {victim}" in shown
        assert f"{cast.name(victim - 1)}: {victim} › {robber}" in shown
        assert f"{cast.name(cast.dealt.seats)}: center" in shown
        while cast.box.glass[0] != "Tell the night":
            cast.box.do(Control.DIAL, Gesture.TURN, -1)
        cast.box.rehearsal.advance(30.0)
        before = len(cast.box.kinds("say"))
        cast.box.do(Control.DIAL)
        cast.box.rehearsal.advance(120.0)
        story = [row["text"] for row in cast.box.kinds("say")][before:]
        assert story[0] == "And this is what happened."
        assert story[1:5] == ["Seat", *_spoken(robber), "Robber", "took the card of seat"]
        assert story[5:8] == [*_spoken(victim), "and found:", cast.name(victim - 1)]
        cast.box.start()
        assert cast.box.page == "home"

    def test_the_winners_are_counted(self, make):
        cast = make("seer")
        cast.box.until(lambda: isinstance(cast.box.stage, Ask))
        for _ in range(cast.box.players):
            cast.box.do(Control.DIAL)
        cast.box.until(lambda: isinstance(cast.box.stage, Verdict))
        assert cast.box.rehearsal.box.daemon.table.standings is not None


def _spoken(seat: int) -> list[str]:
    return [("One.", "Two.", "Three.", "Four.", "Five.")[seat - 1]]


def test_a_game_ended_early_shows_nothing_and_counts_nothing(make):
    cast = make("seer")
    cast.box.do(Control.BACK, Gesture.HOLD)
    assert cast.box.page == "question"
    before = len(cast.box.kinds("tell"))
    cast.box.do(Control.START, Gesture.HOLD)
    assert cast.box.page == "home"
    assert len(cast.box.kinds("tell")) == before
    assert cast.box.rehearsal.box.daemon.table.standings is None
