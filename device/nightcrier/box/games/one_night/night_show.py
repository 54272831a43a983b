"""Makes the night as a show: the lines of each call, the sound under the night, and the length of each window.

The night depends on the deck, the options and the earlier games of this table, but not on the deal. So nobody can hear
which card lies where. A role that is new to the table is called in full, but in short once it was explained with open
eyes. A window gives enough time at the chosen pace. A role in the center sounds like the role of a player."""

from collections.abc import Collection, Sequence
from collections.abc import Set as AbstractSet

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.games.one_night.rules.calls import NightCall, call_named, calls_with_place, wake_order
from nightcrier.box.games.one_night.rules.deal import CENTER_CARDS, Deck, has_helper
from nightcrier.box.games.one_night.rules.options import Options
from nightcrier.box.games.one_night.rules.role_blocks import (
    LIFTS_ONE,
    SIMPLE,
    CallPiece,
    CardBox,
    Copied,
    Deed,
    Meets,
    Role,
    Team,
    both_forms,
    piece_lines,
    wait_line,
    wake_piece,
)
from nightcrier.box.games.one_night.rules.role_book import PRINTED, RoleBook
from nightcrier.box.games.one_night.rules.roles import ACTS_AT_ONCE, DOPPELGANGER, ROLES, WOLVES
from nightcrier.box.show.cues import DAYBREAK, NIGHTFALL, SILENCE, Call, Cue, Gap, Say, Show, Signal, Window, say_lines
from nightcrier.box.show.facts import RoleName
from nightcrier.kernel.chance import Chance
from nightcrier.kernel.ids import LineId, Seconds

DEAL_OPTION = "deal"


def printed_pieces(call: NightCall, role: Role) -> tuple[tuple[CallPiece, ...], tuple[CallPiece, ...]]:
    """Return the pieces that wake the people of a call of a printed role, and those that close it."""
    if call.copied:
        return role.copied_wake or (wake_piece(call.name),), role.copied_close
    return role.wake or (wake_piece(role.id),), role.close or (CallPiece(f"one-night.{role.id}.close"),)


PLACES = tuple(CallPiece(f"one-night.place.{place}") for place in ("left", "middle", "right"))
WHOSE_LEFT = (CallPiece("one-night.places"),)
HELPER = (both_forms("one-night.helper"), CallPiece("one-night.helper.nudge", option="nudge"))
"""The pieces about the helper, who moves the cards of players who cannot reach them, and who nudges all cards."""

NIGHT_OPEN = (both_forms("one-night.open"),)
SHUT_AGAIN = (LineId("one-night.open.short"),)
NUDGE_LINES = (both_forms("one-night.nudge"),)
DAWN = (
    both_forms("one-night.dawn"),
    CallPiece("one-night.dawn.curator", with_all=("curator",), unless=DEAL_OPTION),
    CallPiece("one-night.dawn.revealer", with_all=("revealer",), unless=DEAL_OPTION),
    CallPiece("deal.turn-back", option=DEAL_OPTION),
    CallPiece("deal.dawn", with_any=("sentinel", "curator", "revealer"), option=DEAL_OPTION),
    CallPiece("deal.dawn.curator", with_all=("curator",), option=DEAL_OPTION),
    CallPiece("day.open", "day.open.short", unless=DEAL_OPTION),
    CallPiece("deal.day", "day.open.short", option=DEAL_OPTION),
)

_UNHARMED = "unharmed_village_wins"
WHAT_COUNTS = (
    CallPiece("explain.game.one-night.3"),
    CallPiece("one-night.no-wolf", unless=_UNHARMED),
    CallPiece("one-night.no-wolf.unharmed", without=("minion",), option=_UNHARMED),
    CallPiece("one-night.no-wolf.minion", with_all=("minion",), option=_UNHARMED),
)
"""The last part of the explanation of the game. It is said right before the talk, because people need it there."""
WHOSE_SIDE = LineId("one-night.sides")
_PLAIN = {row.id for row in ROLES.values() if row.box is CardBox.BASE and (row.wolf or row.team is Team.VILLAGE)}
"""The roles of decks in which everybody except the Werewolves is on the village's side. A Doppelganger may have become
a Werewolf."""


