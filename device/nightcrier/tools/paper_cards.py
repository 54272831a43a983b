"""Lists the paper cards of a game for labels: their names, in print and in braille, and how each card is marked.

A mark is two cells of braille and up to five notches. It is the same on all copies of a card. `assets/braille` has the
names in braille, which `./run -m tests.braille` makes with liblouis."""

from collections import Counter
from collections.abc import Sequence
from itertools import chain, combinations, product

from msgspec import Struct

from nightcrier.box.library import Offer, shipped_words, with_added, with_written
from nightcrier.box.show.facts import Fact
from nightcrier.box.show.plug import Game
from nightcrier.box.show.setup import Setup
from nightcrier.box.table.core.names import fact_text, is_foreign
from nightcrier.box.table.core.signs import card_sign, sign_path
from nightcrier.kernel.errors import WrongUse
from nightcrier.kernel.folders import share
from nightcrier.kernel.ids import Language
from nightcrier.kernel.reading import read_toml
from nightcrier.words.catalogue import LAST_RESORT, UNHEARD, Words

EMPTY_CELL = "\u2800"
PLACES = 3
_MOST_NOTCHES = 5
NOTCHES = sorted(
    (each for each in product(range(_MOST_NOTCHES + 1), repeat=PLACES) if 0 < sum(each) <= _MOST_NOTCHES), key=sum
)
"""All ways to cut notches into the left, the middle and the right of an edge, the fewest first."""


class LabelledCard(Struct, frozen=True):
    """A kind of card as its labels show it. The name keeps the invisible signs at which a row may break. `braille` is
    empty for a name that `assets/braille` does not have. `sign` is the path of the drawing that screens show for the
    card."""

    name: str
    braille: str
    code: str = ""
    notches: tuple[int, ...] = ()
    copies: int = 0
    sign: str = ""


def words_of(offer: Offer, language: Language) -> Words:
    """Return the words of these games in a language. Raises BadFile."""
    return with_added(with_written(shipped_words(language), offer.in_files), offer.plugs)


def plain_name(name: str) -> str:
    """Return a name as `assets/braille` has it."""
    return name.translate(UNHEARD)


def read_braille(language: str) -> dict[str, str]:
    """Return the cells of each name in a language. Raises BadFile."""
    return read_toml(share("assets") / "braille" / f"{language}.toml", dict[str, str])


def game_title(words: Words, language: Language, game: Game) -> str:
    return words.screen(language, f"game.{game.id}")


def card_names(words: Words, language: Language, game: Game) -> list[tuple[str, str, int]]:
    """Return the card, its name and the number of copies of each card that a player may hold."""
    most = Counter[str]()
    for setup in (Setup(each.id, players) for each in game.scenarios() for players in each.players):
        most |= Counter(game.deck(setup))
    package = dict((*game.cards(), *game.hand_cards()))
    copies = package | {card: count for card, count in most.items() if card not in package}
    return [(card, _called(words, language, game.card_fact(card)), count) for card, count in copies.items()]


def _called(words: Words, language: Language, card: Fact) -> str:
    """Return the name by which the box calls a card, even if the card itself is in another language."""
    return words.role(language, card.id) if is_foreign(card, language) else fact_text(words, language, card)


def label_game(words: Words, language: Language, game: Game) -> tuple[LabelledCard, list[LabelledCard]]:
    """Return the title of a game, and its marked cards. Raises WrongUse for more kinds than there are marks."""
    kept = {**read_braille(LAST_RESORT), **read_braille(language)}
    title, names = game_title(words, language, game), card_names(words, language, game)
    if len(names) > len(NOTCHES):
        raise WrongUse(f"{title} has {len(names)} kinds of cards, and {len(NOTCHES)} can be marked.")
    cells = [kept.get(plain_name(name), "") for _, name, _ in names]
    marks = zip(names, cells, pick_codes(cells), NOTCHES, strict=False)
    cards = [
        LabelledCard(name, cell, code, notches, copies, sign_path(card_sign(game, card)))
        for (card, name, copies), cell, code, notches in marks
    ]
    return LabelledCard(title, kept.get(plain_name(title), "")), cards


def pick_codes(names: Sequence[str]) -> list[str]:
    """Return a code of two cells for each name in braille: the first two of its letters, in their order, that are not
    taken. A name without such letters gets any free code."""
    taken = list[str]()
    letters_of_six_dots = [chr(ord(EMPTY_CELL) + dots) for dots in range(2**6) if _is_letter(dots)]
    free = ["".join(pair) for pair in product(letters_of_six_dots, repeat=2)]
    for name in names:
        letters = [cell for cell in name if _is_letter(ord(cell) - ord(EMPTY_CELL))]
        own = map("".join, combinations(letters, 2))
        taken.append(next(code for code in chain(own, free) if code not in taken))
    return taken


def _is_letter(dots: int) -> bool:
    """Say whether a finger can feel the height of this cell. Signs before letters and tones have no dot in the top row,
    or only dot 4."""
    return bool(dots & 1) or (bool(dots & 8) and dots != 8)
