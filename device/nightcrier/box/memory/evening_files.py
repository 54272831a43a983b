"""Saves the scores, in one file for each evening. The copy in memory is authoritative; it is written as soon as the
disk accepts it. A file is replaced as a whole, so a power cut leaves either the old evening or the new one.

A file that is damaged, or has content that no box writes, is set aside. Only that evening is lost."""

import re
from bisect import insort
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from nightcrier.box.memory.evening import MOST_GAMES, Counts, Evening, KeptGame
from nightcrier.box.memory.evening_changes import forget_names
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.files import (
    Files,
    NotKept,
    refusal_reason,
    remove_safely,
    stage_among,
    sweep_folder,
    wipe_safely,
    write_atomically,
)
from nightcrier.kernel.folders import OLD_JOURNAL, OLD_NOTES, OLD_SCORES
from nightcrier.kernel.people import MOST_LETTERS, MOST_PEOPLE, UNKNOWN_EVENING, EveningPerson
from nightcrier.kernel.reading import parse_json, read_content
from nightcrier.kernel.state_file import LeftAlone, StateFile

MOST_EVENINGS = 10_000
"""The most evenings that are saved: more than a lifetime of weekly evenings. Beyond that, the oldest is removed."""
_AT_ONCE = 50
"""The most files that are written or removed at one time, because the box waits a moment for each."""
RECENT = 30
"""The number of latest evenings whose names are offered again. Reading all evenings would take longer with each one."""
_LIVE = 3
"""The number of latest evenings whose games stay in memory. A verdict may be taken back after an evening has ended."""
_FORGETTING = "forgetting.json"
"""The file with the names that are being erased. If the power fails meanwhile, the next start erases the rest. The file
is not in the folder, which does not exist until the scores of an older box are converted."""
_VERSION = 100
_NAME, _NUMBERED = "{:06d}.json", re.compile(r"(\d{6})\.json")
_MOST_BYTES = 4 * 2**20
_HIGHEST = 1_000_000
_CONTROL = re.compile(r"[\x00-\x1f]")


class _Kept(Struct, frozen=True):
    """The frame around a saved evening. It has the same form in every version."""

    version: int
    evening: msgspec.Raw


class _Named(Struct, frozen=True):
    """The part of a saved evening that names its people."""

    people: tuple[EveningPerson, ...]


def evening_file(folder: Path, number: int) -> Path:
    return folder / _NAME.format(number)


def content_of(evening: Evening) -> bytes:
    return msgspec.json.encode(_Kept(_VERSION, msgspec.Raw(msgspec.json.encode(evening)))) + b"\n"


def evening_in(content: bytes, path: Path) -> Evening:
    """Return the evening in the content of a file. Raises BadFile if a value is out of bounds or the number leaves no
    room for many more evenings. Raises LeftAlone if a newer Nightcrier wrote the file."""
    kept = parse_json(content, _Kept, path)
    if kept.version > _VERSION:
        raise LeftAlone(path, "", "is from a newer Nightcrier; it is left alone, update this one to use it")
    evening = parse_json(kept.evening, Evening, path)
    numbered = _NUMBERED.fullmatch(path.name)
    if not is_sensible(evening) or evening.number > _HIGHEST // 2 or (numbered and int(numbered[1]) != evening.number):
        raise BadFile(path, "", "is damaged (it holds what is no score)")
    return evening


def is_sensible(evening: Evening) -> bool:
    """Say whether all values are within bounds. The bounds are far above those of any real evening."""
    return (
        1 <= evening.number < _HIGHEST
        and 0 <= evening.target <= _HIGHEST
        and _are_people(evening.people)
        and len(evening.games) <= MOST_GAMES
        and all(_is_game(kept, len(evening.people)) for kept in evening.games)
    )


def _are_people(people: Sequence[EveningPerson]) -> bool:
    return len(people) <= MOST_PEOPLE and all(_is_text(person.name, 4 * MOST_LETTERS) for person in people)


def _is_game(kept: KeptGame, people: int) -> bool:
    result = kept.result
    return (
        1 <= result.number <= _HIGHEST
        and all(_is_text(text, 255) for text in (result.game, result.scenario, result.id))
        and all(0 <= points <= _HIGHEST for points in (*result.points.values(), *kept.judged))
        and all(1 <= person <= people for person in result.points)
        and all(0 <= person <= people for person in kept.seats)
        and len(kept.seats) <= MOST_PEOPLE
        and (len(kept.judged) == len(kept.seats) or (not kept.judged and kept.counts is not Counts.YES))
    )


def _is_text(text: str, most: int) -> bool:
    return len(text) <= most and not _CONTROL.search(text)


