"""What the words in the tables of controls mean: for each phrase of docs/play.md, docs/wherewolf.md and
docs/without-cards.md, what must have happened after the hand that it stands for."""

from collections.abc import Mapping

from nightcrier.kernel.booth_messages import CutTake, DropTake, KeepTake, RollTake
from nightcrier.kernel.ids import LineId
from tests.box.table.effects_in_shows import (
    louder_or_softer,
    night_begins,
    pauses,
    says_again,
    skips_on,
    ten_more,
    window_cut,
    window_done,
)
from tests.box.table.effects_in_turns import (
    chooses,
    counts_as_press,
    list_turned,
    reads_alone,
    shows_own,
    takes_choice_back,
)
from tests.box.table.effects_of_stages import (
    clock_stops,
    explains_day,
    gives_answer,
    goes_on,
    goes_on_by_row,
    held_answer,
    held_or_again,
    marks_or_gives,
    opens_game_menu,
    opens_sheet,
    roles_turn_or_half_a_minute,
    takes_back,
    takes_back_or_asks,
    takes_back_or_leaves,
    takes_back_or_says,
    told_to_the_end,
    vote_begins,
)
from tests.box.table.effects_on_pages import (
    asks_for_wifi,
    asks_to_end,
    counts_players,
    does_it,
    ends_game,
    ends_wifi_or_leaves,
    explained_back,
    explained_on,
    explained_to_the_end,
    gives_who,
    goes_home,
    goes_on_where_cut,
    keeps_name,
    letter_taken,
    letter_taken_away,
    menu_back,
    menu_pressed,
    menu_started,
    menu_turned,
    opens_menu,
    part_turned,
    says_what_to_do,
    shows_deck,
    takes_call_back,
    takes_name,
    tells_topic,
    to_home_or_standings,
    to_other_deck,
    tried,
    tried_back,
    welcome_step,
    welcome_turned,
    who_back,
)
from tests.box.table.effects_while_recording import on_to_other_line, orders, plays_take, reads_line_on
from tests.box.table.handled import Meaning, begins, leaves, told_again, turned

_ROLES_OR_CLOCK = "turns the roles in play; while the clock stands, 30 seconds more or less"
HOLDS = ("START:", "BACK:", "dial:")


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


MEANINGS: Mapping[str, Meaning] = {
    "begins the game": begins,
    "begins the game; from *People* home": menu_started,
    "shows the deck": shows_deck,
    "through the decks": to_other_deck,
    "opens the menu": opens_menu,
    "one step back; leaves a value as it was": menu_back,
    "through the items; changes the value in hand": menu_turned,
    "opens the item, takes its value in hand, keeps it": menu_pressed,
    "home": goes_home,
    "leaves": leaves,
    "takes the call back": takes_call_back,
    "asks for a Wi-Fi of the box's own": asks_for_wifi,
    "ends it, at the last picture; else leaves": ends_wifi_or_leaves,
    "through the pictures": turned,
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
    "through the numbers": counts_players,
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
    "opens the menu of the game": opens_game_menu,
    "what the game has for it": held_answer,
    "on to the vote": vote_begins,
    "stops the clock, starts it again": clock_stops,
    _ROLES_OR_CLOCK: roles_turn_or_half_a_minute,
    f"{_ROLES_OR_CLOCK}, where there is an end": roles_turn_or_half_a_minute,
    "explains how to vote so that nobody dies, and who dies otherwise": explains_day,
    "explains the day": explains_day,
    "shows the deck, who is out and how many are in play": shows_deck,
    "skips": skips_on,
    "goes on, and stops what is still being said": goes_on,
    "one step back, where that can be taken back; else asks whether to end": takes_back_or_asks,
    "one step back, where that can be; home, where nothing has begun; else asks whether to end": takes_back_or_leaves,
    "through it": turned,
    "to the end of it, where the game allows": told_to_the_end,
    "gives the answer shown, or all that are marked; where none is, says how to mark": gives_answer,
    "gives the answer shown; with marks, gives all that are marked, none where nobody stands there": gives_answer,
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
    "keeps the name": keeps_name,
    "takes away the last letter, then leaves": letter_taken_away,
    "through the letters": turned,
    "takes the letter": letter_taken,
    "the night begins at once": night_begins,
    "takes back what led to it, where that can be; else asks whether to end": takes_back_or_asks,
    "through the seats": turned,
    "yes": does_it,
    "no": leaves,
    "goes on where it was cut": goes_on_where_cut,
    "says what to do": says_what_to_do,
    "ends it": ends_game,
    "reads on later": leaves,
    "through where it is wrong": turned,
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
    ("first power-on, the speaker", "goes on"): welcome_step(1),
    ("first power-on, the speaker", "one step back"): welcome_step(-1),
    ("first power-on, the speaker", "skips the rest"): goes_home,
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
