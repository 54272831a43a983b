"""Reads files in TOML and JSON.

If a file has a wrong form, one sentence names the file, the key, and what is allowed there. A file that is much larger
than needed is not read, because a small computer would take too long."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

import msgspec

from nightcrier.kernel.errors import BadFile, RefusedGame, kind_said, near_word, place_said, told_at_once, wrong_json
from nightcrier.kernel.files import DISK, Files, refusal_reason

_T = TypeVar("_T")
_Hook = Callable[[type[Any], object], object]

MOST_TOLD = 20
"""The maximum number of faults that are reported for one file."""
LARGEST_TEXT = 1024 * 1024
"""The maximum size of a text that is read at once, in bytes."""
LARGEST_TOML = 64 * 1024
"""The maximum size, in bytes, of a file that people write, such as settings or a deck. The longest on a new box has a
tenth."""
LARGEST_TOML_LIST = 640 * 1024
"""The largest size, in bytes, of a TOML file that a program writes, such as the list of a voice with 5000 clips, or all
words of a language."""

_MOST_HEADS, _MOST_DOTS, _LONGEST_LINE, _BYTES_FOR_A_SIGN = 1000, 32, 4096, 16
"""The limits for a TOML parser; no useful file reaches them. The parser keeps up to 1.2 KiB for a part of a key, a
table or a list. A digit costs 120 bytes. A key costs as many steps as its table header has dots, and the square of its
own dots."""

_HEAD = r"(?m)^[ \t]*\["  # not compiled before a text is read: most starts read none
_QUOTES = frozenset("'\"")
_CURLY = frozenset("\u201c\u201d\u201e\u201f\u2018\u201a\u00ab\u00bb")
"""The curly quotes that no word contains. The apostrophe is not in the set, because some languages use it in words."""

_OF_A_VALUE = (
    (r"Expected `int` <= (.+)", "must be a whole number, at most {}"),
    (r"Expected `int` >= (.+)", "must be a whole number, at least {}"),
    (r"Expected `str` of length >= 1", "must not be empty"),
    (r"Expected `str` of length <= (.+)", "must have at most {} characters"),
    (r"Expected `str` matching regex '(?s:.*)", "is written in a way that is not allowed there"),
    (r"Expected `(\w+)`, got `(\w+)`", "must be {}, not {}"),
)


def read_content(path: Path, files: Files = DISK, most: int = LARGEST_TEXT) -> bytes:
    """Return all bytes of a file. Raises BadFile."""
    try:
        content = files.read(path)
    except OSError as refused:
        why = refusal_reason(refused)
        raise BadFile(path, "", f"cannot be read ({why}); put the right file there, or check its rights") from None
    if len(content) > most:
        raise BadFile(path, "", _too_large(most))
    return content


def _too_large(most: int) -> str:
    return f"is larger than {most // 1024} KiB; put the right file there"


def read_tables(path: Path, files: Files = DISK, most: int = LARGEST_TOML) -> dict[str, Any]:
    """Read a TOML file as plain tables. Raises BadFile."""
    return parse_tables(read_content(path, files, most), path, most)


def read_toml(path: Path, kind: type[_T], most: int = LARGEST_TOML) -> _T:
    """Read a TOML file as a value of this kind. Raises BadFile."""
    return check_form(read_tables(path, most=most), kind, path)


def parse_tables(
    content: bytes, file: Path | str, most: int = LARGEST_TOML, costly: Callable[[str], str] | None = None
) -> dict[str, Any]:
    """Parse the text of a TOML file, of at most `most` bytes, as plain tables. `costly` returns the part of a text that
    would cost the parser too much, if the usual check for settings and lists does not apply. Raises BadFile."""
    import tomllib

    if len(content) > most:
        raise BadFile(file, "", _too_large(most))
    try:
        text = content.decode("utf-8-sig")  # with the mark that some editors put before the first letter
        if dear := costly(text) if costly else _costly_part(text, most // _BYTES_FOR_A_SIGN):
            raise BadFile(file, "", dear)
        return tomllib.loads(text)
    except UnicodeDecodeError:
        wrong = "is not UTF-8 text; save it again as UTF-8"
    except (ValueError, RecursionError) as error:
        wrong = _not_toml(text, str(error))
    raise BadFile(file, "", wrong)  # out here, where it does not keep all that the parser made


def _costly_part(text: str, most_signs: int) -> str:
    """Return the part of a TOML text that would cost the parser too much, or an empty text. Text inside strings is
    counted, because only the parser could find strings. A comment is not counted, unless it might end a string."""
    if len(re.findall(_HEAD, text)) > _MOST_HEADS:
        return f"has more than {_MOST_HEADS} lines that begin with [; take some out"
    lines = [line for line in text.split("\n") if line.count(".") > _MOST_DOTS or len(line) > _LONGEST_LINE]
    dear = [line for line in lines if not line.lstrip(" \t").startswith("#") or _QUOTES.intersection(line)]
    if any(line.count(".") > _MOST_DOTS for line in dear):
        return f"has a line with more than {_MOST_DOTS} dots; write it shorter"
    if dear:
        return f"has a line with more than {_LONGEST_LINE} characters; write it shorter"
    if sum(map(text.count, "\n.[{")) >= most_signs:
        return f"has more than {most_signs} lines, dots and brackets; take some out"
    if text.count(",") > most_signs:  # a list of a voice has two for each clip
        return f"has more than {most_signs} commas; take some out"
    return ""


def _not_toml(text: str, error: str) -> str:
    """Return why a text is not TOML, and how to repair it if a word processor has changed it."""
    if text.lstrip().startswith(r"{\rtf"):
        return "is RTF, not plain text; in TextEdit choose Format, Make Plain Text, and save it again"
    line = re.search(r"\(at line (\d+), column \d+\)$", error)  # a key in the text may say the same before it
    there = text.split("\n")[int(line[1]) - 1] if line else text
    mend = '; write straight quotes there, ", and no curly ones' if _CURLY.intersection(there) else ""
    return f"is not TOML: {error}{mend}"


def parse_toml(content: bytes, kind: type[_T], file: Path | str) -> _T:
    """Parse the text of a TOML file as a value of this kind. Raises BadFile."""
    return check_form(parse_tables(content, file), kind, file)


def parse_json(content: bytes | msgspec.Raw, kind: type[_T], file: Path | str) -> _T:
    """Parse the text of a JSON file as a value of this type. Only programs write JSON, so a wrong file is called
    damaged. Raises BadFile."""
    try:
        return msgspec.json.decode(content, type=kind)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        what, _, where = str(error).partition(" - at `$")
        raise BadFile(file, where.strip(".`"), f"is damaged ({what})") from None


def right_fields(
    content: msgspec.Raw, kind: type[msgspec.Struct], file: Path | str
) -> tuple[dict[str, Any], list[BadFile]]:
    """Return the valid fields of a JSON object, and one error for each other field. Raises BadFile if it is no
    object."""
    plain, right, wrong = parse_json(content, dict[str, msgspec.Raw], file), dict[str, Any](), list[BadFile]()
    for field in msgspec.structs.fields(kind):
        if field.encode_name in plain:
            try:
                right[field.name] = parse_json(plain[field.encode_name], field.type, file)
            except BadFile as bad:
                under = bad.key if bad.key.startswith("[") or not bad.key else f".{bad.key}"
                wrong.append(BadFile(file, f"{field.encode_name}{under}", bad.expected))
    return right, wrong


def check_form(plain: object, kind: type[_T], file: Path | str, key: str = "") -> _T:
    """Turn plain tables into a value of this type. `key` is the place of the tables in the file. Raises BadFile with
    the first wrong parts."""
    try:
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        wrong = list[BadFile]()
        for inner, part, kind_of_part in _parts(plain, kind):
            try:
                check_form(part, kind_of_part, file, f"{key}{inner}".strip("."))
            except BadFile as fault:
                wrong += (fault, *fault.others)
            if len(wrong) >= MOST_TOLD:
                break
        raise told_at_once(wrong or [_wording(str(error), plain, kind, file, key)]) from None


def _parts(plain: Any, kind: Any) -> Iterator[tuple[str, object, Any]]:
    """Yield the key, the content and the type of each part of a table or list."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Annotated, Union, UnionType):
        for each in inner:
            yield from _parts(plain, each)
    elif isinstance(plain, list) and origin in (tuple, list):
        kinds = inner if origin is tuple and inner[-1] is not ... else inner[:1] * len(plain)
        yield from ((f"[{place}]", *each) for place, each in enumerate(zip(plain, kinds, strict=False)))
    elif isinstance(plain, dict) and origin in (dict, Mapping):
        for name, value in plain.items():
            yield from ((f".{name}", name, inner[0]), (f".{name}", value, inner[1]))
    elif isinstance(plain, dict) and hasattr(kind, "__struct_fields__"):
        types = {field.encode_name: field.type for field in msgspec.structs.fields(kind)}
        yield from ((f".{name}", plain[name], types[name]) for name in types if name in plain)


