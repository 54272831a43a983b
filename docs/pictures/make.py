"""Makes the pictures of README.md and the docs again: `.venv-run/bin/python docs/pictures/make.py`.

Rehearses the scripts beside this file and keeps the screens named below, each dot enlarged. What a rehearsal does not
come to is put there by moments.py; what a computer shows is drawn by drawn.py, the film by film.py. The wiring is
drawn by hand."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from PIL import Image

HERE = Path(__file__).parent
TOP = HERE.parents[1]
SCALE = 3
COLUMNS, GAP = 5, 2

EVENING = {
    "home": ("home", "♟♟♟♟♟", 0),
    "players": ("menu", "Players", 2),
    "deck": ("deck", "Werewolf 2", 0),
    "calls": ("deck", "Calls in the night", 0),
    "roles": ("menu", "add 1", 0),
    "night": ("night", "Seer", 4),
    "pause": ("pause", "Paused", 0),
    "question": ("question", "End this game?", 0),
    "day": ("day", "3:29", 0),
    "vote": ("vote", "Vote", 0),
    "result": ("ask", "Keep the result?", 0),
    "died": ("ask", "Who died? Seat 1", 0),
    "wolves": ("ask", "Who has a wolf card?", 0),
    "dead": ("verdict", "Dead", 0),
    "reason": ("verdict", "The village", 0),
    "winners": ("verdict", "Winners", 0),
    "scores": ("scores", "Points", 0),
    "advice": ("advice", "Lay", 0),
    "no-sound": ("fault", "No sound", 0),
}
"""Picture: the page it shows, words that stand on it (after `=` all of them), and how many such screens are passed."""

WITHOUT_KEY_OF_BACK = {
    "turn": ("deal", "Hold the dial", 0),
    "own": ("secret", "Find the other wolves", 0),
    "looked": ("deal", "Has looked", 0),
    "call": ("night", "Seer Turn to choose", 0),
    "choice": ("secret", "=Seat 1", 0),
    "seen": ("secret", "Seat 1: Werewolf", 0),
    "taken": ("secret", "Yours: Seer", 0),
    "trail": ("verdict", "Werewolf: 1", 0),
}
"""`secret` is what one seat alone sees."""

WHEREWOLF_LED = {
    "proposed": ("secret", "Roles in play", 0),
    "stack": ("secret", "2 Seer", 0),
    "shut": ("secret", "Night 1.", 0),
    "whom": ("secret", "Seer \u00b7 2: whom?", 0),
    "answer": ("secret", "YES: nod", 0),
    "eyes": ("secret", "Who opened their eyes?", 0),
    "touch": ("secret", "Touch 2", 0),
    "sheet": ("secret", "1 Pack Wolf dark", 0),
}
WHEREWOLF_DAY = {
    "hands": ("secret", "Seat 4: hands? 4", 0),
    "accused": ("vote", "Accused: 1, 4", 0),
    "speaks": ("vote", "Seat 1 speaks", 0),
    "burns": ("vote", "4 burns", 0),
}
WHEREWOLF_DEALT = {
    "turn": ("deal", "Hold the dial", 0),
    "own": ("secret", "You are: Seer", 0),
    "dusk": ("night", "Seat 2 Turn, then press", 0),
    "choice": ("secret", "=8", 0),
    "answer": ("secret", "8: dark aura", 0),
    "dawn": ("secret", "Nothing happened", 0),
    "done": ("night", "Seat 1 Has read", 0),
    "ballot": ("secret", "No more", 0),
}

PEOPLE = {
    "person": ("menu", "Fox Plays", 0),
    "names": ("menu", "Fox undo", 0),
    "spell": ("spell", "r No|", 0),
    "points": ("ask", "Fox points at", 0),
    "who": ("who", "Who else plays?", 0),
}
GROWL = {
    "turn": ("ask", "Karten · Nacht 1", 0),
    "card": ("ask", "Insomnia", 0),
    "effect": ("tell", "Insomnia", 0),
    "passing": ("night", "Zwei Karten", 0),
}

_KEY_OF_BACK = {"en": "cards", "fa": "کارت‌ها", "uk": "картки", "it": "mazzo", "es": "mazo"}
_KEY_OF_BACK |= {"de": "Karten", "fr": "cartes", "zh": "牌組", "ja": "構成", "th": "การ์ด"}
LANGUAGES = {code: ("home", word, 0) for code, word in _KEY_OF_BACK.items()}

SHEETS = {
    "languages": ("languages.txt", LANGUAGES, COLUMNS),
    "people": ("people.txt", PEOPLE, 3),
    "growl": ("growl.txt", GROWL, 4),
    "without-cards": ("without-cards.txt", WITHOUT_KEY_OF_BACK, 4),
    "wherewolf-night": ("wherewolf-led.txt", WHEREWOLF_LED, 4),
    "wherewolf-day": ("wherewolf-led.txt", WHEREWOLF_DAY, 4),
    "wherewolf-dealt": ("wherewolf-dealt.txt", WHEREWOLF_DEALT, 4),
}
"""Several screens of a script in one picture, in so many columns."""

Screen = Mapping[str, Any]
Wanted = Mapping[str, tuple[str, str, int]]


def main() -> None:
    for name, frame in rehearsed("evening.txt", EVENING).items():
        enlarge(frame, SCALE).save(HERE / f"{name}.png", optimize=True)
    for name, (script, wanted, columns) in SHEETS.items():
        sheet(name, script, wanted, columns)
    sys.path.insert(0, str(TOP))
    from docs.pictures.drawn import DRAWINGS
    from docs.pictures.film import film
    from docs.pictures.moments import MOMENTS

    for name, made in MOMENTS.items():
        (HERE / f"{name}.png").write_bytes(made())
    for name, drawn in DRAWINGS.items():
        (HERE / f"{name}.svg").write_text(drawn(), "utf-8")
    with tempfile.TemporaryDirectory() as folder:
        film(rehearsal(HERE / "night.txt", Path(folder)), Path(folder), HERE / "first-night.gif")


def sheet(name: str, script: str, wanted: Wanted, columns: int) -> None:
    """These screens of a script beside each other."""
    frames = tuple(rehearsed(script, wanted).values())
    enlarge(side_by_side(frames, columns), SCALE - 1).save(HERE / f"{name}.png", optimize=True)


def rehearsed(script: str, wanted: Wanted) -> dict[str, Image.Image]:
    with tempfile.TemporaryDirectory() as folder:
        return {name: Image.open(file).copy() for name, file in pictures(HERE / script, wanted, Path(folder))}


def rehearsal(script: Path, folder: Path) -> list[Screen]:
    """Rehearse into this folder, and return the record."""
    words = ("rehearse", script, "--out", folder, "--seed", "1", "--secrets")
    rehearse = (sys.executable, "-P", "-m", "nightcrier", *words)
    subprocess.run(rehearse, check=True, env={"PYTHONPATH": str(TOP / "device")})  # noqa: S603 - our own words
    return [json.loads(row) for row in (folder / "log.jsonl").read_text("utf-8").splitlines()]


def pictures(script: Path, wanted: Wanted, folder: Path) -> Iterator[tuple[str, Path]]:
    """Find each picture among the screens of a rehearsal."""
    screens = [screen for screen in rehearsal(script, folder) if "frame" in screen]
    for name, (page, words, passed_over) in wanted.items():
        there = (screen for screen in screens if screen.get("page", "secret") == page)
        fitting = [screen for screen in there if stands(words, " ".join(screen["lines"]))]
        if len(fitting) <= passed_over:
            sys.exit(f"{script.name} never shows '{words}' on the page {page}: mend the script, or make.py.")
        yield name, folder / fitting[passed_over]["frame"]


def stands(words: str, shown: str) -> bool:
    """Whether these words stand there."""
    return words[1:] == shown if words.startswith("=") else words in shown


def side_by_side(frames: tuple[Image.Image, ...], columns: int) -> Image.Image:
    width, height = (edge + GAP for edge in frames[0].size)
    sheet = Image.new("1", (columns * width - GAP, -(-len(frames) // columns) * height - GAP), 1)
    for number, frame in enumerate(frames):
        row, column = divmod(number, columns)
        sheet.paste(frame, (column * width, row * height))
    return sheet


def enlarge(frame: Image.Image, scale: int) -> Image.Image:
    return frame.resize((frame.width * scale, frame.height * scale), Image.Resampling.NEAREST)


if __name__ == "__main__":
    main()
