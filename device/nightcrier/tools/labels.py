"""Run `nightcrier labels`: labels for the paper cards of a game, in braille, in large print and with notches.

Each game has its labels and their key, as SVG for a printer and as BRF for an embosser."""

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator
from pathlib import Path

from nightcrier.box.library import read_offer
from nightcrier.box.show.plug import Game
from nightcrier.kernel.files import replace_file
from nightcrier.kernel.ids import Language
from nightcrier.tools.command_line import add_games, box_folders, find_name, make_folder, path_named, with_tried
from nightcrier.tools.label_sheets import key_cells, key_pages, label_cells, label_pages
from nightcrier.tools.paper_cards import label_game, plain_name, words_of
from nightcrier.words.catalogue import LANGUAGES, LAST_RESORT, Words

_LEAST_WIDTH, _MOST_WIDTH, _WIDTH = 48, 90, 56


def _width(text: str) -> float:
    if text.isdecimal() and _LEAST_WIDTH <= int(text) <= _MOST_WIDTH:
        return float(text)
    raise ArgumentTypeError(f"a label is {_LEAST_WIDTH} to {_MOST_WIDTH} mm wide")


def add_labels_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--language", metavar="xx", default=LAST_RESORT, help="the language of the names (en)")
    parser.add_argument("--game", metavar="GAME", help="only the cards of this game, as `decks` names it (all games)")
    parser.add_argument("--out", type=path_named, default=Path("labels"), metavar="DIR", help="where to write (labels)")
    told = f"the width of each label, {_LEAST_WIDTH} to {_MOST_WIDTH} ({_WIDTH})"
    parser.add_argument("--width", type=_width, default=float(_WIDTH), metavar="MM", help=told)
    add_games(parser)


def do_labels(arguments: Namespace) -> int:
    language = Language(find_name(arguments.language, LANGUAGES, "language"))
    folders = with_tried(box_folders(), arguments)
    offer = read_offer(folders.scenarios, games_in=folders.games)
    for complaint in offer.complaints:
        print(complaint, file=sys.stderr)
    games = offer.games if arguments.game is None else [find_name(arguments.game, tuple(offer.games), "game")]
    words = words_of(offer, language)
    make_folder(arguments.out)
    for name in games:
        for before in arguments.out.glob(f"{offer.games[name].id}-{language}-*.svg"):
            before.unlink()  # of a run with other labels, which had more pages
        for file, text in _sheets(offer.games[name], words, language, arguments.width):
            replace_file(arguments.out / file, text.encode())
            print(arguments.out / file)
    return 1 if offer.complaints else 0


def _sheets(game: Game, words: Words, language: Language, width: float) -> Iterator[tuple[str, str]]:
    title, cards = label_game(words, language, game)
    if unwritten := [plain_name(card.name) for card in cards if not card.braille]:
        print(f"No braille is kept for {', '.join(unwritten)}: their key has print alone.", file=sys.stderr)
    stem = f"{game.id}-{language}"
    for kind, pages in (("labels", label_pages(cards, width, language)), ("key", key_pages(title, cards, language))):
        yield from ((f"{stem}-{kind}-{number}.svg", page) for number, page in enumerate(pages, 1))
    yield f"{stem}-labels.brf", label_cells(cards, width)
    yield f"{stem}-key.brf", key_cells(title, cards)