def _wording(error: str, plain: Any, kind: Any, file: Path | str, key: str) -> BadFile:
    if found := re.fullmatch(r"Object (missing required|contains unknown) field `((?s:.*))`", error):
        known = [name for each in (kind, *get_args(kind)) for name in getattr(each, "__struct_encode_fields__", ())]
        is_unknown, left = "unknown" in found[1], [name for name in known if name not in plain]
        wrong = unknown_key(found[2], left) if is_unknown else "is missing"
        return BadFile(file, f"{key}.{found[2]}".strip("."), wrong)
    if allowed := allowed_by(info := msgspec.inspect.type_info(kind)):
        near = near_word(plain, map(str, getattr(info, "values", ()))) if isinstance(plain, str) else ""
        return BadFile(file, key, f"must be {allowed}{near}")
    for pattern, words in _OF_A_VALUE:
        if found := re.fullmatch(pattern, error):
            return BadFile(file, key, words.format(*(kind_said(word) for word in found.groups())))
    return BadFile(file, key, error[:1].lower() + error[1:])


def unknown_key(key: str, known: Collection[str]) -> str:
    """Return a sentence about an unknown key, with the known key that was probably meant."""
    return f"is no key that is known here{near_word(key, known) or '; take it out'}"


def allowed_by(info: object) -> str:
    """Return a description for people of the values that a type allows, or an empty text if the type has neither bounds
    nor words."""
    match info:
        case msgspec.inspect.Metadata(extra_json_schema={"description": str(words)}):
            return words
        case msgspec.inspect.LiteralType(values):
            return "one of " + ", ".join(msgspec.json.encode(value).decode() for value in values)
        case msgspec.inspect.IntType(ge=int(low), le=int(high)):
            return f"a whole number from {low} to {high}"
        case msgspec.inspect.UnionType((one, msgspec.inspect.NoneType())):
            return allowed_by(one)
    return ""


