"""Makes files that are well formed and cost as much as they may: decks, and saved boxes of all that a box holds."""

import hashlib
import io
import json
import random
import sqlite3
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing

from nightcrier.box.memory.score_tables import make_tables
from nightcrier.care.saving import FORMAT, LIST, MOST_FILES
from nightcrier.kernel.folders import share
from nightcrier.kernel.reading import LARGEST_TEXT, LARGEST_TOML, LARGEST_TOML_LIST
from nightcrier.words.catalogue import LANGUAGES

Files = dict[str, bytes]
_LETTERS = {
    "plain": "n",
    "folded": "\ufdfa",  # one letter, eighteen in its widest form
    "stacked": "e\u0323\u0302\u0301",
    "jamo": "\u1112\u1161\u11ab",
    "joined": "\U0001f469\u200d\U0001f680",
    "turning": "a\u05d0\u0660",
}
_GAMES = ("", "growl", "wherewolf")


def costly_deck(chance: random.Random) -> tuple[str, str, bytes]:
    """Return the recipe of a deck, the folder of its game, and its content: one that came with the box, made dear."""
    game = chance.choice(_GAMES)
    body = _body(chance, game)
    sort, letters = chance.choice(list(_LETTERS.items()))
    table = chance.choice(("names", "say", "dotted", "comments", "escapes", "tall"))
    size = int(LARGEST_TOML * chance.choice((0.1, 0.5, 0.97)))
    rows, left = [body], size - len(body.encode()) - 100
    for row in _rows(table, letters):
        left -= len(row.encode()) + 1
        if left < 0:
            break
        rows.append(row)
    names = 'names.en = "A costly deck"' if table == "dotted" else '[names]\nen = "A costly deck"'
    rows.insert(1, f"{names}\n[say]" if table in {"say", "comments", "escapes"} else names)
    return f"{game or 'one-night'} {table} {sort} {size // 1024} KiB", game, "\n".join(rows).encode()


def _body(chance: random.Random, game: str) -> str:
    """Return all of a shipped deck but its names: the more roles, the dearer its checks."""
    shipped = sorted((share("config") / "scenarios" / game).glob("*.toml"))
    rows = chance.choice(shipped).read_text("utf-8").partition("[names]")[0].splitlines()
    text = "\n".join(row for row in rows if not row.startswith("#"))
    return text.replace(", ", ",\n") if chance.random() < 0.3 else text


