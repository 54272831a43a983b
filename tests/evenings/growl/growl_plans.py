"""Plans evenings of GROWL: the purpose of each, and its events. Every card comes up in one of them."""

from collections.abc import Callable, Mapping

from tests.evenings.growl.growl_table import GrowlTable, PlannedGame, PlannedNight

LOST = "lost"


def four(table: GrowlTable) -> None:
    """Play an evening in which everything is told, and taken back once; with neighbors, and two survivors."""
    table.set_up(4).start_game().do("start press")
    table.do("back press")
    table.shows("Humans win")
    gift, caged = PlannedNight("gift"), PlannedNight("caged", (3,), by_day=(4,), turns=2)
    table.play_on(PlannedGame((gift, caged, PlannedNight("accused")), (LOST, 1, 0, LOST), stands="no", start=2))
    table.note("The next game: told short, the richest proposed, a tie that the active player breaks.")
    serum, bullet = PlannedNight("truth-serum", turns=0), PlannedNight("silver-bullet", (3,), turns=0)
    purge = PlannedNight("purge", ("by-seat", 2, 1, 4, 3, 1), turns=0)
    table.play(PlannedGame((serum, bullet, purge), (0, 2, LOST, LOST), more="no", skips=False))


def drawn(table: GrowlTable) -> None:
    """Play an evening in which the box draws the nights and nobody presses for turns; a wrong seat is taken back."""
    table.set_up(5, turns="heartbeat", draws=True)
    nights = tuple(PlannedNight("", active=seat) for seat in (3, 1, 5))
    table.start_game().do("start hold", 2)
    table.to_question()
    table.do("start press")
    table.do("wait", 300)
    table.pick("dead")
    table.pick("2")
    table.do("back press")
    table.do("back press")
    table.play_from_day(PlannedGame(nights, (LOST, 1, 1, 0, 0)))


def slips(table: GrowlTable) -> None:
    """Play an evening in which slips cost nothing: even a verdict is taken back, and only a held START ends a game."""
    table.set_up(6).start_game().do("start hold", 2)
    table.to_question()
    table.pick("1")
    table.note("Somebody died, they thought; then that night had fallen. BACK held asks, and BACK goes on.")
    table.pick("dead")
    table.take_back("growl.turn")
    for action in ("back hold", "start press"):
        table.do(action)
        table.listen()
    table.shows("End this game?").do("back press")
    unwanted = ("several", "back", "by-seat", "left", "left", "back", "back", "back", 4)
    gift = PlannedNight("gift", turns=0)
    final = PlannedNight("unwanted", unwanted, turns=0)
    table.to_verdict(PlannedGame((gift, PlannedNight("insomnia", turns=0), final), (0, LOST, 2, LOST, 0, LOST)))
    table.note("At the verdict: the gold of seat 3 was wrong. It counts as it was judged last, and once.").listen()
    table.shows("Winners: 1, 3, 5").take_back("growl.ask.gold")
    table.note("Seat 6 lost, seats 5 and 4 as before, and seat 3 has one.")
    for _ in range(3):
        table.do("back press")
    for gold in (1, LOST, 0, LOST):
        table.pick(str(gold))
    table.to_question()
    table.pick("no")
    table.listen()
    table.do("dial +1", 1)
    table.shows("Wolf King or Queen: 3").do("start press")
    for action in ("dial press", "dial -4", "dial press", "dial +1", "dial press"):
        table.do(action)
    table.shows("Seat 1 Points: 1").do("dial +1", 0.3)
    table.shows("Seat 3 Points: 2")


def eight(table: GrowlTable) -> None:
    """Play an evening with the Sniff, expansion cards, a power cut at night, and three unwanted at once who repoint."""
    table.set_up(8, more_cards=14)
    hound = PlannedNight("blood-hound", after=(8,), power_cut=True)
    sides = "left", "left", "right", "right", "left", "left", "right"
    unwanted = PlannedNight("unwanted", ("by-seat", *sides, 3))
    gold = (0, LOST, LOST, LOST, 1, LOST, LOST, 0)
    table.play(PlannedGame((hound, PlannedNight("another-night"), unwanted), gold, start=5))
    table.note("The next game of the same table: whoever has most gold starts.")
    seance = PlannedNight("seance", (6,), turns=1, after=(6, 2))
    trusted = PlannedNight("trusted", ("by-seat", 3, 3, 4, 4, 7, 7), turns=0)
    nights = (seance, PlannedNight("hypnosis", turns=0), trusted)
    table.play(PlannedGame(nights, (0, LOST, 0, 1, 0, LOST, 0, 0), stands="no", more="no"))


def ten(table: GrowlTable) -> None:
    """Play an evening with deaths by a card, a lack of cards, and passed cards; sleepwalkers return before the gold."""
    table.set_up(10)
    tempest = PlannedNight("tempest", by_card=(7,), cannot=(8,), turns=1)
    caged = PlannedNight("caged", (4,), after=(1, 2))
    gold = (0, 2, LOST, 1, LOST, LOST, LOST, 0, LOST, 1)
    table.play(PlannedGame((PlannedNight("insomnia"), caged, tempest), gold))
    table.note("The second game of the evening.")
    walkers = PlannedNight("sleepwalkers", (2, 6), turns=1, after=(6,))
    nights = (PlannedNight("gift", turns=0), PlannedNight("truth-serum", turns=1), walkers)
    table.play(PlannedGame(nights, (1, LOST, LOST, 0, 1, LOST, 0, LOST, 0, LOST), more="no"))


def thirteen(table: GrowlTable) -> None:
    """Play the variant with cards of a second game: everything is told; with a ghost and the last raised hand."""
    table.set_up(13)
    bullet = PlannedNight("silver-bullet", (2,))
    seance = PlannedNight("seance", (3,), turns=1, after=(3, 5))
    ghost = PlannedNight("all-hallows-eve", (5,), turns=1)
    gold = (0, LOST, LOST, 1, 0, 1, LOST, 1, 0, 0, LOST, LOST, 0)
    table.play(PlannedGame((bullet, seance, ghost), gold, start=13, skips=False))
    table.note("The second game of the evening.")
    unsaved = PlannedNight("unsaved", ("by-seat", 13, 12, 11, 10, 9, 8), turns=0, active=1)
    nights = (PlannedNight("hypnosis", turns=1), PlannedNight("blood-hound", turns=1), unsaved)
    gold = (0, 0, 1, LOST, 1, LOST, 0, LOST, 0, LOST, 0, LOST, 0)
    table.play(PlannedGame(nights, gold, more="no"))


PLANS: Mapping[str, tuple[str, Callable[[GrowlTable], None]]] = {
    "four": ("GROWL for four, twice: Gift, Caged, Accused; Truth Serum, Silver Bullet, Purge.", four),
    "drawn": ("GROWL where the box draws the nights and a heartbeat leads the day.", drawn),
    "slips": ("GROWL for six: wrong answers and a wrong verdict, taken back.", slips),
    "eight": (
        "GROWL for eight, twice, with Curses: Hound, another, Unwanted; Seance, Hypnosis, Trusted.",
        eight,
    ),
    "ten": ("GROWL for ten, twice: Insomnia, Caged, Tempest; Gift, Truth Serum, Sleepwalkers.", ten),
    "thirteen": (
        "GROWL for thirteen, twice: Silver Bullet, Seance, Hallows; Hypnosis, Hound, Unsaved.",
        thirteen,
    ),
}
"""Maps the name of a script to its title and the function that plays it."""
