"""Evenings of Wherewolf, written by playing them: who is asked what at which place of the dial is drawn, so nobody can
write these scripts by hand."""