def _rows(table: str, letters: str) -> Iterator[str]:
    name = (letters * 80)[: 80 // len(letters) * len(letters)]
    for number in range(LARGEST_TOML):
        match table:
            case "dotted":
                yield f'names.x{number} = "{name}"'
            case "comments":
                yield f"# {name * 10}"
            case "escapes":
                yield f'y{number} = "' + "".join(f"\\U{ord(letter):08x}" for letter in name) + '"'
            case "tall":
                yield f'y{number} = """\\\n\\\n{name[:40]}"""'
            case _:
                yield f'y{number} = "{name}"'


def costly_box(chance: random.Random) -> tuple[str, Files]:
    """Return the recipe of a saved box, and its files: one to three dear parts beside plain settings."""
    language = chance.choice(LANGUAGES)
    files: Files = {
        "own/device.toml": b"[screen]\ncontroller = 'none'\n[table]\nwelcome = 'never'\n",
        "state/choices.json": _choices({"game": "one-night", "languages": [language]}),
    }
    recipe = [language]
    for name in chance.sample(sorted(_PARTS), chance.randint(1, 3)):
        size = 10 ** chance.uniform(1, 4)
        more = dict(list(_PARTS[name](chance, int(size), language).items())[: MOST_FILES - len(files)])
        files |= more
        recipe.append(f"{name} {int(size)} ({len(more)} files)")
    return ", ".join(recipe), files


def _long_name(chance: random.Random, number: int) -> str:
    letters = chance.choice(("n", "\ufdfa", "\u00e9", "\U0001f680"))
    return f"{number:05}" + letters * (190 // len(letters.encode()))


def _voices(chance: random.Random, size: int, language: str) -> Files:
    clip = chance.choice(('clips."c%d" = {file = "%d", seconds = 1}\n', '[clips.c%d]\nfile = "%d"\nseconds = 1\n'))
    head = f'language = "{language}"\nname = "n"\nlicence = "n"\ncredit = "n"\nquality = "human"\nperson = "Ann"\n'
    clips = 950 if clip.startswith("[") else 4900
    listed = (head + "".join(clip % (each, each) for each in range(clips))).encode()[:LARGEST_TOML_LIST]
    return {f"state/voices/{language}-{each:05}/pack.toml": listed for each in range(min(size, 300))}


def _broken_voices(chance: random.Random, size: int, language: str) -> Files:
    return {f"state/voices/{language}-{_long_name(chance, each)}.zip": b"PK" for each in range(size)}


def _beds(chance: random.Random, size: int, _: str) -> Files:
    return {f"own/beds/{_long_name(chance, each)}.wav": b"RIFF" for each in range(size)}


def _sheets(chance: random.Random, size: int, _: str) -> Files:
    return {f"state/sheets/{_long_name(chance, each)}.csv": bytes(LARGEST_TEXT) for each in range(min(size, 60))}


def _decks(chance: random.Random, size: int, _: str) -> Files:
    made = [costly_deck(chance) for _ in range(min(size, 24))]
    places = ((each, *made[each % len(made)]) for each in range(min(size, 2000)))
    return {f"own/scenarios/{f'{game}/' if game else ''}a{each:05}.toml": deck for each, _, game, deck in places}


def _settings(chance: random.Random, size: int, _: str) -> Files:
    row = chance.choice(("%s = 1\n", "[%s]\n", "net.%s = 'n'\n"))
    rows = "".join(row % f"key-{each}" for each in range(min(size, 900 if row.startswith("[") else 3000)))
    return {chance.choice(("own/device.toml", "own/hall.toml")): rows.encode()[:LARGEST_TOML]}


def _many_choices(chance: random.Random, size: int, language: str) -> Files:
    roles = ["werewolf", "seer", "robber", "troublemaker", "drunk", "insomniac", "villager", "doppelganger", "tanner"]
    setups = {
        "one-night": {"scenario": "whole-village", "players": 10, "deck": chance.choice(([], roles, roles * 3))},
        "wherewolf": {"scenario": "city-of-thieves", "players": 18},
        "growl": {"scenario": "classic", "players": 10},
    }
    game = chance.choice(list(setups))
    dear = {
        "decks": {game: [setups[game]] * size},
        "not_offered": [_long_name(chance, each) for each in range(size)],
        "played": {game: [f"role-{each}" for each in range(size)]},
        "hints": {f"hint-{each}": 3 for each in range(size)},
        "setups": {f"{game}-{each}": setups[game] for each in range(size)} | setups,
    }
    field = chance.choice(list(dear))
    content = _choices({"game": game, "languages": [language], field: dear[field]})
    return {"state/choices.json": content} if len(content) < 2**18 else _many_choices(chance, size // 2, language)


def _choices(value: object) -> bytes:
    return json.dumps({"version": 100, "choices": value}, ensure_ascii=False).encode()


def _scores(chance: random.Random, size: int, _: str, waiting: bytes = b"") -> Files:
    """The rows of one table are many: up to 900,000 seats of one evening."""
    many = chance.choice(("evening", "seat", "game", "counted"))
    evenings, seats, games = {"evening": (size, 8, 1), "seat": (1, 90 * size, 1), "game": (1, 8, size)}.get(
        many, (3, 8, 8)
    )
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as book:
        make_tables(book)
        book.execute("BEGIN")
        for evening in range(1, evenings + 1):
            book.execute("INSERT INTO evening VALUES (?, 'open', 5)", (evening,))
            seated = ((evening, seat, "N", "plays") for seat in range(1, seats + 1))
            book.executemany("INSERT INTO seat VALUES (?, ?, ?, ?)", seated)
            for game in range(1, games + 1):
                book.execute("INSERT INTO game VALUES (?, ?, 'one-night', 'first-game')", (evening, game))
                won = ((evening, game, seat, 1) for seat in range(1, min(8, seats) + 1))
                book.executemany("INSERT INTO result VALUES (?, ?, ?, ?)", won)
        marks = ((f"{each:016x}", 1, 1, "1 1 1", "1 2 3") for each in range(5 * size if many == "counted" else 9))
        book.executemany("INSERT INTO counted VALUES (?, ?, ?, ?, ?)", marks)
        book.execute("COMMIT")
        return {"state/scores.sqlite": book.serialize(), **({"state/uncounted.json": waiting} if waiting else {})}


def _waiting(chance: random.Random, size: int, language: str) -> Files:
    """Changes that wait for the scores: each is made at the first start, and its evening looked through."""
    change = {"type": "count", "game": "one-night", "scenario": "first-game", "points": [1, 0, 1]}
    changes = [{"change": change, "game": f"{each:x}", "mark": f"w{each:015x}"} for each in range(min(size, 6000))]
    return _scores(chance, min(size, 2000), language, _choices({"changes": changes})[:LARGEST_TEXT])


_PARTS: dict[str, Callable[[random.Random, int, str], Files]] = {
    "voices": _voices,
    "broken voices": _broken_voices,
    "beds": _beds,
    "sheets": _sheets,
    "decks": _decks,
    "settings": _settings,
    "choices": _many_choices,
    "scores": _scores,
    "waiting": _waiting,
}


def zipped(files: Files) -> bytes:
    """Return a saved box of these files."""
    listed = {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
        archive.writestr(LIST, json.dumps({"format": FORMAT, "version": "0", "files": listed}))
    return out.getvalue()
