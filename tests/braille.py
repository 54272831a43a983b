"""Make `assets/braille`, the names of all cards and games in braille: `./run -m tests.braille [TABLES]`.

liblouis does it: `apt install liblouis-bin`. Its tables in Debian 12 lack a letter of Ukrainian, all of Thai and the
kana of six dots; TABLES names the folder of newer ones (3.35 or later; `tables` in a checkout of liblouis). Names that
liblouis itself reads back in another way are printed, for people to look at. The kana of Japanese names are written by
hand, in `assets/braille/kana.toml`."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from nightcrier.box.library import read_offer
from nightcrier.kernel.errors import WrongUse
from nightcrier.kernel.folders import share
from nightcrier.kernel.ids import Language
from nightcrier.tools.command_line import box_folders
from nightcrier.tools.paper_cards import card_names, game_title, plain_name, read_braille, words_of
from nightcrier.words.catalogue import LANGUAGES, LAST_RESORT

TABLES = {
    "en": "en-ueb-g1.ctb",
    "fa": "fa-ir-g1.utb",
    "uk": "uk.utb",
    "it": "it-it-comp6.utb",
    "es": "es-g1.ctb",
    "de": "de-g1.ctb",
    "fr": "fr-bfu-comp6.utb",
    "zh-Hant": "zh-tw.ctb",
    "ja": "ja-rokutenkanji.utb",
    "th": "th-g0.utb",
}
"""The table of liblouis for each language. None shortens words, except the German one for full script."""
ONE_WAY = ("ja", "th", "zh-Hant")
SPELLED = str.maketrans({"\u200c": "", "\u0654": "", "ي": "ی", "ك": "ک"})
"""Signs that Persian braille leaves out, and two Arabic letters that liblouis returns in place of the Persian ones."""
SPELLED_IN = {"es": str.maketrans("ä", "a"), "zh-Hant": str.maketrans("彈", "蛋")}
"""Letters that a table does not know, and a character that it misreads, each with a substitute of the right sound."""
BEFORE_KANA, AFTER_KANA = "\u2820\u2824", "\u2806"
"""The marks that the table puts around a word in kana, among kanji of six dots."""
HEAD = "# Names of cards and games in braille, made by `./run -m tests.braille` with the table {table} of liblouis.\n"


def names_in(language: Language) -> list[str]:
    """Return all names of cards and games. Leaves out a game that keeps its English title in this language, and a
    game in a file that lacks the language."""
    folders = box_folders()
    offer = read_offer(folders.scenarios, games_in=folders.games)
    silent = {game.id for game in offer.in_files.values() if language not in game.shelved.names}
    words, games = words_of(offer, language), [game for game in offer.games.values() if game.id not in silent]
    cards = {plain_name(name) for game in games for _, name, _ in card_names(words, language, game)}
    titles, english = (
        {plain_name(game_title(words, each, game)) for game in games} for each in (language, LAST_RESORT)
    )
    return sorted(cards | (titles if language == LAST_RESORT else titles - english))


def spelled(language: str, name: str, kana: Mapping[str, str]) -> str:
    """Return a name as liblouis should read it: in lower case, since braille needs a sign for a capital."""
    plain = kana.get(name, "") if language == "ja" else name.lower()
    return plain.translate(SPELLED).translate(SPELLED_IN.get(language, {}))


def run_liblouis(words: Sequence[str], rows: Sequence[str]) -> list[str]:
    *options, table = words
    environ = {**os.environ, **({"LOUIS_TABLEPATH": sys.argv[1]} if sys.argv[1:] else {})}
    command, text = ["lou_translate", *options, f"unicode.dis,{table}"], "".join(f"{row}\n" for row in rows)
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True, env=environ)
    return done.stdout.splitlines()


def without_marks(row: str) -> str:
    words = (word.partition(BEFORE_KANA) for word in row.split("\u2800"))
    return "\u2800".join(kana.removesuffix(AFTER_KANA) or plain for plain, _, kana in words)


def written(language: str, rows: Mapping[str, str]) -> dict[str, str]:
    """Return the braille cells of each name. Raises WrongUse for a letter that the table does not know."""
    cells = list(map(without_marks, run_liblouis([TABLES[language]], [*rows.values()])))
    for name, row in zip(rows, cells, strict=True):
        if not row or not all("\u2800" <= cell < "\u2840" for cell in row):
            raise WrongUse(f"{language}: {name} cannot be written: take newer tables, or write its kana.")
    return dict(zip(rows, cells, strict=True))


def misread(language: str, rows: Mapping[str, str], cells: Mapping[str, str]) -> Iterator[str]:
    if language not in ONE_WAY:
        for name, back in zip(rows, run_liblouis(["--backward", TABLES[language]], [*cells.values()]), strict=True):
            if back.translate(SPELLED) != rows[name]:
                yield f"  {name}: {cells[name]} is read back as {back}"


def main() -> None:
    kana = read_braille("kana")
    for language in LANGUAGES:
        rows = {name: spelled(language, name, kana) for name in names_in(language)}
        cells = written(language, rows)
        lines = [f'"{name}" = "{row}"\n' for name, row in cells.items()]
        text = HEAD.format(table=TABLES[language]) + "".join(lines)
        Path(share("assets") / "braille" / f"{language}.toml").write_text(text, "utf-8")
        print("\n".join([f"{language}: {len(rows)} names", *misread(language, rows, cells)]))


if __name__ == "__main__":
    main()
