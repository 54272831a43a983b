"""What boxes have from the hall, on the organiser's page: an update, sent to this page first, and what lets a new box
in."""

from html import escape

from device.hall.hall_frame import shown_name, whole_page
from device.hall.scanned_code import scanned_code
from device.kernel.ids import Language
from device.net.form_writer import FormWriter

UPLOAD = "/update"
"""Where the files of an update are sent to."""


def update_section(forms: FormWriter) -> str:
    """As on the page of a box: its two files, one after the other."""
    label = forms.word("net.file.update")
    chosen = f'<label>{label}<input type="file" name="file" accept=".xz,.sig" required></label>'
    sent = forms.file_form(UPLOAD, chosen, "net.file.go", label)
    return f"<h2>{forms.word('net.hall.update.new')}</h2>{sent}"


def new_table_section(forms: FormWriter) -> str:
    fields = (
        f'<label>{forms.word("net.hall.new-id")}<input name="table" dir="ltr" maxlength="32" autocomplete="off" '
        'autocapitalize="none" pattern="[a-z0-9\\-]+" required></label>'
        f"<label>{forms.word('net.hall.new-title')}"
        '<input name="title" dir="auto" maxlength="32" autocomplete="off"></label>'
    )
    return f"<h2>{forms.word('net.hall.new-table')}</h2>{forms.form('/join', fields, 'net.hall.new-go')}"


def invited_page(forms: FormWriter, language: Language, title: str, path: str, address: str) -> bytes:
    """What a new box needs: to be put on a stick, or carried to it by a phone."""
    word, (place, _, key) = forms.word, address.rpartition("/")
    return whole_page(
        language,
        f"<h1>{shown_name(title)}</h1><p>{word('net.hall.scan')}</p>"
        f"{scanned_code(address, forms.plain('net.hall.scan'))}<p><bdi>{escape(place)}/<wbr>{escape(key)}</bdi></p>"
        f"<p>{word('net.how')}</p><p>{word('net.hall.scan-then', files=forms.plain('net.files'))}</p>"
        f'<p><a href="{path}" download>{word("net.hall.file")}</a></p><p><a href="/">Nightcrier</a></p>',
    )
