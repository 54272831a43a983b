"""Tests that nothing leaks: with other cards and the same gestures, all that is seen, heard or timed is the same."""

import re
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture
from nightcrier.box.games.one_night.rules.roles import ROLES
from nightcrier.box.show.stages import Count
from nightcrier.box.table.core.house import HandsChoice
from nightcrier.box.table.core.state import Scan
from nightcrier.box.table.drawing.view import view_lines
from nightcrier.box.table.heard.scanning import OFFERS
from nightcrier.box.table.look import look
from nightcrier.kernel.ids import Language
from tests.box.dealt import DealtBox, cast, seat_of
from tests.box.fumbling import DECKS, QUIET, fumble, public
from tests.sampling import sampled, so_many


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("fumbler", sampled(range(3)))
@pytest.mark.parametrize("cuts", [False, True])
def test_other_cards_leave_every_record_and_every_picture_the_same(deck, fumbler, cuts, tmp_path):
    # A shield, an artifact or a card that lies face up is public by day, and so is the verdict.
    until = "verdict" if deck == QUIET else "day"
    boxes, kept = [], []
    for seed in range(so_many(3, 2)):
        boxes.append(DealtBox(tmp_path / str(seed), deck, seed, secret_vote=True, lone_wolf=True, pace="fast"))
        kept.append(fumble(boxes[-1], Random(fumbler), until=until, cuts=cuts))
    first, *others = boxes
    assert {row["page"] for row in first.kinds("state")} >= {"home", "deal", "night"}
    for other in others:
        assert other.evening.rules.seed != first.evening.rules.seed
        assert public(other, until) == public(first, until)
    assert all(its == kept[0] for its in kept)
    assert len(kept[0]) > 100


@pytest.mark.parametrize(("captions", "letters"), [("needed", "usual"), ("always", "large")])
def test_a_whole_night_played_well_is_the_same_for_whoever_may_not_look(captions, letters, tmp_path):
    """All seats look and act in the same way, as far as they have something to do. Only the cards differ."""
    records = []
    for seed in range(4):
        box = DealtBox(tmp_path / str(seed), DECKS[1], seed)
        box.choose_device(captions=captions, letters=letters)
        box.start()
        box.everybody_looks()
        for call in ("doppelganger", "alpha-wolf", "robber", "witch", "village-idiot", "curator"):
            box.until_window(call)
            for _ in range(3):
                box.do(Control.DIAL, Gesture.TURN, 1)
                box.do(Control.DIAL)
                box.look()
        box.until(lambda box=box: box.page == "vote")
        records.append(box.out.getvalue())
        assert len(box.kinds("say")) > 20
        assert [row["call"] for row in box.kinds("lamp") if "call" in row][:10] == [
            *range(1, 6)
        ] * 2  # five seats, then the calls
    assert len(set(records)) == 1


def test_what_scanning_offers_ends_with_the_turn_in_which_it_began(tmp_path):
    """If an offer stayed after its turn, the next seat or, by day, everybody would see who has pressed."""
    box = DealtBox(tmp_path, QUIET, 1)
    box.start()
    box.everybody_looks()
    box.choose_device(hands=HandsChoice(scanning="one", pace=100))
    for call, after in (("seer", "robber"), ("robber", "troublemaker"), ("troublemaker", "")):
        box.until_window(call)
        box.do(Control.START)
        assert box.table.scan.offer is not None
        box.until(lambda after=after: box.window == after if after else box.page == "day")
        assert box.table.scan == Scan()
        box.rehearsal.advance(1.0)


def test_a_dial_held_by_a_switch_is_let_go_with_the_turn(tmp_path):
    """If the dial stayed held, the next START would only release it, and show everybody that somebody has read."""
    box = DealtBox(tmp_path, QUIET, 3)
    box.start()
    box.everybody_looks()
    box.choose_device(hands=HandsChoice(scanning="two"))
    box.until_window("troublemaker")
    box.do(Control.BACK)
    box.rehearsal.advance(0.5)
    box.do(Control.START)
    assert box.table.scan.held
    box.until(lambda: box.page == "day")
    assert box.table.scan == Scan()
    box.rehearsal.advance(20.0)
    box.do(Control.START)
    assert box.page != "day"


