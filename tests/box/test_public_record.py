"""Tests what a second program is told: what everybody heard and saw, in the same bytes whatever the cards are."""

from random import Random

import pytest

from nightcrier.box.events import Control, Gesture
from nightcrier.box.show.stages import Ask, Verdict
from nightcrier.box.table.drawing.view import Text, View
from nightcrier.box.table.public_table import table_shown
from nightcrier.kernel.ids import Language
from nightcrier.wire.public_record import LineSaid, Phase, PublicPerson, RolesInPlay, SignalHeard
from tests.box.dealt import DealtBox
from tests.box.fumbling import DECKS, QUIET, fumble
from tests.box.onlooked import KeptLines
from tests.sampling import sampled


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("fumbler", sampled(range(2)))
def test_other_cards_are_the_same_bytes_at_the_same_time(deck, fumbler, tmp_path):
    until = "verdict" if deck == QUIET else "day"
    out = []
    for seed in range(3):
        kept = KeptLines()
        box = DealtBox(
            tmp_path / str(seed), deck, seed, public=kept.witness, secret_vote=True, lone_wolf=True, pace="fast"
        )
        fumble(box, Random(fumbler), until=until, cuts=True)
        out.append(kept)
    first, *others = [kept.before(until) for kept in out]
    assert all(other == first for other in others)
    assert {shown.phase for shown in out[0].tables} >= {Phase.HOME, Phase.CARDS, Phase.NIGHT}
    assert all(shown.question is None for shown in out[0].tables)
    assert len(first) > 50


def test_what_one_seat_reads_is_told_to_nobody_else(tmp_path):
    kept = KeptLines()
    box = DealtBox(tmp_path, QUIET, 1, public=kept.witness)
    at_home = len(kept.lines)  # all cards of the game are named there, for who builds a deck
    secret = box.start().until_window("seat-1").do(Control.DIAL, Gesture.HOLD).glass[0]
    assert secret in {"Werewolf", "Seer", "Robber", "Troublemaker", "Villager"}
    assert kept.tables[-1].lines == ("Seat 1", "Has looked")
    assert len(kept.lines) > at_home
    assert secret not in b"".join(kept.lines[at_home:]).decode()


def test_the_roles_in_play_are_told_while_people_talk_and_no_longer(tmp_path):
    kept = KeptLines()
    fumble(DealtBox(tmp_path, QUIET, 1, public=kept.witness), Random(0), until="verdict")
    talk, after = [line.news.roles for line in kept.read if isinstance(line.news, RolesInPlay)]
    assert {role.name: role.side for role in talk} == {
        "Werewolf": "Wolves",
        **dict.fromkeys(("Seer", "Robber", "Troublemaker", "Villager"), "Village"),
    }
    assert all(role.sign and role.side_sign and role.count == QUIET.count(role.name.lower()) for role in talk)
    assert after == ()


def test_a_night_is_one_page_in_one_language_whatever_is_read_along(tmp_path):
    box = DealtBox(tmp_path, QUIET, 1)
    box.start().everybody_looks()
    daemon = box.until(lambda: box.page == "night").rehearsal.box.daemon
    spoken = View("night", Language("fa"), (Text("caption"),))
    shown = table_shown(daemon.house, daemon.table, spoken)
    assert (shown.page, shown.language, shown.lines) == ("night", daemon.table.choices.language, ())


def test_an_evening_is_told_as_it_was_heard_and_seen(tmp_path):
    kept = KeptLines()
    box = DealtBox(tmp_path, QUIET, 1, public=kept.witness)
    box.start().everybody_looks()
    box.until(lambda: box.page == "day").rehearsal.advance(2.0)
    said = [(row["text"], row["t"]) for row in box.kinds("say")]
    assert [(line.news.text, line.at) for line in kept.read if isinstance(line.news, LineSaid)] == said
    heard = [row["name"] for row in box.kinds("signal")]
    assert [line.news.name for line in kept.read if isinstance(line.news, SignalHeard)] == heard
    calls = [shown.call for shown in kept.tables if shown.phase is Phase.NIGHT]
    assert calls == [*sorted(calls[:-1]), 0]  # the morning has no number
    assert max(calls) > 3
    day = kept.tables[-1]
    assert (day.phase, day.game, day.page) == (Phase.DAY, "one-night", "day")
    assert day.clock.zero
    assert day.clock.zero > box.rehearsal.now
    assert day.winners == ()


def test_a_pause_is_told(tmp_path):
    kept = KeptLines()
    DealtBox(tmp_path, QUIET, 1, public=kept.witness).start().do(Control.START)
    assert (kept.tables[-1].page, kept.tables[-1].paused) == ("pause", True)


def test_the_winners_are_told_with_the_first_word_of_the_verdict(tmp_path):
    kept = KeptLines()
    box = DealtBox(tmp_path, QUIET, 1, public=kept.witness)
    box.start().everybody_looks()
    box.until(lambda: box.page == "day").do(Control.START)
    box.until(lambda: isinstance(box.stage, Ask))
    while isinstance(box.stage, Ask):
        box.do(Control.DIAL)
    *_, asked, ended = dict.fromkeys(shown.phase for shown in kept.tables)
    assert (asked, ended) == (Phase.ASKED, Phase.VERDICT)
    assert next(shown for shown in kept.tables if shown.phase is Phase.VERDICT).winners == ()
    box.rehearsal.advance(10.0)
    assert isinstance(box.stage, Verdict)
    assert all(shown.question is None for shown in kept.tables)
    assert kept.tables[-1].winners == tuple(PublicPerson(seat, "") for seat in box.stage.winners) != ()
