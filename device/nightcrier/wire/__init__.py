"""Defines what crosses the socket between a box and a second program: wishes, their answers, the public record."""