@pytest.mark.parametrize("scanning", ["one", "two"])
def test_a_switch_pressed_as_the_day_breaks_leaves_nothing_for_open_eyes(scanning, tmp_path):
    """After the night, everybody reads the same pages, whether or not somebody pressed a switch before."""
    box = DealtBox(tmp_path, QUIET, 1)
    box.start()
    box.everybody_looks()
    box.choose_device(hands=HandsChoice(scanning=scanning, pace=100))
    box.until(lambda: box.glass == ["Morning"])
    switch = Control.START if scanning == "one" else Control.BACK
    box.do(switch)
    assert (box.table.scan, box.glass, box.page) == (Scan(), ["Morning"], "night")
    box.rehearsal.advance(4.0)
    box.do(switch)
    assert box.table.scan.offer is not None, "everybody is awake"
    box.until(lambda: box.page == "day")
    assert box.table.scan == Scan()


@pytest.mark.parametrize("before", [1e-9, 1e-4, 0.0])
def test_a_switch_pressed_in_the_instant_a_window_ends_writes_nothing_more(before, tmp_path):
    records = []
    for pressed in (True, False):
        box = DealtBox(tmp_path / str(pressed), QUIET, 3)
        box.start()
        box.everybody_looks()
        box.choose_device(hands=HandsChoice(scanning="one"))
        box.until_window("robber")
        score = box.table.session and box.table.session.score
        assert score
        assert score.until
        box.rehearsal.advance(score.until - before - box.rehearsal.now)
        if pressed:
            box.do(Control.START)
        box.until(lambda box=box: box.page == "day")
        records.append([row for row in box.record if row["kind"] != "input"])
    assert records[0] == records[1]


EARLY_AND_LATE = (
    *((Control.DIAL, gesture) for gesture in (*[Gesture.PRESS] * 3, Gesture.HOLD, Gesture.RELEASE)),
    *((Control.DIAL, gesture) for gesture in (*[Gesture.TURN] * 5, *[Gesture.PRESS_TURN] * 2)),
    (Control.BACK, Gesture.PRESS),
)


def contrasts(box: DealtBox, patch: pytest.MonkeyPatch) -> list[tuple[float, int]]:
    """Return a list that collects each new brightness of the screen, with its time."""
    levels = [(0.0, box.rehearsal.screen.level)]

    def contrast(level: int) -> None:
        if level != levels[-1][1]:
            levels.append((box.rehearsal.now, level))

    patch.setattr(box.rehearsal.screen, "contrast", contrast)
    return levels


@pytest.mark.parametrize("deck", DECKS)
def test_a_hand_at_the_dial_is_heard_and_seen_by_nobody_in_a_whole_night(deck, tmp_path, monkeypatch):
    """Only the player who is called touches the box: too early, in the turn, or too late. An empty chair leaves the
    same record, public pictures, brightness and loudness, and as many bytes on the card."""
    boxes = [DealtBox(tmp_path / name, deck, 3, lone_wolf=True) for name in ("busy", "empty")]
    for box in boxes:
        box.start()
        box.everybody_looks()
        box.until(lambda box=box: box.page == "night")
    busy, empty = boxes
    levels = [contrasts(box, monkeypatch) for box in boxes]
    rng, gestures = Random(4), 0
    while busy.page == "night" and gestures < 2000:  # each would make the night longer, if it did anything
        control, gesture = rng.choice(EARLY_AND_LATE)
        turned = gesture in {Gesture.TURN, Gesture.PRESS_TURN}
        busy.do(control, gesture, rng.choice((-2, -1, 1, 2)) if turned else 0)
        busy.rehearsal.advance(rng.choice((0.2, 0.7, 1.5)))
        gestures += 1
    empty.rehearsal.advance(busy.rehearsal.now - empty.rehearsal.now)
    assert gestures > 50
    records = [[row for row in box.record if row["kind"] != "input"] for box in boxes]
    assert records[0] == records[1]
    assert levels[0] == levels[1]
    assert len(levels[0]) > 1
    assert busy.kept.pictures == empty.kept.pictures
    assert busy.rehearsal.box.daemon.table.choices == empty.rehearsal.box.daemon.table.choices
    assert (busy.pad(), *map(len, busy.journal())) == (empty.pad(), *map(len, empty.journal()))


