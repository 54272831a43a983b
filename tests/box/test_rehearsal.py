"""Tests a whole box in virtual time: an evening, its faults, and what survives a power cut."""

from random import Random

import pytest

from nightcrier.box.driver import TimeStandsStill
from nightcrier.box.events import Control, Gesture
from nightcrier.box.show.stages import Count
from tests.box.dealt import DealtBox
from tests.box.fumbling import HANDS, QUIET
from tests.box.stage import Stage

CALLS = ["werewolf", "seer", "robber", "troublemaker"]


@pytest.fixture
def box(stage):
    return stage()


def to_the_night(box: Stage) -> None:
    box.begin_night().rehearsal.advance(15.0)


class TestFirstEvening:
    def test_everything_comes_in_its_order(self, box):
        box.begin_night().rehearsal.until_idle(900)
        assert [row["role"] for row in box.kinds("window")] == [*CALLS, "nudge"]
        said = [row["line"] for row in box.kinds("say")]
        for call in CALLS:
            wake, close = f"one-night.{call}.wake", f"one-night.{call}.close"
            assert said.index(wake) < said.index(close)
        order = ["one-night.open", "one-night.werewolf.wake", "one-night.dawn", "day.one-minute", "day.thirty-seconds"]
        order += ["vote.three", "vote.two", "vote.one", "vote.now"]
        assert [line for line in said if line in order] == order
        assert box.page == "ask"
        assert box.back().page == "home"

    def test_the_bed_lies_under_the_whole_night_without_a_gap(self, box):
        box.begin_night().rehearsal.until_idle(900)
        windows, beds = box.kinds("window"), box.kinds("bed")
        silences = [row["t"] for row in beds if row["name"] == ""]
        assert beds[0]["t"] < windows[0]["t"]
        assert min(silences) >= windows[-1]["t"] + windows[-1]["seconds"]

    def test_the_same_seed_gives_the_same_evening_to_the_byte(self, tmp_path):
        from nightcrier.kernel.folders import standard_folders

        outs = []
        for n in range(2):
            box = Stage(standard_folders({}, tmp_path / str(n)))
            box.start().rehearsal.until_idle(900)
            outs.append(box.out.getvalue())
        assert outs[0] == outs[1]

    def test_the_day_grows_with_the_players(self, box):
        to_the_night(box)
        few = _day_seconds(box)
        box.hand(Control.BACK, Gesture.HOLD).hand(Control.START, Gesture.HOLD).press().press().turn(2).press()
        to_the_night(box)
        assert _day_seconds(box) > few


class TestClosing:
    def test_what_was_chosen_a_moment_ago_is_kept_when_the_box_is_closed(self, box, stage):
        chosen = box.turn(1).rehearsal.box.daemon.table.choices
        box.rehearsal.box.close()
        assert stage().rehearsal.box.daemon.table.choices == chosen

    def test_without_being_closed_it_would_be_lost(self, box, stage):
        first = box.rehearsal.box.daemon.table.choices
        box.turn(1)
        assert stage().rehearsal.box.daemon.table.choices == first


class TestFaults:
    def test_a_pulled_speaker_is_noticed_within_two_seconds_and_the_line_comes_again(self, box):
        box.begin_night().rehearsal.advance(9.0)
        cut = box.kinds("say")[-1]["line"]
        box.player.plugged = False
        box.rehearsal.advance(2.0)
        assert box.page == "fault"
        assert box.kinds("lamp")[-1]["state"] == "fault"
        said = len(box.kinds("say"))
        box.rehearsal.advance(60.0)
        assert len(box.kinds("say")) == said
        box.player.plugged = True
        box.rehearsal.advance(2.0)
        assert box.page == "night"
        assert box.kinds("say", "window")[-1].get("line", cut) == cut

    def test_a_box_without_a_speaker_starts_and_says_so(self, box):
        box.rehearsal.advance(30.0)
        box.player.plugged = False
        box.begin_night().rehearsal.advance(0.1)
        assert box.page == "fault"
        box.start().rehearsal.advance(30.0)
        assert box.page == "night"
        assert box.kinds("window")

    def test_a_box_without_a_speaker_has_a_sign_at_home_before_anybody_touches_it_and_takes_the_one_that_comes(
        self, stage
    ):
        box = stage(plugged=False)
        box.rehearsal.advance(1.0)
        assert (box.page, box.heading) == ("home", "No sound")
        assert box.kinds("lamp")[-1]["state"] == "fault"
        box.rehearsal.advance(300.0)
        assert len(box.kinds("fault")) == 1
        box.player.plugged = True
        box.rehearsal.advance(2.0)
        assert box.heading != "No sound"
        assert box.kinds("fault")[-1]["mended"]

    def test_a_pulled_screen_leaves_the_night_alone_and_is_tried_again(self, box):
        box.begin_night()
        box.rehearsal.screen.plugged = False
        box.rehearsal.advance(20.0)
        assert len(box.kinds("fault")) == 1
        assert box.kinds("window")
        box.rehearsal.screen.plugged = True
        box.rehearsal.advance(4.0)
        assert box.kinds("fault")[-1]["mended"]

    def test_wrong_settings_are_shown_and_the_box_plays(self, stage, tmp_path):
        config = tmp_path / "device.toml"
        config.write_text("[panel]\nstart = 99\n", "utf-8")
        box = stage(config=config)
        assert box.page == "fault"
        assert "panel.start" in box.kinds("fault")[0]["what"]
        assert box.press().begin_night().page == "night"

    def test_a_broken_scenario_costs_only_itself(self, where, tmp_path):
        from msgspec.structs import replace

        own = tmp_path / "own"
        (own / "scenarios").mkdir(parents=True)
        (own / "scenarios" / "mine.toml").write_text("nonsense", "utf-8")
        box = Stage(replace(where, own=own))
        assert "mine.toml" in box.kinds("fault")[0]["what"]
        assert box.press().page == "home"