def foley_of(call: str, book: RoleBook = PRINTED) -> str:
    """Return the sound effect of a call: paws for wolves, a chime for looking, coins for moving, steps for the rest."""
    role = book.rows.get(call, book.rows[DOPPELGANGER])
    if role.wolf or role.meets is Meets.WOLVES:
        return "paws"
    return role.power.deed.sound if role.power else "steps"


_PACES = {"slow": 1.5, "normal": 1.0, "fast": 0.8}
_FAST_HANDS = 0.6
"""The fraction of the usual seconds that a window has at the fast pace. Players move their hands already during the
words before and after the window, so the time is enough."""
BETWEEN_CALLS: Seconds = 0.75  # a head sinks, and the bed falls for the next call: a second of silence
_LEAN_BACK: Seconds = 1.5  # from the screen of a box that deals
_FAST_BREATH: Seconds = 0.4
_NUDGE_SECONDS = 5
_ON_SCREEN = 9  # to lean in, dial and read takes longer than a hand that lifts a card
_TURN_SECONDS = 15  # to lean in and read the own card, or to vote, one seat after the other
WALK = 4  # a helper sees a finger, and walks to the card
READ = 8  # as long as a card stays on the screen: whoever knows it sooner need not hurry
STRETCH = 4  # whole seconds a window may be stretched by


def window_seconds(call: str, deck: Deck, options: Options, chance: Chance, book: RoleBook = PRINTED) -> Seconds:
    """Return the length of one window in whole seconds, with a few random extra seconds if the options say so."""
    stretch = chance.below(STRETCH + 1) if options.stretch else 0
    seconds, moved = _handwork(call_named(call, book), deck, options, book)
    if options.deal:
        seconds, moved = seconds + _ON_SCREEN, 0  # the dial chooses a direction, and the box moves the cards
    return float(round(seconds * _pace(options)) + moved + stretch)


def nudge_seconds(options: Options) -> Seconds:
    """Return the length of the window in which everybody moves a card a little."""
    return float(round(_NUDGE_SECONDS * min(1.0, _pace(options))))


def pause_between_calls(options: Options) -> Seconds:
    """Return the pause between two calls. If the box deals, the pause is long enough for a player to lean back."""
    if options.deal:
        return _LEAN_BACK
    return _FAST_BREATH if options.pace == "fast" else BETWEEN_CALLS


def turn_seconds(options: Options) -> Seconds:
    """Return the seconds that each seat has for its own turn after the deal or in the secret vote."""
    return float(round(_TURN_SECONDS * _PACES[options.pace]))


def least_turn_seconds(options: Options) -> Seconds:
    """Return the minimum length of a seat's turn. The turn never ends earlier, even if the player presses at once."""
    return float(round(READ * _PACES[options.pace]))


def _pace(options: Options) -> float:
    if options.role_seconds != "pace":
        return options.role_seconds / SIMPLE
    return _FAST_HANDS if options.pace == "fast" and not options.deal else _PACES[options.pace]


def _owners(call: NightCall, book: RoleBook) -> AbstractSet[str]:
    """Return the roles whose rules people must know for this call, including the Doppelganger for a copied role."""
    role = book.rows[call.role]
    if role.call:
        return role.call.called | {DOPPELGANGER} if call.copied else role.call.called
    if role.meets is Meets.WOLVES:
        return WOLVES
    return {call.role, DOPPELGANGER} if call.copied else {call.role}


def _handwork(call: NightCall, deck: Deck, options: Options, book: RoleBook) -> tuple[int, int]:
    """Return two numbers of seconds for a call: the work at the usual pace, and the moving of cards, which the pace
    does not change. A Doppelganger gets the time of the slowest role, at this pace, of all roles that she may have to
    perform at once."""
    row = book.rows[call.role]
    seconds, moved = _hands(row, deck, options)
    if options.deal and row.power and book.copied_in(row, deck) is Copied.WITH:
        return seconds * 2 + _ON_SCREEN, moved  # one after the other
    if call.name != DOPPELGANGER:
        return seconds, moved
    acts = [act for role in dict.fromkeys(deck) for act in book.acts_at_once(role, deck, len(deck) - CENTER_CARDS)]
    copied = [_hands(book.rows[act], deck, options) for act in acts]
    pace, moves = _pace(options), not options.deal
    more, carried = max(copied, key=lambda hands: (hands[0] * pace + hands[1] * moves, hands), default=(0, 0))
    return seconds + more, moved + carried