@pytest.mark.parametrize("shows", [False, True])
def test_a_dead_screen_is_found_by_any_touch_whether_or_not_there_is_something_to_show(tmp_path, shows):
    """If only some touches found a dead screen, the time in the log would tell who had something to see."""
    deck = ("robber", "werewolf", "villager", "villager", "hunter", "tanner")
    box = DealtBox(tmp_path, deck, cast(deck, lambda state: (seat_of(state, "robber") > 0) == shows, deal=True))
    box.start()
    box.everybody_looks()
    box.until_window("robber")
    box.do(Control.DIAL, Gesture.TURN, 1)
    box.rehearsal.advance(0.3)
    box.rehearsal.screen.unplug()
    box.rehearsal.advance(0.2)
    before = box.glass
    box.do(Control.DIAL, Gesture.TURN, 1)
    assert (box.glass != before) or not shows
    assert [row["t"] for row in box.kinds("fault")] == [round(box.rehearsal.now, 4)]


def test_nothing_in_a_night_is_brighter_than_the_night(tmp_path, monkeypatch):
    """Even the pause and the question of whether to end the game are no brighter."""
    box = DealtBox(tmp_path, QUIET, 3)
    box.start()
    box.everybody_looks()
    box.until(lambda: box.page == "night")
    levels, pages = contrasts(box, monkeypatch), set()
    for control, gesture in (
        (Control.START, Gesture.PRESS),
        (Control.BACK, Gesture.HOLD),
        (Control.BACK, Gesture.PRESS),
    ):
        box.do(control, gesture)
        pages.add(box.page)
        box.rehearsal.advance(2.0)
    assert pages == {"pause", "question", "night"}
    assert {level for _, level in levels} == {box.rehearsal.box.daemon.house.settings.screen.night_contrast}


def test_neither_record_nor_state_names_a_card(tmp_path):
    box = DealtBox(tmp_path, QUIET, 5)
    box.start()
    box.everybody_looks()
    box.until_window("robber")
    shown = [row for row in box.kinds("screen") if row["page"] == "deal"]
    assert not {line for row in shown for line in row["lines"]} & {"Werewolf", "Seer", "Robber", "Villager"}
    assert box.kinds("ask", "tell") == []
    # What is sealed are letters by chance, which may spell a word; tests/box/memory/test_seal.py looks into it.
    kept = re.sub(rb'"sealed":"[^"]+"', b"", b"".join(box.journal()))
    assert b"journal" in kept
    assert [role for role in ROLES if role.encode() in kept] == []
    assert b"seed" not in kept


CARD = "seat 3 holds the " + "werewolf"


@pytest.mark.parametrize(
    "broken",
    ["nightcrier.box.table.ground.night.secret.handle_turn", "nightcrier.box.table.ground.night.secret.turn_view"],
)
def test_a_fault_inside_tells_the_log_where_and_not_which_card(broken, tmp_path, monkeypatch, caplog):
    cards = {"seat": 3}

    def fails(*_things: Any, **_named: Any) -> Any:
        try:
            return cards[CARD]
        except KeyError as cause:
            raise ValueError(CARD) from cause

    box = DealtBox(tmp_path, QUIET, 5)
    box.start()
    box.everybody_looks()
    box.until_window("robber")
    monkeypatch.setattr(broken, fails)
    box.do(Control.DIAL, Gesture.TURN, 1)
    box.rehearsal.advance(5.0)
    assert [row["what"] for row in box.kinds("fault")]
    assert "fails" in caplog.text
    assert "ValueError" in caplog.text
    assert CARD not in caplog.text + box.out.getvalue()


def test_secrets_come_in_addition(tmp_path):
    records = []
    for secrets in (False, True):
        box = DealtBox(tmp_path / str(secrets), QUIET, 5, secrets=secrets)
        fumble(box, Random(1))
        records.append(box.record)
    plain, full = records
    assert [row for row in full if not row.get("secret")] == plain
    assert {row["kind"] for row in full if row.get("secret")} == {"ask", "tell"}


def test_the_journals_half_is_gone_with_the_game(tmp_path):
    box = DealtBox(tmp_path, QUIET, 5)
    box.start()
    box.everybody_looks()
    assert (tmp_path / "seal").exists()
    box.do(Control.BACK, Gesture.HOLD)
    box.do(Control.START, Gesture.HOLD)
    assert not (tmp_path / "seal").exists()
    assert box.journal() == []
    assert box.glass[1] == "First Game"


