"""Serves pages. Holds requests, passes, uploads and forms, for the page of a box and for the page of a hall."""
