"""What the words in the tables of controls mean: for each phrase of docs/play.md, docs/wherewolf.md and
docs/without-cards.md, what must have happened after the hand that it stands for."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from device.kernel.booth import CutTake, DropTake, KeepTake, RollTake, TakeOrder
from device.kernel.ids import LineId
from device.show.cues import Call, Show, Speak, Window
from device.show.stages import BACK, SKIP, Ask, Count, Picks, Stage
from device.table.effects import Answered, Chosen, Closed, DirectTake, Effect, HearTake, PowerOff, Record, SeatPeople
from device.table.pages.welcome import STEPS
from device.table.state import (
    BoothPage,
    DeckPage,
    ExplainPage,
    HomePage,
    ListingPage,
    Question,
    QuestionPage,
    ScoresPage,
    SheetPage,
    SpellPage,
    StagePage,
    Table,
    WelcomePage,
    WhoPage,
)

LEAST_OF_PASSING = 5.0
HOLDS = ("START:", "BACK:", "dial:")


class Handled(Struct, frozen=True):
    """The table before and after one gesture, and what it asked for."""

    before: Table
    after: Table
    effects: tuple[Effect, ...]

    @property
    def page(self) -> Any:
        """That on which the hand was."""
        return self.before.page

    @property
    def stage(self) -> Stage | None:
        return self.before.session.stage if self.before.session else None

    @property
    def said(self) -> tuple[str, ...]:
        return tuple(line for effect in self.effects if isinstance(effect, Speak) for line in effect.lines)

    @property
    def entries(self) -> tuple[Any, ...]:
        return tuple(effect.entry for effect in self.effects if isinstance(effect, Record))


Meaning = Callable[[Handled], bool]


def phrase_for(held: str, name: str) -> str:
    """What a cell of holds says of this control: the part with its name, or those with none."""
    parts = [part.strip() for part in held.split(";")]
    named = [part for part in parts if part.startswith(HOLDS)]
    own = next((part for part in named if part.startswith(name)), "")
    if own:
        start = parts.index(own)
        end = next((at for at in range(start + 1, len(parts)) if parts[at].startswith(HOLDS)), len(parts))
        return "; ".join(parts[start:end]).removeprefix(name).strip()
    return parts[0] if not parts[0].startswith(HOLDS) else ""


def begins(hand: Handled) -> bool:
    return hand.before.session is None and hand.after.session is not None


def shows_deck(hand: Handled) -> bool:
    return isinstance(hand.after.page, DeckPage) and hand.after.page.under == hand.page


def to_other_deck(hand: Handled) -> bool:
    return hand.before.choices.setup.scenario != hand.after.choices.setup.scenario


def opens_menu(hand: Handled) -> bool:
    return hand.after.page == ListingPage("main", hand.page)


def leaves(hand: Handled) -> bool:
    return bool(hand.after.page == hand.page.under)


def goes_home(hand: Handled) -> bool:
    return isinstance(hand.after.page, HomePage) and hand.after.session is None


def menu_back(hand: Handled) -> bool:
    kept = hand.before.choices == hand.after.choices
    return kept and (leaves(hand) if hand.page.draft is None else hand.after.page.draft is None)


def menu_turned(hand: Handled) -> bool:
    now = hand.after.page
    moved = (now.index != hand.page.index, now.draft != hand.page.draft)
    return moved == ((True, False) if hand.page.draft is None else (False, True))


def menu_pressed(hand: Handled) -> bool:
    """Opened, taken in hand, or kept."""
    now = hand.after.page
    if hand.page.draft is not None:
        return now.draft is None and hand.before.choices != hand.after.choices
    return now.draft is not None or now.under == hand.page


def turned(hand: Handled) -> bool:
    """The place of the dial is another."""
    return bool(hand.after.page.index != hand.page.index)


def tells_topic(hand: Handled) -> bool:
    """What there is to tell; where that is nothing, the page is left."""
    return bool(hand.said) if isinstance(hand.after.page, ExplainPage) else leaves(hand)


def explained_on(hand: Handled) -> bool:
    if hand.page.index < len(hand.page.topics) - 1:
        return bool(hand.after.page.index == hand.page.index + 1) and bool(hand.said)
    return begins(hand) if hand.page.begins else leaves(hand)


def explained_back(hand: Handled) -> bool:
    return bool(hand.after.page.index == hand.page.index - 1) if hand.page.index else leaves(hand)


def part_turned(hand: Handled) -> bool:
    return bool(hand.after.page.part != hand.page.part)


def topic_again(hand: Handled) -> bool:
    return hand.said[: len(hand.page.topics[hand.page.index].lines)] == hand.page.topics[hand.page.index].lines


def explained_to_the_end(hand: Handled) -> bool:
    return begins(hand) if hand.page.begins else leaves(hand)


def welcome_step(steps: int) -> Meaning:

    def moved(hand: Handled) -> bool:
        now = hand.after.page
        return isinstance(now, WelcomePage) and STEPS.index(now.step) == STEPS.index(hand.page.step) + steps

    return moved


def tried(hand: Handled) -> bool:
    """One step on, or the same step, said again."""
    return welcome_step(1)(hand) or told_again(hand)


def tried_back(hand: Handled) -> bool:
    """One step on where BACK is tried; else back, past the step that tries it."""
    back = welcome_step(-2 if hand.page.step == "press" else -1)
    return welcome_step(1)(hand) if hand.page.step == "back" else back(hand)


def welcome_turned(hand: Handled) -> bool:
    before, after = hand.before.choices, hand.after.choices
    return before.languages != after.languages if hand.page.step == "language" else before.players != after.players


def pauses(hand: Handled) -> bool:
    before, after = hand.before.session, hand.after.session
    return bool(before and after and before.score and after.score and before.score.paused != after.score.paused)


def says_again(hand: Handled) -> bool:
    """From the last call on: that of the show under way, or what was told."""
    before, after = hand.before.session, hand.after.session
    if before is None or after is None or before.score is None or after.score is None:
        return bool(hand.said)
    call = last_call(before.score.show, before.score.cue)
    return call <= after.score.cue <= max(call + 2, 0) and (after.score.paused or bool(hand.effects))


def last_call(show: Show, cue: int) -> int:
    return max((at for at in range(min(cue + 1, len(show))) if isinstance(show[at], Call)), default=0)


def louder_or_softer(hand: Handled) -> bool:
    return hand.after.choices.loudness == hand.before.choices.loudness + 1


def ten_more(hand: Handled) -> bool:
    return time_given(hand.after) == time_given(hand.before) + 10.0


def time_given(table: Table) -> float:
    """To the window that is open: when it closes, or what is left of it in a pause."""
    score = table.session.score if table.session else None
    return (score.until or 0.0) + (score.left or 0.0) if score else 0.0


def window_done(hand: Handled) -> bool:
    """Over at once: what comes after it is under way."""
    before, after = hand.before.session, hand.after.session
    assert before
    assert before.score
    return bool(after and after.score) and after.score.cue > before.score.cue and not after.score.paused


def window_cut(hand: Handled) -> bool:
    """Over at once, or as soon as five seconds of it are."""
    before, after = hand.before.session, hand.after.session
    assert before
    assert before.score
    assert before.score.until
    cue = before.score.show[before.score.cue]
    assert isinstance(cue, Window)
    assert after
    assert after.score
    return after.score.until == before.score.until - cue.seconds + LEAST_OF_PASSING


def skips_on(hand: Handled) -> bool:
    """To the next call, or past the show."""
    before, after = hand.before.session, hand.after.session
    assert before
    assert before.score
    if after is None or after.play is not before.play or after.score is None:
        return any(isinstance(entry, Answered | Closed) for entry in hand.entries)
    passed = before.score.show[before.score.cue + 1 : after.score.cue + 1]
    return any(isinstance(cue, Call) for cue in passed)


def asks_to_end(hand: Handled) -> bool:
    now = hand.after.page
    return isinstance(now, QuestionPage) and now.ask is Question.END_GAME and hand.after.session is not None


def answered(hand: Handled) -> tuple[Any, ...]:
    return tuple(entry.value for entry in hand.entries if isinstance(entry, Answered))


def takes_back(hand: Handled) -> bool:
    return answered(hand)[:1] in ((BACK,), ((BACK,),)) or any(_first(value) == BACK for value in answered(hand))


def _first(value: Any) -> Any:
    return value[0] if isinstance(value, tuple) and value else value


def takes_back_or_asks(hand: Handled) -> bool:
    return takes_back(hand) if getattr(hand.stage, "back", False) else asks_to_end(hand)


def takes_back_or_says(hand: Handled) -> bool:
    return takes_back(hand) if getattr(hand.stage, "back", False) else says_again(hand)


def opens_sheet(hand: Handled) -> bool:
    return isinstance(hand.after.page, SheetPage)


def held_answer(hand: Handled) -> bool:
    """What the game has for the held dial."""
    own = getattr(hand.stage, "held", "")
    return any(_first(value) == own for value in answered(hand))


def held_or_again(hand: Handled) -> bool:
    return held_answer(hand) if getattr(hand.stage, "held", "") else bool(hand.said)


def vote_begins(hand: Handled) -> bool:
    return bool(answered(hand))


def clock_stops(hand: Handled) -> bool:
    before, after = hand.before.session, hand.after.session
    assert before
    assert before.clock
    assert after
    assert after.clock
    return (before.clock.zero is None) != (after.clock.zero is None)


def half_a_minute(hand: Handled) -> bool:
    before, after = hand.before.session, hand.after.session
    assert before
    assert before.clock
    assert after
    assert after.clock
    return after.clock.seconds(hand.after.now) == before.clock.seconds(hand.after.now) + 30.0


def explains_day(hand: Handled) -> bool:
    return isinstance(hand.stage, Count) and bool(hand.said) and set(hand.said) <= {*hand.stage.explain}


def goes_on(hand: Handled) -> bool:
    """The stage, told or counted, is done."""
    return bool(answered(hand))


def goes_on_by_row(hand: Handled) -> bool:
    return turned(hand) if getattr(hand.stage, "by_one", False) and not answered(hand) else goes_on(hand)


def told_to_the_end(hand: Handled) -> bool:
    return answered(hand)[:1] == (SKIP,)


def told_again(hand: Handled) -> bool:
    return bool(hand.said) and hand.after.page == hand.page


def gives_answer(hand: Handled) -> bool:
    """That which stands there, or all that are marked."""
    assert isinstance(hand.stage, Ask)
    if hand.stage.marks:
        marked = {hand.stage.choices[at].value for at in hand.page.marked}
        return any(marked <= set(_values(value)) for value in answered(hand))
    shown = hand.stage.choices[hand.page.index].value
    return any(shown in _values(value) for value in answered(hand))


def _values(value: Any) -> Sequence[Any]:
    return value if isinstance(value, tuple) else (value,)


def marks_or_gives(hand: Handled) -> bool:
    assert isinstance(hand.stage, Ask)
    return bool(hand.after.page.marked != hand.page.marked) if hand.stage.marks else gives_answer(hand)


def to_home_or_standings(hand: Handled) -> bool:
    return hand.after.session is None and isinstance(hand.after.page, HomePage | ScoresPage)


def gives_who(hand: Handled) -> bool:
    now = hand.after.page
    return len(now.picked) == len(hand.page.picked) + 1 if isinstance(now, WhoPage) else now != hand.page


def who_back(hand: Handled) -> bool:
    now = hand.after.page
    return len(now.picked) == len(hand.page.picked) - 1 if hand.page.picked else leaves(hand)


def takes_name(hand: Handled) -> bool:
    return _seated(hand) or isinstance(hand.after.page, SpellPage)


def _seated(hand: Handled) -> bool:
    return any(isinstance(effect, SeatPeople) for effect in hand.effects)


def letter_taken(hand: Handled) -> bool:
    return len(hand.after.page.text) == len(hand.page.text) + 1


def letter_taken_away(hand: Handled) -> bool:
    return bool(hand.after.page.text == hand.page.text[:-1]) if hand.page.text else leaves(hand)


def does_it(hand: Handled) -> bool:
    """Of yes and no, the box switches off."""
    return any(isinstance(effect, PowerOff) for effect in hand.effects)


def goes_on_where_cut(hand: Handled) -> bool:
    return isinstance(hand.after.page, StagePage) and hand.after.session is not None


def says_what_to_do(hand: Handled) -> bool:
    return hand.after.page == hand.page and bool(hand.said)


def ends_game(hand: Handled) -> bool:
    return hand.after.session is None and any(isinstance(entry, Closed) for entry in hand.entries)


def list_turned(hand: Handled) -> bool:
    """Another entry of the list stands there; of a list with one, the first click brings that one up."""
    before, after = _acting(hand.before), _acting(hand.after)
    return after is not None and after.touched and (before is None or not before.touched or before.index != after.index)


def _acting(table: Table) -> Any:
    return table.session.acting if table.session else None


def chooses(hand: Handled) -> bool:
    """One more choice in the turn; or the card was read, and the turn may end."""
    return any(isinstance(entry, Chosen) for entry in hand.entries) or bool(answered(hand))


def takes_choice_back(hand: Handled) -> bool:
    """Written, as any press; one choice less, unless there is none, or something was learned by it."""
    before, after = _chosen(hand.before), _chosen(hand.after)
    return any(isinstance(entry, Chosen) for entry in hand.entries) and after in {before, before[:-1]}


def counts_as_press(hand: Handled) -> bool:
    """Written like one, and nothing else."""
    return _chosen(hand.before) == _chosen(hand.after) and any(isinstance(entry, Chosen) for entry in hand.entries)


def _chosen(table: Table) -> Picks:
    acting = _acting(table)
    return acting.row if acting else ()


def shows_own(hand: Handled) -> bool:
    held = _acting(hand.after).held if _acting(hand.after) else getattr(hand.after.page, "held", None)
    return held is not None


def reads_alone(hand: Handled) -> bool:
    """Who may; a page that has nothing for one seat alone is left."""
    return shows_own(hand) if isinstance(hand.after.page, DeckPage) else leaves(hand)


def orders(order: TakeOrder) -> Meaning:
    """The program that records is told so."""
    return lambda hand: DirectTake(order) in hand.effects and isinstance(hand.after.page, BoothPage)


def reads_line_on(hand: Handled) -> bool:
    before, after = hand.before.booth, hand.after.booth
    return before is not None and after is not None and (before.index, before.part) != (after.index, after.part)


def on_to_other_line(hand: Handled) -> bool:
    return reads_line_on(hand) and DirectTake(DropTake()) in hand.effects


def plays_take(hand: Handled) -> bool:
    return any(isinstance(effect, HearTake) for effect in hand.effects)


MEANINGS: Mapping[str, Meaning] = {
    "begins the game": begins,
    "shows the deck": shows_deck,
    "through the decks": to_other_deck,
    "opens the menu": opens_menu,
    "one step back; leaves a value as it was": menu_back,
    "through the items; changes the value in hand": menu_turned,
    "opens the item, takes its value in hand, keeps it": menu_pressed,
    "home": goes_home,
    "leaves": leaves,
    "cards, the calls, the rules": turned,
    "tells what stands there, or leaves where that says all": tells_topic,
    "an artifact's holder reads alone what it does": reads_alone,
    "on to the next; after the last, the game or the page before": explained_on,
    "one back, then to the page before": explained_back,
    "through the text": part_turned,
    "says it again": says_again,
    "begins a take": orders(RollTake(LineId("one"))),
    "speaks it again": orders(RollTake(LineId("one"))),
    "ends the take": orders(CutTake()),
    "gives it up": orders(DropTake()),
    "keeps it": orders(KeepTake()),
    "through the line": reads_line_on,
    "through the line, then to others": reads_line_on,
    "to another line": on_to_other_line,
    "says the line as it sounds now": told_again,
    "plays it again": plays_take,
    "skips the rest": explained_to_the_end,
    "to the page before": leaves,
    "goes on": goes_on,
    "goes on, in the list of the deal row by row": goes_on_by_row,
    "one step back": leaves,
    "through languages and numbers of players": welcome_turned,
    "goes on if it is asked for, else asks again": tried,
    "goes on if it is asked for, else one step back": tried_back,
    "asks again": told_again,
    "thinks again": leaves,
    "through what to know": turned,
    "pauses, goes on": pauses,
    "says the last call again": says_again,
    "voice and background louder or softer": louder_or_softer,
    "louder or softer": louder_or_softer,
    "ten more seconds": ten_more,
    "goes on: that is done": window_done,
    "all are ready: goes on, after five seconds at the earliest": window_cut,
    "on to the next call": skips_on,
    "asks whether to end the game": asks_to_end,
    "asks whether to end": asks_to_end,
    "takes back the last entry": takes_back,
    "takes back your last entry": takes_back,
    "takes back your last entry, where there is one; else asks whether to end": takes_back_or_asks,
    "says it again; of the Accused and of the pyre, takes back the last hand": takes_back_or_says,
    "somebody opened the eyes": held_answer,
    "explains the day, in the assembly": explains_day,
    "closes it": leaves,
    "the sheet": opens_sheet,
    "what the game has for it": held_answer,
    "on to the vote": vote_begins,
    "stops the clock, starts it again": clock_stops,
    "30 seconds more or less": half_a_minute,
    "30 seconds more or less, where there is an end": half_a_minute,
    "explains how to vote so that nobody dies, and who dies otherwise": explains_day,
    "explains the day": explains_day,
    "shows the deck, who is out and how many are in play": shows_deck,
    "skips": skips_on,
    "goes on, and stops what is still being said": goes_on,
    "one step back, where that can be taken back; else asks whether to end": takes_back_or_asks,
    "through it": turned,
    "to the end of it, where the game allows": told_to_the_end,
    "gives the answer shown, or all that are marked": gives_answer,
    "gives the answer shown; with marks, gives all that are marked": gives_answer,
    "takes back the answer before, where there is one; else asks whether to end": takes_back_or_asks,
    "through the answers": turned,
    "gives the answer shown; where several may be marked, marks it": marks_or_gives,
    "gives the answer shown; with marks, marks it": marks_or_gives,
    "its own answer, where the game has one; else says again what was told last": held_or_again,
    "somebody opened the eyes, or a card is raised; else says it again": held_or_again,
    "somebody opened the eyes; else says it again": held_or_again,
    "through its rows": turned,
    "home, or the standings": to_home_or_standings,
    "through what happened": turned,
    "tells the story, where there is one; else says it again": told_again,
    "as a press": told_again,
    "takes the name shown": takes_name,
    "through the names": turned,
    "keeps the name": _seated,
    "takes away the last letter, then leaves": letter_taken_away,
    "through the letters": turned,
    "takes the letter": letter_taken,
    "through the seats": turned,
    "yes": does_it,
    "no": leaves,
    "goes on where it was cut": goes_on_where_cut,
    "says what to do": says_what_to_do,
    "ends it": ends_game,
    "reads on later": leaves,
    "through the sentence": turned,
    "through the list": list_turned,
    "chooses; at the end, says that you have read": chooses,
    "chooses": chooses,
    "says that you have read it": chooses,
    "shows your role": shows_own,
    "skips the seat": skips_on,
    "nothing, but it counts as a press": counts_as_press,
    "takes back a choice you have learned nothing by": takes_choice_back,
    "shows what you may know": shows_own,
    "skips the turn": skips_on,
}
"""What a cell says, and what it means."""

ON_A_PAGE: Mapping[tuple[str, str], Meaning] = {
    ("first power-on", "goes on"): welcome_step(1),
    ("first power-on", "one step back"): welcome_step(-1),
    ("first power-on", "skips the rest"): goes_home,
    ("first power-on, a control to try", "skips the rest"): goes_home,
    ("who plays", "gives the answer shown"): gives_who,
    ("who plays", "takes back the answer before, then leaves"): who_back,
    ("what the game tells", "says it again"): told_again,
    ("something told to you", "says it again"): told_again,
    ("a question after the vote", "says it again"): told_again,
}
"""Words that mean something of their own on one page."""


def meaning(row: str, phrase: str) -> Meaning:
    found = ON_A_PAGE.get((row, phrase)) or MEANINGS.get(phrase)
    assert found, f"no test knows what '{phrase}' means in the row '{row}'"
    return found
