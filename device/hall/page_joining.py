"""Writes the parts of the organiser's page for boxes: an update, sent to this page first, and what lets a new box
in."""

from device.hall.hall_frame import HallForms, name_markup
from device.kernel.markup import Markup, tag
from device.net.form_writer import FormWriter, file_field

UPLOAD = "/update"
"""The path to which the files of an update are sent."""
_AROUND = 4
"""Light modules on each side, as the standard asks."""


def update_section(forms: FormWriter) -> Markup:
    """Write the form for the two files of an update, one after the other, as on the page of a box."""
    label = forms.word("net.file.update")
    sent = forms.file_form(UPLOAD, file_field(label, ".xz,.sig"), "net.file.go", label)
    return tag("h2", forms.word("net.hall.update.new")) + sent


def new_table_section(forms: FormWriter) -> Markup:
    kinds = {"autocomplete": "off", "autocapitalize": "none", "pattern": "[a-z0-9\\-]+"}
    table = tag("input", name="table", dir="ltr", maxlength=32, **kinds, required=True)
    title = tag("input", name="title", dir="auto", maxlength=32, autocomplete="off")
    fields = tag("label", forms.word("net.hall.new-id"), table) + tag("label", forms.word("net.hall.new-title"), title)
    return tag("h2", forms.word("net.hall.new-table")) + forms.form("/join", fields, "net.hall.new-go")


def invitation_page(forms: HallForms, title: str, path: str, address: str) -> Markup:
    """Write the page with the settings of a new box: for a stick, or for a phone that carries them to it."""
    word, (place, _, key) = forms.word, address.rpartition("/")
    return forms.page(
        tag("h1", name_markup(title)),
        tag("p", word("net.hall.scan")),
        code_square(address, word("net.hall.scan")),
        tag("p", tag("bdi", f"{place}/", tag("wbr"), key)),
        tag("p", word("net.how")),
        tag("p", word("net.hall.scan-then", files=word("net.files"))),
        tag("p", tag("a", word("net.hall.file"), href=path, download=True)),
        tag("p", tag("a", "Nightcrier", href="/")),
    )


def code_square(text: str, named: str) -> Markup:
    """Draw a QR code as part of the page; `named` says what it is to somebody who hears the page."""
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
