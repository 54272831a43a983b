"""Limits what a stranger's file may cost the box in time and memory, and which ids and texts it may contain."""

import re
import unicodedata

SUFFIX = ".game.toml"
"""The ending of the name of a file that contains a game."""
LARGEST_GAME = 256 * 1024
"""The maximum size of a game's file, in bytes."""
LONGEST_ID = 32
_MOST_HEADS, _MOST_DOTS, _MOST_SIGNS, _MOST_MARKS = 1000, 100, 30_000, 3
"""The maximum numbers of headings, dots, signs and quotation marks in a file. The parser keeps up to 1.2 KiB for each
key, part of a key and table, so `_MOST_SIGNS` bounds its memory. No file within the other bounds needs so many."""
_SEEN_FORMAT_SIGNS = "\u200b\u200c\u200d"

# No pattern is compiled before a game is read: most starts read none.
_HEAD = r"(?m)^[ \t]*\["
_UNREAD = (
    r'(?s)"""(?:[^"\\]++|\\.|"{1,2}+(?!"))*+(?:"{3,5}+|\\?\Z)'
    r"|'''(?:[^']++|'{1,2}+(?!'))*+(?:'{3,5}+|\Z)"
    r'|"(?:[^"\\\n]++|\\.)*+"?'
    r"|'[^'\n]*+'?"
    r"|\#[^\n]*+"
)
"""A pattern for strings and comments, whose dots and brackets cost the parser nothing. It matches wherever one of them
begins, so that a single pass finds the ends of all."""
_LONG_KEY = r"\.(?:[ \t]*+[\w-]*+[ \t]*+\.){8}"
_ID = r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*"
_FILE_ID = r"[a-z0-9]+(?:-[a-z0-9]+)*"


def costly_part(text: str) -> str:
    """Return the name of the part of a file that would cost the parser too much, or an empty text if there is none."""
    if len(re.findall(_HEAD, text)) > _MOST_HEADS:
        return f"has more than {_MOST_HEADS} lines that begin with [; take some out"
    if any(line.count(".") > _MOST_DOTS for line in text.split("\n")):
        return f"has a line with more than {_MOST_DOTS} dots; write it shorter"
    bare = re.sub(_UNREAD, lambda found: "" if found[0].startswith("#") else "_", text)
    if re.search(_LONG_KEY, bare):
        return "has a key or a table head with more than 8 dots; write it shorter"
    if sum(map(bare.count, ".=[{")) > _MOST_SIGNS:
        return f"has more than {_MOST_SIGNS} keys, dots and brackets; take some out"
    return ""


def is_id(name: object, *, of_file: bool = False) -> bool:
    """Say whether this is a valid id. An id that is the name of a file may begin with a digit."""
    pattern = _FILE_ID if of_file else _ID
    return isinstance(name, str) and len(name) <= LONGEST_ID and re.fullmatch(pattern, name) is not None


def text_fault(text: object, most: int) -> str:
    """Return what is wrong with a text that people read or hear, or an empty text if it is fine."""
    if not isinstance(text, str):
        return "must be a text in quotes"
    if len(text) > most:
        return f"must have at most {most} letters"
    if not text.strip(" \u00a0\u3000" + _SEEN_FORMAT_SIGNS):
        return "must not be empty"
    if all(unicodedata.category(letter)[0] not in "CMZ" or letter == " " for letter in {*text}):
        return ""  # as nearly all are: this is most of reading a file
    marks = 0
    for letter in text:
        kind = unicodedata.category(letter)
        if letter not in _SEEN_FORMAT_SIGNS and (kind[0] == "C" or kind in {"Zl", "Zp"}):
            return f"must have no letter that nobody can see (U+{ord(letter):04X})"
        marks = marks + 1 if kind[0] == "M" else marks if kind == "Cf" else 0
        if marks > _MOST_MARKS:
            return f"must have at most {_MOST_MARKS} marks on one letter"
    return ""
