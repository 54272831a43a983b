"""Tests the agenda: the order of its steps, the way back, and skipping what people already know."""

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.show.agenda import AgendaGame, AgendaStep, SilentStep, StageStep, StepResult, at_first_stage
from nightcrier.box.show.answers import BACK, SKIP, Option, Picks
from nightcrier.box.show.cues import Gap
from nightcrier.box.show.facts import Word
from nightcrier.box.show.stages import TABLE, Ask, Perform, Stage, Tell
from tests.box.games.facts import key_of

RULES = "the rules"
Known = tuple[str, ...]
Steps = tuple[AgendaStep[str, Known], ...]


class Question(Struct, frozen=True):
    """Asks, and notes the answer. The steps of `then` come before the rest, or instead of it if `ends` is set."""

    id: str
    then: Steps = ()
    ends: bool = False
    settles: bool = False

    def stage(self, rules: str, known: Known) -> Stage:
        return Ask(TABLE, Word(self.id), (Option("yes", Word("yes")), Option("no", Word("no"))))

    def result(self, rules: str, known: Known, picks: Picks) -> StepResult[Known]:
        return StepResult((*known, f"{self.id}: {picks[0]}"), self.then, self.ends, self.settles)


class Note(SilentStep, frozen=True):
    """Notes its text without asking anything."""

    text: str

    def result(self, rules: str, known: Known, picks: Picks) -> StepResult[Known]:
        return StepResult((*known, f"{self.text} by {rules}"))


class SettlingNote(Note, frozen=True):
    """Notes its text in a way that cannot be undone."""

    def result(self, rules: str, known: Known, picks: Picks) -> StepResult[Known]:
        return replace(super().result(rules, known, picks), settles=True)


class NotedGame(AgendaGame[str, Known], frozen=True):
    """Runs an agenda whose state is the list of its notes."""

    def last(self) -> str:
        return self.state[-1]


SHOW = StageStep(Perform((Gap(1.0),)))
CUT = StageStep(Perform((Gap(1.0),), back=True))


def told(key: str, skip: bool = False, kept: bool = False) -> StageStep:
    return StageStep(Tell(TABLE, (Word(key),), skip=skip), kept)


def begun(*steps: AgendaStep[str, Known]) -> AgendaGame[str, Known]:
    return at_first_stage(AgendaGame(RULES, (), steps))


def asked(game: AgendaGame[str, Known]) -> str:
    """Return the key of the question or announcement that the game has reached."""
    stage = game.stage()
    assert isinstance(stage, Ask | Tell)
    return key_of(stage.question if isinstance(stage, Ask) else stage.facts[0])


def test_what_a_step_adds_comes_before_the_rest():
    game = begun(Question("first", (Question("added"),)), Question("last")).answer("yes")
    assert asked(game) == "added"
    assert asked(game.answer("no")) == "last"
    assert game.answer("no").answer("yes").state == ("first: yes", "added: no", "last: yes")


def test_a_step_that_ends_the_agenda_leaves_only_what_it_adds():
    game = begun(Question("first", (told("farewell"),), ends=True), Question("last")).answer("yes")
    assert asked(game) == "farewell"
    assert game.answer("").stage() is None


def test_steps_without_a_stage_are_done_on_the_way():
    game = begun(Note("opened"), Question("first"), Note("closed"))
    assert game.state == ("opened by the rules",)
    over = game.answer("no")
    assert (over.state, over.stage()) == (("opened by the rules", "first: no", "closed by the rules"), None)


def test_back_leads_to_the_last_stage_at_which_people_had_a_say():
    game = begun(Question("first"), SHOW, Question("second"))
    shown = game.answer("yes")
    assert shown.stage() == SHOW.shown
    second = shown.answer("")
    assert second.answer(BACK) == game
    assert second.answer(BACK).answer("no").answer("").state == ("first: no",)


def test_only_where_there_is_a_way_back_is_it_offered():
    game = begun(told("welcome"), Question("first"))
    offered = [stage.back for stage in (game.stage(), game.answer("").stage()) if isinstance(stage, Ask | Tell)]
    assert offered == [False, True]


def test_skipping_passes_what_is_of_the_same_kind_and_nothing_else():
    game = begun(told("one", skip=True), told("two", skip=True), told("warning"), told("three", skip=True))
    skipped = game.answer(SKIP)
    assert asked(skipped) == "warning"
    assert asked(skipped.answer(BACK)) == "one"


def test_what_nobody_can_know_by_heart_is_kept_by_whoever_skips_the_rest():
    keys = (("one", False), ("number", True), ("two", False), ("depth", True), ("three", False))
    skipped = begun(*(told(key, skip=True, kept=kept) for key, kept in keys), Question("then")).answer(SKIP)
    assert asked(skipped) == "number"
    assert asked(skipped.answer("")) == asked(skipped.answer(SKIP)) == "depth"
    assert asked(skipped.answer("").answer("")) == "then"


def test_a_show_offers_the_way_back_where_there_is_one():
    assert begun(CUT).stage() == SHOW.shown
    first = begun(Question("first"), CUT)
    shown = first.answer("yes")
    assert shown.stage() == CUT.shown
    assert shown.answer(BACK) == first


def test_what_is_settled_is_not_taken_back():
    settled = begun(Question("first"), Question("second", settles=True), CUT, Question("third")).answer("a").answer("b")
    assert settled.stage() == SHOW.shown
    third = settled.answer("").stage()
    assert isinstance(third, Ask)
    assert not third.back


def test_a_step_that_does_itself_may_settle_too():
    second = begun(Question("first"), SettlingNote("sealed"), Question("second")).answer("yes")
    assert (second.state[-1], second.before) == ("sealed by the rules", None)


def test_a_game_of_another_class_stays_one():
    game = at_first_stage(NotedGame(RULES, (), (Note("opened"), Question("first"), Question("second"))))
    assert game.last() == "opened by the rules"
    after = game.answer("yes")
    assert after.last() == "first: yes"
    assert after.answer(BACK).last() == "opened by the rules"


def test_whoever_keeps_secrets_keeps_them_to_the_end():
    game = at_first_stage(AgendaGame(RULES, (), (Question("first"), Question("second")), keeps_secrets=True))
    assert [game.keeps_secrets, game.answer("yes").keeps_secrets] == [True, True]
