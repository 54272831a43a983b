"""Writes evenings of Wherewolf by playing them. Who is asked what, and where on the dial, is random, so nobody could
write these scripts by hand."""