def numbers_in(files: Files, folder: Path) -> list[int]:
    """Return the numbers of the evenings in a folder, oldest first. Raises OSError."""
    names = files.list_names(folder) if files.exists(folder) else []
    return sorted(int(found[1]) for name in names if (found := _NUMBERED.fullmatch(name)))


def all_evenings(files: Files, folder: Path, report: Callable[[BadFile], object]) -> Iterator[Evening]:
    """Yield all evenings, oldest first, and change no file. Report and leave out any that cannot be read."""
    try:
        if _is_old(files, folder):
            yield from _old_evenings(folder.with_name(OLD_SCORES))
        for path in (evening_file(folder, number) for number in numbers_in(files, folder)):
            try:
                yield evening_in(read_content(path, files, _MOST_BYTES), path)
            except BadFile as wrong:
                report(wrong)
    except BadFile as wrong:
        report(wrong)
    except OSError as refused:
        report(BadFile(folder, "", f"cannot be read ({refusal_reason(refused)})"))


def _is_old(files: Files, folder: Path) -> bool:
    return files.exists(folder.with_name(OLD_SCORES)) and not files.exists(folder)


def _old_evenings(path: Path) -> list[Evening]:
    """Return the evenings in a database, each checked like one from a file. Raises BadFile."""
    from nightcrier.box.memory.old_scores import old_evenings  # most boxes never need the library of databases

    return [evening_in(content_of(evening), path) for evening in old_evenings(path)]


def take_over_scores(files: Files, folder: Path) -> list[BadFile]:
    """Convert an old database into files, all or none, and return the faults. The database stays, so that the box can
    go back to its earlier Nightcrier. A damaged database is set aside."""
    old, fresh = folder.with_name(OLD_SCORES), folder.with_name(f"{folder.name}.new")
    try:
        _write_anew(files, fresh, _old_evenings(old)[-MOST_EVENINGS:])
        files.rename(fresh, folder)
        files.sync(folder.parent)
    except BadFile as wrong:
        state = StateFile(files, old)
        state.keep_aside(wrong.key, wrong.expected)
        return state.faults
    except OSError as refused:
        why = f"cannot be taken over ({refusal_reason(refused)}); scores are kept only until the box is switched off"
        return [LeftAlone(old, "", why)]
    why = "holds what an older Nightcrier could not add to its scores; it is not counted"
    return [BadFile(noted, "", why)] if files.exists(noted := folder.with_name(OLD_NOTES)) else []


def _write_anew(files: Files, folder: Path, evenings: Sequence[Evening]) -> None:
    """Write evenings into a folder. First remove what an earlier conversion left there when the power failed."""
    files.make_folder(folder)
    for name in files.list_names(folder):
        files.remove(folder / name)
    for evening in evenings:
        path = evening_file(folder, evening.number)
        files.write(path, content_of(evening))
        files.sync(path)
    files.sync(folder)


