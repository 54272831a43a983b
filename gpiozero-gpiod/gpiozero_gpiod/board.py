"""Describes to gpiozero a board that is no Raspberry Pi: one header with all lines of the chip."""

import gpiod
from gpiozero.pins import BoardInfo, HeaderInfo, PinInfo

NOT_THERE = ("memory", "usb", "usb3", "ethernet", "eth_speed", "wifi", "bluetooth", "csi", "dsi")
"""What gpiozero counts on a board, which is unknown for this one."""


def chip_board(chip: gpiod.Chip) -> BoardInfo:
    """Return a description of the chip. Line 17 is `17`, `GPIO17` and `BCM17`; a name that the chip itself gives takes
    precedence."""
    info = chip.get_info()
    lines = [chip.get_line_info(offset) for offset in range(info.num_lines)]
    names = {line.name: line.offset for line in reversed(lines) if line.name}
    pins = {offset: _pin(offset, names) for offset in range(info.num_lines)}
    header = HeaderInfo(name=info.name, rows=info.num_lines, columns=1, pins=pins)
    known = {"revision": "0000", "model": info.label, "pcb_revision": "1.0", "headers": {info.name: header}}
    return BoardInfo(**{**dict.fromkeys(BoardInfo._fields, ""), **dict.fromkeys(NOT_THERE, 0), **known})


def _pin(offset: int, names: dict[str, int]) -> PinInfo:
    own = {name for name, line in names.items() if line == offset}
    by_number = {name for name in (f"GPIO{offset}", f"BCM{offset}", str(offset)) if name not in names}
    return PinInfo(
        number=offset,
        name=f"GPIO{offset}",
        names=frozenset({offset, *own, *by_number}),
        pull="",
        row=offset + 1,
        col=1,
        interfaces=frozenset({"gpio"}),
    )