class TestPowerCut:
    def test_a_night_goes_on_at_the_call_that_was_cut(self, box):
        to_the_night(box)
        box.rehearsal.advance(30.0)
        calls = [row["line"] for row in box.kinds("say") if row["line"].endswith(".wake")]
        box.rehearsal.cut()
        assert box.page == "question"
        box.start().rehearsal.advance(8.0)
        assert [row["line"] for row in box.kinds("say")[-2:]] == ["one-night.open.short", calls[-1]]

    def test_choices_come_back(self, box):
        box.turn(1).rehearsal.advance(2.0)
        chosen = box.rehearsal.box.daemon.table.choices
        box.rehearsal.cut()
        assert box.rehearsal.box.daemon.table.choices == chosen

    def test_a_choice_this_box_does_not_know_is_let_go(self, stage, where):
        where.state.mkdir(parents=True)
        (where.state / "choices.json").write_text(
            '{"version":100,"choices":{"game":"chess","setups":{"one-night":{"scenario":"gone","players":3}},'
            '"languages":["xx"]}}',
            "utf-8",
        )
        box = stage()
        assert box.rehearsal.box.daemon.table.choices.setup.scenario == "first-game"
        assert box.rehearsal.box.daemon.table.choices.languages == ("en",)


class TestTimeMovesOn:
    def test_a_moment_whose_sum_is_not_its_difference_is_passed(self, box):
        box.hand(Control.DIAL, Gesture.TURN, 1, after=12.02).rehearsal.advance(60.0)
        assert box.rehearsal.now == 72.02

    @pytest.mark.untraced
    @pytest.mark.parametrize("start", [0.1, 12.02, 86_400.3, 5e6 / 3, 9_999_999.9])
    def test_the_whole_box_moves_on_from_any_moment_whatever_hands_do(self, start, tmp_path):
        """The loop raises if a wake-up finds nothing to do. This is tried at home, asleep, and in a game."""
        rng, box = Random(start), DealtBox(tmp_path, QUIET, start=start)
        for _ in range(150):
            control, gesture = rng.choice(HANDS)
            box.do(control, gesture, rng.choice((-1, 1, 2)) if gesture is Gesture.TURN else 0)
            box.rehearsal.advance(rng.choice((0.1, 0.7, 3.3, 12.02)) * rng.random())
        box.rehearsal.advance(1200.0)
        assert box.rehearsal.now > start + 1200.0

    def test_a_box_that_stands_still_in_virtual_time_says_so(self, box, monkeypatch):
        monkeypatch.setattr("nightcrier.box.daemon.table_due", lambda *_: 1.0)
        with pytest.raises(TimeStandsStill):
            box.rehearsal.advance(60.0)


def _day_seconds(box: Stage) -> float:
    steps = box.rehearsal.box.daemon.table.session.play.steps
    return float(next(step.shown.seconds for step in steps if isinstance(getattr(step, "shown", None), Count)))


@pytest.mark.parametrize("seed", range(3))
def test_what_is_heard_depends_on_the_deck_and_never_on_the_deal(stage, seed):
    """With real cards, the box knows nothing of the deal, so evenings with one deck differ only by public chance."""
    box = stage(seed)
    box.begin_night().rehearsal.until_idle(900)
    assert [row["role"] for row in box.kinds("window")] == [*CALLS, "nudge"]
