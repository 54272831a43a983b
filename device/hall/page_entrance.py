"""The page before the organiser's: where the password is typed."""

from device.hall.hall_frame import whole_page
from device.kernel.ids import Language
from device.net.form_writer import FormWriter


def entrance_page(forms: FormWriter, language: Language, wrong: str = "") -> bytes:
    """`wrong` is the word for what was wrong with the last one."""
    word = forms.word
    told = forms.alert(word(wrong)) if wrong else ""
    return whole_page(
        language,
        f'<h1>Nightcrier</h1>{told}<form method="post" action="/enter">'
        f'<label>{word("net.hall.password")}<input name="password" type="password" autocomplete="current-password" '
        'maxlength="200" required dir="ltr"></label>'
        f'<label class="row"><input type="checkbox" name="keep" value="yes">{word("net.keep")}</label>'
        f"<button>{word('net.enter')}</button></form>",
    )
