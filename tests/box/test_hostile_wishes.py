"""Tests a second program that wishes for everything at every moment of a night: the night is the same to the byte."""

from pathlib import Path
from random import Random

from nightcrier.box.events import Wished
from nightcrier.box.table.core.effects import AnswerGuest
from nightcrier.kernel.chores import Chore
from nightcrier.kernel.people import Presence
from nightcrier.kernel.refusal import Refusal
from nightcrier.wire.wishes import (
    AnswerWish,
    CardWish,
    ChoreWish,
    HelpedWish,
    IdentifyWish,
    LookWish,
    LoudnessWish,
    MendWish,
    MessageWish,
    MinuteWish,
    MoveWish,
    NameWish,
    NewcomerWish,
    PauseWish,
    PresenceWish,
    ReachedAt,
    ResultWish,
    ScenarioWish,
    SettingWish,
    StrikeWish,
    Wish,
)
from tests.box.dealt import DealtBox
from tests.box.fumbling import DECKS


def some_wish(rng: Random, now: float) -> Wish:
    person = rng.randint(1, 9)
    return rng.choice(
        (
            LookWish(),
            LoudnessWish(rng.randint(1, 20)),
            PauseWish(rng.random() < 0.5),
            MinuteWish(),
            ScenarioWish("growl", "first"),
            SettingWish("main", "screen.players", str(rng.randint(3, 12))),
            SettingWish("options", "screen.pace", "Slow"),
            SettingWish("main", "screen.language", "Deutsch"),
            SettingWish("device", "device.phone", "\x00" * 80),
            NameWish(person, "Zoe"),
            PresenceWish(person, rng.choice(tuple(Presence))),
            NewcomerWish(),
            MoveWish(person, rng.randint(1, 9)),
            ReachedAt(rng.choice(("10.0.0.1:8080", ""))),
            MendWish(rng.randint(0, 1), rng.randint(0, 1), (person,)),
            StrikeWish(rng.randint(0, 1), rng.randint(0, 1)),
            AnswerWish(round(rng.choice((0.0, now)), 4), rng.choice(((), (str(person),), ("yes",), ("no",)))),
            rng.choice((MessageWish("Ann is a wolf"), IdentifyWish(), HelpedWish())),
            ResultWish(round(rng.choice((0.0, now)), 4), (2, 1, 1), rng.choice((None, (), (person,))), (1, 0, 0)),
            ChoreWish(rng.choice(tuple(Chore))),
            CardWish("one-night", "first-game", rng.randint(3, 5), "werewolf", rng.randint(0, 2)),
        )
    )


def night(where: Path, seed: int, hostile: bool) -> tuple[str, list[tuple[float, AnswerGuest]]]:
    """Play a night. Return its whole record with all times, and the answers to the wishes with their times."""
    box, rng, wishes = DealtBox(where, DECKS[1], seed, lone_wolf=True, pace="fast"), Random(3), 0
    answers: list[tuple[float, AnswerGuest]] = []
    box.rehearsal.box.daemon._answer = lambda answer: answers.append((box.rehearsal.now, answer))
    box.start().everybody_looks()
    while box.page != "day" and box.rehearsal.now < 1500.0:
        for wish in [some_wish(rng, box.rehearsal.now) for _ in range(3)]:
            wishes += hostile
            if hostile:
                box.rehearsal.take(Wished(box.rehearsal.now, wish, 1, wishes))
        box.rehearsal.advance(rng.choice((0.05, 0.3, 0.7)))
    return box.out.getvalue(), answers


def test_no_night_notices_and_no_answer_tells_anything_of_it(tmp_path):
    """With other cards, each wish gets the same answer at the same moment."""
    alone, _ = night(tmp_path / "alone", 2, hostile=False)
    pestered, answers = night(tmp_path / "pestered", 2, hostile=True)
    assert pestered == alone
    assert [answer.number for _, answer in answers] == list(range(1, len(answers) + 1))
    words = [answer.word for _, answer in answers]
    cards, dark = words.count(Refusal.ANEW), words.count(Refusal.BY_NIGHT)
    assert dark > 300
    assert words == [Refusal.ANEW] * cards + [Refusal.BY_NIGHT] * dark  # first the cards, then the night
    assert night(tmp_path / "others", 5, hostile=True)[1] == answers
