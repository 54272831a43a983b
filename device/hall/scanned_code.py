"""A code on the organiser's page for the camera of a phone: dark squares on a white ground, whatever the page looks
like."""

from device.kernel.markup import Markup, tag

_AROUND = 4
"""Light modules on each side, as the standard asks."""


def scanned_code(text: str, named: str) -> Markup:
    """As a drawing in the page; `named` says what it is to whoever hears the page."""
    from qrcodegen import QrCode  # only where such a page is asked for

    code = QrCode.encode_text(text, QrCode.Ecc.MEDIUM)
    size = code.get_size()
    dark = "".join(
        f"M{x + _AROUND},{y + _AROUND}h1v1h-1z" for y in range(size) for x in range(size) if code.get_module(x, y)
    )
    side = size + 2 * _AROUND
    paths = tag("path", fill="#fff", d=f"M0,0h{side}v{side}h-{side}z") + tag("path", fill="#000", d=dark)
    box = {"viewBox": f"0 0 {side} {side}", "width": "264", "height": "264", "shape_rendering": "crispEdges"}
    return tag("svg", paths, role="img", aria_label=named, **box)
