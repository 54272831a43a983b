"""French, as it is spoken: only some words are bound to the next one, and some sounds are not those of espeak-ng."""

import pytest

from nightcrier_studio.engines import kokoro_signs
from nightcrier_studio.engines.kokoro_signs import signs


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Les cartes aussi ont deux artefacts", "Les cartes - aussi ont deux artefacts"),
        ("Les loups-garous ouvrent les yeux et", "Les loups-garous - ouvrent les yeux et"),
        ("Les yeux ouverts ou fermés et les yeux et la", "Les yeux ouverts - ou fermés - et les yeux - et la"),
        ("Ils ont un humain ou un artefact", "Ils ont un humain - ou un artefact"),
        ("C’est à chacun à l'heure qu'un autre", "C’est à chacun - à l'heure qu'un autre"),
        ("Donnez-en une prenez-les ensuite", "Donnez-en une prenez-les - ensuite"),
        ("Préparez-vous à vous ajouter un appel", "Préparez-vous - à vous ajouter - un appel"),
        ("Trois autres à trois au centre à vingt et", "Trois autres - à trois - au centre à vinte et"),
        ("un premier appel trop ancien", "un premier - appel trop - ancien"),
    ],
)
def test_only_the_words_that_a_host_binds_are_bound(monkeypatch, text, read):
    given: list[str] = []
    monkeypatch.setattr(kokoro_signs, "phonetic", lambda clause, _voice: given.append(clause) or "")
    signs("fr", text)
    assert given == [read]


def test_french_sounds_are_those_of_its_speakers(monkeypatch):
    read = "pˈɔz skˈoʁ ɡˈanj dɛʁnjˈe ʒwty ʒwˈe"
    monkeypatch.setattr(kokoro_signs, "phonetic", lambda _text, _voice: read)
    assert signs("fr", "x") == "pˈoz skˈɔʁ ɡˈaɲ dɛʁnjˈe ʒuty ʒwˈe"
