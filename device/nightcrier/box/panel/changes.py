"""Finds the bytes that change one frame into another frame. The search is quick, and few bytes go over the bus. All
functions are pure.

The changed columns of a page are the set bits of an integer. A patch is a rectangle of pages and columns. A patch costs
its address in addition to its bytes, so it is better to send patches near each other as one."""

from collections.abc import Callable
from functools import cache, reduce
from operator import or_
from typing import TypeAlias

from msgspec import Struct

from nightcrier.kernel.screen import Frame, ScreenFormat

Masks: TypeAlias = tuple[int, ...]


class Patch(Struct, frozen=True):
    """A rectangle of pages and columns, including the first and the last."""

    top: int
    bottom: int
    left: int
    right: int

    @property
    def area(self) -> int:
        return (self.bottom - self.top + 1) * (self.right - self.left + 1)

    def cut(self, frame: Frame, width: int) -> bytes:
        """Return the bytes of the patch, page by page, from a frame of this width."""
        rows = range(self.top, self.bottom + 1)
        return b"".join(frame[page * width + self.left : page * width + self.right + 1] for page in rows)


Patches: TypeAlias = tuple[Patch, ...]


def column_changes(before: Frame, after: Frame, screen: ScreenFormat) -> Masks:
    """Return the columns in which two frames differ, for every page."""
    return tuple(_difference(before, after, page * screen.width, screen.width) for page in range(screen.pages))


def all_columns(screen: ScreenFormat) -> Masks:
    """Return all columns of all pages, for when nobody knows what the glass shows."""
    return ((1 << screen.width) - 1,) * screen.pages


def page_patches(masks: Masks, address: int) -> Patches:
    """Return patches of one page each, for controllers that accept one page at a time."""
    return tuple(
        Patch(page, page, left, right) for page, mask in enumerate(masks) for left, right in _spans(mask, address)
    )


MANY_CHANGES = 200
"""The number of changed columns above which rectangles are not compared. Beyond it, a small processor would take longer
to find the best patches than the bus takes for the bytes they save, about one in twelve."""


def window_patches(masks: Masks, address: int) -> Patches:
    """Return patches of any height, for controllers that accept a window of pages and columns."""
    if sum(mask.bit_count() for mask in masks) < MANY_CHANGES:
        return _best_patches(masks, address)
    pages, columns = [page for page, mask in enumerate(masks) if mask], _union(masks)
    whole = Patch(pages[0], pages[-1], (columns & -columns).bit_length() - 1, columns.bit_length() - 1)
    return min((whole,), page_patches(masks, address), key=lambda patches: patches_cost(patches, address))


def patches_cost(patches: Patches, address: int) -> int:
    """Return the number of bytes that the patches need on the bus, including an address for each."""
    return sum(address + patch.area for patch in patches)


def _best_patches(masks: Masks, address: int) -> Patches:
    @cache
    def best(top: int, bottom: int, left: int, right: int) -> Patches:
        """Return the cheapest patches for this rectangle: one patch, patches split between two pages, or patches split
        at gaps."""
        window = ((1 << (right + 1)) - 1) & ~((1 << left) - 1)
        filled = [page for page in range(top, bottom + 1) if masks[page] & window]
        if not filled:
            return ()
        top, bottom = filled[0], filled[-1]
        parts = _spans(_union(masks[top : bottom + 1]) & window, address // (bottom - top + 1))
        if len(parts) > 1:
            return min((by_gaps(top, bottom, parts), by_pages(top, bottom, left, right)), key=cost)
        whole = Patch(top, bottom, *parts[0])
        if whole.area <= address:
            return (whole,)
        return min(((whole,), by_pages(top, bottom, *parts[0])), key=cost)

    def by_gaps(top: int, bottom: int, parts: list[tuple[int, int]]) -> Patches:
        return tuple(patch for left, right in parts for patch in best(top, bottom, left, right))

    def by_pages(top: int, bottom: int, left: int, right: int) -> Patches:
        cuts = [best(top, page, left, right) + best(page + 1, bottom, left, right) for page in range(top, bottom)]
        return min(cuts, key=cost) if cuts else (Patch(top, bottom, left, right),)

    def cost(patches: Patches) -> int:
        return patches_cost(patches, address)

    return best(0, len(masks) - 1, 0, _union(masks).bit_length() - 1)


Cover: TypeAlias = Callable[[Masks, int], Patches]


def _difference(before: Frame, after: Frame, start: int, width: int) -> int:
    old, new = before[start : start + width], after[start : start + width]
    if old == new:
        return 0
    return sum(1 << column for column in range(width) if old[column] != new[column])


def _union(masks: Masks) -> int:
    return reduce(or_, masks, 0)


def _spans(mask: int, bridge: int) -> list[tuple[int, int]]:
    """Return the runs of set bits. Runs are joined if the gap between them has at most `bridge` columns, because
    sending an address costs more than sending this gap."""
    spans: list[tuple[int, int]] = []
    while mask:
        left = (mask & -mask).bit_length() - 1
        length = (~(mask >> left) & ((mask >> left) + 1)).bit_length() - 1
        right = left + length - 1
        if spans and left - spans[-1][1] - 1 <= bridge:
            spans[-1] = (spans[-1][0], right)
        else:
            spans.append((left, right))
        mask = mask >> (right + 1) << (right + 1)
    return spans