def _hands(role: Role, deck: Deck, options: Options) -> tuple[int, int]:
    hands, power = role.hands, role.power
    acts = power is not None and (options.lone_wolf or not power.alone)
    alone = LIFTS_ONE.seconds if acts and power and power.alone else 0
    walked = WALK if acts and power and power.deed is not Deed.LOOK_AT_OWN and has_helper(deck) else 0
    return hands.seconds + alone, walked + hands.each * (len(deck) - CENTER_CARDS - 1)


_HOWL, _AWAKE = Signal("wolf-howl"), Gap(0.5)


class CallLines(Struct, frozen=True):
    """The lines of a call: `wake` before its window, and `close` after its window."""

    wake: tuple[LineId, ...]
    close: tuple[LineId, ...]


def night_show(
    deck: Deck,
    options: Options,
    chance: Chance,
    fresh: Collection[str] = (),
    book: RoleBook = PRINTED,
    taught: Collection[str] = (),
) -> Show:
    """Return the show of the whole night. `fresh` are the roles that this table has never played; `taught` are those
    that are explained by their calls, or in the morning if nobody calls them. All other roles were explained before."""
    before = [role for role in fresh if taught and not book.rows[role].call_tells]
    lines = call_lines(deck, options, chance, {*fresh, *taught}, book, before)
    pause = Gap(pause_between_calls(options))
    around = options.worded(new=is_first_night(deck, fresh))
    asleep = [role for role in sleepers(deck, options, book) if role in taught]
    morning = [line for role in asleep for line in role_lines(book.rows[role])]
    counts = piece_lines(WHAT_COUNTS, deck, options) if taught and is_first_night(deck, fresh) else ()
    if counts and _PLAIN.issuperset(deck) and DOPPELGANGER not in deck:
        counts = (WHOSE_SIDE, *counts[1:])
    cues: list[Cue] = [Call(RoleName("night")), *NIGHTFALL, *say_lines(*opening_lines(deck, around)), _HOWL]
    for call, said in lines.items():
        seconds = window_seconds(call, deck, options, chance, book)
        wake, close = say_lines(*said.wake), say_lines(*said.close)
        title = RoleName(call_named(call, book).title(book))
        cues += [Call(title, foley_of(call, book)), *wake, Window(call, seconds), *close, pause]
    return (*cues, *nudge_cues(deck, around), *_dawn(deck, around, (*morning, *counts)))


def is_first_night(deck: Deck, fresh: Collection[str]) -> bool:
    """Say whether this table has never played any role of the deck, so that even the words for everybody are new."""
    return all(role in fresh for role in deck)


def call_lines(
    deck: Deck,
    options: Options,
    chance: Chance,
    fresh: Collection[str],
    book: RoleBook = PRINTED,
    told: Collection[str] = (),
) -> dict[str, CallLines]:
    """Return the lines of every call of this deck, in the order of the night. A call that takes one card from the
    center names a random place there. A call of one sentence is short if its role was explained before, as `told`
    says."""
    places = {call: (chance.pick(PLACES),) for call in calls_with_place(deck, options, book)}
    lines = dict[str, CallLines]()
    for call in wake_order(deck, options, book):
        wake, close = _pieces(call, deck, book)
        new = not _owners(call_named(call, book), book).isdisjoint(fresh)
        worded, again = options.worded(new=new), call in told and len(wake) == 1
        woken = piece_lines((*wake, *places.get(call, ())), deck, options.worded(new=new and not again))
        lines[call] = CallLines(woken, piece_lines(close, deck, worded))
    return lines


def _pieces(call: str, deck: Deck, book: RoleBook) -> tuple[tuple[CallPiece, ...], tuple[CallPiece, ...]]:
    named = call_named(call, book)
    row = book.rows[named.role]
    if not row.call:
        wake, close = printed_pieces(named, row)
        return _her_pieces(wake, deck, book) if call == DOPPELGANGER else wake, close
    if named.copied:
        lines = row.call.copied_line("wake"), row.call.copied_line("close")
    else:
        joined = book.copied_in(row, deck) is Copied.WITH
        lines = row.call.wake_line(deck, joined=joined), row.call.close_line(deck, joined=joined)
    wake, close = ((CallPiece(line),) if line else () for line in lines)
    return wake, close