class Evenings:
    """The evenings of a box. The next new evening gets the `next_number`. If the folder cannot be read, it is `locked`,
    and scores stay in memory until the box is switched off. `faults` are the faults not reported yet."""

    def __init__(self, files: Files, folder: Path) -> None:
        self._files, self._folder = files, folder
        self.faults = take_over_scores(files, folder) if _is_old(files, folder) else []
        self._known, self._names, self._unkept = dict[int, Evening](), dict[int, tuple[str, ...]](), set[int]()
        self._note, self._noted = folder.with_name(_FORGETTING), tuple[str, ...]()
        self._wipes = self._unread = False
        self._numbers = self._list_numbers()
        self.locked = any(isinstance(fault, LeftAlone) for fault in self.faults)
        self.next_number = max(self._numbers, default=0) + 1
        sweep_folder(files, folder, set(map(_NAME.format, (*self._numbers, self.next_number))))
        for number in reversed(self._numbers[-RECENT:]):
            if len(self._known) == _LIVE or not self._load(number):
                self._learn_names(number)
        self._go_on_forgetting()

    def _list_numbers(self) -> list[int]:
        try:
            return numbers_in(self._files, self._folder)
        except OSError as refused:
            why = f"cannot be read ({refusal_reason(refused)}); the box starts without it and leaves it alone"
            self.faults.append(LeftAlone(self._folder, "", why))
            return []

    def latest(self) -> Evening | None:
        """Return the latest evening, which new games continue, or None if there is none."""
        return self._known[max(self._known)] if self._known else None

    def by_number(self, number: int) -> Evening | None:
        """Return the evening with this number, even if it is long over."""
        if number in self._numbers and number not in self._known:
            self._load(number)
        return self._known.get(number)

    def with_game(self, mark: str) -> Evening | None:
        """Return the latest evening in memory that contains the game with this mark."""
        return next((each for _, each in sorted(self._known.items(), reverse=True) if each.has_judged(mark)), None)

    def told_number(self, evening: Evening) -> int:
        """Return the number by which others know an evening. While the folder is locked, the number is unknown."""
        return UNKNOWN_EVENING if self.locked else evening.number

    def put(self, evening: Evening) -> None:
        """Store an evening in memory. It is written to the disk later."""
        if self._known.get(evening.number) != evening:
            self._known[evening.number], self._names[evening.number] = evening, evening.names
            self._unkept.add(evening.number)
            if evening.number not in self._numbers:
                insort(self._numbers, evening.number)
            self.next_number = max(self.next_number, evening.number + 1)

    def past_names(self, most: int) -> tuple[str, ...]:
        """Return the names of people who recently played at this box, those of the newest evening first."""
        recent = sorted((number for number in self._names if number >= self.next_number - RECENT), reverse=True)
        names = (name for number in recent for name in self._names[number] if name)
        return tuple(dict.fromkeys(names))[:most]

    def forget(self, *names: str) -> None:
        """Erase these names, and all names that look like them, in every evening."""
        self._noted, self._wipes = (*self._noted, *names), True
        write_atomically(self._files, self._note, msgspec.json.encode(self._noted))
        for number in tuple(self._numbers):
            if evening := self.by_number(number):
                self.put(forget_names(evening, names))
            self._drop(number)

    @property
    def has_work(self) -> bool:
        """True if something still has to be written."""
        return not self.locked and bool(self._unkept or self._wipes)

    def keep(self) -> NotKept | None:
        """Write some of the evenings that are not on the disk yet. Return the refusal if the disk refuses."""
        if self.locked:
            return None
        if some := sorted(self._unkept)[:_AT_ONCE]:
            try:
                self._files.make_folder(self._folder)
                for number in some:
                    with stage_among(evening_file(self._folder, number), self._files) as fresh:
                        self._files.write(fresh, content_of(self._known[number]))
                self._files.sync(self._folder)
            except OSError as refused:
                return NotKept(self._folder, refused)
            self._unkept.difference_update(some)
        return self._tidy()

    def _tidy(self) -> NotKept | None:
        """Remove the oldest evenings if there are too many, and files that may still contain an erased name."""
        gone = self._numbers[:-MOST_EVENINGS][:_AT_ONCE]
        refused = [remove_safely(self._files, evening_file(self._folder, number)) for number in gone]
        del self._numbers[: len(gone)]
        for number in tuple(self._known):
            self._drop(number)
        if self._wipes and not self._unkept:
            beside = map(self._folder.with_name, (OLD_SCORES, OLD_JOURNAL, OLD_NOTES))
            refused += [wipe_safely(self._files, path) for path in beside if self._files.exists(path)]
            if not any(refused) and not self._unread:
                refused.append(wipe_safely(self._files, self._note))
                self._noted = ()
            self._wipes = any(refused)
        return next(filter(None, refused), None)

    def _drop(self, number: int) -> None:
        """Remove an evening that is long over from memory, once it is on the disk."""
        if number not in {*self._unkept, *self._numbers[-_LIVE:]}:
            self._known.pop(number, None)

    def _load(self, number: int) -> bool:
        """Read an evening into memory. A damaged file is set aside; one from a newer Nightcrier is left alone."""
        file = StateFile(self._files, evening_file(self._folder, number))
        content = file.read()
        try:
            if content is not None and file.accept_version(parse_json(content, _Kept, file.path).version, _VERSION):
                self._known[number] = evening_in(content, file.path)
                self._names[number] = self._known[number].names
        except BadFile as wrong:
            file.keep_aside(wrong.key, wrong.expected)
        self.faults += file.faults
        self._unread |= file.locked
        return number in self._known

    def _learn_names(self, number: int) -> None:
        """Read only the names of the people in an evening, because it may have very many games."""
        path = evening_file(self._folder, number)
        try:
            kept = parse_json(read_content(path, self._files, _MOST_BYTES), _Kept, path)
            people = parse_json(kept.evening, _Named, path).people
        except BadFile:
            return
        if kept.version == _VERSION and _are_people(people):
            self._names[number] = tuple(person.name for person in people)

    def _go_on_forgetting(self) -> None:
        if self._files.exists(self._note):
            try:
                self.forget(*parse_json(read_content(self._note, self._files), tuple[str, ...], self._note))
            except BadFile as wrong:
                self.faults.append(wrong)