def test_what_an_artifact_does_stands_before_its_holder_alone(tmp_path, caplog):
    """What an artifact does is never spoken, and is not in the record, the log, the journal or on a public screen."""
    deck = ("curator", "werewolf", "seer", "villager", "villager", "hunter", "tanner")
    caplog.set_level("DEBUG")
    box = DealtBox(tmp_path, deck, cast(deck, lambda state: seat_of(state, "curator") == 1, deal=True))
    box.start()
    box.everybody_looks()
    box.until_window("curator")
    box.choose("Seat 2")
    box.until(lambda: isinstance(box.stage, Count))
    box.do(Control.DIAL)
    box.do(Control.DIAL, Gesture.HOLD)
    daemon, artifact = box.rehearsal.box.daemon, box.evening.state.cards.artifacts[1]
    hidden, words = look(daemon.house, daemon.table).hidden, daemon.house.words
    private = [words.role(Language("en"), artifact), words.screen(Language("en"), f"deal.help.{artifact}")]
    assert box.glass == ["Seat 2: artifact", *private]
    assert hidden
    assert hidden.seats == (2,)
    assert view_lines(hidden.public)[:2] == ["Seat 2: artifact", "Hold to see"]
    box.rehearsal.advance(1.0)
    box.do(Control.DIAL, Gesture.RELEASE)
    kept = [box.out.getvalue(), caplog.text, *(line.decode("utf-8", "replace") for line in box.journal())]
    assert [text for text in (artifact, *private) for place in kept if text in place] == []


def with_hands(box: DealtBox, hands: HandsChoice) -> DealtBox:
    """Set these choices for hands, with the spoken menu, as if the table had chosen them."""
    daemon = box.rehearsal.box.daemon
    choices = replace(daemon.table.choices, hands=hands, spoken_menu=True)
    daemon.adopt((replace(daemon.table, choices=choices), ()))
    return box


@pytest.mark.parametrize("fumbler", sampled(range(3)))
def test_a_press_in_place_of_holding_leaves_every_record_the_same(fumbler, tmp_path):
    boxes, kept = [], []
    for seed in range(so_many(3, 2)):
        box = DealtBox(tmp_path / str(seed), QUIET, seed, secret_vote=True, lone_wolf=True, pace="fast")
        boxes.append(with_hands(box, HandsChoice(latch=True, turned=True)))
        kept.append(fumble(box, Random(fumbler)))
    first, *others = boxes
    for other in others:
        assert public(other, "verdict") == public(first, "verdict")
    assert all(its == kept[0] for its in kept)


@pytest.mark.parametrize("fumbler", sampled(range(3)))
def test_one_switch_leaves_every_record_the_same(fumbler, tmp_path):
    """One switch takes what is offered of the dial, and goes on when the box pauses or waits."""
    traces, boxes = [], []
    for seed in range(so_many(3, 2)):
        box = DealtBox(tmp_path / str(seed), QUIET, seed, secret_vote=True, lone_wolf=True, pace="fast")
        boxes.append(with_hands(box, HandsChoice(scanning="one", pace=5)))
        traces.append(scan_on(box, Random(fumbler)))
    first, *others = boxes
    assert {row["page"] for row in first.kinds("state")} >= {"deal", "night"}
    for other in others:
        assert public(other, "day") == public(first, "day")
    assert all(trace == traces[0] for trace in traces)


def scan_on(box: DealtBox, rng: Random) -> list[tuple[int, ...]]:
    """Hold, release and press the dial by switch in the deal, and take any offer at night. Return the sizes in bytes of
    the `seal` file and of each journal line before each step."""
    kept: list[tuple[int, ...]] = []
    wanted = [Gesture.HOLD, Gesture.PRESS]
    while box.page != "day" and len(kept) < 1200:
        kept.append((box.pad(), *map(len, box.journal())))
        box.rehearsal.advance(rng.choice((0.2, 0.3, 0.4)))
        at = box.rehearsal.box.daemon.table.scan.offer
        offer = None if at is None else OFFERS[at]
        if offer is None or box.page not in {"deal", "night"}:
            box.do(Control.START)
        elif offer.control is Control.DIAL and (box.page == "night" or offer.gesture is wanted[0]):
            box.do(Control.START)
            wanted.reverse()
    return kept