def file_inside(folder: Path, name: str) -> Path | None:
    """Return the file of this name in a folder, or None if it does not exist or the name leads out of the folder."""
    named = Path(name)
    if named.is_absolute() or ".." in named.parts or "\0" in name:
        return None
    file = folder / named
    try:
        return file if file.is_file() else None
    except OSError:  # a name too long for any disk
        return None


def read_entries(path: Path, key: str, plain: object, kind: type[_T], report: Callable[[str], None]) -> dict[str, _T]:
    """Read a table with many entries of one type. A broken entry is reported and left out; the others are returned."""
    good: dict[str, _T] = {}
    for name, entry in check_form(plain, dict[str, Any], path, key).items():
        try:
            good[name] = check_form(entry, kind, path, f"{key}.{name}")
        except BadFile as error:
            report(str(error))
    return good


def read_written(content: bytes | msgspec.Raw, kind: type[_T], hook: _Hook | None = None) -> _T:
    """Decode a game that people wrote down. Raises RefusedGame with the wrong place and what is expected there."""
    try:
        return msgspec.json.decode(content, type=kind, dec_hook=hook)
    except (msgspec.DecodeError, RecursionError) as error:
        path, sentence = wrong_json(str(error))
        raise RefusedGame(sentence, place=place_said(re.sub(r"^(round|night)s\[", r"\1[", path))) from error