def _her_pieces(wake: Sequence[CallPiece], deck: Deck, book: RoleBook) -> tuple[CallPiece, ...]:
    """Return the pieces that wake the Doppelganger, including what she is told about roles of files in this deck."""
    players, added = len(deck) - CENTER_CARDS, [role for role in dict.fromkeys(deck) if role not in ROLES]
    acts = [role for role in added if book.acts_at_once(role, deck, players)]
    called = {role: {row.copied for row in book.calls_of_copy(role, deck, players)} for role in added}
    waits = [role for role in added if role not in acts and called[role] - {Copied.AT_ONCE}]
    more = (
        replace(piece, with_any=(*piece.with_any, *acts)) if piece.line == ACTS_AT_ONCE else piece for piece in wake
    )
    return (*more, *(CallPiece(wait_line(role), "") for role in waits))


def role_lines(role: Role) -> tuple[LineId, ...]:
    """Return the lines that explain a role completely. The explaining page has these lines too."""
    whole = f"explain.role.{role.id}"
    return tuple(LineId(f"{whole}.{n}" if n > 1 else whole) for n in range(1, role.told + 1))


def taught_roles(deck: Deck, options: Options, book: RoleBook = PRINTED, *, languages: int = 1) -> tuple[str, ...]:
    """Return the roles of a deck whose calls explain what they do, and those that can be explained in the morning. A
    large table that hears two languages would keep its eyes shut for too long, so its calls explain nothing."""
    silent = options.wording == "short" or (languages > 1 and has_helper(deck))
    called = () if silent else wake_order(deck, options, book)
    asleep, rows = sleepers(deck, options, book), (book.rows[role] for role in dict.fromkeys(deck))
    return tuple(row.id for row in rows if row.told and (row.id in asleep or (row.call_tells and row.id in called)))


def sleepers(deck: Deck, options: Options, book: RoleBook = PRINTED) -> tuple[str, ...]:
    """Return the roles that do nothing at night. A wolf without a call is not one of them: the other wolves see him."""
    calls = wake_order(deck, options, book)
    return tuple(role for role in dict.fromkeys(deck) if role not in calls and not book.rows[role].wolf)


def eyes_shut_part(show: Show) -> Show:
    """Return the part of a night in which all eyes are shut. The part begins with the howl and ends with the words
    that open the eyes."""
    silence = show.index(SILENCE)
    opens = next(n for n, cue in enumerate(show) if n > silence and isinstance(cue, Say))
    return show[show.index(_HOWL) : opens + 1]


_SAID_IN = {"explain": 6.8, ".short": 3.1, ".close": 1.9}
_USUALLY_SAID_IN = 4.4
_SECOND_LANGUAGE = 0.7


def rough_length(line: LineId, languages: int) -> Seconds:
    """Return roughly how long a line of the night takes in this number of languages. The usual seconds are those of the
    shipped voices; a second language usually says a short form."""
    seconds = next((long for part, long in _SAID_IN.items() if part in line), _USUALLY_SAID_IN)
    return seconds * (1 + _SECOND_LANGUAGE * (languages - 1))


def opening_lines(deck: Deck, options: Options) -> tuple[LineId, ...]:
    """Return the first lines of the night, which ask everybody to close their eyes. If needed, earlier lines explain
    whose left is meant and who moves the cards."""
    whose = WHOSE_LEFT if calls_with_place(deck, options) else ()
    helper = HELPER if has_helper(deck) else ()
    return piece_lines((*whose, *helper, *NIGHT_OPEN), deck, options)


def nudge_cues(deck: Deck, options: Options) -> tuple[Cue, ...]:
    """Return the cues in which all players move a card a little with shut eyes. After that a crooked card shows
    nothing. A helper, who is awake, does that between the calls."""
    if not options.nudge or has_helper(deck):
        return ()
    said = say_lines(*piece_lines(NUDGE_LINES, deck, options))
    return Call(RoleName("nudge")), *said, Window("nudge", nudge_seconds(options))


def _dawn(deck: Deck, options: Options, taught: Sequence[LineId]) -> tuple[Cue, ...]:
    """Return the cues that open all eyes, say the lines `taught` by day, and then the line that begins the talk."""
    opens, *others, begins = say_lines(*piece_lines(DAWN, deck, options))
    return Call(RoleName("dawn")), SILENCE, opens, DAYBREAK, *others, *say_lines(*taught), begins, _AWAKE
