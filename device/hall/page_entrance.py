"""The page before the organiser's: where the password is typed."""

from device.hall.hall_frame import hall_page
from device.kernel.ids import Language
from device.kernel.markup import NO_MARKUP, Markup, tag
from device.net.form_writer import FormWriter


def entrance_page(forms: FormWriter, language: Language, wrong: str = "") -> Markup:
    """`wrong` is the word for what was wrong with the last one."""
    told = forms.alert(forms.word(wrong)) if wrong else NO_MARKUP
    kinds = {"type": "password", "autocomplete": "current-password"}
    field = forms.entrance("net.hall.password", "password", 200, **kinds)
    return hall_page(language, tag("h1", "Nightcrier"), told, field)
