"""Plays a game of GROWL for four, from the first press to the verdict."""

from evening import Person

person = Person()
person.play("growl-four")
person.judge()
