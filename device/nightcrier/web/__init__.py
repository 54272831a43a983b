"""Serves pages: requests, passes, uploads and forms, one kit for the page of a box and that of a hall."""
