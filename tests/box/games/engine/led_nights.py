"""Plays games of many nights that a moderator leads: answers for him as listed, and notes what he reads."""

from pathlib import Path

from nightcrier.box.games.engine.hosted.led_game import begin_led
from nightcrier.box.show.answers import TALK_OVER
from nightcrier.box.show.cues import Call, Say, Window
from nightcrier.box.show.stages import Ask, Count, Perform, Tell, Verdict, answer_with_time
from tests.box.games.engine.dealt_nights import DealtNights

SECONDS = 5.0
"""The time that this moderator takes for each answer and each page."""


class LedNights(DealtNights):
    """Plays a led game with the given cards. `read` holds what the moderator was asked and told since `noted` was last
    called, and `waits` the seconds of the last wait under each title."""

    def __init__(self, where: Path, rows: str, cards: str, dealing: str = "stacked") -> None:
        super().__init__(where, rows, cards)
        self.play = begin_led(self.play.rules, dealing, self.play.rules.seed)
        self.read, self.waits = list[str](), dict[str, float]()

    def goes(self, *answers: str) -> "LedNights":
        """Answer each question with the next of these words, `-` for nobody, up to the talk, the verdict, or the first
        question without a word. Last words need none and are ended at once."""
        left = list(answers)
        while self.has_last_words or not (
            isinstance(stage := self.stage, Count | Verdict) or (isinstance(stage, Ask) and not left)
        ):
            if self.has_last_words:
                self.answer(TALK_OVER)
                continue
            if isinstance(stage, Perform):
                (title,) = self.texts([cue.title for cue in stage.show if isinstance(cue, Call)])
                self.said += [title, *(line for cue in stage.show if isinstance(cue, Say) for line in cue.lines)]
                self.waits.update((title, cue.seconds) for cue in stage.show if isinstance(cue, Window))
                self.play = self.play.answer("")
                continue
            answer = tuple(left.pop(0).replace("-", "").split()) if isinstance(stage, Ask) else ()
            self.read += self.texts(stage.facts if isinstance(stage, Tell) else [stage.question])
            if isinstance(stage, Ask):
                assert {*answer} <= {option.value for option in stage.choices}, (self.read[-1], answer)
            self.play = self.play.answer(answer_with_time(stage, answer, SECONDS))
        assert not left, left
        return self

    def noted(self) -> list[str]:
        """Return what the moderator has read since the last call of this method."""
        read, self.read = self.read, []
        return read
